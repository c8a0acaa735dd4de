/** The place of a conversation in the list: pinned ones first, then by time and id. */
import { decodeCursor, encodeCursor } from '~/server/lib/cursor';

export interface Place {
  isPinned: boolean;
  /** A time as PostgreSQL reads it. */
  time: Date | 'infinity';
  id: string;
}

const pinned = 'pinned.';
/** Every time is below infinity, so that any id will do. */
const start: Place = { isPinned: true, time: 'infinity', id: '00000000-0000-0000-0000-000000000000' };

export function placeAfter(cursor: string | null | undefined): Place {
  if (!cursor) return start;
  const isPinned = cursor.startsWith(pinned);
  return { isPinned, ...decodeCursor(isPinned ? cursor.slice(pinned.length) : cursor) };
}

export function placeOf({ isPinned, updatedAt, id }: { isPinned: boolean; updatedAt: Date; id: string }): string {
  return `${isPinned ? pinned : ''}${encodeCursor(updatedAt, id)}`;
}
