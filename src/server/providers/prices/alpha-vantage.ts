/**
 * Alpha Vantage (www.alphavantage.co/documentation): the latest price of one ticker from GLOBAL_QUOTE, closing prices
 * from TIME_SERIES_DAILY, SPLITS and DIVIDENDS, and exchange rates from FX_DAILY. Closing prices and dividends are
 * reported as traded and adjusted here. Every response has status 200: limits are a text under "Note" or
 * "Information", errors one under "Error Message". The key can only be sent in the URL.
 */

import { z } from 'zod';
import { type CurrencyPair, currenciesOfPair } from '~/shared/currencies';
import { isDay, marketCloseAt } from '~/shared/trading-day';
import { usSymbol } from '~/shared/us-symbol';
import { dayMs, utcDay } from '~/shared/utc-day';
import { byDay, onePerDay } from './by-day';
import { ratesOf } from './rates-of';
import { requestJson } from './request-json';
import { spacing } from './spacing';
import { PriceError, type PriceProvider, type ReportedHistory, type ReportedQuote } from './types';
import { adjustedDividends, adjustedFor, splitOfFactor } from './whole-split';

const ownAddress = 'https://www.alphavantage.co';
const defaultTimeoutMs = 15_000;
/** Keys without a plan are limited to one request per second. */
const defaultGapMs = 1200;
/** `outputsize=compact` has the last 100 trading days; a key without a plan gets no more. */
const compactDays = 130;

const number = z.string().transform(Number);
const quoteAnswer = z.object({
  'Global Quote': z.object({ '05. price': number.optional(), '07. latest trading day': z.iso.date().optional() }),
});
const dailyAnswer = z.object({ 'Time Series (Daily)': z.record(z.iso.date(), z.object({ '4. close': number })) });
const ratesAnswer = z.object({ 'Time Series FX (Daily)': z.record(z.iso.date(), z.object({ '4. close': number })) });
const splitsAnswer = z.object({ data: z.array(z.object({ effective_date: z.iso.date(), split_factor: number })) });
/** A dividend that was announced without an amount has the text "None". */
const dividendsAnswer = z.object({ data: z.array(z.object({ ex_dividend_date: z.string(), amount: number })) });

interface AlphaVantageOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
  gapMs?: number;
}

export function createAlphaVantage({
  apiKey,
  baseUrl = ownAddress,
  timeoutMs = defaultTimeoutMs,
  gapMs = defaultGapMs,
}: AlphaVantageOptions): PriceProvider {
  const turn = spacing(gapMs);
  const read: Read = async (schema, query, signal) => {
    await turn(signal);
    const address = new URL(`${baseUrl.replace(/\/+$/, '')}/query`);
    address.search = new URLSearchParams({ ...query, apikey: apiKey }).toString();
    const body = await requestJson(address, { headers: { accept: 'application/json' }, timeoutMs, signal });
    const { data } = schema.safeParse(body);
    if (data === undefined) throw failureOf(body);
    return data;
  };

  return {
    name: 'alphavantage',
    source: 'Alpha Vantage',
    isConnected: true,
    batchSize: 1,

    async quotes(tickers, signal) {
      const quotes = new Map<string, ReportedQuote>();
      for (const ticker of tickers) {
        const symbol = usSymbol(ticker);
        if (symbol === undefined) continue;
        const { 'Global Quote': quote } = await read(quoteAnswer, { function: 'GLOBAL_QUOTE', symbol }, signal);
        const { '05. price': price, '07. latest trading day': day } = quote;
        // An unknown symbol has an empty quote.
        if (price === undefined) continue;
        quotes.set(ticker, { ticker, price, currency: 'USD', asOf: closeOf(day) });
      }
      return quotes;
    },

    async history(ticker, fromDay, signal) {
      const range = { fromDay, today: utcDay(new Date()) };
      const pair = currenciesOfPair(ticker);
      if (pair) return rateHistory(read, pair, range, signal);
      const symbol = usSymbol(ticker);
      if (symbol === undefined)
        throw new PriceError('unknown_ticker', 'Alpha Vantage is used for stocks on US exchanges only.');
      return stockHistory(read, symbol, range, signal);
    },
  };
}

type Read = <T>(schema: z.ZodType<T>, query: Record<string, string>, signal: AbortSignal | undefined) => Promise<T>;

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
  const outputsize = sizeOf(range);
  const query = { function: 'FX_DAILY', from_symbol: pair.from, to_symbol: pair.to, outputsize };
  const { 'Time Series FX (Daily)': rates } = await read(ratesAnswer, query, signal);
  const days = Object.entries(rates).map(([day, { '4. close': close }]) => ({ day, close }));
  return ratesOf(pair.to, days, range);
}

async function stockHistory(
  read: Read,
  symbol: string,
  range: Range,
  signal: AbortSignal | undefined,
): Promise<ReportedHistory> {
  const outputsize = sizeOf(range);
  const daily = await read(dailyAnswer, { function: 'TIME_SERIES_DAILY', symbol, outputsize }, signal);
  const split = await read(splitsAnswer, { function: 'SPLITS', symbol }, signal);
  const dividend = await read(dividendsAnswer, { function: 'DIVIDENDS', symbol }, signal);
  const isAsked = ({ day }: { day: string }) => day >= range.fromDay && day < range.today;
  const closes = Object.entries(daily['Time Series (Daily)'])
    .map(([day, { '4. close': close }]) => ({ day, close }))
    .filter(isAsked);
  const reported = split.data.flatMap(
    ({ effective_date: day, split_factor: factor }) => splitOfFactor(day, factor) ?? [],
  );
  const splits = onePerDay(reported.filter(isAsked));
  const paid = dividend.data
    .map(({ ex_dividend_date: day, amount }) => ({ day, amount }))
    .filter((one) => isAsked(one) && !Number.isNaN(one.amount));
  return {
    currency: 'USD',
    closes: adjustedFor(closes.sort(byDay), splits),
    splits,
    dividends: adjustedDividends(paid.sort(byDay), splits),
  };
}

const sizeOf = ({ fromDay }: Range) => (Date.now() - Date.parse(fromDay) < compactDays * dayMs ? 'compact' : 'full');

/** Quotes have only a day: the time is that day's close, or now if the day is not over. */
function closeOf(day = ''): Date {
  return isDay(day) ? new Date(Math.min(marketCloseAt(day).getTime(), Date.now())) : new Date(Number.NaN);
}

const texts = z.object({
  Note: z.string().optional(),
  Information: z.string().optional(),
  'Error Message': z.string().optional(),
});

/** The error that a response without data stands for. */
function failureOf(body: unknown): PriceError {
  const { Note, Information, 'Error Message': mistake } = texts.safeParse(body).data ?? {};
  const limit = Note ?? Information;
  if (limit !== undefined && /rate limit|call frequency|requests? per|spreading out/i.test(limit))
    return new PriceError('rate_limited', 'The price provider is limiting requests.');
  if (limit !== undefined) return new PriceError('refused', 'The Alpha Vantage plan does not include this request.');
  if (mistake !== undefined && /apikey/i.test(mistake))
    return new PriceError('refused', 'Alpha Vantage rejected the key.');
  if (mistake !== undefined) return new PriceError('unknown_ticker', 'The price provider has no data for this ticker.');
  return new PriceError('bad_answer', 'The price provider sent an invalid response.');
}
