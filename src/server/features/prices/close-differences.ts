import type { Database } from '~/server/db/client';
import type { CloseDifference } from '~/shared/schemas/price-review';

/** Closing prices that two providers report more than 1% apart, of one ticker or of all held ones. */
export const readCloseDifferences = (db: Pick<Database, 'sql'>, ticker?: string): Promise<CloseDifference[]> =>
  db.sql<CloseDifference>`
    SELECT ticker, day::text AS day, close::text AS close, source, other_close::text AS "otherClose",
           other_source AS "otherSource", since
    FROM close_differences
    WHERE (${ticker ?? null}::text IS NULL OR ticker = ${ticker ?? null})
      AND ticker IN (SELECT ticker FROM investment_positions WHERE status = 'open')
    ORDER BY close_differences.ticker`;
