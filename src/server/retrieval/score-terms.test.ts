import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTerm } from '~/server/testing/inputs/encode-term';
import { inverseDocumentFrequency } from './bm25';
import { buildCorpus, type Corpus, partOf } from './corpus';
import { countPostings } from './count-terms';
import { encodeShape } from './postings';
import { rankPassages } from './rank-passages';
import { type Scores, scoreInParts, scoreTerms } from './score-terms';

interface Passage {
  page: number;
  size: number;
}

const passage = fc.record({ page: fc.integer({ min: 1, max: 4 }), size: fc.integer({ min: 1, max: 300 }) });
const library = fc.array(
  fc.array(passage, { maxLength: 8 }).map((passages) => passages.sort((a, b) => a.page - b.page)),
  { minLength: 1, maxLength: 4 },
);
const corpusOf = (files: readonly (readonly Passage[])[]) =>
  buildCorpus(files.map((passages, file) => ({ number: file + 10, title: '', shape: encodeShape(passages) })));

/** The textbook formula of BM25, over units with these sizes and counts. */
function textbook(sizes: readonly number[], counts: readonly number[]): number[] {
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const worth = inverseDocumentFrequency(sizes.length, counts.filter((count) => count > 0).length);
  return sizes.map((size, unit) => {
    const count = counts[unit] ?? 0;
    return count === 0 ? 0 : (worth * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * size) / mean));
  });
}

const sumsBy = (values: readonly number[], keys: readonly string[]): number[] => {
  const sums = new Map<string, number>();
  for (const [index, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0) + (values[index] ?? 0));
  return [...sums.values()];
};

/** How often one term is in each passage. */
type Counts = readonly number[];

/** Scores term after term over all passages, pages and files, with the precision in which scores are kept. */
function plainScores(corpus: Corpus, terms: readonly { weight: number; counts: Counts }[]): Scores {
  const { pageOf, fileOf } = corpus;
  const passageOf = fileOf.map((_, passage) => passage);
  const sum = (
    of: Int32Array,
    { norms }: Corpus['pages'],
    scores: Float32Array | Float64Array,
    termsIn?: Uint8Array,
  ) => {
    for (const { weight, counts } of terms) {
      const sums = Array.from(norms, () => 0);
      for (const [passage, count] of counts.entries()) sums[of[passage] ?? 0] = (sums[of[passage] ?? 0] ?? 0) + count;
      const worth = weight * inverseDocumentFrequency(sums.length, sums.filter((count) => count > 0).length) * 2.2;
      for (const [unit, count] of sums.entries()) {
        if (count === 0) continue;
        scores[unit] = (scores[unit] ?? 0) + (worth * count) / (count + (norms[unit] ?? 0));
        if (termsIn) termsIn[unit] = (termsIn[unit] ?? 0) + 1;
      }
    }
  };
  const [passages, pages] = [new Float32Array(fileOf.length), new Float32Array(corpus.pages.norms.length)];
  const byFile = new Float64Array(corpus.files.length);
  const [termsIn, termsInPage] = [new Uint8Array(passages.length), new Uint8Array(pages.length)];
  sum(passageOf, corpus.passages, passages, termsIn);
  sum(pageOf, corpus.pages, pages, termsInPage);
  sum(fileOf, corpus.byFile, byFile);
  return { passages, pages, byFile, termsIn, termsInPage };
}

/** Some terms of any frequency, with counts that take one byte or two. */
const terms = fc.array(
  fc.record({
    weight: fc.constantFrom(1, 0.5, 0.3),
    rareness: fc.integer({ min: 1, max: 6 }),
    stream: fc.infiniteStream(fc.oneof(fc.nat(3), fc.integer({ min: 120, max: 300 }))),
    gaps: fc.infiniteStream(fc.nat(5)),
  }),
  { maxLength: 6 },
);

