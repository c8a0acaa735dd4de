import { describe, expect, it } from 'vitest';
import { encodeTerm } from '~/server/testing/inputs/encode-term';
import { buildCorpus, type Corpus } from './corpus';
import { encodeShape } from './postings';
import { type Evidence, rankPassages } from './rank-passages';
import { scoreTerms } from './score-terms';

const shapeOf = (...pages: number[]) => encodeShape(pages.map((page) => ({ page, size: 100 })));
const term = (passages: number[], weight = 1) => ({ passages, weight });

type RankInput = Omit<Evidence, 'scores'> & { terms: ReturnType<typeof term>[] };

/** Ranks with terms that are in these passages, by their numbers over all files. */
function rank(corpus: Corpus, { terms, ...evidence }: RankInput, options: typeof everything) {
  const { files, fileOf, starts } = corpus;
  const encoded = terms.map(({ passages, weight }) =>
    encodeTerm(
      files.map(({ number }, file) => ({
        file: number,
        places: passages.filter((passage) => fileOf[passage] === file).map((passage) => passage - (starts[file] ?? 0)),
      })),
      weight,
    ),
  );
  return rankPassages(corpus, { ...evidence, scores: scoreTerms(corpus, encoded) }, options);
}
const everything = { limit: 100, wholePages: 0, minTerms: 1 };

describe('ranked passages', () => {
  it('come from other pages before a page has a second one', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 1, 2, 3, 3) }]);
    const found = rank(corpus, { terms: [term([0, 1, 2])], words: ['x'] }, everything);
    expect(found.map(({ place }) => place)).toEqual([0, 2, 1]);
  });

  it('are followed by the rest of the best page if whole pages are requested', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 2, 2, 3) }]);
    const terms = [term([2]), term([2, 4], 0.1)];
    const found = rank(corpus, { terms, words: ['x'] }, { ...everything, wholePages: 1 });
    expect(found.map(({ place }) => place)).toEqual([2, 1, 3, 4]);
  });

  it('rank higher from a file whose title has a word of the query', () => {
    const shape = shapeOf(1, 2);
    const corpus = buildCorpus([
      { number: 1, title: 'Acme 2018', shape },
      { number: 2, title: 'Umbrella 2018', shape },
    ]);
    const found = rank(corpus, { terms: [term([0, 2])], words: ['umbrella', 'sales'] }, everything);
    expect(found.map(({ file, place }) => [file, place])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it('contain at least the required number of terms, or as many as the query has', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 3) }]);
    const terms = [term([0, 1]), term([1, 2])];
    const min = (words: string[]) =>
      rank(corpus, { terms, words }, { ...everything, minTerms: 2 }).map(({ place }) => place);
    expect(min(['x', 'y'])).toEqual([1]);
    expect(min(['x'])).toHaveLength(3);
  });

  it('are at most the requested number, and none of files without passages', () => {
    const corpus = buildCorpus([
      { number: 7, title: 'a', shape: shapeOf() },
      { number: 8, title: 'b', shape: shapeOf(1, 2, 3) },
    ]);
    const found = rank(corpus, { terms: [term([0, 1, 2])], words: ['x'] }, { ...everything, limit: 2 });
    expect(found.map(({ file }) => file)).toEqual([1, 1]);
  });

  it('with a similar meaning are added to those with the words', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 3, 4) }]);
    const evidence = { terms: [term([0, 1])], words: ['x'], nearest: [3, 1] };
    const found = rank(corpus, evidence, everything);
    expect(found.map(({ place }) => place)).toEqual([1, 0, 3]);
    expect(rank(corpus, { ...evidence, terms: [] }, everything).map(({ place }) => place)).toEqual([3, 1]);
  });

  it('with a similar meaning need a word of the query if words must match', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 3, 4) }]);
    const evidence = { terms: [term([0, 1]), term([0])], words: ['x', 'y'], nearest: [3, 1] };
    const found = rank(corpus, evidence, { ...everything, minTerms: 2 });
    expect(found.map(({ place }) => place).sort()).toEqual([0, 1]);
  });

  it('rank higher on a page that is the statement the query needs', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 3) }]);
    const evidence = { terms: [term([0, 1, 2]), term([0, 1])], words: ['x'] };
    const places = (statementPages: Map<number, number>[]) =>
      rank(corpus, { ...evidence, statementPages }, everything).map(({ place }) => place);
    expect(places([])).toEqual([0, 1, 2]);
    expect(places([new Map([[2, 0]])])).toEqual([2, 0, 1]);
  });

  it('follow the order of a rerank endpoint first', () => {
    const corpus = buildCorpus([{ number: 7, title: 'a', shape: shapeOf(1, 2, 3) }]);
    const evidence = { terms: [term([0, 1, 2])], words: ['x'], order: [2, 1, 0] };
    expect(rank(corpus, evidence, everything).map(({ place }) => place)).toEqual([2, 1, 0]);
  });
});
