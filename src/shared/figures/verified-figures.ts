/** Figures and contributions of the verified record, from the same closing prices as its index. */
import { lowerBound } from '~/shared/lower-bound';
import type { Close } from '~/shared/performance';
import type { BookFigures } from '~/shared/schemas/figures';
import type { VerifiedRecord } from '~/shared/verified-record';
import { type MarketCloses, placeOf, type Span } from '~/shared/verified-spans';
import { buyAndHoldOf } from './buy-and-hold';
import { contributionsOf, type HeldLine } from './contributions';
import { levelsOf, periodsOf } from './period-figures';

/** `benchmarks` are the available ones, `benchmark` the selected one. */
export function verifiedFigures(
  { positions, points }: VerifiedRecord,
  market: MarketCloses,
  { benchmark, benchmarks }: Pick<BookFigures, 'benchmark' | 'benchmarks'>,
): BookFigures {
  const levels = levelsOf(points);
  const counted = positions.filter(({ state }) => state === 'counted');
  const days = levels.map(({ day }) => day);
  const lines = counted.flatMap(({ spans }, owner) => spans.map((span) => lineOf(owner, span, days, market)));
  return {
    benchmark,
    benchmarks,
    periods: periodsOf(points, market.closes.get(benchmark) ?? [], buyAndHoldOf(lines, levels)),
    contributions: contributionsOf(
      counted.map(({ id, ticker, name }) => ({ id, ticker, name })),
      lines,
      levels,
    ),
  };
}

function lineOf(owner: number, span: Span, days: readonly string[], market: MarketCloses): HeldLine {
  const { from, until, hasEnded } = span;
  const placeAfter = (day: string) => lowerBound(days, (other) => other <= day);
  return {
    owner,
    first: placeAfter(from.day),
    last: (hasEnded ? placeAfter(until.day) : days.length) - 1,
    walk(visit) {
      let before = Number(from.close);
      for (const { day, close } of closesOf(span, market.closes.get(span.ticker) ?? [])) {
        visit(placeAfter(day) - 1, Number(close) / before - 1);
        before = Number(close);
      }
    },
  };
}

/** The closing prices after a span's first day, up to its end. A delisted stock ends at its own price. */
function closesOf({ from, until, hasEnded, lastClose }: Span, closes: readonly Close[]): Close[] {
  const first = placeOf(closes, from.day) + 1;
  if (!hasEnded) return closes.slice(first);
  const end = placeOf(closes, until.day);
  if (!lastClose) return closes.slice(first, end + 1);
  const between = closes.slice(first, Math.min(end, placeOf(closes, lastClose.day) + 1));
  return until.day <= from.day ? between : [...between, until];
}
