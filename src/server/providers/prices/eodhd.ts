/**
 * EODHD (eodhd.com/financial-apis): delayed prices of up to 15 tickers per request from the Live API, closing prices
 * from the End-of-Day API, splits and dividends from one API each. Closing prices are reported as traded and adjusted
 * here; dividends are taken as paid (`unadjustedValue`). Exchange rates are closing prices such as EURUSD.FOREX.
 * Tickers include their exchange (AAPL.US). The key can only be sent in the URL.
 */

import { z } from 'zod';
import { currenciesOfPair } from '~/shared/currencies';
import { usSymbol } from '~/shared/us-symbol';
import { utcDay } from '~/shared/utc-day';
import { byDay, onePerDay } from './by-day';
import { ratesOf } from './rates-of';
import { requestJson } from './request-json';
import { tickersBySymbol } from './tickers-by-symbol';
import {
  PriceError,
  type PriceProvider,
  type ReportedDividend,
  type ReportedHistory,
  type ReportedSplit,
} from './types';
import { adjustedDividends, adjustedFor, wholeSplit } from './whole-split';

const ownAddress = 'https://eodhd.com';
const defaultTimeoutMs = 10_000;

/** A ticker without a price has the text "NA" instead of numbers. */
const number = z.union([z.number(), z.string().transform(Number)]);
const quoteRow = z.object({ code: z.string(), timestamp: number.nullish(), close: number.nullish() });
const quoteRows = z.union([quoteRow.transform((row) => [row]), z.array(quoteRow)]);
/** If the plan does not include all days, the last row is a warning. */
const dayRows = z.array(z.union([z.object({ date: z.iso.date(), close: number }), z.object({ warning: z.string() })]));
/** An empty list is sent as an empty object. */
const listOf = <T extends z.ZodType>(row: T) => z.union([z.array(row), z.object({}).transform((): z.infer<T>[] => [])]);
const splitRows = listOf(z.object({ date: z.iso.date(), split: z.string() }));
const dividendRows = listOf(
  z.object({
    date: z.iso.date(),
    value: number,
    unadjustedValue: number.nullish(),
    currency: z.string().nullish(),
  }),
);

interface EodhdOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
}

export function createEodhd({
  apiKey,
  baseUrl = ownAddress,
  timeoutMs = defaultTimeoutMs,
}: EodhdOptions): PriceProvider {
  const read: Read = async (schema, path, query, signal) => {
    const address = new URL(`${baseUrl.replace(/\/+$/, '')}/api/${path}`);
    address.search = new URLSearchParams({ ...query, fmt: 'json', api_token: apiKey }).toString();
    const body = await requestJson(address, { headers: { accept: 'application/json' }, timeoutMs, signal });
    const { data } = schema.safeParse(body);
    if (data === undefined) throw new PriceError('bad_answer', 'The price provider sent an invalid response.');
    return data;
  };

  return {
    name: 'eodhd',
    source: 'EODHD',
    isConnected: true,
    batchSize: 15,

    async quotes(tickers, signal) {
      const codes = tickersBySymbol(tickers, codeOf);
      const [first, ...rest] = codes.keys();
      if (first === undefined) return new Map();
      const query: Record<string, string> = rest.length > 0 ? { s: rest.join() } : {};
      const rows = await read(quoteRows, `real-time/${encodeURIComponent(first)}`, query, signal);
      return new Map(
        rows.flatMap(({ code, close, timestamp }) => {
          if (close == null || Number.isNaN(close)) return [];
          const quote = { price: close, currency: 'USD', asOf: new Date((timestamp ?? Number.NaN) * 1000) };
          return (codes.get(code.toUpperCase()) ?? []).map((ticker) => [ticker, { ticker, ...quote }]);
        }),
      );
    },

    history: (ticker, fromDay, signal) => readHistory(read, ticker, fromDay, signal),
  };
}

type Read = <T>(
  schema: z.ZodType<T>,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal | undefined,
) => Promise<T>;

async function readHistory(
  read: Read,
  ticker: string,
  fromDay: string,
  signal: AbortSignal | undefined,
): Promise<ReportedHistory> {
  const pair = currenciesOfPair(ticker);
  const code = pair ? `${pair.from}${pair.to}.FOREX` : codeOf(ticker);
  if (code === undefined) throw new PriceError('unknown_ticker', 'EODHD is used for stocks on US exchanges only.');
  const path = encodeURIComponent(code);
  const query = { from: fromDay };
  const rows = await read(dayRows, `eod/${path}`, { ...query, period: 'd', order: 'a' }, signal);
  if (rows.some((row) => 'warning' in row))
    throw new PriceError('refused', 'The EODHD plan does not include all days since the first purchase.');
  const today = utcDay(new Date());
  const days = rows.flatMap((row) => ('date' in row ? [{ day: row.date, close: row.close }] : []));
  if (pair) return ratesOf(pair.to, days, { fromDay, today });
  const [splitList, dividendList] = await Promise.all([
    read(splitRows, `splits/${path}`, query, signal),
    read(dividendRows, `div/${path}`, query, signal),
  ]);
  const isAsked = ({ day }: { day: string }) => day >= fromDay && day < today;
  const splits = onePerDay(splitList.flatMap(splitOf).filter(isAsked));
  const paid = dividendList
    .flatMap((row) => dividendOf(row, splits))
    .filter((one) => isAsked(one) && !Number.isNaN(one.amount));
  return {
    currency: 'USD',
    closes: adjustedFor(onePerDay(days.filter(isAsked)), splits),
    splits,
    dividends: adjustedDividends(paid.sort(byDay), splits),
  };
}

/** All US exchanges share one code. Undefined for tickers that may not be in dollars. */
function codeOf(ticker: string): string | undefined {
  const symbol = usSymbol(ticker);
  return symbol === undefined ? undefined : `${symbol}.US`;
}

/** Parses "4.000000/1.000000". */
function splitOf({ date, split }: { date: string; split: string }): ReportedSplit[] {
  const [numerator, denominator] = split.split('/').map(Number);
  return [wholeSplit(date, numerator, denominator)].filter((one) => one !== undefined);
}

/** If only the adjusted amount is known, it is in today's shares: later splits are reverted. */
function dividendOf(
  { date, value, unadjustedValue, currency }: z.infer<typeof dividendRows>[number],
  splits: readonly ReportedSplit[],
): ReportedDividend[] {
  if (currency && currency !== 'USD') return [];
  if (unadjustedValue != null) return [{ day: date, amount: unadjustedValue }];
  const since = splits.filter((split) => split.day > date);
  return [{ day: date, amount: since.reduce((sum, one) => (sum * one.numerator) / one.denominator, value) }];
}
