import { divideHalfUp, formatPrice } from './money';
import type { BookExtreme, BookSummary } from './schemas/positions';

/** The values of a position that the summary needs. */
export interface SummaryPosition {
  id: string;
  name: string;
  ticker: string;
  status: 'open' | 'closed';
  gainsPercent?: string | undefined;
  priceAsOf?: Date | undefined;
}

/**
 * Summarizes the portfolio from the displayed (rounded) gains, so that readers can verify the sums. Ties for best and
 * worst go to the first position in the list.
 */
export function summarize(positions: readonly SummaryPosition[]): BookSummary {
  let openCount = 0;
  let sum = 0n;
  let countedCount = 0;
  let [wins, pricedClosed] = [0, 0];
  let best: { position: SummaryPosition; gain: bigint } | undefined;
  let worst: { position: SummaryPosition; gain: bigint } | undefined;
  let [asOf, latestAsOf]: (Date | undefined)[] = [];
  for (const position of positions) {
    const { status, gainsPercent, priceAsOf } = position;
    if (status === 'open') {
      openCount++;
      if (priceAsOf && gainsPercent !== undefined) {
        if (!asOf || priceAsOf < asOf) asOf = priceAsOf;
        if (!latestAsOf || priceAsOf > latestAsOf) latestAsOf = priceAsOf;
      }
    }
    if (gainsPercent === undefined) continue;
    const gain = hundredthsOf(gainsPercent);
    countedCount++;
    sum += gain;
    if (status === 'closed') {
      pricedClosed++;
      if (gain > 0n) wins++;
    }
    if (!best || gain > best.gain) best = { position, gain };
    if (!worst || gain < worst.gain) worst = { position, gain };
  }
  return {
    openCount,
    closedCount: positions.length - openCount,
    countedCount,
    ...(countedCount > 0 && { averageGain: formatPrice(divideHalfUp(sum, BigInt(countedCount))) }),
    ...(pricedClosed > 0 && { hitRate: formatPrice(divideHalfUp(BigInt(wins) * 10_000n, BigInt(pricedClosed))) }),
    ...(best && { best: extreme(best.position) }),
    ...(worst && { worst: extreme(worst.position) }),
    ...(asOf && { asOf }),
    ...(latestAsOf && { latestAsOf }),
  };
}

/** Converts "-0.01" to -1. */
export const hundredthsOf = (percent: string): bigint => BigInt(percent.replace('.', ''));

const extreme = ({ id, name, ticker, gainsPercent = '' }: SummaryPosition): BookExtreme => ({
  id,
  name,
  ticker,
  gainsPercent,
});
