/** `limit` and `cursor` on lists: an array in the answer, a link to what follows in its header. */
import type { Request } from 'express';
import { encodeCursor } from '~/server/lib/cursor';
import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import type { Call, Route } from './route';

/** Rows of one answer, without `limit` and at most with it. */
export const listCap = 1000;

interface Page {
  items: unknown[];
  nextCursor: string | null;
}

export async function readList(
  { list, filters = [] }: Pick<Route, 'list' | 'filters'>,
  procedure: (input: unknown) => Promise<unknown>,
  { request, response, input }: Call,
): Promise<unknown[]> {
  const limit = limitOf(queryValue(request, 'limit'));
  const cursor = queryValue(request, 'cursor');
  const chosen = filters.flatMap((name): [string, string][] => {
    const value = queryValue(request, name);
    return value === undefined ? [] : [[name, value]];
  });
  const read = list === 'rows' ? readRows : readPages;
  const asked = { ...input, ...Object.fromEntries(chosen), ...(cursor !== undefined && { cursor }) };
  const { items, nextCursor } = await read(procedure, asked, limit, list);
  if (nextCursor) {
    const query = new URLSearchParams([...chosen, ['limit', String(limit)], ['cursor', nextCursor]]);
    response.set('Link', `<${request.baseUrl}${request.path}?${query}>; rel="next"`);
  }
  return items;
}

/** Page by page, so that a long list costs the database no long query. */
async function readPages(
  call: (input: unknown) => Promise<unknown>,
  input: Record<string, unknown>,
  limit: number,
  kind: Route['list'],
): Promise<Page> {
  const pages: unknown[][] = [];
  let nextCursor: string | null = null;
  for (let left = limit; left > 0; ) {
    const from: Record<string, unknown> = nextCursor ? { cursor: nextCursor } : {};
    const page = (await call({ ...input, ...from, limit: Math.min(left, limits.listRows) })) as Page;
    pages.push(page.items);
    left -= page.items.length;
    nextCursor = page.nextCursor;
    if (!nextCursor || page.items.length === 0) break;
  }
  return { items: (kind === 'older-pages' ? pages.reverse() : pages).flat(), nextCursor };
}

/** One row more than asked tells whether there are more. */
async function readRows(
  call: (input: unknown) => Promise<unknown>,
  input: Record<string, unknown>,
  limit: number,
): Promise<Page> {
  const rows = (await call({ ...input, limit: limit + 1 })) as { id: string; createdAt: Date }[];
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.createdAt, last.id) : null };
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return listCap;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > listCap)
    throw new AppError('validation', `limit must be a whole number from 1 to ${listCap}`);
  return limit;
}

export function queryValue(request: Request, name: string): string | undefined {
  const value = request.query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new AppError('validation', `${name} can be given only once`);
}
