/** The passages of all searched files in one row of numbers, with the page and the file of each. Pure. */
import { decodeShape } from './postings';
import type { Units } from './score-units';

/** A text without pages is ranked by stretches of so many passages, as if they were pages. */
const passagesPerStretch = 3;

export interface CorpusFile {
  /** Its number in the stored terms. */
  number: number;
  title: string;
  shape: Uint8Array;
}

export interface Corpus {
  files: readonly CorpusFile[];
  passages: Units;
  pages: Units;
  byFile: Units;
  /** The first passage of a file, by the file's number. */
  firstOf: ReadonlyMap<number, number>;
}

export function buildCorpus(files: readonly CorpusFile[]): Corpus {
  const firstOf = new Map<number, number>();
  const [sizes, pageOf, fileOf]: [number[], number[], number[]] = [[], [], []];
  const [pageSizes, fileSizes]: [number[], number[]] = [[], []];
  for (const [file, { number, shape }] of files.entries()) {
    firstOf.set(number, sizes.length);
    fileSizes.push(0);
    let last = -1;
    for (const [place, { page, size }] of decodeShape(shape).entries()) {
      const unit = page > 0 ? page : Math.floor(place / passagesPerStretch);
      if (unit !== last) pageSizes.push(0);
      last = unit;
      pageOf.push(pageSizes.length - 1);
      fileOf.push(file);
      sizes.push(size);
      pageSizes[pageSizes.length - 1] = (pageSizes.at(-1) ?? 0) + size;
      fileSizes[file] = (fileSizes[file] ?? 0) + size;
    }
  }
  return {
    files,
    firstOf,
    passages: { of: Int32Array.from(sizes.keys()), sizes: Float64Array.from(sizes) },
    pages: { of: Int32Array.from(pageOf), sizes: Float64Array.from(pageSizes) },
    byFile: { of: Int32Array.from(fileOf), sizes: Float64Array.from(fileSizes) },
  };
}
