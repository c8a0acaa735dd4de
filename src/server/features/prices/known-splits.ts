/** The splits that the database knows, by what they are used for. */
import type { Deps } from '~/server/deps';
import type { Split } from './adjust-close';

export interface KnownSplit extends Split {
  ticker: string;
  /** Between an entry price and a later one: borne out by prices, or decided by an administrator. */
  isCounted: boolean;
  /** In closing prices: borne out by prices. What an administrator decides never changes a closing price. */
  isAdjusted: boolean;
}

/** All but the superseded ones, by ticker and day. */
export const readSplits = (db: Pick<Deps['db'], 'sql'>, tickers: readonly string[]): Promise<KnownSplit[]> =>
  db.sql<KnownSplit>`
    SELECT ticker, day::text AS day, numerator, denominator,
           coalesce(decision, state) = 'confirmed' AS "isCounted", state = 'confirmed' AS "isAdjusted"
    FROM stock_splits
    WHERE ticker = ANY(${tickers}::text[]) AND (state <> 'superseded' OR decision IS NOT NULL)
    ORDER BY stock_splits.ticker, stock_splits.day`;

export const asSplit = ({ day, numerator, denominator }: Split): Split => ({ day, numerator, denominator });
