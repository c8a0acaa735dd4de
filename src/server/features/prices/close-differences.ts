import type { Database } from '~/server/db/client';
import type { CloseDifference } from '~/shared/schemas/price-review';

/** Closing prices on which two providers differ by more than 1%, of one ticker or of all tickers held. */
export const readCloseDifferences = (db: Pick<Database, 'sql'>, ticker?: string): Promise<CloseDifference[]> =>
  readRows(db, ticker).then((rows) =>
    rows.map(({ currency, ...row }) => (currency === null ? row : { ...row, currency })),
  );

type Row = Omit<CloseDifference, 'currency'> & { currency: string | null };

const readRows = (db: Pick<Database, 'sql'>, ticker: string | undefined): Promise<Row[]> =>
  db.sql<Row>`
    SELECT ticker, day::text AS day, close::text AS close, source, other_close::text AS "otherClose",
           other_source AS "otherSource", since,
           (SELECT nullif(currency, 'USD') FROM market_closes WHERE ticker = close_differences.ticker LIMIT 1) AS currency
    FROM close_differences
    WHERE (${ticker ?? null}::text IS NULL OR ticker = ${ticker ?? null})
      AND ticker IN (SELECT ticker FROM investment_positions WHERE status = 'open')
    ORDER BY close_differences.ticker`;
