/** The passages of all searched files in one row of numbers, with the page and the file of each. Pure. */
import { lengthNorms } from './bm25';
import { eachPair } from './postings';
import { indexTitles, type TitleIndex } from './title-index';

/** A text without pages is ranked by stretches of so many passages, as if they were pages. */
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

/** Passages, pages or files: what scores are computed for. */
export interface Units {
  /** How many words each has. */
  sizes: Float64Array;
  /** What the length of each does to its score. */
  norms: Float32Array;
}

/** Nothing in it depends on a question. */
export interface Corpus {
  files: readonly CorpusFile[];
  titles: TitleIndex;
  /** The index of a file, by its number. */
  indexOf: ReadonlyMap<number, number>;
  /** The first passage and the first page of each file, by its index, and one more entry for the end. */
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
  const most = shapes.reduce((sum, { length }) => sum + Math.floor(length / 2), 0);
  return layOut(files, most, (file, visit) => {
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
  const most = files.reduce((sum, _, file) => sum + endOf(file) - startOf(file), 0);
  return layOut(files, most, (file, visit) => {
    for (let passage = startOf(file); passage < endOf(file); passage++)
      visit(pageOf[passage] ?? 0, passages.sizes[passage] ?? 0);
  });
}

function layOut(files: readonly CorpusFile[], most: number, eachPassage: EachPassage): Corpus {
  const [pageOf, fileOf] = [new Int32Array(most), new Int32Array(most)];
  const [sizes, pageSizes] = [new Float64Array(most), new Float64Array(most)];
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
    // Copies, because a corpus is kept and the longer arrays would be kept with it.
    pageOf: pageOf.slice(0, count),
    fileOf: fileOf.slice(0, count),
    passages: unitsOf(sizes.slice(0, count)),
    pages: unitsOf(pageSizes.slice(0, pages)),
    byFile: unitsOf(fileSizes),
  };
}

const unitsOf = (sizes: Float64Array): Units => ({ sizes, norms: lengthNorms(sizes) });
