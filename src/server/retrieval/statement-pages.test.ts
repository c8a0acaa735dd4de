import { describe, expect, it } from 'vitest';
import { encodeTerm } from '~/server/testing/inputs/encode-term';
import { buildCorpus } from './corpus';
import { encodeShape } from './postings';
import { filesWithStatements, rankStatementPages } from './statement-pages';

const shape = encodeShape([1, 1, 2, 3].map((page) => ({ page, size: 100 })));
const corpus = buildCorpus([1, 2, 3].map((number) => ({ number, title: String(number), shape })));

/** Each term at these places of each file. */
const termsAt = (...placesOfTerms: number[][]) =>
  placesOfTerms.map((places) => encodeTerm([1, 2, 3].map((file) => ({ file, places }))));

describe('pages of a statement', () => {
  it('are those with most line items, by their numbers in all files', () => {
    const ranks = rankStatementPages(corpus, [2, 0], termsAt([2, 3], [2, 3], [2], [2], [2]));
    expect([...ranks].sort(([a], [b]) => a - b)).toEqual([
      [1, 0],
      [2, 1],
      [7, 0],
      [8, 1],
    ]);
  });

  it('may have the line items anywhere on the page', () => {
    const ranks = rankStatementPages(corpus, [1], termsAt([0], [1], [2], [], []));
    expect([...ranks]).toEqual([[3, 0]]);
  });

  it('are not found if the items are scattered', () => {
    expect(rankStatementPages(corpus, [1], termsAt([0], [2], [3], [], [])).size).toBe(0);
  });

  it('come from the files that match the query', () => {
    expect(filesWithStatements([0.2, 0, 1, ...Array<number>(10).fill(0.1)]).slice(0, 3)).toEqual([2, 0, 3]);
    expect(filesWithStatements(Array<number>(100).fill(1))).toHaveLength(8);
  });
});
