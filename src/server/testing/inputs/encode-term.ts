import type { EncodedTerm } from '~/server/retrieval/count-terms';
import { encodePostings } from '~/server/retrieval/postings';

interface FilePostings {
  file: number;
  places: readonly number[];
  counts?: readonly number[];
}

/** A term as the database returns it, once per place if no counts are given. */
export function encodeTerm(postings: readonly FilePostings[], weight = 1): EncodedTerm {
  const parts = postings.map(({ file, places, counts }) => {
    const bytes = encodePostings(places.map((place, index) => ({ place, count: counts?.[index] ?? 1 })));
    const head = Buffer.alloc(8);
    head.writeInt32BE(file, 0);
    head.writeInt32BE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  });
  return { weight, bytes: Buffer.concat(parts) };
}
