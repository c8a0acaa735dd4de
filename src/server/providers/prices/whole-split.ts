import type { ReportedDividend, ReportedSplit } from './types';

/** Converts splits that are reported with fractions (1.5 for 1) to integers, for exact calculation. */
export function wholeSplit(day: string, numerator: unknown, denominator: unknown): ReportedSplit | undefined {
  if (day === '' || typeof numerator !== 'number' || typeof denominator !== 'number') return undefined;
  for (const scale of [1, 10, 100, 1000, 10_000]) {
    const split = { day, numerator: numerator * scale, denominator: denominator * scale };
    const parts = [Math.round(split.numerator), Math.round(split.denominator)] as const;
    if (Math.abs(parts[0] - split.numerator) > 1e-6 || Math.abs(parts[1] - split.denominator) > 1e-6) continue;
    const isWhole = parts.every((part) => part > 0 && part < 2 ** 31);
    return isWhole ? { day, numerator: parts[0], denominator: parts[1] } : undefined;
  }
  return undefined;
}

/** Converts a split factor such as 4 or 0.1. Thirds and the like are reported as rounded fractions: 0.3333 or 0.333333. */
export function splitOfFactor(day: string, factor: number): ReportedSplit | undefined {
  const decimals = String(factor).split('.')[1]?.length ?? 0;
  for (let part = 1; part <= 10 && decimals >= 4; part++) {
    const [numerator, denominator] =
      factor >= 1 ? [Math.round(factor * part), part] : [part, Math.round(part / factor)];
    if (Math.abs(numerator / denominator - factor) < 0.51 * 10 ** -decimals)
      return wholeSplit(day, numerator, denominator);
  }
  return factor >= 1 ? wholeSplit(day, factor, 1) : wholeSplit(day, 1, Number((1 / factor).toPrecision(5)));
}

/** Converts closing prices as traded to shares after all given splits. */
export const adjustedFor = (
  closes: readonly { day: string; close: number }[],
  splits: readonly ReportedSplit[],
): { day: string; close: number }[] =>
  closes.map(({ day, close }) => ({ day, close: inLaterShares(close, day, splits) }));

/**
 * The same for dividends as paid. A dividend whose ex-date is the day of a split is paid for the new shares. Those with
 * the same ex-date, such as a regular and a special one, are added; a repeated one counts once.
 */
export function adjustedDividends(
  dividends: readonly ReportedDividend[],
  splits: readonly ReportedSplit[],
): ReportedDividend[] {
  const amounts = new Map<string, Set<number>>();
  for (const { day, amount } of dividends) amounts.set(day, (amounts.get(day) ?? new Set()).add(amount));
  return [...amounts].map(([day, paid]) => {
    const sum = [...paid].reduce((total, amount) => total + amount, 0);
    return { day, amount: inLaterShares(sum, day, splits) };
  });
}

const inLaterShares = (amount: number, day: string, splits: readonly ReportedSplit[]): number =>
  splits
    .filter((split) => split.day > day)
    .reduce((price, { numerator, denominator }) => (price * denominator) / numerator, amount);
