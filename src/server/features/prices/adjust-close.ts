import { divideHalfUp, formatDecimal, parseDecimal } from '~/shared/money';

/**
 * From the opening of `day` (`yyyy-mm-dd`), `numerator` new shares replace `denominator` old ones. Both are above zero.
 */
export interface Split {
  day: string;
  numerator: number;
  denominator: number;
}

const decimals = 6;

/**
 * A stored closing price in today's shares: applies the splits after `through`, the day up to which it was adjusted
 * when it was read. Exact to six decimals.
 */
export function adjustClose(row: { day: string; close: string; through: string }, splits: readonly Split[]): string {
  let millionths = parseDecimal(row.close, decimals);
  for (const { day, numerator, denominator } of splits) {
    if (day <= row.through || day <= row.day) continue;
    millionths = divideHalfUp(millionths * BigInt(denominator), BigInt(numerator));
  }
  return formatDecimal(millionths, decimals).replace(/0{1,4}$/, '');
}
