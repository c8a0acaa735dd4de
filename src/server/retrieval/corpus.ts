/** The passages of all searched files in flat arrays, with the page and the file of each. Pure. */
import { lengthNorms } from './bm25';
import { eachPair } from './postings';
import { indexTitles, type TitleIndex } from './title-index';

/** A text without pages is ranked in stretches of this many passages instead of pages. */
const passagesPerStretch = 3;

export interface CorpusFile {
  /** Its number in the stored terms. */
  number: number;
  title: string;
}

export interface ShapedFile extends CorpusFile {
  /** Encoded, see postings.ts. */
  shape: string;
}

/** Passages, pages or files: the units that are scored. */
export interface Units {
  /** Number of words per unit. */
  sizes: Float64Array;
  /** Length normalization per unit. */
  norms: Float32Array;
}

/** Independent of the query. */
export interface Corpus {
  files: readonly CorpusFile[];
  titles: TitleIndex;
  /** Index of a file, by its number. */
  indexOf: ReadonlyMap<number, number>;
  /** First passage and first page of each file, by its index, with one more entry for the end. */
  starts: Int32Array;
  pageStarts: Int32Array;
  /** The page and the file of each passage, ascending. */
  pageOf: Int32Array;
  fileOf: Int32Array;
  passages: Units;
  pages: Units;
  byFile: Units;
}

/** Calls `visit` for each passage of the file with this index, in the order of the text. */
type EachPassage = (file: number, visit: (page: number, size: number) => void) => void;

export function buildCorpus(files: readonly ShapedFile[]): Corpus {
  const shapes = files.map(({ shape }) => Buffer.from(shape, 'base64'));
  // Each passage takes at least two bytes of a shape.
  const max = shapes.reduce((sum, { length }) => sum + Math.floor(length / 2), 0);
  return layOut(files, max, (file, visit) => {
    let place = 0;
    eachPair(shapes[file] ?? new Uint8Array(), (page, size) => {
      visit(page > 0 ? page : Math.floor(place / passagesPerStretch), size);
      place++;
    });
  });
}

/** A corpus of some of the files, by their indexes. */
export function partOf(corpus: Corpus, indexes: readonly number[]): Corpus {
  const { starts, pageOf, passages } = corpus;
  const startOf = (file: number) => starts[indexes[file] ?? 0] ?? 0;
  const endOf = (file: number) => starts[(indexes[file] ?? 0) + 1] ?? 0;
  const files = indexes.flatMap((index) => corpus.files[index] ?? []);
  const max = files.reduce((sum, _, file) => sum + endOf(file) - startOf(file), 0);
  return layOut(files, max, (file, visit) => {
    for (let passage = startOf(file); passage < endOf(file); passage++)
      visit(pageOf[passage] ?? 0, passages.sizes[passage] ?? 0);
  });
}

function layOut(files: readonly CorpusFile[], max: number, eachPassage: EachPassage): Corpus {
  const [pageOf, fileOf] = [new Int32Array(max), new Int32Array(max)];
  const [sizes, pageSizes] = [new Float64Array(max), new Float64Array(max)];
  const fileSizes = new Float64Array(files.length);
  const [starts, pageStarts] = [new Int32Array(files.length + 1), new Int32Array(files.length + 1)];
  let [count, pages] = [0, 0];
  for (let file = 0; file < files.length; file++) {
    let last = -1;
    eachPassage(file, (page, size) => {
      if (page !== last) pages++;
      last = page;
      pageOf[count] = pages - 1;
      fileOf[count] = file;
      sizes[count] = size;
      pageSizes[pages - 1] = (pageSizes[pages - 1] ?? 0) + size;
      fileSizes[file] = (fileSizes[file] ?? 0) + size;
      count++;
    });
    starts[file + 1] = count;
    pageStarts[file + 1] = pages;
  }
  return {
    files: files.map(({ number, title }) => ({ number, title })),
    titles: indexTitles(files.map(({ title }) => title)),
    indexOf: new Map(files.map(({ number }, index) => [number, index])),
    starts,
    pageStarts,
    // Copies, because a cached corpus would keep the longer arrays in memory.
    pageOf: pageOf.slice(0, count),
    fileOf: fileOf.slice(0, count),
    passages: unitsOf(sizes.slice(0, count)),
    pages: unitsOf(pageSizes.slice(0, pages)),
    byFile: unitsOf(fileSizes),
  };
}

const unitsOf = (sizes: Float64Array): Units => ({ sizes, norms: lengthNorms(sizes) });
