/**
 * Prices from CSV files in a folder of the server, for stocks and days that no provider has, or instead of a provider.
 *
 *   closes.csv   ticker,day,close,currency          as traded on that day; `currency` is optional, USD without it
 *   splits.csv   ticker,day,numerator,denominator   optional
 *   dividends.csv ticker,day,amount                 optional: as paid per share in that currency, by ex-date
 *
 * Exchange rates are closing prices too: EURUSD=X is the price of a euro in dollars, USDJPY=X that of a dollar in yen.
 *
 * Manually entered prices may be wrong, so the source is shown with every price.
 */

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { z } from 'zod';
import { currenciesOfPair, isCurrency } from '~/shared/currencies';
import { marketCloseAt } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { PriceError, type PriceProvider, type ReportedDividend, type ReportedSplit } from './types';
import { adjustedDividends, adjustedFor } from './whole-split';

const maxBytes = 32 * 1024 * 1024;

const ticker = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9.^=-]{1,20}$/);
const day = z.string().trim().pipe(z.iso.date());
const part = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
const close = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,6})?$/)
  .transform(Number);
const currency = z
  .string()
  .trim()
  .refine((text) => text === '' || isCurrency(text));
const closeRow = z.object({ ticker, day, close, currency: currency.optional() });
const dividendRow = z.object({ ticker, day, amount: close });
const splitRow = z.object({ ticker, day, numerator: part, denominator: part });

interface FolderContent {
  closes: Map<string, { day: string; close: number }[]>;
  currencies: Map<string, string>;
  splits: Map<string, ReportedSplit[]>;
  /** Undefined if the file is missing: dividends are unknown then. */
  dividends: Map<string, ReportedDividend[]> | undefined;
}

const fileNames = ['closes.csv', 'splits.csv', 'dividends.csv'];

export function createCsvFolder(folder: string): PriceProvider {
  let known: { version: string; content: Promise<FolderContent> } | undefined;
  const read = async (): Promise<FolderContent> => {
    const version = (await Promise.all(fileNames.map((name) => versionOf(folder, name)))).join(' ');
    if (known?.version !== version) known = { version, content: readFolder(folder) };
    return known.content;
  };
  return {
    name: 'csv',
    source: 'CSV files from the operator',
    isConnected: true,
    batchSize: 1000,

    async quotes(tickers) {
      if (tickers.length === 0) return new Map();
      const { closes, currencies } = await read();
      return new Map(
        tickers.flatMap((one) => {
          const last = closes.get(one)?.findLast((row) => marketCloseAt(row.day).getTime() <= Date.now());
          const asOf = last && marketCloseAt(last.day);
          const quoted = currencies.get(one) ?? 'USD';
          return asOf ? [[one, { ticker: one, price: last.close, currency: quoted, asOf }]] : [];
        }),
      );
    },

    async history(one, fromDay) {
      const { closes, currencies, splits, dividends } = await read();
      const mine = closes.get(one);
      if (!mine) throw new PriceError('unknown_ticker', `closes.csv has no row for ${one}.`);
      const today = utcDay(new Date());
      const isAsked = (row: { day: string }) => row.day >= fromDay && row.day < today;
      // A split that is entered in advance has no effect before its day.
      const allSplits = (splits.get(one) ?? []).filter(({ day }) => day <= today);
      return {
        currency: currencies.get(one) ?? 'USD',
        closes: adjustedFor(mine, allSplits).filter(isAsked),
        splits: allSplits.filter((split) => split.day >= fromDay),
        ...(dividends && { dividends: adjustedDividends(dividends.get(one) ?? [], allSplits).filter(isAsked) }),
      };
    },
  };
}

async function versionOf(folder: string, name: string): Promise<string> {
  const found = await stat(path.join(folder, name)).catch(() => undefined);
  return found ? `${found.mtimeMs}:${found.size}` : 'none';
}

async function readFolder(folder: string): Promise<FolderContent> {
  const [closes, splits, dividends] = await Promise.all([
    readRows(folder, 'closes.csv', closeRow),
    readRows(folder, 'splits.csv', splitRow),
    readRows(folder, 'dividends.csv', dividendRow),
  ]);
  if (!closes) throw new PriceError('unavailable', 'PRICE_CSV_FOLDER has no closes.csv.');
  return {
    closes: byTicker(
      'closes.csv',
      closes.map((row) => ({ ticker: row.ticker, day: row.day, close: row.close })),
    ),
    currencies: currenciesIn(closes),
    splits: byTicker('splits.csv', splits ?? []),
    dividends: dividends && byTicker('dividends.csv', dividends),
  };
}

/** All rows of a ticker must have the same currency. The price of a pair is in its second currency. */
function currenciesIn(rows: readonly z.infer<typeof closeRow>[]): Map<string, string> {
  const currencies = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    const own = currenciesOfPair(row.ticker)?.to ?? (row.currency || 'USD');
    const before = currencies.get(row.ticker);
    if (before !== undefined && before !== own)
      throw unusable('closes.csv', `has another currency in row ${index + 2}`);
    currencies.set(row.ticker, own);
  }
  return currencies;
}

/** Undefined if the file is missing. Rejects the whole file if one row is invalid. */
async function readRows<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T[] | undefined> {
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  if (!found.isFile() || found.size > maxBytes) throw unusable(name, 'is not a file of at most 32 MB');
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  return data.map((row, index) => {
    const { data: read, error } = schema.safeParse(row);
    if (read !== undefined) return read;
    throw unusable(name, `has an invalid ${error?.issues[0]?.path.join() ?? 'value'} in row ${index + 2}`);
  });
}

function byTicker<Row extends { ticker: string; day: string }>(
  name: string,
  rows: Row[],
): Map<string, Omit<Row, 'ticker'>[]> {
  const groups = new Map<string, Map<string, Omit<Row, 'ticker'>>>();
  for (const { ticker: one, ...row } of rows) {
    const days = groups.get(one) ?? new Map();
    if (days.has(row.day)) throw unusable(name, `has two rows for ${one} on ${row.day}`);
    groups.set(one, days.set(row.day, row));
  }
  return new Map([...groups].map(([one, days]) => [one, [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))]));
}

const unusable = (name: string, problem: string) => new PriceError('bad_answer', `${name} ${problem}.`);
