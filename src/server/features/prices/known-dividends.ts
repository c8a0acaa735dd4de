/** Stored dividends, each with the closing price at which a total return reinvests it. */
import type { Deps } from '~/server/deps';
import type { ReinvestedDividend } from '~/shared/dividends';
import { adjustClose } from './adjust-close';
import { adjustmentsFor } from './prices.service';

export interface KnownDividend extends ReinvestedDividend {
  source: string;
}

interface DividendRow {
  ticker: string;
  day: string;
  amount: string;
  through: string;
  source: string;
  closeDay: string;
  close: string;
  closeThrough: string;
}

/**
 * In today's shares, by ticker, oldest first. Tickers without dividends, and dividends without a closing price, are
 * absent.
 */
export async function dividendsFor(
  deps: Deps,
  tickers: readonly string[],
  fromDay = '0001-01-01',
): Promise<Map<string, KnownDividend[]>> {
  const uniqueTickers = [...new Set(tickers)];
  if (uniqueTickers.length === 0) return new Map();
  const [rows, adjustments] = await Promise.all([
    deps.db.sql<DividendRow>`
      SELECT paid.ticker, paid.day::text AS day, paid.amount::text AS amount, paid.splits_through::text AS through,
             paid.source, at.day::text AS "closeDay", at.close::text AS close, at.splits_through::text AS "closeThrough"
      FROM stock_dividends paid
      CROSS JOIN LATERAL (
        SELECT day, close, splits_through FROM market_closes WHERE ticker = paid.ticker AND day >= paid.day
        ORDER BY market_closes.day LIMIT 1
      ) AS at
      WHERE paid.ticker = ANY(${uniqueTickers}::text[]) AND paid.day >= ${fromDay}::date AND paid.state = 'reported' AND at.close > 0
      ORDER BY paid.ticker, paid.day`,
    adjustmentsFor(deps, uniqueTickers),
  ]);
  const byTicker = new Map<string, KnownDividend[]>();
  for (const { ticker, day, amount, through, source, closeDay, close, closeThrough } of rows) {
    const splits = adjustments.get(ticker) ?? [];
    const list = byTicker.get(ticker) ?? [];
    list.push({
      day,
      amount: adjustClose({ day, close: amount, through }, splits),
      closeDay,
      close: adjustClose({ day: closeDay, close, through: closeThrough }, splits),
      source,
    });
    byTicker.set(ticker, list);
  }
  return byTicker;
}
