/**
 * Events that the ledger records automatically: splits confirmed by prices, dividends, the hash of the closing prices
 * of each finished day, and changes of the method. Idempotent.
 */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { foreignCurrencies, pairsOf } from '~/server/features/prices/currencies';
import { benchmarksOf, benchmarkTicker } from '~/server/features/prices/price-rules';
import { sha256 } from '~/server/lib/hash';
import type { MarketFacts } from '~/shared/schemas/ledger-events';
import { addDays } from '~/shared/trading-day';
import { verifiedMethod } from '~/shared/verified-record';
import { type HeldWindow, readWindows } from './held-windows';
import { acquireLedgerLock, readMarketEvents, recordEvents } from './record-events';
import { readHeldTickers } from './track-record.service';

type MarketDeps = Pick<Deps, 'db' | 'logger' | 'env'>;

/**
 * After this many days, a day is recorded even if closing prices of a ticker are missing. It exceeds the three days for
 * which a doubtful price is held back, plus the time until the next reading.
 */
const maxWaitDays = 6;
/**
 * How many days to wait for a ticker's next closing price after the end of its last position. The longest break is
 * Easter.
 */
const endingDays = 4;
/** Days per run; an installation that was switched off for long catches up in several runs. */
const daysAtOnce = 30;

const administrator = 'an administrator';

export async function recordMarket(deps: MarketDeps): Promise<void> {
  const held = await readHeldTickers(deps);
  if (held.tickers.size === 0) return;
  const benchmarks = benchmarksOf(deps.env.BENCHMARKS);
  const tickers = [...new Set([...held.tickers, ...benchmarks])];
  const windows = await readWindows(deps, held.seq);
  const pairs = pairsOf((await foreignCurrencies(deps.db, tickers)).values());
  await deps.db.$transaction(async (tx) => {
    await acquireLedgerLock(tx);
    await recordMethod(tx);
    await recordSplits(tx, tickers, held.first ?? '');
    await recordDividends(tx, tickers, held.first ?? '');
    await recordDays(tx, [...windows], { benchmarks, pairs });
  }, transactionLimits.background);
}

async function recordMethod(tx: Transaction): Promise<void> {
  const [last] = await readMarketEvents(tx, 'method', 1);
  if (last?.facts.text === verifiedMethod) return;
  await recordEvents(tx, [{ kind: 'method', actorId: null, facts: { text: verifiedMethod } }]);
}

interface SplitRow {
  ticker: string;
  day: string;
  numerator: number;
  denominator: number;
  state: MarketFacts['split']['state'];
  by: string;
  reason: string | null;
}

/**
 * Splits since the first purchase that prices have confirmed, or that are no longer reported, and decisions that have
 * followed a split to another day. All other decisions are recorded when they are made.
 */
async function recordSplits(tx: Transaction, tickers: readonly string[], since: string): Promise<void> {
  const splits = await tx.$queryRaw<SplitRow[]>`
    UPDATE stock_splits SET ledger_state = coalesce(decision, state)
    WHERE ticker = ANY(${tickers}::text[]) AND day >= ${since}::date
      AND coalesce(decision, state) <> 'reported' AND coalesce(decision, state) IS DISTINCT FROM ledger_state
      AND NOT (coalesce(decision, state) = 'superseded' AND ledger_state IS NULL)
    RETURNING ticker, day::text AS day, numerator, denominator, coalesce(decision, state) AS state, reason,
              CASE WHEN decision IS NOT NULL THEN ${administrator}
                   ELSE coalesce(CASE WHEN state = 'confirmed' THEN evidence END, 'history') || ' from ' || source
              END AS by`;
  const ordered = splits.sort((a, b) => (a.day + a.ticker < b.day + b.ticker ? -1 : 1));
  await recordEvents(
    tx,
    ordered.map(({ reason, ...facts }) => ({ kind: 'split', actorId: null, facts, ...(reason && { reason }) })),
  );
}

/** Dividends since the first purchase that were newly reported, corrected or withdrawn. */
async function recordDividends(tx: Transaction, tickers: readonly string[], since: string): Promise<void> {
  const dividends = await tx.$queryRaw<MarketFacts['dividend'][]>`
    UPDATE stock_dividends
    SET ledger_amount = CASE WHEN state = 'reported' THEN amount END,
        ledger_splits_through = CASE WHEN state = 'reported' THEN splits_through END
    WHERE ticker = ANY(${tickers}::text[]) AND day >= ${since}::date
      AND (CASE WHEN state = 'reported'
                THEN (amount, splits_through) IS DISTINCT FROM (ledger_amount, ledger_splits_through)
                ELSE ledger_amount IS NOT NULL END)
    RETURNING ticker, day::text AS day, amount::text AS amount, splits_through::text AS "splitsThrough", state, source AS by`;
  const ordered = dividends.sort((a, b) => (a.day + a.ticker < b.day + b.ticker ? -1 : 1));
  await recordEvents(
    tx,
    ordered.map(({ ticker, day, amount, splitsThrough, state, by }) => ({
      kind: 'dividend',
      actorId: null,
      facts: { ticker, day, amount, splitsThrough, state, by },
    })),
  );
}

