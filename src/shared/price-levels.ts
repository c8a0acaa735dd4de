/** Target and stop prices. They are set in the shares of their day, so later splits adjust them, like entry prices. */
import { splitFactorOf, splitsBetween } from './gain';
import { divideHalfUp, formatPrice, parseClosePrice, parsePrice } from './money';
import type { Split } from './schemas/gain';

export interface LevelFacts {
  /** The day whose shares the level is stated in. */
  since: string;
  /** The splits that count for gains. */
  splits: readonly Split[] | undefined;
  /** The last day whose splits are applied; null for all. */
  throughDay: string | null;
}

const factorOf = ({ since, splits = [], throughDay }: LevelFacts) =>
  splitFactorOf(splitsBetween({ splits: [...splits], purchaseDay: since, priceDay: throughDay }));

/** The level adjusted for splits, rounded to two decimals. */
export function adjustLevel(level: string, facts: LevelFacts): string {
  const cents = parsePrice(level);
  const { numerator, denominator } = factorOf(facts);
  return cents === null ? level : formatPrice(divideHalfUp(cents * denominator, numerator));
}

/** Whether a level is reached, compared without rounding. */
export function isReached(kind: 'target' | 'stop', level: string, price: string, facts: LevelFacts): boolean {
  const [levelPrice, now] = [parsePrice(level), parseClosePrice(price)];
  if (levelPrice === null || now === null) return false;
  const { numerator, denominator } = factorOf(facts);
  const difference = now * numerator - levelPrice * denominator;
  return kind === 'target' ? difference >= 0n : difference <= 0n;
}

/** Undoes `adjustLevel`: converts a level in `throughDay`'s shares back to the shares of `since`. */
export function levelBefore(level: string, facts: LevelFacts): string {
  const cents = parsePrice(level);
  const { numerator, denominator } = factorOf(facts);
  return cents === null ? level : formatPrice(divideHalfUp(cents * numerator, denominator));
}

/** Whether both are the same level. `later` is in shares of `throughDay`, rounded to a cent if there was a split. */
export function isSameLevel(level: string, later: string, facts: LevelFacts): boolean {
  const { numerator, denominator } = factorOf(facts);
  if (numerator === denominator) return level === later;
  const [adjusted, stated] = [parsePrice(adjustLevel(level, facts)), parsePrice(later)];
  if (adjusted === null || stated === null) return false;
  const difference = adjusted - stated;
  return difference >= -1n && difference <= 1n;
}
