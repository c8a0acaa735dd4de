/**
 * Yahoo Finance, through yahoo-finance2. The only file that uses the library, which is loaded at the first request,
 * uses our own fetch and must not log anything. Prices are those of the site, delayed by the rules of the exchanges.
 * Closing prices and dividends are adjusted for splits; closing prices are not adjusted for dividends.
 */

import type YahooFinance from 'yahoo-finance2';
import { currenciesOfPair } from '~/shared/currencies';
import { recordOf, type UnknownRecord } from '~/shared/is-record';
import { utcDay } from '~/shared/utc-day';
import { byDay } from './by-day';
import { tickersBySymbol } from './tickers-by-symbol';
import {
  PriceError,
  type PriceProvider,
  type ReportedDividend,
  type ReportedHistory,
  type ReportedQuote,
  type ReportedSplit,
} from './types';
import { wholeSplit } from './whole-split';
import { createYahooFetch } from './yahoo-fetch';

const defaultTimeoutMs = 10_000;
const silent = { info() {}, warn() {}, error() {}, debug() {}, dir() {} };
/** Responses are checked field by field here; the library would reject all of them for one invalid field. */
const unvalidated = { validateResult: false } as const;
const fields = [
  'symbol',
  'quoteType',
  'currency',
  'regularMarketPrice',
  'regularMarketTime',
  'longName',
  'fullExchangeName',
];

export function createYahoo(options: { baseUrl?: string | undefined; timeoutMs?: number } = {}): PriceProvider {
  let client: Promise<InstanceType<typeof YahooFinance>> | undefined;
  const connect = () => {
    client ??= createClient(options.baseUrl, options.timeoutMs ?? defaultTimeoutMs);
    return client;
  };

  return {
    name: 'yahoo',
    source: 'Yahoo Finance',
    isConnected: true,
    batchSize: 100,

    async quotes(tickers, signal) {
      if (tickers.length === 0) return new Map();
      const symbols = tickersBySymbol(tickers, symbolOf);
      const reported: unknown = await asking(async () =>
        (await connect()).quote(
          [...symbols.keys()],
          { fields: fields as never },
          { ...unvalidated, fetchOptions: { signal: signal ?? null } },
        ),
      );
      if (!Array.isArray(reported)) throw unreadable();
      const quotes = reported.flatMap((one: unknown) => readQuotes(one, symbols));
      return new Map(quotes.map((quote) => [quote.ticker, quote]));
    },

    async history(ticker, fromDay, signal) {
      const range = { period1: new Date(`${fromDay}T00:00:00Z`), period2: new Date(), interval: '1d' as const };
      const reported: unknown = await asking(async () =>
        (await connect()).chart(
          symbolOf(ticker),
          { ...range, events: 'div|split', includePrePost: false, return: 'object' },
          { ...unvalidated, fetchOptions: { signal } } as never,
        ),
      );
      const today = utcDay(new Date());
      return readHistory(recordOf(reported), { fromDay, today, isPair: currenciesOfPair(ticker) !== null });
    },
  };
}

async function createClient(baseUrl: string | undefined, timeoutMs: number) {
  const { default: Client } = await import('yahoo-finance2');
  return new Client({
    fetch: createYahooFetch({ baseUrl, timeoutMs }) as typeof fetch,
    suppressNotices: ['yahooSurvey', 'ripHistorical'],
    // The library would request its newest version from the package registry.
    versionCheck: false,
    validation: { logErrors: false, logOptionsErrors: false },
    logger: silent,
  });
}

/**
 * Share classes are written BRK.B everywhere else, but BRK-B here, where a dot precedes the code of an exchange. Yen
 * per dollar are JPY=X.
 */
function symbolOf(ticker: string): string {
  const pair = currenciesOfPair(ticker);
  if (pair?.from === 'USD') return `${pair.to}=X`;
  return ticker.replace(/^([A-Z]{1,5})\.([ABC])$/, '$1-$2');
}

