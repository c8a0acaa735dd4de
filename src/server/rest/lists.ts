/** `limit` and `cursor` of lists: the response is an array, and its Link header points to the next page. */
import type { Request } from 'express';
import { z } from 'zod';
import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import type { Call, Route } from './route';

/** Maximum rows of one response, with or without `limit`. */
export const listCap = 1000;

/** What a procedure returns for a page; fields such as `total` are not part of a list. */
const pageShape = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
type Page = z.infer<typeof pageShape>;

interface PageInput {
  limit: number;
  cursor?: string;
}

export async function readList(
  { list, filters }: Pick<Route, 'list' | 'filters'>,
  { deps, request, response, input }: Call,
  read: (page: PageInput) => Promise<unknown>,
): Promise<unknown[]> {
  const limit = limitOf(queryValue(request, 'limit'));
  const cursor = queryValue(request, 'cursor');
  const chosen = filters.flatMap((name): [string, string][] => {
    const value = queryValue(request, name);
    return value === undefined ? [] : [[name, value]];
  });
  const first = { ...input, ...Object.fromEntries(chosen), ...(cursor !== undefined && { cursor }) };
  const { items, nextCursor } = await readPages(read, first, limit, list);
  if (nextCursor) {
    const query = new URLSearchParams([...chosen, ['limit', String(limit)], ['cursor', nextCursor]]);
    response.set('Link', `<${deps.env.basePath}${request.baseUrl}${request.path}?${query}>; rel="next"`);
  }
  return items;
}

/** Page by page, so that a long list is not one long query. */
async function readPages(
  read: (page: PageInput) => Promise<unknown>,
  first: { cursor?: string },
  limit: number,
  kind: Route['list'],
): Promise<Page> {
  const pages: unknown[][] = [];
  let nextCursor: string | null = null;
  for (let left = limit; left > 0; ) {
    const from: { cursor?: string } = nextCursor ? { cursor: nextCursor } : {};
    const page = pageShape.parse(await read({ ...first, ...from, limit: Math.min(left, limits.listRows) }));
    pages.push(page.items);
    left -= page.items.length;
    nextCursor = page.nextCursor;
    if (!nextCursor || page.items.length === 0) break;
  }
  return { items: (kind === 'older-pages' ? pages.reverse() : pages).flat(), nextCursor };
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
