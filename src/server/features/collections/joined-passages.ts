/** Joins consecutive passages into one text, so that quotations across their border are found. Pure. */
import type { CollectionPassage } from './search-passages';

type Cut = Pick<CollectionPassage, 'objectId' | 'place' | 'page' | 'start' | 'text'>;

export interface JoinedPassages {
  objectId: string;
  start: number;
  text: string;
  pages: { page: number; start: number }[];
}

/** Each passage once, in the order of the files' texts. */
export function joinedPassages(passages: readonly Cut[]): JoinedPassages[] {
  const unique = new Map(passages.map((passage) => [`${passage.objectId} ${passage.place}`, passage]));
  const sorted = [...unique.values()].sort((a, b) =>
    a.objectId < b.objectId ? -1 : a.objectId > b.objectId ? 1 : a.place - b.place,
  );
  const joined: JoinedPassages[] = [];
  let last: Cut | undefined;
  for (const passage of sorted) {
    const { objectId, place, page, start, text } = passage;
    let current = joined.at(-1);
    if (current && last?.objectId === objectId && place === last.place + 1) {
      // Only white space is missing between two passages.
      current.text += '\n'.repeat(Math.max(0, start - current.start - current.text.length)) + text;
    } else {
      current = { objectId, start, text, pages: [] };
      joined.push(current);
    }
    if (page !== null && current.pages.at(-1)?.page !== page) current.pages.push({ page, start });
    last = passage;
  }
  return joined;
}
