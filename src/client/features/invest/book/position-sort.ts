/** The sort order of the portfolio's tables, and its form in the URL: 'gains', or '-gains' for descending. */

import type { Sort } from '~/client/ui/table/data-table';
import type { Position } from '~/shared/schemas/positions';

export const openKeys = ['name', 'ticker', 'date', 'entry', 'latest', 'gains'] as const;
export const closedKeys = ['name', 'ticker', 'date', 'closeDate', 'entry', 'close', 'gains'] as const;
export type OpenKey = (typeof openKeys)[number];
export type ClosedKey = (typeof closedKeys)[number];

export const defaultOpenSort: Sort<OpenKey> = { key: 'date', direction: 'descending' };
export const defaultClosedSort: Sort<ClosedKey> = { key: 'closeDate', direction: 'descending' };

/** Undefined if the text is not a valid sort order. */
export function readSort<Key extends string>(text: unknown, keys: readonly Key[]): Sort<Key> | undefined {
  if (typeof text !== 'string') return undefined;
  const isDescending = text.startsWith('-');
  const key = keys.find((candidate) => candidate === (isDescending ? text.slice(1) : text));
  return key && { key, direction: isDescending ? 'descending' : 'ascending' };
}

export function writeSort<Key extends string>(sort: Sort<Key>): string {
  return sort.direction === 'descending' ? `-${sort.key}` : sort.key;
}

const values: Record<OpenKey | ClosedKey, (position: Position) => string | number | undefined> = {
  name: ({ name }) => name,
  ticker: ({ ticker }) => ticker,
  date: ({ purchaseDate }) => purchaseDate.getTime(),
  closeDate: ({ closeDate }) => closeDate?.getTime(),
  entry: ({ avgEntryPrice }) => Number(avgEntryPrice),
  latest: ({ latestPrice }) => (latestPrice === undefined ? undefined : Number(latestPrice)),
  close: ({ closePrice }) => (closePrice === null ? undefined : Number(closePrice)),
  gains: ({ gainsPercent }) => (gainsPercent === undefined ? undefined : Number(gainsPercent)),
};

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Unknown values come last in both directions; equal ones keep the portfolio's order. */
export function sortPositions(positions: readonly Position[], sort: Sort<OpenKey | ClosedKey>): Position[] {
  const pick = values[sort.key];
  const sign = sort.direction === 'descending' ? -1 : 1;
  return [...positions].sort((one, other) => {
    const [a, b] = [pick(one), pick(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * (typeof a === 'string' ? words.compare(a, String(b)) : a - Number(b));
  });
}
