/**
 * Compares the closing prices of held tickers with a second provider's. Differences of more than 1% are stored and
 * shown until both agree again. Neither price is changed, because users must find out which one is right.
 */
import type { Deps } from '~/server/deps';
import { pause } from '~/server/lib/wait';
import { PriceError, type PriceProvider } from '~/server/providers/prices/types';
import { currencyName } from '~/shared/currencies';
import { addDays } from '~/shared/trading-day';
import { adjustClose } from './adjust-close';
import { adjustmentsFor } from './prices.service';

const maxPercent = 1;
/** The second provider may be some trading days behind. */
const daysBack = 10;
const pauseMs = 200;
const tickersAtOnce = 1000;

type CompareDeps = Pick<Deps, 'db'>;

export async function compareCloses(deps: Deps, signal: AbortSignal): Promise<void> {
  const second = deps.secondPrices;
  let changes = await forget(deps, second !== null);
  for (const due of second ? await readDue(deps) : []) {
    if (signal.aborted) break;
    try {
      changes += await compareTicker(deps, second as PriceProvider, due, signal);
    } catch (error) {
      if (!(error instanceof PriceError)) throw error;
      // A failure of the provider: the remaining tickers stay due for the next run.
      deps.logger.warn({ ticker: due.ticker, code: error.code }, 'comparison of closing prices stopped');
      break;
    }
    await pause(pauseMs, signal);
  }
  if (changes > 0) deps.bus.publish('book', { type: 'changed' });
}

/** Deletes differences that would never be updated: without a second provider, or for tickers no longer held. */
async function forget({ db }: CompareDeps, hasSecondSource: boolean): Promise<number> {
  const gone = await db.sql<{ ticker: string }>`
    DELETE FROM close_differences
    WHERE NOT ${hasSecondSource} OR ticker NOT IN (SELECT ticker FROM investment_positions WHERE status = 'open')
    RETURNING ticker`;
  return gone.length;
}

interface Due {
  ticker: string;
  /** The day of its newest stored closing price. */
  day: string;
  currency: string;
}

/** Held tickers with a closing price since the last comparison; those waiting longest come first. */
const readDue = ({ db }: CompareDeps): Promise<Due[]> => db.sql<Due>`
  SELECT feed.ticker, last.day::text AS day, last.currency
  FROM price_feeds feed
  CROSS JOIN LATERAL (
    SELECT day, currency FROM market_closes WHERE ticker = feed.ticker ORDER BY market_closes.day DESC LIMIT 1
  ) AS last
  WHERE feed.ticker IN (SELECT ticker FROM investment_positions WHERE status = 'open')
    AND (feed.compared_through IS NULL OR feed.compared_through < last.day)
  ORDER BY feed.compared_through NULLS FIRST, feed.ticker LIMIT ${tickersAtOnce}`;

interface Comparison {
  day: string;
  close: string;
  source: string;
  otherClose: string;
}

/** Returns how many stored differences changed. */
async function compareTicker(deps: Deps, second: PriceProvider, due: Due, signal: AbortSignal): Promise<number> {
  const { db } = deps;
  const own = await readPrimarySource(deps, due, second.source);
  const other = own.size > 0 ? await readSecondSource(second, due, signal) : new Map<string, number>();
  const difference = differenceOf(own, other);
  const changed = difference
    ? await db.sql`
        INSERT INTO close_differences AS known (ticker, day, close, source, other_close, other_source)
        VALUES (${due.ticker}, ${difference.day}::date, ${difference.close}::numeric, ${difference.source},
                ${difference.otherClose}::numeric, ${second.source})
        ON CONFLICT (ticker) DO UPDATE SET day = excluded.day, close = excluded.close, source = excluded.source,
          other_close = excluded.other_close, other_source = excluded.other_source
        RETURNING ticker`
    : await db.sql`DELETE FROM close_differences WHERE ticker = ${due.ticker} RETURNING ticker`;
  await db.sql`UPDATE price_feeds SET compared_through = ${due.day}::date WHERE ticker = ${due.ticker}`;
  return changed.length;
}

/** The stored closing prices by day, in today's shares, except those from the second provider. */
async function readPrimarySource(deps: Deps, { ticker, day, currency }: Due, otherSource: string) {
  const [rows, splits] = await Promise.all([
    deps.db.sql<{ day: string; close: string; through: string; source: string }>`
      SELECT day::text AS day, close::text AS close, splits_through::text AS through, source
      FROM market_closes
      WHERE ticker = ${ticker} AND day > ${addDays(day, -daysBack)}::date AND source <> ${otherSource}
        AND currency = ${currency}`,
    adjustmentsFor(deps, [ticker]),
  ]);
  return new Map(
    rows.map((row) => [row.day, { close: adjustClose(row, splits.get(ticker) ?? []), source: row.source }]),
  );
}

/** The second provider's closing prices; empty if it does not know the ticker or reports another currency. */
async function readSecondSource(second: PriceProvider, { ticker, day, currency }: Due, signal: AbortSignal) {
  try {
    const history = await second.history(ticker, addDays(day, -daysBack), signal);
    if (currencyName(history.currency) !== currency) return new Map<string, number>();
    return new Map(history.closes.flatMap((one) => (one.close > 0 && one.close < 1e11 ? [[one.day, one.close]] : [])));
  } catch (error) {
    if (error instanceof PriceError && error.code === 'unknown_ticker') return new Map<string, number>();
    throw error;
  }
}

/** The difference on the newest day that both have. */
function differenceOf(
  own: ReadonlyMap<string, { close: string; source: string }>,
  other: ReadonlyMap<string, number>,
): Comparison | undefined {
  const day =
    [...own.keys()]
      .filter((one) => other.has(one))
      .sort()
      .at(-1) ?? '';
  const [mine, theirs] = [own.get(day), other.get(day)];
  if (!mine || theirs === undefined) return undefined;
  const close = Number(mine.close);
  if (Math.abs(close - theirs) * 100 <= close * maxPercent) return undefined;
  return { day, ...mine, otherClose: theirs.toFixed(6) };
}
