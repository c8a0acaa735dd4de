/** The currencies in which tickers are quoted, and the exchange rates that their prices need. */
import type { Deps } from '~/server/deps';
import { isForeign, pairOf } from '~/shared/currencies';

type Db = Pick<Deps['db'], 'sql'>;

/** By ticker, from stored closing prices; a ticker without any is absent. */
export async function closeCurrencies(db: Db, tickers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.sql<{ ticker: string; currency: string }>`
    SELECT wanted.ticker, known.currency FROM unnest(${[...new Set(tickers)]}::text[]) AS wanted(ticker)
    CROSS JOIN LATERAL (SELECT currency FROM market_closes WHERE ticker = wanted.ticker LIMIT 1) AS known`;
  return new Map(rows.map(({ ticker, currency }) => [ticker, currency]));
}

/** Currencies of tickers not quoted in USD, from their closing prices, or else from their latest price. */
export async function foreignCurrencies(db: Db, tickers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.sql<{ ticker: string; currency: string }>`
    SELECT wanted.ticker, coalesce(closed.currency, quoted.currency) AS currency
    FROM unnest(${[...new Set(tickers)]}::text[]) AS wanted(ticker)
    LEFT JOIN LATERAL (SELECT currency FROM market_closes WHERE ticker = wanted.ticker LIMIT 1) AS closed ON true
    LEFT JOIN stock_price_cache quoted ON quoted.ticker = wanted.ticker
    WHERE coalesce(closed.currency, quoted.currency, 'USD') <> 'USD'`;
  return new Map(rows.map(({ ticker, currency }) => [ticker, currency]));
}

/** The currency of each ticker with a known price, including USD. */
export async function knownCurrencies(db: Db, tickers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.sql<{ ticker: string; currency: string }>`
    SELECT wanted.ticker, coalesce(closed.currency, quoted.currency) AS currency
    FROM unnest(${[...new Set(tickers)]}::text[]) AS wanted(ticker)
    LEFT JOIN LATERAL (SELECT currency FROM market_closes WHERE ticker = wanted.ticker LIMIT 1) AS closed ON true
    LEFT JOIN stock_price_cache quoted ON quoted.ticker = wanted.ticker
    WHERE coalesce(closed.currency, quoted.currency) IS NOT NULL`;
  return new Map(rows.map(({ ticker, currency }) => [ticker, currency]));
}

/** The currency pairs whose rates are needed for all positions, also closed ones. */
export async function readPairs(db: Db): Promise<string[]> {
  const rows = await db.sql<{ currency: string }>`
    SELECT DISTINCT currency FROM foreign_closes WHERE ticker !~ '^[A-Z]{6}=X$'
    UNION SELECT currency FROM stock_price_cache
    WHERE currency <> 'USD' AND ticker IN (SELECT ticker FROM investment_positions)`;
  return pairsOf(rows.map(({ currency }) => currency));
}

export const pairsOf = (currencies: Iterable<string>): string[] =>
  [...new Set([...currencies].filter(isForeign).map((currency) => pairOf(currency)?.ticker ?? ''))].sort();

/** Daily exchange rates for some currencies, oldest first, with their source. */
export async function ratesFor(
  db: Db,
  currencies: Iterable<string>,
  fromDay: string,
  toDay = '9999-12-31',
): Promise<RatesByPair> {
  const pairs = pairsOf(currencies);
  if (pairs.length === 0) return new Map();
  return byPair(
    await db.sql<RateRow>`
      SELECT ticker, day::text AS day, close::text AS close, coalesce(source, 'unknown') AS source FROM foreign_closes
      WHERE ticker = ANY(${pairs}::text[]) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
      ORDER BY foreign_closes.ticker, foreign_closes.day`,
  );
}

export type RatesByPair = Map<string, { day: string; close: string; source: string }[]>;

/** The newest rate on or before each given day, for figures of single days. */
export async function ratesOnDays(db: Db, wanted: readonly { currency: string; day: string }[]): Promise<RatesByPair> {
  const known = wanted.flatMap(({ currency, day }) => {
    const pair = pairOf(currency)?.ticker;
    return pair ? [{ pair, day }] : [];
  });
  if (known.length === 0) return new Map();
  return byPair(
    await db.sql<RateRow>`
      SELECT DISTINCT wanted.pair AS ticker, last.day::text AS day, last.close::text AS close,
             coalesce(last.source, 'unknown') AS source
      FROM unnest(${known.map(({ pair }) => pair)}::text[], ${known.map(({ day }) => day)}::date[]) AS wanted(pair, day)
      CROSS JOIN LATERAL (
        SELECT day, close, source FROM foreign_closes WHERE ticker = wanted.pair AND day <= wanted.day
        ORDER BY foreign_closes.day DESC LIMIT 1
      ) AS last
      ORDER BY 1, 2`,
  );
}

interface RateRow {
  ticker: string;
  day: string;
  close: string;
  source: string;
}

function byPair(rows: readonly RateRow[]): RatesByPair {
  const rates: RatesByPair = new Map();
  for (const { ticker, ...rate } of rows) {
    const list = rates.get(ticker);
    if (list) list.push(rate);
    else rates.set(ticker, [rate]);
  }
  return rates;
}
