import type { Deps } from '~/server/deps';
import { closesFor, type Quote, quotesFor, type Split, splitsFor } from '~/server/features/prices/prices.service';
import type { PositionFact } from '~/server/generation/library';
import { summarize } from '~/shared/book-summary';
import { quickGain } from '~/shared/gain';
import type { GainFacts } from '~/shared/schemas/gain';
import type { Book, Position } from '~/shared/schemas/positions';
import { addDays, tradingDay } from '~/shared/trading-day';
import { type BookRow, readBook, readRevision } from './positions.queries';

/** What a sparkline shows. */
const sparklineCloses = 30;
/** Thirty trading days, with weekends and holidays between them. */
const sparklineDays = 50;
/** In a longer book the curves would weigh more than the figures. */
const mostSparklines = 500;

/** What is known of a position's ticker. */
interface Known {
  quote?: Quote | undefined;
  splits?: Split[] | undefined;
  closes?: string[] | undefined;
}

/** The house book with the latest known prices; never waits for a price provider. */
export async function listPositions(deps: Deps): Promise<Book> {
  const [rows, revision] = await Promise.all([readBook(deps.db), readRevision(deps)]);
  const openTickers = tickersOf(rows.filter(({ status }) => status === 'open'));
  const [quotes, splits, closes] = await Promise.all([
    quotesFor(deps, openTickers),
    splitsFor(deps, tickersOf(rows)),
    openTickers.length <= mostSparklines ? recentCloses(deps, openTickers) : undefined,
  ]);
  const positions = rows.map((row) =>
    positionOf(row, {
      quote: quotes.get(row.ticker),
      splits: splits.get(row.ticker),
      closes: closes?.get(row.ticker),
    }),
  );
  return {
    open: positions.filter(({ status }) => status === 'open'),
    closed: positions.filter(({ status }) => status === 'closed'),
    summary: summarize(positions),
    revision,
  };
}

const tickersOf = (rows: readonly BookRow[]): string[] => [...new Set(rows.map(({ ticker }) => ticker))];

async function recentCloses(deps: Deps, tickers: string[]): Promise<Map<string, string[]>> {
  const since = addDays(new Date().toISOString().slice(0, 10), -sparklineDays);
  const closes = await closesFor(deps, tickers, since);
  return new Map([...closes].map(([ticker, days]) => [ticker, days.slice(-sparklineCloses).map(({ close }) => close)]));
}

export async function readKnown(deps: Deps, ticker: string): Promise<Known> {
  const [quotes, splits] = await Promise.all([quotesFor(deps, [ticker]), splitsFor(deps, [ticker])]);
  return { quote: quotes.get(ticker), splits: splits.get(ticker) };
}

/** What a position's gain follows from: of a closed one its close price and day, of an open one the latest price. */
export function gainFactsOf(row: BookRow, quote: Quote | undefined, splits: Split[] = []): GainFacts {
  const facts = { entryPrice: row.avgEntryPrice, purchaseDay: tradingDay(row.purchaseDate), splits };
  if (row.status === 'closed')
    return { ...facts, price: row.closePrice, priceDay: row.closeDate && tradingDay(row.closeDate) };
  return { ...facts, price: quote?.price ?? null, priceDay: quote ? tradingDay(quote.asOf) : null };
}

export function positionOf(row: BookRow, { quote, splits, closes }: Known = {}): Position {
  const isOpen = row.status === 'open';
  return {
    ...row,
    ...(isOpen &&
      quote && {
        latestPrice: quote.price,
        priceAsOf: quote.asOf,
        priceSource: quote.source,
        isPriceStale: quote.isStale,
      }),
    ...quickGain(gainFactsOf(row, quote, splits)),
    ...(isOpen && closes && closes.length > 1 && { recentCloses: closes }),
  };
}

/** The book as facts for a model. */
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
      ...(more.gainsPercent && { gainsPercent: more.gainsPercent }),
      ...(more.splitFactor && { splitFactor: more.splitFactor }),
    }),
  );
}
