/** Figures that the verified and the stated record have in common. */
import { hundredthsOf } from './book-summary';
import { divideHalfUp, formatPrice } from './money';
import { largestFall, percentOf } from './performance';
import type { PerformancePoint } from './schemas/positions';

export interface RecordFigures {
  /** Percent: the unweighted mean of the known gains. */
  averageGain?: string;
  /** Percent of the ended positions with a gain above zero. */
  hitRate?: string;
  /** Ended positions with a known gain. */
  endedCount: number;
  /** In percent, of the index in `points`, like the drawdown and the benchmark's return. */
  bookReturn?: string;
  benchmarkReturn?: string;
  /** The same, including dividends. */
  bookTotalReturn?: string;
  benchmarkTotalReturn?: string;
  drawdown?: string;
  drawdownFrom?: string;
  drawdownTo?: string;
}

/** `gains` of all counted positions and `endedGains` of ended ones are in percent; `points` are oldest first. */
export function recordFigures(
  gains: readonly string[],
  endedGains: readonly string[],
  points: readonly PerformancePoint[],
): RecordFigures {
  const wins = endedGains.filter((gain) => hundredthsOf(gain) > 0n).length;
  const sum = gains.reduce((total, gain) => total + hundredthsOf(gain), 0n);
  return {
    ...(gains.length > 0 && { averageGain: formatPrice(divideHalfUp(sum, BigInt(gains.length))) }),
    ...(endedGains.length > 0 && {
      hitRate: formatPrice(divideHalfUp(BigInt(wins) * 10_000n, BigInt(endedGains.length))),
    }),
    endedCount: endedGains.length,
    ...figuresOfIndex(points),
  };
}

function figuresOfIndex(points: readonly PerformancePoint[]): Partial<RecordFigures> {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return {};
  const fall = largestFall(points.map(({ day, book }) => ({ day, level: Number(book) })));
  return {
    bookReturn: percentOf(Number(last.book) / 100 - 1),
    drawdown: fall.percent,
    ...(fall.from && { drawdownFrom: fall.from }),
    ...(fall.to && { drawdownTo: fall.to }),
    // From a later day on, the benchmark would cover a different period.
    ...(last.benchmark &&
      first.benchmark && { benchmarkReturn: percentOf(Number(last.benchmark) / Number(first.benchmark) - 1) }),
  };
}
