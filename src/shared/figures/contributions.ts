/**
 * How much each position contributed to an index's return. Each day, a position moves the index by its own change
 * divided by the number of positions that day. Its contribution is the sum of these moves, divided by the index level
 * at the period's start. The contributions of a period add up to its return.
 */
import { percentOf } from '~/shared/performance';
import { type Contribution, periods } from '~/shared/schemas/figures';
import { baseOf } from './periods';

/** A range of days on which a position counts, as indexes into the index's levels. */
export interface HeldLine {
  /** Index of its position in the list of all positions. */
  owner: number;
  /** The first and last level that it affects. */
  first: number;
  last: number;
  /** Visits its known daily changes in order: 0.01 means +1%. Other days have no change. */
  walk(visit: (place: number, change: number) => void): void;
}

export function contributionsOf(
  owners: readonly Omit<Contribution, 'percents'>[],
  lines: readonly HeldLine[],
  levels: readonly { day: string; level: number }[],
): Contribution[] {
  const counts = countsOf(lines, levels.length);
  const bases = periods.map((period) => baseOf(period, levels));
  const sums = owners.map((): (number | undefined)[] => periods.map(() => undefined));
  for (const line of lines) {
    if (line.first > line.last) continue;
    const own = sums[line.owner] as (number | undefined)[];
    for (const [index, base] of bases.entries())
      if (base !== undefined && line.last > base) own[index] = own[index] ?? 0;
    line.walk((place, change) => {
      const part = ((levels[place - 1] as { level: number }).level * change) / (counts[place] as number);
      for (const [index, base] of bases.entries())
        if (base !== undefined && place > base) own[index] = (own[index] ?? 0) + part;
    });
  }
  return owners.map((owner, place) => {
    const percents: Contribution['percents'] = {};
    for (const [index, period] of periods.entries()) {
      const sum = sums[place]?.[index];
      const base = levels[bases[index] ?? -1];
      if (sum !== undefined && base && base.level > 0) percents[period] = percentOf(sum / base.level);
    }
    return { ...owner, percents };
  });
}

/** The number of positions that count on each day. */
function countsOf(lines: readonly HeldLine[], length: number): number[] {
  const changes = new Array<number>(length + 1).fill(0);
  for (const { first, last } of lines) {
    if (first > last) continue;
    changes[first] = (changes[first] ?? 0) + 1;
    changes[last + 1] = (changes[last + 1] ?? 0) - 1;
  }
  let count = 0;
  return changes.map((change) => {
    count += change;
    return count;
  });
}