/** Other errors of the library mean that it could not parse the response. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PriceError) throw error;
    const { message = '' } = error as Error;
    if (/no data found|delisted|not found/i.test(message))
      throw new PriceError('unknown_ticker', 'The price provider has no data for this ticker.');
    // Without the cause: the library's message contains the whole response.
    throw unreadable();
  }
}

const unreadable = () => new PriceError('bad_answer', 'The price provider sent an invalid response.');

function readQuotes(value: unknown, symbols: ReadonlyMap<string, string[]>): ReportedQuote[] {
  const quote = recordOf(value);
  const tickers = symbols.get(String(quote.symbol)) ?? [];
  return tickers.map((ticker) => ({
    ticker,
    price: typeof quote.regularMarketPrice === 'number' ? quote.regularMarketPrice : Number.NaN,
    currency: typeof quote.currency === 'string' ? quote.currency : '',
    asOf: new Date(epochOf(quote.regularMarketTime) * 1000),
    ...(typeof quote.longName === 'string' && { name: quote.longName }),
    ...(typeof quote.fullExchangeName === 'string' && { exchange: quote.fullExchangeName }),
  }));
}

/** Currency days begin at midnight in London; noon is on the same day with and without summer time. */
const noonSeconds = 12 * 3600;

function readHistory(
  chart: UnknownRecord,
  { fromDay, today, isPair }: { fromDay: string; today: string; isPair: boolean },
): ReportedHistory {
  const meta = recordOf(chart.meta);
  const reportedOffset = typeof meta.gmtoffset === 'number' && Number.isFinite(meta.gmtoffset) ? meta.gmtoffset : 0;
  const offset = isPair ? noonSeconds : reportedOffset;
  /** The calendar day at the exchange. */
  const dayOf = (time: unknown) => {
    const date = new Date((epochOf(time) + offset) * 1000);
    return Number.isNaN(date.getTime()) ? '' : utcDay(date);
  };
  const prices = recordOf(listOf(recordOf(chart.indicators).quote)[0]);
  const times = listOf(chart.timestamp);
  const reported = listOf(prices.close);
  if (times.length !== reported.length) throw unreadable();
  const closes = new Map<string, number>();
  for (const [index, time] of times.entries()) {
    const [day, close] = [dayOf(time), reported[index]];
    // Today's bar is not final; a bar without a closing price had no trading.
    if (day >= fromDay && day < today && typeof close === 'number') closes.set(day, close);
  }
  const splits = new Map<string, ReportedSplit>();
  for (const value of Object.values(recordOf(recordOf(chart.events).splits))) {
    const event = recordOf(value);
    const split = wholeSplit(dayOf(event.date), event.numerator, event.denominator);
    if (split) splits.set(split.day, split);
  }
  return {
    currency: typeof meta.currency === 'string' ? meta.currency : '',
    closes: [...closes].map(([day, close]) => ({ day, close })).sort(byDay),
    splits: [...splits.values()].sort(byDay),
    dividends: dividendsOf(recordOf(recordOf(chart.events).dividends), dayOf, meta.currency),
  };
}

/**
 * Dividends with the same ex-date, such as a regular and a special one, are added. One in another currency than the
 * prices is left out, because its amount would be read in their currency.
 */
function dividendsOf(events: UnknownRecord, dayOf: (time: unknown) => string, priced: unknown): ReportedDividend[] {
  const amounts = new Map<string, number>();
  for (const value of Object.values(events)) {
    const { date, amount, currency } = recordOf(value);
    if (currency && currency !== priced) continue;
    const day = dayOf(date);
    if (day !== '' && typeof amount === 'number') amounts.set(day, (amounts.get(day) ?? 0) + amount);
  }
  return [...amounts].map(([day, amount]) => ({ day, amount })).sort(byDay);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Seconds since 1970. The library has converted some of them to dates. */
function epochOf(time: unknown): number {
  if (time instanceof Date) return time.getTime() / 1000;
  return typeof time === 'number' ? time : Number.NaN;
}
