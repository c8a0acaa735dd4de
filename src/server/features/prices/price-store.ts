/** The database rows of price updates: leases, accepted prices, and rejected prices with their reasons. */
import type { Database } from '~/server/db/client';

/** Longer than any request to a provider can take. */
const leaseSeconds = 60;
/** Longer than any pause. A later time was set by a clock that was ahead, so it does not count. */
const longestDays = 2;

export interface ClaimedFeed {
  ticker: string;
  last: { price: string; asOf: Date } | undefined;
  /** The currency of its stored prices; undefined without any. */
  currency: string | undefined;
  doubted: { price: string; at: Date } | undefined;
}

/** Claims the due tickers that no other process is fetching, in one statement. */
export async function claimQuotes(db: Database, owner: string, tickers: readonly string[]): Promise<ClaimedFeed[]> {
  const rows = await db.sql<{
    ticker: string;
    price: string | null;
    as_of: Date | null;
    currency: string | null;
    doubted_price: string | null;
    doubted_at: Date | null;
  }>`
    WITH claimed AS (
      INSERT INTO price_feeds AS feed (ticker, owner, lease_until)
      SELECT wanted, ${owner}, now() + make_interval(secs => ${leaseSeconds}) FROM unnest(${tickers}::text[]) AS wanted
      ORDER BY wanted
      ON CONFLICT (ticker) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
        WHERE (feed.lease_until IS NULL OR feed.lease_until < now())
          AND (feed.next_quote_at <= now()::timestamptz(3) OR feed.next_quote_at > now() + make_interval(days => ${longestDays}))
      RETURNING ticker, doubted_price, doubted_at
    )
    SELECT claimed.ticker, latest_price::text AS price, coalesce(market_time, last_updated) AS as_of,
           doubted_price::text AS doubted_price, doubted_at, coalesce(closed.currency, known.currency) AS currency
    FROM claimed LEFT JOIN stock_price_cache known ON known.ticker = claimed.ticker
    LEFT JOIN LATERAL (SELECT currency FROM market_closes WHERE ticker = claimed.ticker LIMIT 1) AS closed ON true`;
  return rows.map(({ ticker, price, as_of, currency, doubted_price, doubted_at }) => ({
    ticker,
    currency: currency ?? undefined,
    last: price !== null && as_of ? { price, asOf: as_of } : undefined,
    doubted: doubted_price !== null && doubted_at ? { price: doubted_price, at: doubted_at } : undefined,
  }));
}

export interface AcceptedPrice {
  ticker: string;
  price: string;
  currency: string;
  asOf: Date;
  source: string;
}

/** Stores accepted prices. A price older than the known one changes nothing. */
export async function savePrices(db: Database, taken: readonly AcceptedPrice[]): Promise<void> {
  if (taken.length === 0) return;
  await db.sql`
    INSERT INTO stock_price_cache AS known (ticker, latest_price, market_time, last_updated, currency, source)
    SELECT ticker, price, as_of, now(), currency, source
    FROM unnest(${taken.map(({ ticker }) => ticker)}::text[], ${taken.map(({ price }) => price)}::numeric[],
                ${taken.map(({ asOf }) => asOf.toISOString())}::timestamptz[], ${taken.map((one) => one.source)}::text[],
                ${taken.map(({ currency }) => currency)}::text[])
      AS taken(ticker, price, as_of, source, currency)
    ORDER BY ticker
    ON CONFLICT (ticker) DO UPDATE SET latest_price = excluded.latest_price, market_time = excluded.market_time,
      last_updated = excluded.last_updated, currency = excluded.currency, source = excluded.source
      WHERE known.market_time IS NULL OR known.market_time <= excluded.market_time`;
}

/** For prices that were reported again and are still the newest. */
export async function touchPrices(db: Database, tickers: readonly string[]): Promise<void> {
  if (tickers.length === 0) return;
  await db.sql`UPDATE stock_price_cache SET last_updated = now() WHERE ticker = ANY(${tickers}::text[])`;
}

export interface SettledFeed {
  ticker: string;
  /** Seconds until it may be fetched again. */
  seconds: number;
  isFailure: boolean;
  problem?: { code: string; words: string } | undefined;
  /** A price to hold back from now on. Without it, an earlier one stays held back. */
  doubted?: { price: string; at: Date } | undefined;
  /** Whether a price was accepted, so that none is held back any more, unless an administrator overruled it. */
  isAccepted?: boolean;
}