interface DayRow {
  day: string;
  text: string;
  count: number;
}

/**
 * Records days since the last recorded one on which the benchmark was traded (or a stock in another currency, before a
 * later day of the benchmark) and all closing prices are read: of open positions, of those whose end is recorded and
 * still needs a closing price, and of benchmarks that were ever read. Includes the day's exchange rates. Only
 * publishable closing prices are recorded, because the text of a day is public too.
 */
async function recordDays(
  tx: Transaction,
  windows: readonly [string, HeldWindow][],
  { benchmarks, pairs }: { benchmarks: readonly string[]; pairs: readonly string[] },
): Promise<void> {
  const ended = windows.flatMap(([ticker, { endsFrom }]) =>
    endsFrom ? { ticker, day: addDays(endsFrom, endingDays) } : [],
  );
  const days = await tx.$queryRaw<DayRow[]>`
    WITH recent AS (SELECT (now() AT TIME ZONE 'UTC')::date - ${maxWaitDays}::int AS day),
    -- Up to which day a ticker must have been read. Later days wait for an earlier one, so none is skipped.
    awaited AS (
      SELECT feed.history_through AS through, 'infinity'::date AS last
      FROM (
        SELECT ticker FROM investment_positions WHERE status = 'open' UNION SELECT unnest(${pairs}::text[])
      ) held LEFT JOIN price_feeds feed ON feed.ticker = held.ticker
      UNION SELECT feed.history_through, 'infinity' FROM price_feeds feed
      WHERE feed.ticker = ANY(${benchmarks}::text[]) AND feed.history_through IS NOT NULL
      UNION SELECT feed.history_through, ended.last
      FROM unnest(${ended.map(({ ticker }) => ticker)}::text[], ${ended.map(({ day }) => day)}::date[]) AS ended(ticker, last)
      LEFT JOIN price_feeds feed ON feed.ticker = ended.ticker
      WHERE feed.problem IS DISTINCT FROM 'history_unknown_ticker'
    )
    SELECT day::text AS day, count(*)::int AS count,
           string_agg(concat_ws(' ', ticker, close::text, splits_through::text,
                                CASE WHEN currency <> 'USD' AND ticker <> ALL(${pairs}::text[]) THEN currency END)
                      || chr(10), '' ORDER BY ticker COLLATE "C") AS text
    FROM market_closes
    WHERE (ticker = ANY(${[...benchmarks, ...pairs]}::text[]) OR EXISTS (
        SELECT 1 FROM unnest(${windows.map(([ticker]) => ticker)}::text[],
                             ${windows.map(([, { from }]) => from)}::date[],
                             ${windows.map(([, { to }]) => to ?? 'infinity')}::date[],
                             ${windows.map(([, { endsFrom }]) => endsFrom ?? 'infinity')}::date[])
          AS held(ticker, first, last, ends_from)
        WHERE held.ticker = market_closes.ticker AND market_closes.day >= held.first
          AND (market_closes.day <= held.last OR NOT EXISTS (
            SELECT 1 FROM market_closes earlier
            WHERE earlier.ticker = held.ticker AND earlier.day >= held.ends_from AND earlier.day < market_closes.day))))
      AND day > coalesce((SELECT max(day) FROM recorded_days),
                         (SELECT (min(at) AT TIME ZONE 'UTC')::date - 1 FROM ledger_events))
      AND day < (now() AT TIME ZONE 'UTC')::date
      AND NOT EXISTS (
        SELECT 1 FROM awaited, recent
        WHERE least(awaited.last, market_closes.day) > recent.day
          AND coalesce(awaited.through < least(awaited.last, market_closes.day), true))
    GROUP BY day
    HAVING bool_or(ticker = ${benchmarkTicker})
        OR (bool_or(currency <> 'USD' AND ticker <> ALL(${pairs}::text[]))
            AND day < (SELECT max(day) FROM stock_daily_closes WHERE ticker = ${benchmarkTicker}))
    ORDER BY day LIMIT ${daysAtOnce}`;
  await storeDays(tx, days);
}

/** The texts are kept as they were hashed. */
async function storeDays(tx: Transaction, days: readonly DayRow[]): Promise<void> {
  await recordEvents(
    tx,
    days.map(({ day, count, text }) => ({ kind: 'prices', actorId: null, facts: { day, count, hash: sha256(text) } })),
  );
  if (days.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO recorded_days (seq, day, text)
    SELECT e.seq, recorded.day, recorded.text
    FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ text }) => text)}::text[])
      AS recorded(day, text)
    JOIN ledger_events e ON e.kind = 'prices' AND e.seq > coalesce((SELECT max(seq) FROM recorded_days), 0)
      AND (e.body::json -> 'facts' ->> 'day')::date = recorded.day
    ON CONFLICT DO NOTHING`;
}
