import type { Deps } from '~/server/deps';
import type { PriceHealth, PriceProblem } from '~/shared/schemas/positions';
import { quoteTtlMs } from './price-rules';

/** The state of price updates, for administrators. */
const maxProblems = 20;

export async function readPriceHealth({ db, env }: Deps): Promise<PriceHealth> {
  const [[prices], problems, [last]] = await Promise.all([
    db.sql<{ known: number; stale: number; newest: Date | null }>`
      SELECT count(*)::int AS known, max(last_updated) AS newest,
             count(*) FILTER (WHERE last_updated < now() - make_interval(secs => ${quoteTtlMs / 1000}))::int AS stale
      FROM stock_price_cache`,
    db.sql<PriceProblem>`
      SELECT ticker, problem AS code, coalesce(problem_words, problem) AS words, problem_at AS at
      FROM price_feeds feed WHERE problem IS NOT NULL AND problem_at IS NOT NULL
        -- Any word that looked like a ticker in a message was looked up once.
        AND (problem <> 'unknown'
          OR EXISTS (SELECT 1 FROM investment_positions held WHERE held.ticker = feed.ticker)
          OR EXISTS (SELECT 1 FROM stock_price_cache known WHERE known.ticker = feed.ticker))
      ORDER BY problem_at DESC, ticker LIMIT ${maxProblems}`,
    // Only a failed request is counted in "failures"; a rejected price concerns its ticker, not the provider.
    db.sql<PriceProblem>`
      SELECT ticker, problem AS code, coalesce(problem_words, problem) AS words, problem_at AS at
      FROM price_feeds WHERE problem IS NOT NULL AND problem_at IS NOT NULL AND failures > 0
      ORDER BY problem_at DESC, ticker LIMIT 1`,
  ]);
  const newest = prices?.newest ?? undefined;
  return {
    provider: env.PRICE_PROVIDER,
    ...(newest && { lastSuccessAt: newest }),
    ...(last && (!newest || last.at > newest) && { lastFailure: last }),
    knownCount: prices?.known ?? 0,
    staleCount: prices?.stale ?? 0,
    problems,
  };
}
