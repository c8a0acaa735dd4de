/** The sort key of a conversation in the list: pinned first, then by time and id. */
import { decodeCursor, encodeCursor } from '~/server/lib/cursor';
import { nilUuid } from '~/server/lib/uuid';

export interface ListPosition {
  isPinned: boolean;
  /** A time in a form that PostgreSQL accepts. */
  time: Date | 'infinity';
  id: string;
}

const pinned = 'pinned.';
/** Every time is below infinity, so the id does not matter. */
const start: ListPosition = { isPinned: true, time: 'infinity', id: nilUuid };

export function placeAfter(cursor: string | null | undefined): ListPosition {
  if (!cursor) return start;
  const isPinned = cursor.startsWith(pinned);
  return { isPinned, ...decodeCursor(isPinned ? cursor.slice(pinned.length) : cursor) };
}

export function placeOf({ isPinned, updatedAt, id }: { isPinned: boolean; updatedAt: Date; id: string }): string {
  return `${isPinned ? pinned : ''}${encodeCursor(updatedAt, id)}`;
}
