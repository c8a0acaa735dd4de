/** Stores a fetched history: its closing prices, and the resulting state of its splits and dividends. */
import type { Database } from '~/server/db/client';
import { currenciesOfPair, isForeign } from '~/shared/currencies';
import { addDays } from '~/shared/trading-day';
import { checkDividends, type StoredDividend } from './check-dividends';
import type { CheckedHistory } from './check-history';
import { type CheckedSplit, checkSplits, movedDecisions, type SplitInput } from './check-splits';

export interface ReadHistory extends CheckedHistory {
  ticker: string;
  source: string;
  /** The first requested day. */
  first: string;
  /** The day from which the history is known once this is stored. */
  from: string;
  through: string;
}

/** A stored closing price this near to a reported outlier is that outlier. */
const sameOutlier = 0.1;

/** Returns whether a split counts now that did not count before. */
export async function saveHistory(db: Database, history: ReadHistory): Promise<{ hasNewSplit: boolean }> {
  const basis = await readBasis(db, history);
  const splits = checkSplits(basis);
  const throughOf = throughOfReading(history, splits, basis);
  const dividends = await checkedDividends(db, history, splits, throughOf);
  await writeHistory(db, history, { splits, dividends, throughOf, outliers: storedOutliers(history, basis) });
  await moveDecisions(db, history.ticker, movedDecisions(splits));
  const before = new Map(basis.known.map((split) => [split.day, split]));
  return { hasNewSplit: splits.some((split) => split.state === 'confirmed' && !isSame(before.get(split.day), split)) };
}

const isSame = (before: CheckedSplit | undefined, now: CheckedSplit): boolean =>
  before?.state === 'confirmed' && before.numerator === now.numerator && before.denominator === now.denominator;

async function readBasis(db: Database, history: ReadHistory): Promise<SplitInput> {
  const { ticker, first, through, splits, rawCloses } = history;
  const [known, stored] = await Promise.all([
    db.sql<CheckedSplit>`
      SELECT day::text AS day, numerator, denominator, state, evidence, decision IS NOT DISTINCT FROM 'confirmed' AS "isConfirmed"
      FROM stock_splits WHERE ticker = ${ticker}`,
    db.sql<{ day: string; close: number; through: string }>`
      SELECT day::text AS day, close::float8 AS close, splits_through::text AS through
      FROM market_closes WHERE ticker = ${ticker} AND day >= ${first}::date ORDER BY market_closes.day`,
  ]);
  return { reported: splits, known, closes: rawCloses, stored, lastDay: through };
}

/**
 * Days whose stored price a later price exposes as an outlier. A stored price that differs from the reported one is kept:
 * the provider is wrong now.
 */
const storedOutliers = ({ outliers = [] }: ReadHistory, { stored, reported }: SplitInput): string[] =>
  outliers.flatMap(({ day, close }) => {
    const known = stored.find((one) => one.day === day);
    // A price before a split that is not yet applied to it can't be compared.
    if (!known || reported.some((split) => split.day > known.through && split.day > day)) return [];
    return Math.abs(known.close / close - 1) < sameOutlier ? [day] : [];
  });

async function checkedDividends(
  db: Database,
  { ticker, source, closes, dividends }: ReadHistory,
  splits: readonly CheckedSplit[],
  throughOf: (day: string) => string,
): Promise<StoredDividend[]> {
  if (!dividends) return [];
  const known = await db.sql<StoredDividend>`
    SELECT day::text AS day, amount::text AS amount, splits_through::text AS through, source, state
    FROM stock_dividends WHERE ticker = ${ticker}`;
  const confirmed = splits.filter(({ state }) => state === 'confirmed').sort((a, b) => (a.day < b.day ? -1 : 1));
  return checkDividends({ reported: dividends, known, source, closes, splits: confirmed, throughOf });
}

/** Closing prices that a reported split has visibly not changed are stored as not adjusted for it. */
function throughOfReading({ through }: ReadHistory, splits: readonly CheckedSplit[], { stored }: SplitInput) {
  const unconfirmed = splits.filter(
    ({ state, day }) => state === 'reported' && stored.some((close) => close.day < day && close.through < day),
  );
  return (day: string): string =>
    unconfirmed.reduce((until, split) => {
      const before = addDays(split.day, -1);
      return day < split.day && before < until ? before : until;
    }, through);
}

