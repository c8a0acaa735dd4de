/**
 * Tiingo (www.tiingo.com/documentation): latest prices from its IEX endpoint, closing prices, splits and dividends
 * from its end-of-day endpoint, exchange rates from its forex endpoint. Closing prices and dividends are reported as
 * traded, each with the split factor of its day, and adjusted here.
 */

import { z } from 'zod';
import { type CurrencyPair, currenciesOfPair } from '~/shared/currencies';
import { utcDay } from '~/shared/utc-day';
import { onePerDay } from './by-day';
import { ratesOf } from './rates-of';
import { requestJson } from './request-json';
import { tickersBySymbol } from './tickers-by-symbol';
import { PriceError, type PriceProvider, type ReportedHistory } from './types';
import { adjustedDividends, adjustedFor, splitOfFactor } from './whole-split';

const ownAddress = 'https://api.tiingo.com';
const defaultTimeoutMs = 10_000;

const quoteRows = z.array(
  z.object({
    ticker: z.string(),
    timestamp: z.string().nullish(),
    lastSaleTimestamp: z.string().nullish(),
    tngoLast: z.number().nullish(),
    last: z.number().nullish(),
  }),
);
const dayRows = z.array(
  z.object({
    date: z.string(),
    close: z.number().nullable(),
    splitFactor: z.number().nullish(),
    divCash: z.number().nullish(),
  }),
);

const rateRows = z.array(z.object({ date: z.string(), close: z.number() }));

interface TiingoOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
}

export function createTiingo({
  apiKey,
  baseUrl = ownAddress,
  timeoutMs = defaultTimeoutMs,
}: TiingoOptions): PriceProvider {
  const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
  const read: Read = async (schema, path, signal) => {
    const address = new URL(baseUrl.replace(/\/+$/, '') + path);
    const { data } = schema.safeParse(await requestJson(address, { headers, timeoutMs, signal }));
    if (!data) throw new PriceError('bad_answer', 'The price provider sent an invalid response.');
    return data;
  };

  return {
    name: 'tiingo',
    source: 'Tiingo',
    isConnected: true,
    batchSize: 100,

    async quotes(tickers, signal) {
      if (tickers.length === 0) return new Map();
      const symbols = tickersBySymbol(tickers, symbolOf);
      const rows = await read(quoteRows, `/iex/?tickers=${encodeURIComponent([...symbols.keys()].join())}`, signal);
      return new Map(
        rows.flatMap((row) => {
          const asOf = new Date(row.lastSaleTimestamp ?? row.timestamp ?? '');
          const quote = { price: row.tngoLast ?? row.last ?? Number.NaN, currency: 'USD', asOf };
          return (symbols.get(row.ticker.toLowerCase()) ?? []).map((ticker) => [ticker, { ticker, ...quote }]);
        }),
      );
    },

    history(ticker, fromDay, signal) {
      const range = { fromDay, today: utcDay(new Date()) };
      const pair = currenciesOfPair(ticker);
      return pair ? rateHistory(read, pair, range, signal) : stockHistory(read, ticker, range, signal);
    },
  };
}

type Read = <T>(schema: z.ZodType<T>, path: string, signal: AbortSignal | undefined) => Promise<T>;

interface Range {
  fromDay: string;
  today: string;
}

async function rateHistory(
  read: Read,
  pair: CurrencyPair,
  range: Range,
  signal: AbortSignal | undefined,
): Promise<ReportedHistory> {
  const symbol = (pair.from + pair.to).toLowerCase();
  const path = `/tiingo/fx/${symbol}/prices?startDate=${range.fromDay}&resampleFreq=1day`;
  const rates = await read(rateRows, path, signal);
  const days = rates.map(({ date, close }) => ({ day: date.slice(0, 10), close }));
  return ratesOf(pair.to, days, range);
}

async function stockHistory(
  read: Read,
  ticker: string,
  { fromDay, today }: Range,
  signal: AbortSignal | undefined,
): Promise<ReportedHistory> {
  const path = `/tiingo/daily/${encodeURIComponent(symbolOf(ticker))}/prices?startDate=${fromDay}`;
  const rows = await read(dayRows, path, signal);
  const dated = rows.map(({ date, close, splitFactor, divCash }) => ({
    day: date.slice(0, 10),
    close,
    factor: splitFactor ?? 1,
    cash: divCash ?? 0,
  }));
  const days = onePerDay(dated.filter(({ day }) => day >= fromDay && day < today));
  const splits = days.flatMap(({ day, factor }) =>
    factor > 0 && factor !== 1 ? (splitOfFactor(day, factor) ?? []) : [],
  );
  const closes = days.flatMap(({ day, close }) => (close === null ? [] : [{ day, close }]));
  const paid = days.flatMap(({ day, cash }) => (cash === 0 ? [] : [{ day, amount: cash }]));
  return {
    currency: 'USD',
    closes: adjustedFor(closes, splits),
    splits,
    dividends: adjustedDividends(paid, splits),
  };
}

/** Share classes are written with a dash: brk-b. */
const symbolOf = (ticker: string): string => ticker.replaceAll('.', '-').toLowerCase();