describe('scores', () => {
  it('and the ranking equal those of a plain scorer exactly, in parts of any size', () => {
    const partSize = fc.constantFrom(1, 5, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(library, terms, partSize, (files, generated, passagesPerPart) => {
        const corpus = corpusOf(files);
        const asked = generated.map(({ weight, rareness, stream, gaps }) => {
          const occurs = () => (gaps.next().value as number) < rareness;
          return { weight, counts: Array.from(corpus.fileOf, () => (occurs() ? (stream.next().value as number) : 0)) };
        });
        const counted = asked.map(({ weight, counts }) => {
          const inFiles = files.map((passages, file) => {
            const all = passages.map((_, place) => ({ place, count: counts[(corpus.starts[file] ?? 0) + place] ?? 0 }));
            const found = all.filter(({ count }) => count > 0);
            return {
              file: file + 10,
              places: found.map(({ place }) => place),
              counts: found.map(({ count }) => count),
            };
          });
          return { weight, ...countPostings(corpus, encodeTerm(inFiles, weight).bytes) };
        });
        const scoring = scoreInParts(corpus, counted, passagesPerPart);
        let part = scoring.next();
        while (!part.done) part = scoring.next();
        const wanted = plainScores(corpus, asked);
        expect(part.value).toEqual(wanted);
        const rank = (scores: Scores) =>
          rankPassages(corpus, { scores, words: ['x', 'y'] }, { limit: 20, wholePages: 1, minTerms: 2 });
        expect(rank(part.value)).toEqual(rank(wanted));
      }),
    );
  });

  it('are those of BM25 for passages, pages and files, whatever the order of the files in a term', () => {
    fc.assert(
      fc.property(library, fc.infiniteStream(fc.nat(3)), fc.boolean(), (files, stream, isReversed) => {
        const counts = files.map((passages) => passages.map(() => stream.next().value as number));
        const postings = counts.map((inFile, file) => ({
          file: file + 10,
          places: inFile.flatMap((count, place) => (count > 0 ? [place] : [])),
          counts: inFile.filter((count) => count > 0),
        }));
        const scores = scoreTerms(corpusOf(files), [encodeTerm(isReversed ? postings.reverse() : postings)]);
        const close = (found: ArrayLike<number>, wanted: readonly number[]) => {
          expect(found).toHaveLength(wanted.length);
          for (const [unit, score] of wanted.entries()) expect(found[unit]).toBeCloseTo(score, 5);
        };
        const all = files.flatMap((passages, file) =>
          passages.map(({ page, size }) => ({ page: `${file} ${page}`, file: `${file}`, size })),
        );
        const sizes = all.map(({ size }) => size);
        const flat = counts.flat();
        close(scores.passages, textbook(sizes, flat));
        const pages = all.map(({ page }) => page);
        close(scores.pages, textbook(sumsBy(sizes, pages), sumsBy(flat, pages)));
        const fileSizes = files.map((passages) => passages.reduce((sum, { size }) => sum + size, 0));
        const inFiles = counts.map((inFile) => inFile.reduce((sum, count) => sum + count, 0));
        close(scores.byFile, textbook(fileSizes, inFiles));
      }),
    );
  });

  it('count the terms of each passage and page', () => {
    const corpus = corpusOf([[1, 1, 2].map((page) => ({ page, size: 10 })), [{ page: 1, size: 10 }]]);
    const terms = [
      encodeTerm([{ file: 10, places: [0, 1] }]),
      encodeTerm([
        { file: 10, places: [1] },
        { file: 11, places: [0] },
      ]),
    ];
    const { termsIn, termsInPage } = scoreTerms(corpus, terms);
    expect([...termsIn]).toEqual([1, 2, 0, 1]);
    expect([...termsInPage]).toEqual([2, 0, 1]);
  });

  it('leave out files that are not searched, and passages that a file no longer has', () => {
    const corpus = corpusOf([[{ page: 1, size: 10 }], [{ page: 1, size: 10 }]]);
    const { termsIn } = scoreTerms(corpus, [
      encodeTerm([
        { file: 99, places: [0] },
        { file: 10, places: [0, 1, 7] },
      ]),
    ]);
    expect([...termsIn]).toEqual([1, 0]);
  });
});

it('a part of the files has the same layout as those files alone', () => {
  fc.assert(
    fc.property(library, (files) => {
      const indexes = files.map((_, file) => file).filter((file) => file % 2 === 0);
      const whole = buildCorpus(files.map((passages, number) => ({ number, title: '', shape: encodeShape(passages) })));
      const alone = buildCorpus(
        indexes.map((number) => ({ number, title: '', shape: encodeShape(files[number] ?? []) })),
      );
      expect(partOf(whole, indexes)).toEqual(alone);
    }),
  );
});