async function writeHistory(
  db: Database,
  { ticker, source, closes, currency, from, through, problem }: ReadHistory,
  checked: {
    splits: readonly CheckedSplit[];
    dividends: readonly StoredDividend[];
    throughOf: (day: string) => string;
    outliers: readonly string[];
  },
): Promise<void> {
  const { splits, dividends, throughOf, outliers } = checked;
  const isSeparate = isForeign(currency) || currenciesOfPair(ticker) !== null;
  const isComplete = problem === undefined;
  await db.sql`
    WITH splits AS (
      INSERT INTO stock_splits AS known (ticker, day, numerator, denominator, source, state, evidence)
      SELECT ${ticker}, day, numerator, denominator, ${source}, state, evidence
      FROM unnest(${splits.map((s) => s.day)}::date[], ${splits.map((s) => s.numerator)}::int[],
                  ${splits.map((s) => s.denominator)}::int[], ${splits.map((s) => s.state)}::text[],
                  ${splits.map((s) => s.evidence)}::text[]) AS reported(day, numerator, denominator, state, evidence)
      ON CONFLICT (ticker, day) DO UPDATE SET numerator = excluded.numerator, denominator = excluded.denominator,
        source = excluded.source, state = excluded.state, evidence = excluded.evidence, recorded_at = now()
        WHERE (known.numerator, known.denominator, known.state) <>
              (excluded.numerator, excluded.denominator, excluded.state)
    ), dividends AS (
      INSERT INTO stock_dividends AS known (ticker, day, amount, splits_through, source, state)
      SELECT ${ticker}, day, amount, through, source, state
      FROM unnest(${dividends.map((d) => d.day)}::date[], ${dividends.map((d) => d.amount)}::numeric[],
                  ${dividends.map((d) => d.through)}::date[], ${dividends.map((d) => d.source)}::text[],
                  ${dividends.map((d) => d.state)}::text[]) AS checked(day, amount, through, source, state)
      ON CONFLICT (ticker, day) DO UPDATE SET amount = excluded.amount, splits_through = excluded.splits_through,
        source = excluded.source, state = excluded.state, recorded_at = now()
    ), reported AS (
      SELECT * FROM unnest(${closes.map((c) => c.day)}::date[], ${closes.map((c) => c.close)}::numeric[],
                           ${closes.map(({ day }) => throughOf(day))}::date[]) AS one(day, close, adjusted_through)
    ), foreign_outliers AS (
      DELETE FROM foreign_closes WHERE ticker = ${ticker} AND day = ANY(${outliers}::date[])
    ), outliers AS (
      DELETE FROM stock_daily_closes WHERE ticker = ${ticker} AND day = ANY(${outliers}::date[])
    ), foreign_ones AS (
      INSERT INTO foreign_closes (ticker, day, close, currency, splits_through, source)
      SELECT ${ticker}, day, close, ${currency}, adjusted_through, ${source} FROM reported WHERE ${isSeparate}
      ON CONFLICT (ticker, day) DO UPDATE SET close = excluded.close, splits_through = excluded.splits_through,
        source = excluded.source
    ), closes AS (
      INSERT INTO stock_daily_closes (ticker, day, close, splits_through, source)
      SELECT ${ticker}, day, close, adjusted_through, ${source} FROM reported WHERE NOT ${isSeparate}
      ON CONFLICT (ticker, day) DO UPDATE SET close = excluded.close, splits_through = excluded.splits_through,
        source = excluded.source
    )
    UPDATE price_feeds SET readings = readings + 1,
      history_from = CASE WHEN ${isComplete} THEN least(history_from, ${from}::date) ELSE history_from END,
      history_through = CASE WHEN ${isComplete} THEN ${through}::date ELSE history_through END
    WHERE ticker = ${ticker}`;
}

/** An administrator's decision is about the split, so it follows the split to another day instead of counting twice. */
async function moveDecisions(db: Database, ticker: string, moved: readonly { from: string; to: string }[]) {
  if (moved.length === 0) return;
  await db.sql`
    WITH old AS (
      SELECT moved.old_day, moved.new_day, split.decision, split.reason
      FROM unnest(${moved.map(({ from }) => from)}::date[], ${moved.map(({ to }) => to)}::date[]) AS moved(old_day, new_day)
      JOIN stock_splits split ON split.ticker = ${ticker} AND split.day = moved.old_day
      WHERE split.decision IS NOT NULL FOR UPDATE OF split
    ), cleared AS (
      UPDATE stock_splits split SET decision = NULL, reason = NULL, recorded_at = now()
      FROM old WHERE split.ticker = ${ticker} AND split.day = old.old_day
    )
    UPDATE stock_splits split SET decision = coalesce(split.decision, old.decision), recorded_at = now(),
      reason = CASE WHEN split.decision IS NULL THEN old.reason ELSE split.reason END
    FROM old WHERE split.ticker = ${ticker} AND split.day = old.new_day`;
}

/** Confirms splits because a quote has moved by their ratio. */
export async function confirmSplits(db: Database, ticker: string, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await db.sql`
    UPDATE stock_splits SET state = 'confirmed', evidence = 'quote', recorded_at = now()
    WHERE ticker = ${ticker} AND day = ANY(${days}::date[]) AND state = 'reported'`;
}
