import { divideHalfUp } from '~/shared/money';

/** `numerator` new shares for `denominator` old ones, from the opening of `day` (`yyyy-mm-dd`) on. Both above zero. */
export interface Split {
  day: string;
  numerator: number;
  denominator: number;
}

const decimals = 6;

/**
 * A stored close in today's shares: the splits after the day up to which it was adjusted when it was read are applied
 * now. Exact in the sixth decimal.
 */
export function adjustClose(row: { day: string; close: string; through: string }, splits: readonly Split[]): string {
  let millionths = toMillionths(row.close);
  for (const { day, numerator, denominator } of splits) {
    if (day <= row.through || day <= row.day) continue;
    millionths = divideHalfUp(millionths * BigInt(denominator), BigInt(numerator));
  }
  const digits = millionths.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).replace(/0{1,4}$/, '')}`;
}

function toMillionths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}
