/** The book in facts, as the tools of a connected model and the offline analyst both tell it. */
import type { Deps } from '~/server/deps';
import { readPerformance } from '~/server/features/positions/read-performance';
import { freshQuotesFor } from '~/server/features/prices/prices.service';
import type { PerformanceFact, QuoteFact } from '~/server/generation/library';
import { hundredthsOf } from '~/shared/book-summary';
import { gainsPercent } from '~/shared/money';

/** How long an answer may wait for a price that is not known yet, or is old. */
export const quotePatienceMs = 4000;

export async function quoteFacts(deps: Deps, tickers: readonly string[]): Promise<QuoteFact[]> {
  const quotes = await freshQuotesFor(deps, tickers, quotePatienceMs);
  return tickers.flatMap((ticker) => quotes.get(ticker) ?? []);
}

/** Since the first purchase, or since a day; nothing when too few closes are known. */
export async function performanceOf(deps: Deps, since?: string): Promise<PerformanceFact | undefined> {
  const { points, benchmark, method, leftOut } = await readPerformance(deps);
  const first = since ? (points.findLast(({ day }) => day <= since) ?? points[0]) : points[0];
  const last = points.at(-1);
  if (!first || !last || first === last || hundredthsOf(first.book) === 0n) return undefined;
  const hasBenchmark = first.benchmark !== undefined && last.benchmark !== undefined;
  return {
    from: first.day,
    to: last.day,
    bookPercent: percentBetween(first.book, last.book),
    benchmark,
    ...(hasBenchmark && { benchmarkPercent: percentBetween(first.benchmark ?? '', last.benchmark ?? '') }),
    method,
    leftOut,
  };
}

/** Between two values of an index. */
const percentBetween = (from: string, to: string) => gainsPercent(hundredthsOf(from), hundredthsOf(to));
