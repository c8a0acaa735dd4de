/**
 * Caches the postings of terms between queries: a collection's common terms are in most queries about it, and a
 * database reads a separate page for nearly every file that has one. They belong to one layout of the searched files.
 * Every change creates another layout (corpus-cache.ts), so nothing needs to be invalidated.
 */
import { LRUCache } from 'lru-cache';
import type { Corpus } from './corpus';
import type { CountedPostings } from './count-terms';

/** Total per process. */
const maxBytes = 64_000_000;
const bytesPerFile = 16;
/** Short postings share the memory of others, which is kept with them. */
const minBytes = 8192;

const kept = new LRUCache<string, CountedPostings>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes, counts }) => minBytes + bytes.length + counts.length * bytesPerFile,
});

const numbers = new WeakMap<Corpus, number>();
let lastNumber = 0;

function keyOf(corpus: Corpus, term: string): string {
  const number = numbers.get(corpus) ?? ++lastNumber;
  numbers.set(corpus, number);
  return `${number} ${term}`;
}

export const cachedTerm = (corpus: Corpus, term: string): CountedPostings | undefined => kept.get(keyOf(corpus, term));

export const cacheTerm = (corpus: Corpus, term: string, counted: CountedPostings): void => {
  kept.set(keyOf(corpus, term), counted);
};
