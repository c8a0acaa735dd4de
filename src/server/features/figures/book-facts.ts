/** The portfolio as facts, shared by the tools of connected models and the offline analyst. */
import type { Deps } from '~/server/deps';
import { readPerformance } from '~/server/features/positions/read-performance';
import { freshQuotesFor } from '~/server/features/prices/prices.service';
import { readRecords } from '~/server/features/track-record/read-track-record';
import type { PerformanceFact, QuoteFact, VerifiedFact } from '~/server/generation/library';
import { hundredthsOf } from '~/shared/book-summary';
import { gainsPercent } from '~/shared/money';
import { largestFall } from '~/shared/performance';
import type { PerformancePoint } from '~/shared/schemas/positions';

/** How long an answer waits for a missing or outdated price. */
export const maxQuoteWaitMs = 4000;

export async function quoteFacts(deps: Deps, tickers: readonly string[]): Promise<QuoteFact[]> {
  const quotes = await freshQuotesFor(deps, tickers, maxQuoteWaitMs);
  return tickers.flatMap((ticker) => quotes.get(ticker) ?? []);
}

/** Since the first purchase, or since a day; undefined if too few closing prices are known. */
export async function performanceOf(deps: Deps, since?: string): Promise<PerformanceFact | undefined> {
  const [{ points, benchmark, method, leftOut }, verified] = await Promise.all([
    readPerformance(deps),
    verifiedOf(deps, since),
  ]);
  const between = betweenPoints(points, since);
  if (!between) return undefined;
  const { percent, ...stated } = between;
  return { ...(verified && { verified }), ...stated, bookPercent: percent, benchmark, method, leftOut };
}

async function verifiedOf(deps: Deps, since?: string): Promise<VerifiedFact | undefined> {
  const { verified } = await readRecords(deps);
  const between = betweenPoints(verified.points, since);
  if (!between) return undefined;
  const levels = verified.points
    .filter(({ day }) => day >= between.from && day <= between.to)
    .map(({ day, book }) => ({ day, level: Number(book) }));
  const { percent, from, to } = largestFall(levels);
  return { ...between, ...(from && to && { drawdown: { percent, from, to } }) };
}

function betweenPoints(points: readonly PerformancePoint[], since?: string): VerifiedFact | undefined {
  const first = since ? (points.findLast(({ day }) => day <= since) ?? points[0]) : points[0];
  const last = points.at(-1);
  if (!first || !last || first === last || hundredthsOf(first.book) === 0n) return undefined;
  const hasBenchmark = first.benchmark !== undefined && last.benchmark !== undefined;
  return {
    from: first.day,
    to: last.day,
    percent: percentBetween(first.book, last.book),
    ...(hasBenchmark && { benchmarkPercent: percentBetween(first.benchmark ?? '', last.benchmark ?? '') }),
  };
}

/** The change in percent between two values of an index. */
const percentBetween = (from: string, to: string) => gainsPercent(hundredthsOf(from), hundredthsOf(to));
