import type { Deps } from '~/server/deps';
import { foreignCurrencies, ratesOnDays } from '~/server/features/prices/currencies';
import { dividendsFor, type KnownDividend } from '~/server/features/prices/known-dividends';
import {
  closesFor,
  type DailyClose,
  foreignClosesFor,
  lastClosesFor,
  type Quote,
  quotesFor,
  reportedSplitsFor,
  type Split,
  splitsFor,
} from '~/server/features/prices/prices.service';
import type { PositionFact } from '~/server/generation/library';
import { summarize } from '~/shared/book-summary';
import { heldBetween, totalGain } from '~/shared/dividends';
import { quickGain } from '~/shared/gain';
import { closePriceOf, type Exchange, gainFactsOf, latestPriceOf, type PositionPrice } from '~/shared/position-value';
import type { GainFacts } from '~/shared/schemas/gain';
import type { Book, Position } from '~/shared/schemas/positions';
import { addDays, closeDayOf, earlierDay, marketCloseAt, tradingDay } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { type BookRow, type Recording, readBook, readRecordings, readRevision } from './positions.queries';

/** Closing prices per sparkline. */
const sparklineCloses = 30;
/** Thirty trading days, with the weekends and holidays between them. */
const sparklineDays = 50;
/** In a larger portfolio, the sparklines would outweigh the figures in the response. */
const maxSparklines = 500;

/** The data of a position other than its row. */
export interface PositionData {
  quote?: Quote | undefined;
  /** The last known closing price. */
  close?: DailyClose | undefined;
  splits?: Split[] | undefined;
  dividends?: KnownDividend[] | undefined;
  /** Splits that are reported, but do not count yet. */
  reportedSplits?: Split[] | undefined;
  recording?: Recording | undefined;
  /** For a ticker that is not quoted in USD. */
  exchange?: Exchange | undefined;
  closes?: string[] | undefined;
}

/** The portfolio with the latest known prices. Never waits for a price provider. */
export async function listPositions(deps: Deps): Promise<Book> {
  const [rows, recordings, revision] = await Promise.all([
    readBook(deps.db),
    readRecordings(deps.db),
    readRevision(deps),
  ]);
  const openTickers = tickersOf(rows.filter(({ status }) => status === 'open'));
  const [currencies, quotes, lastCloses, splits, dividends, reportedSplits, closes] = await Promise.all([
    foreignCurrencies(deps.db, tickersOf(rows)),
    quotesFor(deps, openTickers),
    lastClosesFor(deps, openTickers),
    splitsFor(deps, tickersOf(rows)),
    dividendsFor(deps, tickersOf(rows)),
    reportedSplitsFor(deps, openTickers),
    openTickers.length <= maxSparklines ? recentCloses(deps, openTickers) : undefined,
  ]);
  const priced = rows.map((row): [BookRow, PositionData] => [
    row,
    {
      quote: quoteIn(currencies.get(row.ticker), quotes.get(row.ticker)),
      close: lastCloses.get(row.ticker),
      recording: recordings.get(row.id),
      splits: splits.get(row.ticker),
      dividends: dividends.get(row.ticker),
      reportedSplits: reportedSplits.get(row.ticker),
      closes: closes?.get(row.ticker),
    },
  ]);
  const positions = (await withExchange(deps, priced, currencies)).map(([row, known]) => positionOf(row, known));
  return {
    open: positions.filter(({ status }) => status === 'open'),
    closed: positions.filter(({ status }) => status === 'closed'),
    summary: summarize(positions.map(inPortfolio)),
    revision,
  };
}

/** Positions in different currencies can only be compared by their gains in USD. */
const inPortfolio = ({ currency, usdGainsPercent, ...position }: Position): Position => {
  if (currency === undefined) return position;
  const { gainsPercent: _local, ...rest } = position;
  return { ...rest, ...(usdGainsPercent !== undefined && { gainsPercent: usdGainsPercent }) };
};

/** A quote in a different unit can't be compared with the closing prices. */
const quoteIn = (currency = 'USD', quote: Quote | undefined): Quote | undefined =>
  quote?.currency === currency ? quote : undefined;

/** Adds the exchange rates of the days of purchase and price. */
async function withExchange(
  deps: Deps,
  priced: readonly [BookRow, PositionData][],
  currencies: ReadonlyMap<string, string>,
): Promise<[BookRow, PositionData][]> {
  if (currencies.size === 0) return [...priced];
  const currencyDays = priced.flatMap(([row, known]) => {
    const currency = currencies.get(row.ticker);
    if (currency === undefined) return [];
    const days = [tradingDay(row.purchaseDate), priceOf(row, known)?.day];
    return days.flatMap((day) => (day === undefined ? [] : [{ currency, day }]));
  });
  const rates = await ratesOnDays(deps.db, currencyDays);
  return priced.map(([row, known]) => {
    const currency = currencies.get(row.ticker);
    return [row, currency === undefined ? known : { ...known, exchange: { currency, rates } }];
  });
}

const tickersOf = (rows: readonly BookRow[]): string[] => [...new Set(rows.map(({ ticker }) => ticker))];

async function recentCloses(deps: Deps, tickers: string[]): Promise<Map<string, string[]>> {
  const since = addDays(utcDay(new Date()), -sparklineDays);
  const [closes, foreign] = await Promise.all([
    closesFor(deps, tickers, since),
    foreignClosesFor(deps, tickers, since),
  ]);
  return new Map(
    [...closes, ...foreign].map(([ticker, days]) => [ticker, days.slice(-sparklineCloses).map(({ close }) => close)]),
  );
}

