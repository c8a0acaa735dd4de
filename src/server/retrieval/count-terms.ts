/**
 * Locates the postings of a term for each searched file, and counts the passages, pages and files that contain it. The
 * weight of a term depends on these counts, so they come before scoring. Pure. Every index is within its array, which
 * TypeScript can't check: hence the casts.
 */
import type { Corpus } from './corpus';
import { lengthOfNumber, numberAt } from './postings';

/** Number of a file and length of its postings, four bytes each, before the postings. */
const headBytes = 8;

/** A query term with its postings of each file, each preceded by the file's number and their length. */
export interface EncodedTerm {
  weight: number;
  bytes: Uint8Array;
}

export interface CountedPostings {
  bytes: Uint8Array;
  /** Start and end of each file's postings, by its index; equal if it has none. */
  starts: Int32Array;
  ends: Int32Array;
  /** How often each file contains the term. */
  counts: Float64Array;
  passages: number;
  pages: number;
  files: number;
}

export interface CountedTerm extends CountedPostings {
  weight: number;
}

export function countPostings(corpus: Corpus, bytes: Uint8Array): CountedPostings {
  const files = corpus.files.length;
  const [starts, ends, counts] = [new Int32Array(files), new Int32Array(files), new Float64Array(files)];
  const found: CountedPostings = { bytes, starts, ends, counts, passages: 0, pages: 0, files: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const file = corpus.indexOf.get(view.getInt32(at));
    const start = at + headBytes;
    at = start + view.getInt32(at + 4);
    if (file === undefined) continue;
    starts[file] = start;
    ends[file] = at;
    countInFile(corpus, found, file);
    if ((counts[file] as number) > 0) found.files++;
  }
  return found;
}

function countInFile({ starts, pageOf }: Corpus, found: CountedPostings, file: number): void {
  const { bytes } = found;
  const end = found.ends[file] as number;
  const endPassage = starts[file + 1] as number;
  let passage = starts[file] as number;
  let [passages, pages, sum, lastPage] = [0, 0, 0, -1];
  // Inlined for one-byte numbers, which most are: a call would take longer than all the rest.
  for (let next = found.starts[file] as number; next < end; ) {
    let step = bytes[next] as number;
    if (step > 127) step = numberAt(bytes, next);
    next += step > 127 ? lengthOfNumber(step) : 1;
    let count = bytes[next] as number;
    if (count > 127) count = numberAt(bytes, next);
    next += count > 127 ? lengthOfNumber(count) : 1;
    passage += step;
    // The file was indexed again after its passages were counted.
    if (passage >= endPassage) break;
    passages++;
    sum += count;
    const page = pageOf[passage] as number;
    if (page !== lastPage) pages++;
    lastPage = page;
  }
  found.counts[file] = sum;
  found.passages += passages;
  found.pages += pages;
}
