/** Stored splits, by their use. */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import type { Split } from './adjust-close';

export interface KnownSplit extends Split {
  ticker: string;
  /** Applies between an entry price and a later price: confirmed by prices, or decided by an administrator. */
  isCounted: boolean;
  /** Included in closing prices: confirmed by prices. An administrator's decision never changes a closing price. */
  isAdjusted: boolean;
}

/** All splits except superseded ones, by ticker and day. */
export const readSplits = (db: Pick<Deps['db'], 'sql'>, tickers: readonly string[]): Promise<KnownSplit[]> =>
  db.sql<KnownSplit>`
    SELECT ticker, day::text AS day, numerator, denominator,
           coalesce(decision, state) = 'confirmed' AS "isCounted", state = 'confirmed' AS "isAdjusted"
    FROM stock_splits
    WHERE ticker = ANY(${tickers}::text[]) AND (state <> 'superseded' OR decision IS NOT NULL)
    ORDER BY stock_splits.ticker, stock_splits.day`;

/**
 * Gives the new ticker of a renamed stock its splits with their decisions. Omits days for which the history of the new
 * ticker was read: the provider has reported their splits.
 */
export const copySplits = (tx: Transaction, { ticker, to }: { ticker: string; to: string }): Promise<number> =>
  tx.$executeRaw`
    INSERT INTO stock_splits (ticker, day, numerator, denominator, source, state, evidence, decision, reason)
    SELECT ${to}, day, numerator, denominator, source, state, evidence, decision, reason
    FROM stock_splits old
    WHERE ticker = ${ticker} AND (state <> 'superseded' OR decision IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM price_feeds WHERE ticker = ${to} AND old.day BETWEEN history_from AND history_through)
    ON CONFLICT DO NOTHING`;

export const asSplit = ({ day, numerator, denominator }: Split): Split => ({ day, numerator, denominator });
