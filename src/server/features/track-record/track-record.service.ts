/** The public view of the ledger, and the prices needed to value it. */
import type { Deps } from '~/server/deps';
import { foreignCurrencies, ratesFor } from '~/server/features/prices/currencies';
import { dividendsFor } from '~/server/features/prices/known-dividends';
import { benchmarksOf, benchmarkTicker } from '~/server/features/prices/price-rules';
import {
  adjustmentsFor,
  closesFor,
  type DailyClose,
  foreignClosesFor,
  type Quote,
  quotesFor,
  splitsFor,
} from '~/server/features/prices/prices.service';
import { pageOf } from '~/server/lib/cursor';
import { isForeign } from '~/shared/currencies';
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import { limits } from '~/shared/limits';
import type { Dividend } from '~/shared/schemas/gain';
import type { BookEntry, LedgerBody, LedgerEntry, LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';
import { addDays, tradingDay } from '~/shared/trading-day';
import { readWindows, within } from './held-windows';

interface EntryRow extends Omit<LedgerEntry, 'seq'> {
  seq: string;
}

/** Oldest first, after `cursor`. */
export async function readLedger(
  deps: Deps,
  { cursor, limit = limits.ledgerPage }: { cursor?: string | null | undefined; limit?: number | undefined } = {},
): Promise<LedgerPage> {
  const [rows, [head]] = await Promise.all([
    deps.db.sql<EntryRow>`
      SELECT seq::text AS seq, at, kind, body, previous_hash AS "previousHash", hash
      FROM ledger_events WHERE seq > ${cursor ?? '0'}::bigint ORDER BY ledger_events.seq LIMIT ${limit + 1}::int`,
    deps.db.sql<EntryRow>`SELECT seq::text AS seq, at, hash FROM ledger_events ORDER BY ledger_events.seq DESC LIMIT 1`,
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ seq }) => seq);
  return {
    entries: items.map((row): LedgerEntry => ({ ...row, seq: Number(row.seq) })),
    nextCursor,
    head: head ? { seq: Number(head.seq), at: head.at, hash: head.hash } : null,
  };
}

/** Tickers per response: ten years of fifty stocks are a megabyte. */
const tickersAtOnce = 50;
/** So that there is a closing price before the first purchase. */
const leadDays = 10;

/**
 * Daily closing prices of every ticker the ledger has ever held, on the days that the track record needs, with splits
 * and latest prices, ticker by ticker. The first part also contains the benchmarks since the first purchase. Whole
 * series start on that day too.
 */
export async function readCloses(
  deps: Deps,
  cursor: string | null | undefined,
  { hasWholeSeries = false } = {},
): Promise<PublishedCloses> {
  const held = await readHeldTickers(deps);
  const later = [...held.tickers].sort().filter((ticker) => !cursor || ticker > cursor);
  const part = later.slice(0, tickersAtOnce);
  const benchmarks = benchmarksOf(deps.env.BENCHMARKS);
  const pageTickers = cursor || held.first === null ? part : [...part, ...benchmarks];
  const from = held.first === null ? null : addDays(held.first, -leadDays);
  const windows = await readWindows(deps, held.seq);
  const [closes, foreign, dividends, splits, adjustments, quotes, recordedDays] = await Promise.all([
    from === null ? new Map() : closesFor(deps, pageTickers, from),
    from === null ? noForeign : readForeign(deps, { part, benchmarks, all: cursor ? [] : [...held.tickers] }, from),
    from === null ? new Map<string, Dividend[]>() : dividendsFor(deps, pageTickers, from),
    splitsFor(deps, pageTickers),
    adjustmentsFor(deps, pageTickers),
    // Quotes for open positions only; ended ones are valued by their own prices.
    quotesFor(
      deps,
      part.filter((ticker) => windows.get(ticker)?.to === null),
    ),
    cursor ? [] : readRecordedDays(deps),
  ]);
  const needed = (some: ReadonlyMap<string, DailyClose[]>) =>
    new Map(
      [...some].map(([ticker, list]) => [
        ticker,
        hasWholeSeries || benchmarks.includes(ticker) ? list : within(list, windows.get(ticker)),
      ]),
    );
  return {
    benchmark: benchmarkTicker,
    ...(benchmarks.length > 1 && { benchmarks }),
    ...aligned(needed(closes), { ...foreign, closes: needed(foreign.closes) }, quotes),
    splits: Object.fromEntries(splits),
    ...(JSON.stringify([...adjustments]) !== JSON.stringify([...splits]) && {
      adjustments: Object.fromEntries(adjustments),
    }),
    ...(dividends.size > 0 && {
      dividends: Object.fromEntries([...dividends].map(([ticker, list]) => [ticker, list.map(published)])),
    }),
    quotes: Object.fromEntries(
      [...quotes].filter(([, { currency }]) => !isForeign(currency)).map(([ticker, quote]) => [ticker, quoteOf(quote)]),
    ),
    ...(recordedDays.length > 0 && { recordedDays }),
    nextCursor: later.length > part.length ? (part.at(-1) ?? null) : null,
  };
}

