/**
 * The return of an investor who puts the same amount into each position at its start, or at the start of the period,
 * and doesn't trade until its end. The index instead rebalances to equal amounts every day. Both use the same prices.
 */
import { percentOf } from '~/shared/performance';
import { type Period, type PeriodFigures, periods } from '~/shared/schemas/figures';
import type { HeldLine } from './contributions';
import { baseOf } from './periods';

/** Percent with two decimals; omits periods in which nothing was held. */
export type HeldReturns = Partial<Record<Period, string>>;

export function buyAndHoldOf(lines: readonly HeldLine[], levels: readonly { day: string }[]): HeldReturns {
  const bases = periods.map((period) => baseOf(period, levels));
  const owners = bases.map(() => new Map<number, number>());
  for (const line of lines) {
    const { owner, first, last } = line;
    if (first > last) continue;
    // A renamed position has several lines but one amount.
    const growth = bases.map((base, index) =>
      base !== undefined && last > base ? (owners[index]?.get(owner) ?? 1) : undefined,
    );
    line.walk((place, change) => {
      for (const [index, base] of bases.entries()) {
        const before = growth[index];
        if (base !== undefined && before !== undefined && place > base) growth[index] = before * (1 + change);
      }
    });
    for (const [index, sum] of growth.entries()) if (sum !== undefined) owners[index]?.set(owner, sum);
  }
  const returns: HeldReturns = {};
  for (const [index, period] of periods.entries()) {
    const sums = [...(owners[index]?.values() ?? [])];
    if (sums.length > 0) returns[period] = percentOf(sums.reduce((total, sum) => total + sum, 0) / sums.length - 1);
  }
  return returns;
}

/** The returns that the figures already contain; they do not depend on the benchmark. */
export function heldReturnsIn(figures: readonly PeriodFigures[]): HeldReturns {
  const returns: HeldReturns = {};
  for (const { period, buyAndHoldPercent } of figures)
    if (buyAndHoldPercent.value !== null) returns[period] = buyAndHoldPercent.value;
  return returns;
}
