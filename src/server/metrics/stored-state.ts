import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { withTimeLimit } from '~/server/lib/wait';

/** A slower database counts as unavailable: the page must be served before Prometheus times out. */
const maxWaitMs = 3000;

export interface StoredState {
  jobs: { kind: string; state: string; count: number; overdueSeconds: number }[];
  /** Prices of open positions; 0 without any. */
  prices: { ageSeconds: number; failing: number };
  /** Scheduled backups; null before the first attempt. */
  backups: {
    madeAgeSeconds: number | null;
    verifiedAgeSeconds: number | null;
    bytes: number;
    isFailing: boolean;
    /** The last one was verified, but without files that the storage should have. */
    isIncomplete: boolean;
  } | null;
}

/** Null if the database does not respond in time. */
export async function readStoredState(db: Database, logger: Logger): Promise<StoredState | null> {
  let state: StoredState | null = null;
  const reading = Promise.all([readJobs(db), readPrices(db), readBackups(db)]).then(([jobs, [prices], [backups]]) => {
    state = { jobs, prices: prices ?? { ageSeconds: 0, failing: 0 }, backups: backups ?? null };
  });
  try {
    await withTimeLimit(maxWaitMs, reading);
  } catch (error) {
    logger.warn({ err: error }, 'failed to read metrics from the database');
  }
  return state;
}

const readJobs = (db: Database) => db.sql<StoredState['jobs'][number]>`
  SELECT kind, state, count(*)::int AS count,
         greatest(0, coalesce(extract(epoch FROM now() - min(run_at)), 0))::float8 AS "overdueSeconds"
  FROM jobs GROUP BY kind, state`;

const readPrices = (db: Database) => db.sql<StoredState['prices']>`
  SELECT coalesce(extract(epoch FROM now() - min(price.last_updated)), 0)::float8 AS "ageSeconds",
         count(*) FILTER (WHERE feed.problem IS NOT NULL)::int AS failing
  FROM (SELECT DISTINCT ticker FROM investment_positions WHERE status = 'open') AS held
  LEFT JOIN stock_price_cache price ON price.ticker = held.ticker
  LEFT JOIN price_feeds feed ON feed.ticker = held.ticker`;

/** No row before the first attempt. An attempt that is running doesn't hide that the one before it failed. */
const readBackups = (db: Database) => db.sql<NonNullable<StoredState['backups']>>`
  SELECT extract(epoch FROM now() - max(finished_at))::float8 AS "madeAgeSeconds",
         extract(epoch FROM now() - max(verified_at))::float8 AS "verifiedAgeSeconds",
         coalesce((array_agg(bytes ORDER BY id DESC) FILTER (WHERE finished_at IS NOT NULL))[1], 0)::float8 AS bytes,
         coalesce((array_agg(failed_at IS NOT NULL ORDER BY id DESC)
           FILTER (WHERE failed_at IS NOT NULL OR verified_at IS NOT NULL))[1], false) AS "isFailing",
         coalesce((array_agg(failed_at IS NULL AND problem IS NOT NULL ORDER BY id DESC)
           FILTER (WHERE failed_at IS NOT NULL OR verified_at IS NOT NULL))[1], false) AS "isIncomplete"
  FROM backups HAVING count(*) > 0`;
