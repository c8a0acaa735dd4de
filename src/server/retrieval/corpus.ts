/** The passages of all searched files in one row of numbers, with the page and the file of each. Pure. */
import { eachShape } from './postings';
import type { Units } from './score-units';

/** A text without pages is ranked by stretches of so many passages, as if they were pages. */
const passagesPerStretch = 3;

export interface CorpusFile {
  /** Its number in the stored terms. */
  number: number;
  title: string;
  /** Encoded, see postings.ts. */
  shape: string;
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
  // Each passage takes at least two bytes of a shape.
  const shapes = files.map(({ shape }) => Buffer.from(shape, 'base64'));
  const most = shapes.reduce((sum, { length }) => sum + Math.floor(length / 2), 0);
  const [pageOf, fileOf] = [new Int32Array(most), new Int32Array(most)];
  const [sizes, pageSizes] = [new Float64Array(most), new Float64Array(most)];
  const fileSizes = new Float64Array(files.length);
  const firstOf = new Map<number, number>();
  let [count, pages] = [0, 0];
  for (const [file, { number }] of files.entries()) {
    const first = count;
    firstOf.set(number, first);
    let last = -1;
    eachShape(shapes[file] ?? new Uint8Array(), (page, size) => {
      const unit = page > 0 ? page : Math.floor((count - first) / passagesPerStretch);
      if (unit !== last) pages++;
      last = unit;
      pageOf[count] = pages - 1;
      fileOf[count] = file;
      sizes[count] = size;
      pageSizes[pages - 1] = (pageSizes[pages - 1] ?? 0) + size;
      fileSizes[file] = (fileSizes[file] ?? 0) + size;
      count++;
    });
  }
  // Each passage is a unit of its own.
  const passageOf = new Int32Array(count);
  for (let passage = 0; passage < count; passage++) passageOf[passage] = passage;
  return {
    files,
    firstOf,
    passages: { of: passageOf, sizes: sizes.subarray(0, count) },
    pages: { of: pageOf.subarray(0, count), sizes: pageSizes.subarray(0, pages) },
    byFile: { of: fileOf.subarray(0, count), sizes: fileSizes },
  };
}
