import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { priceText } from '../price-text';

/** A text alternative for the line of recent closing prices. */
export function trendWords({ recentCloses = [], currency }: Position): string {
  const [first, last] = [recentCloses[0], recentCloses.at(-1)];
  return words.trend(recentCloses.length, priceText(first, currency), priceText(last, currency));
}