/** Releases tickers after their prices were fetched, with the results. */
export async function settleQuotes(db: Database, owner: string, feeds: readonly SettledFeed[]): Promise<void> {
  if (feeds.length === 0) return;
  await db.sql`
    UPDATE price_feeds AS feed SET owner = NULL, lease_until = NULL,
      next_quote_at = now() + make_interval(secs => settled.seconds),
      failures = CASE WHEN settled.is_failure THEN feed.failures + 1 ELSE 0 END,
      -- A price that was read says nothing about a history that was not.
      problem = CASE WHEN settled.problem IS NULL AND feed.problem LIKE 'history%' THEN feed.problem ELSE settled.problem END,
      problem_words = CASE WHEN settled.problem IS NULL AND feed.problem LIKE 'history%' THEN feed.problem_words
                           ELSE settled.words END,
      problem_at = CASE WHEN settled.problem IS NOT NULL THEN now()
                        WHEN feed.problem LIKE 'history%' THEN feed.problem_at END,
      doubted_price = CASE WHEN settled.doubted_at IS NOT NULL THEN settled.doubted_price
                           WHEN settled.is_accepted AND feed.doubted_at <= now() THEN NULL ELSE feed.doubted_price END,
      doubted_at = CASE WHEN settled.doubted_at IS NOT NULL THEN settled.doubted_at
                        WHEN settled.is_accepted AND feed.doubted_at <= now() THEN NULL ELSE feed.doubted_at END
    FROM unnest(${feeds.map((f) => f.ticker)}::text[], ${feeds.map((f) => f.seconds)}::float8[],
                ${feeds.map((f) => f.isFailure)}::boolean[], ${feeds.map((f) => f.problem?.code ?? null)}::text[],
                ${feeds.map((f) => f.problem?.words ?? null)}::text[],
                ${feeds.map((f) => f.doubted?.price ?? null)}::numeric[],
                ${feeds.map((f) => f.doubted?.at.toISOString() ?? null)}::timestamptz[],
                ${feeds.map((f) => f.isAccepted === true)}::boolean[])
      AS settled(ticker, seconds, is_failure, problem, words, doubted_price, doubted_at, is_accepted)
    WHERE feed.ticker = settled.ticker AND feed.owner = ${owner}`;
}

export interface HistoryRange {
  ticker: string;
  /** The first day that the portfolio needs. */
  wantedFrom: string;
  /** The first day requested so far. */
  from: string | null;
  through: string | null;
}

/** Ten trading days with weekends and holidays: how long the track record waits for a final closing price. */
const daysToEnd = 16;

/**
 * The tickers whose history is incomplete. Tickers of the portfolio and the benchmarks need it from the portfolio's
 * first purchase on; deleted, renamed and delisted ones until the track record has their final closing price. Reads the
 * table of positions directly, because its service depends on prices.
 */
export async function dueHistories(
  db: Database,
  options: { benchmarks: readonly string[]; through: string; limit: number },
): Promise<HistoryRange[]> {
  return db.sql<HistoryRange>`
    WITH ended AS (
      SELECT substring(body FROM '"ticker":"([^"]+)"') AS ticker, max(at AT TIME ZONE 'UTC')::date AS day
      FROM ledger_events WHERE kind IN ('deleted', 'renamed', 'delisted') AND at > now() - interval '1 year' GROUP BY 1
    ),
    ending AS (
      SELECT ended.ticker, ended.day FROM ended LEFT JOIN price_feeds feed ON feed.ticker = ended.ticker
      WHERE ended.ticker IS NOT NULL AND coalesce(feed.history_through < ended.day + ${daysToEnd}::int, true)
    ),
    book AS (
      SELECT least((SELECT min(purchase_date AT TIME ZONE 'UTC')::date FROM investment_positions),
                   (SELECT min(day) FROM ending)) AS first_day
    ),
    wanted AS (
      SELECT ticker FROM investment_positions UNION SELECT ticker FROM ending
      UNION SELECT unnest(${options.benchmarks}::text[]) FROM book WHERE first_day IS NOT NULL
    )
    SELECT wanted.ticker, book.first_day::text AS "wantedFrom", feed.history_from::text AS "from",
           feed.history_through::text AS through
    FROM wanted CROSS JOIN book LEFT JOIN price_feeds feed ON feed.ticker = wanted.ticker
    WHERE feed.ticker IS NULL
       OR ((feed.next_history_at <= now()::timestamptz(3) OR feed.next_history_at > now() + make_interval(days => ${longestDays})
            -- The portfolio begins earlier since the last reading.
            OR (feed.history_from > book.first_day AND coalesce(feed.problem, '') NOT LIKE 'history%'))
           AND (feed.history_lease_until IS NULL OR feed.history_lease_until < now())
           AND (feed.history_from IS NULL OR feed.history_from > book.first_day
                OR feed.history_through < ${options.through}::date))
    ORDER BY feed.history_through NULLS FIRST, wanted.ticker LIMIT ${options.limit}`;
}

