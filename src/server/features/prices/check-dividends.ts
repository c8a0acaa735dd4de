/**
 * Decides which reported dividends are kept, so that none counts twice or inflates a return: another source, a
 * repetition or a correction may report the same dividend on another day or with another amount.
 */
import type { ReportedDividend } from '~/server/providers/prices/types';
import { daysBetween } from '~/shared/trading-day';
import { adjustClose, type Split } from './adjust-close';

export interface StoredDividend {
  day: string;
  /** Adjusted for splits up to `through`. */
  amount: string;
  through: string;
  source: string;
  state: 'reported' | 'withdrawn';
}

export interface DividendInput {
  reported: readonly ReportedDividend[];
  known: readonly StoredDividend[];
  source: string;
  /** The closing prices kept from the same reading, oldest first. */
  closes: readonly { day: string; close: string }[];
  /** The splits included in closing prices. */
  splits: readonly Split[];
  /** Up to which day splits are included in the values reported for a day. */
  throughOf: (day: string) => string;
}

/** Nearly equal amounts within this many days are one dividend, reported on another day. */
const duplicateDividendDays = 3;
const duplicateDividendShare = 0.02;
/** Smaller differences are rounding, because adjusted amounts have six decimals. */
const roundingShare = 0.0005;
const roundingAmount = 0.000002;
/** A dividend of a larger share of the closing price only counts if the price fell with it. */
const plausibleShare = 0.1;

/** The new or changed dividends; all others stay as they are. */
export function checkDividends(input: DividendInput): StoredDividend[] {
  const { known, source, throughOf } = input;
  const kept = withoutDuplicates(
    input.reported.filter((one) => isSensible(one, input)),
    input,
  );
  const now = (one: StoredDividend) => Number(adjustClose({ ...one, close: one.amount }, input.splits));
  const changed = kept.flatMap(({ day, amount }): StoredDividend[] => {
    const before = known.find((one) => one.day === day);
    if (before?.state === 'reported' && isRounding(now(before), amount)) return [];
    return [{ day, amount: amount.toFixed(6), through: throughOf(day), source, state: 'reported' }];
  });
  const withdrawn = known.filter((one) => {
    if (one.state === 'withdrawn' || kept.some(({ day }) => day === one.day)) return false;
    const isMissing = one.source === source && isCovered(one.day, input);
    return isMissing || kept.some((other) => isDuplicate(other, { day: one.day, amount: now(one) }));
  });
  return [...changed, ...withdrawn.map((one) => ({ ...one, state: 'withdrawn' as const }))];
}

/** A reading only covers the days between its closing prices. */
const isCovered = (day: string, { closes }: DividendInput): boolean => {
  const [first, last] = [closes[0], closes.at(-1)];
  return first !== undefined && last !== undefined && day > first.day && day <= last.day;
};

function isSensible({ day, amount }: ReportedDividend, input: DividendInput): boolean {
  if (!(Number(amount.toFixed(6)) > 0) || !isCovered(day, input)) return false;
  const before = Number(input.closes.findLast((close) => close.day < day)?.close);
  const after = Number(input.closes.find((close) => close.day >= day)?.close);
  return amount <= before * plausibleShare || (amount < before && after <= before - amount / 2);
}

/** Of duplicates, keeps the one already known, or else the newest. */
function withoutDuplicates(reported: readonly ReportedDividend[], { known }: DividendInput): ReportedDividend[] {
  const isKnown = ({ day }: ReportedDividend) => known.some((one) => one.day === day && one.state === 'reported');
  const order = [...reported].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || (a.day < b.day ? 1 : -1));
  return order.filter((one, index) => !order.slice(0, index).some((kept) => isDuplicate(kept, one)));
}

const isDuplicate = (a: ReportedDividend, b: ReportedDividend): boolean =>
  Math.abs(daysBetween(a.day, b.day)) <= duplicateDividendDays &&
  Math.abs(a.amount - b.amount) <= duplicateDividendShare * Math.max(a.amount, b.amount);

const isRounding = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(roundingAmount, roundingShare * b);
