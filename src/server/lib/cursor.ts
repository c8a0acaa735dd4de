import { AppError } from './errors';
import { isUuid, nilUuid } from './uuid';

/** Input of a list. */
export interface PageRequest {
  cursor?: string | null | undefined;
  limit: number;
}

/** A page of rows that were read with `limit + 1`: an extra row means that the list continues. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** A row's position in a list ordered by time and id, opaque to clients. */
export const encodeCursor = (time: Date, id: string): string => `${time.getTime().toString(36)}.${id}`;

export const createdCursor = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  encodeCursor(createdAt, id);

/** The last time that PostgreSQL parses in JavaScript's format: five-digit years have a leading sign. */
const endOfTime = Date.UTC(9999, 11, 31);

/** Before every row of a list ordered newest first and then by descending id. */
export const listStart = { time: new Date(endOfTime), id: nilUuid };

export function decodeCursor(cursor: string): { time: Date; id: string } {
  const [time = '', id = '', ...rest] = cursor.split('.');
  const milliseconds = Number.parseInt(time, 36);
  const isKnown = /^[0-9a-z]{1,10}$/.test(time) && isUuid(id) && rest.length === 0 && milliseconds <= endOfTime;
  if (!isKnown) throw badCursor();
  return { time: new Date(milliseconds), id };
}

/** Prisma's arguments for a page of a list ordered newest first, and by id within the same moment. */
export function partNewestFirst(part: PageRequest) {
  const after = part.cursor ? decodeCursor(part.cursor) : null;
  return {
    orderBy: [{ createdAt: 'desc' as const }, { id: 'asc' as const }],
    ...(after && {
      where: { OR: [{ createdAt: { lt: after.time } }, { createdAt: after.time, id: { gt: after.id } }] },
    }),
    take: part.limit,
  };
}

/** A row's position in a list ordered by a number. */
export const encodeSequenceCursor = (sequence: bigint): string => sequence.toString(36);

export function decodeSequenceCursor(cursor: string): bigint {
  if (!/^[0-9a-z]{1,12}$/.test(cursor)) throw badCursor();
  return [...cursor].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}

/** A row's position in a list ordered by text and then by id; `list` distinguishes different orders. */
export const encodeTextCursor = (list: string, key: string, id: string): string =>
  Buffer.from(JSON.stringify([list, key, id])).toString('base64url');

export function decodeTextCursor(list: string, cursor: string): { key: string; id: string } {
  const [of, key, id, ...rest] = readArray(Buffer.from(cursor, 'base64url').toString());
  const isKnown = of === list && typeof key === 'string' && typeof id === 'string' && rest.length === 0;
  // The key is used in a query, and PostgreSQL rejects NUL.
  if (!isKnown || !isUuid(id) || key.includes('\u0000')) throw badCursor();
  return { key, id };
}

function readArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

export const badCursor = () => new AppError('validation', 'Invalid cursor. Reload the list.');