const quoteOf = ({ price, asOf, source }: Quote) => ({ price, asOf, source });

interface Foreign {
  currencies: ReadonlyMap<string, string>;
  closes: ReadonlyMap<string, DailyClose[]>;
  rates: ReadonlyMap<string, readonly DailyClose[]>;
}

const noForeign: Foreign = { currencies: new Map(), closes: new Map(), rates: new Map() };

/** The part's tickers in other currencies. The first part also contains the exchange rates of all tickers ever held. */
async function readForeign(
  deps: Deps,
  { part, benchmarks, all }: { part: string[]; benchmarks: string[]; all: string[] },
  from: string,
): Promise<Foreign> {
  const known = await foreignCurrencies(deps.db, [...part, ...all, ...benchmarks]);
  const currencies = new Map([...known].filter(([ticker]) => part.includes(ticker) || benchmarks.includes(ticker)));
  const [closes, rates] = await Promise.all([
    foreignClosesFor(deps, [...currencies.keys()], from),
    all.length > 0 ? ratesFor(deps.db, known.values(), from) : new Map<string, DailyClose[]>(),
  ]);
  return { currencies, closes, rates };
}

const published = ({ day, amount }: Dividend): Dividend => ({ day, amount });

const readRecordedDays = ({ db }: Pick<Deps, 'db'>) =>
  db.sql<{ day: string; text: string }>`SELECT day::text AS day, text FROM recorded_days ORDER BY recorded_days.day`;

export interface HeldTickers {
  seq: string;
  tickers: Set<string>;
  /** The day of the first purchase. */
  first: string | null;
}

/** Caches the tickers that the ledger has held, by database. Entries never change, so only new ones are read. */
const heldTickersCache = new WeakMap<object, HeldTickers>();

export async function readHeldTickers({ db }: Pick<Deps, 'db'>): Promise<HeldTickers> {
  const before = heldTickersCache.get(db) ?? { seq: '0', tickers: new Set(), first: null };
  const rows = await db.sql<{ seq: string; body: string }>`
    SELECT seq::text AS seq, body FROM ledger_events WHERE seq > ${before.seq}::bigint ORDER BY ledger_events.seq`;
  const held: HeldTickers = { ...before, tickers: new Set(before.tickers) };
  for (const { seq, body } of rows) {
    held.seq = seq;
    const { position, renamedTo } = saidIn(body);
    if (renamedTo !== undefined) held.tickers.add(renamedTo);
    if (!position) continue;
    held.tickers.add(position.ticker);
    const day = tradingDay(new Date(position.purchaseDate));
    if (held.first === null || day < held.first) held.first = day;
  }
  heldTickersCache.set(db, held);
  return held;
}

/** Empty if the text was altered by hand: detecting that is up to the readers' verification. */
function saidIn(body: string): { position?: LedgerBody['position']; renamedTo?: string } {
  const stated = bodyOf({ body });
  if (!stated) return {};
  if (isMarketBody(stated)) return stated.kind === 'renamed' ? { renamedTo: stated.facts.to } : {};
  const { position } = stated;
  const isWhole = typeof position.ticker === 'string' && !Number.isNaN(Date.parse(position.purchaseDate));
  return isWhole ? { position } : {};
}

/** Stores each day once instead of with each closing price. */
function aligned(
  closes: ReadonlyMap<string, readonly DailyClose[]>,
  foreign: Foreign,
  quotes: ReadonlyMap<string, Quote>,
): Pick<PublishedCloses, 'days' | 'closes' | 'foreign' | 'rates'> {
  const lists = [closes, foreign.closes, foreign.rates].flatMap((some) => [...some.values()]);
  const days = [...new Set(lists.flatMap((list) => list.map(({ day }) => day)))].sort();
  const byDay = (list: readonly DailyClose[]) => {
    const known = new Map(list.map(({ day, close }) => [day, close]));
    return days.map((day) => known.get(day) ?? null);
  };
  const onDays = (some: ReadonlyMap<string, readonly DailyClose[]>) =>
    Object.fromEntries([...some].map(([ticker, list]) => [ticker, byDay(list)]));
  const others = [...foreign.currencies].map(([ticker, currency]) => {
    const quote = quotes.get(ticker);
    const own = quote?.currency === currency ? { quote: quoteOf(quote) } : {};
    return [ticker, { currency, closes: byDay(foreign.closes.get(ticker) ?? []), ...own }] as const;
  });
  return {
    days,
    closes: onDays(closes),
    ...(others.length > 0 && { foreign: Object.fromEntries(others) }),
    ...(foreign.rates.size > 0 && { rates: onDays(foreign.rates) }),
  };
}

/** The current positions of the portfolio, which must match the result of the ledger. */
export const readBookEntries = (deps: Deps): Promise<BookEntry[]> =>
  deps.db.sql<BookEntry>`
    SELECT id::text AS id, ticker, name, avg_entry_price::text AS "entryPrice", purchase_date AS "purchaseDate",
           close_price::text AS "closePrice", close_date AS "closeDate"
    FROM investment_positions ORDER BY purchase_date, id`;
