import { divideHalfUp, formatPrice } from './money';
import type { BookExtreme, BookSummary } from './schemas/positions';

/** A position as the figures of the whole portfolio need it. */
export interface Summed {
  id: string;
  name: string;
  ticker: string;
  status: 'open' | 'closed';
  gainsPercent?: string | undefined;
  priceAsOf?: Date | undefined;
}

/**
 * Summarizes the portfolio from the rounded gains that are shown, so that readers can check the sums. Among equal gains
 * the first in the list is the best or the worst.
 */
export function summarize(positions: readonly Summed[]): BookSummary {
  let openCount = 0;
  let sum = 0n;
  let countedCount = 0;
  let [wins, pricedClosed] = [0, 0];
  let best: { position: Summed; gain: bigint } | undefined;
  let worst: { position: Summed; gain: bigint } | undefined;
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

/** "-0.01" as -1. */
export const hundredthsOf = (percent: string): bigint => BigInt(percent.replace('.', ''));

const extreme = ({ id, name, ticker, gainsPercent = '' }: Summed): BookExtreme => ({ id, name, ticker, gainsPercent });