/** The data of a ticker, regardless of the position. */
export async function readTicker(deps: Deps, ticker: string): Promise<PositionData> {
  const [currencies, quotes, closes, splits, dividends, reportedSplits] = await Promise.all([
    foreignCurrencies(deps.db, [ticker]),
    quotesFor(deps, [ticker]),
    lastClosesFor(deps, [ticker]),
    splitsFor(deps, [ticker]),
    dividendsFor(deps, [ticker]),
    reportedSplitsFor(deps, [ticker]),
  ]);
  const currency = currencies.get(ticker);
  return {
    quote: quoteIn(currency, quotes.get(ticker)),
    close: closes.get(ticker),
    splits: splits.get(ticker),
    dividends: dividends.get(ticker),
    reportedSplits: reportedSplits.get(ticker),
    ...(currency !== undefined && { exchange: { currency, rates: new Map() } }),
  };
}

/** Adds the exchange rates of one position. */
export async function exchanged(deps: Deps, row: BookRow, known: PositionData): Promise<PositionData> {
  if (!known.exchange) return known;
  const currencies = new Map([[row.ticker, known.exchange.currency]]);
  const [[, found] = [row, known]] = await withExchange(deps, [[row, known]], currencies);
  return found;
}

export const readKnown = async (deps: Deps, row: BookRow): Promise<PositionData> =>
  exchanged(deps, row, await readTicker(deps, row.ticker));

/** The close price of a closed position; the latest price or the last closing price of an open one. */
function priceOf(row: BookRow, { quote, close }: PositionData): PositionPrice | undefined {
  if (row.status === 'open') return latestPriceOf(quote, close);
  return row.closePrice && row.closeDate
    ? closePriceOf(row.closePrice, closeDayOf(row.closeDate, row.purchaseDate))
    : undefined;
}

export const factsOf = (row: BookRow, known: PositionData): GainFacts =>
  gainFactsOf(
    { entryPrice: row.avgEntryPrice, purchaseDay: tradingDay(row.purchaseDate) },
    priceOf(row, known),
    known.splits,
    known.exchange,
  );

/** The dividends of a position from the day after its purchase to the day of its price. */
export function heldDividends(row: BookRow, known: PositionData): KnownDividend[] {
  const price = priceOf(row, known);
  return price ? heldBetween(known.dividends ?? [], tradingDay(row.purchaseDate), price.day) : [];
}

function totalGainOf(row: BookRow, known: PositionData): { totalGainsPercent?: string } {
  const dividends = heldDividends(row, known);
  return dividends.length === 0 ? {} : totalGain(factsOf(row, known), dividends);
}

export interface MarketPrice {
  kind: 'latest price' | 'closing price';
  price: string;
  asOf: Date;
  source: string;
  readAt?: Date;
  isStale: boolean;
}

/** The latest price of an open position with its source. A closing price used instead of a quote is never fresh. */
export function marketPriceOf(row: BookRow, known: PositionData): MarketPrice | undefined {
  const price = priceOf(row, known);
  if (row.status !== 'open' || !price) return undefined;
  const { quote } = known;
  if (price.kind === 'latest price' && quote) {
    const { asOf, source, readAt, isStale } = quote;
    return { kind: 'latest price', price: quote.price, asOf, source, readAt, isStale };
  }
  const asOf = marketCloseAt(price.day);
  return { kind: 'closing price', price: price.price, asOf, source: 'Last closing price', isStale: true };
}

export function positionOf(row: BookRow, known: PositionData = {}): Position {
  const isOpen = row.status === 'open';
  const market = marketPriceOf(row, known);
  const { closes, recording, reportedSplits = [] } = known;
  const facts = factsOf(row, known);
  // The latest price can be older than the purchase.
  const since = earlierDay(facts.purchaseDay, facts.priceDay);
  const reportedSplit = isOpen && reportedSplits.find(({ day }) => day > since);
  return {
    ...row,
    ...(recording && { recordedAt: recording.recordedAt }),
    ...(recording?.isSample && { isSample: true }),
    ...(market && {
      latestPrice: market.price,
      priceAsOf: market.asOf,
      priceSource: market.source,
      isPriceStale: market.isStale,
    }),
    ...(known.exchange && { currency: known.exchange.currency }),
    ...quickGain(facts),
    ...totalGainOf(row, known),
    ...(reportedSplit && { reportedSplit }),
    ...(isOpen && closes && closes.length > 1 && { recentCloses: closes }),
  };
}

/** The portfolio as facts for a model. */
export async function positionFacts(deps: Deps): Promise<PositionFact[]> {
  const { open, closed } = await listPositions(deps);
  return [...open, ...closed].map(
    ({ name, ticker, avgEntryPrice, purchaseDate, status, closeDate, closePrice, ...more }) => ({
      name,
      ticker,
      avgEntryPrice,
      purchaseDate,
      status,
      ...(closeDate && { closeDate }),
      ...(closePrice && { closePrice }),
      ...(more.latestPrice && { latestPrice: more.latestPrice }),
      ...(more.priceAsOf && { priceAsOf: more.priceAsOf }),
      ...(more.priceSource && { priceSource: more.priceSource }),
      ...(more.isPriceStale && { isPriceStale: true }),
      ...(more.currency && { currency: more.currency }),
      ...(more.gainsPercent && { gainsPercent: more.gainsPercent }),
      ...(more.usdGainsPercent && { usdGainsPercent: more.usdGainsPercent }),
      ...(more.splitFactor && { splitFactor: more.splitFactor }),
    }),
  );
}