/** How much of a ticker's history is known; `wantedFrom` is the portfolio's first purchase if the ticker is held. */
export async function historyRange(db: Database, ticker: string, defaultFrom: string): Promise<HistoryRange> {
  const [row] = await db.sql<HistoryRange>`
    SELECT ${ticker}::text AS ticker,
           coalesce((SELECT min(purchase_date AT TIME ZONE 'UTC')::date::text FROM investment_positions
                     WHERE EXISTS (SELECT 1 FROM investment_positions WHERE ticker = ${ticker})),
                    ${defaultFrom}::text) AS "wantedFrom",
           (SELECT history_from::text FROM price_feeds WHERE ticker = ${ticker}) AS "from",
           (SELECT history_through::text FROM price_feeds WHERE ticker = ${ticker}) AS through`;
  return row as HistoryRange;
}

/** Claims one ticker to read its history; false if another process is reading it, or it is no longer due. */
export async function claimHistory(
  db: Database,
  owner: string,
  { ticker, wantedFrom }: Pick<HistoryRange, 'ticker' | 'wantedFrom'>,
): Promise<boolean> {
  const rows = await db.sql`
    INSERT INTO price_feeds AS feed (ticker, history_owner, history_lease_until)
    VALUES (${ticker}, ${owner}, now() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (ticker) DO UPDATE
      SET history_owner = excluded.history_owner, history_lease_until = excluded.history_lease_until
      WHERE (feed.history_lease_until IS NULL OR feed.history_lease_until < now())
        AND (feed.next_history_at <= now()::timestamptz(3) OR feed.next_history_at > now() + make_interval(days => ${longestDays})
             OR (feed.history_from > ${wantedFrom}::date AND coalesce(feed.problem, '') NOT LIKE 'history%'))
    RETURNING ticker`;
  return rows.length > 0;
}

/** Releases a ticker after its history was requested. */
export async function settleHistory(
  db: Database,
  owner: string,
  feed: { ticker: string; seconds: number; problem?: { code: string; words: string } | undefined },
): Promise<void> {
  const { code = null, words = null } = feed.problem ?? {};
  await db.sql`
    UPDATE price_feeds SET history_owner = NULL, history_lease_until = NULL,
      next_history_at = now() + make_interval(secs => ${feed.seconds}),
      problem = CASE WHEN ${code}::text IS NOT NULL THEN ${code} WHEN problem LIKE 'history%' THEN NULL ELSE problem END,
      problem_words = CASE WHEN ${code}::text IS NOT NULL THEN ${words}
                           WHEN problem LIKE 'history%' THEN NULL ELSE problem_words END,
      problem_at = CASE WHEN ${code}::text IS NOT NULL THEN now() WHEN problem LIKE 'history%' THEN NULL ELSE problem_at END
    WHERE ticker = ${feed.ticker} AND history_owner = ${owner}`;
}

/** Deletes tickers that the provider never knew: any word that looked like a ticker in a message was looked up once. */
export async function deleteUnknownTickers(db: Database): Promise<void> {
  await db.sql`
    DELETE FROM price_feeds feed
    WHERE problem = 'unknown' AND problem_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT 1 FROM investment_positions held WHERE held.ticker = feed.ticker)
      AND NOT EXISTS (SELECT 1 FROM stock_price_cache known WHERE known.ticker = feed.ticker)`;
}
