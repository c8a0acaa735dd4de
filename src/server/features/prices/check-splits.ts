/**
 * Decides which reported splits count. A provider may report a split late, twice or by mistake, so a split only counts
 * once prices confirm it: closing prices stored before it come back changed by its ratio, or the market price moved by
 * it. A past split counts at once when a ticker is read for the first time, because there is nothing to compare.
 */

import { addDays, daysBetween } from '~/shared/trading-day';
import type { Split } from './adjust-close';
import { visibleSplit } from './price-rules';

export type SplitState = 'reported' | 'confirmed' | 'superseded';
export type SplitEvidence = 'history' | 'closes' | 'quote';

export interface CheckedSplit extends Split {
  state: SplitState;
  evidence: SplitEvidence | null;
  /** An administrator confirmed it on this day. */
  isConfirmed?: boolean;
}

interface StoredClose {
  day: string;
  close: number;
  /** `close` includes the splits up to this day. */
  through: string;
}

export interface SplitInput {
  reported: readonly Split[];
  known: readonly CheckedSplit[];
  /** As returned by the provider now, oldest first. */
  closes: readonly { day: string; close: number }[];
  /** As stored before, oldest first. */
  stored: readonly StoredClose[];
  lastDay: string;
}

/** Equal ratios within this many days are one split, reported again on another day. */
const sameSplitDays = 5;
/** A split this old counts unless a stored closing price contradicts it. */
const settledDays = 3;
/** How many closing prices before a split are compared. */
const comparedCloses = 5;

/** Every split of the ticker reported now or before, in its new state. */
export function checkSplits(input: SplitInput): CheckedSplit[] {
  const reported = withoutDuplicates(input.reported, input.known);
  const checked = reported.map((split) => checkReported(split, input));
  const missing = input.known.filter((known) => !reported.some(({ day }) => day === known.day));
  for (const known of missing) {
    const duplicate = checked.find((split) => isSameSplit(split, known));
    // A confirmed split that moved to another day stays confirmed.
    if (duplicate && known.state === 'confirmed' && duplicate.state !== 'confirmed')
      Object.assign(duplicate, { state: known.state, evidence: known.evidence });
    checked.push(duplicate || isWithdrawn(known, input) ? { ...known, state: 'superseded' } : known);
  }
  return checked;
}

/** Of equal splits a few days apart, keeps the one that already counts, or else the newest. */
function withoutDuplicates(reported: readonly Split[], known: readonly CheckedSplit[]): Split[] {
  const isKnown = ({ day }: Split) => known.some((one) => one.day === day && one.state === 'confirmed');
  const order = [...reported].sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || (a.day < b.day ? 1 : -1));
  return order.filter((split, index) => !order.slice(0, index).some((kept) => isSameSplit(kept, split)));
}

/**
 * Superseded splits that an administrator confirmed, each with the day on which the same split is reported now. One that
 * was overruled stays so: its day may have been the reason.
 */
export const movedDecisions = (checked: readonly CheckedSplit[]): { from: string; to: string }[] =>
  checked.flatMap((old) => {
    if (old.state !== 'superseded' || !old.isConfirmed) return [];
    const now = checked.find((split) => split.state !== 'superseded' && isSameSplit(split, old));
    return now ? [{ from: old.day, to: now.day }] : [];
  });

const isSameSplit = (a: Split, b: Split) =>
  a.numerator * b.denominator === b.numerator * a.denominator && Math.abs(daysBetween(a.day, b.day)) <= sameSplitDays;

function checkReported(split: Split, input: SplitInput): CheckedSplit {
  const known = input.known.find(({ day }) => day === split.day);
  const isUnchanged = known && isSameSplit(known, split);
  if (isUnchanged && known.state === 'confirmed') return { ...split, state: 'confirmed', evidence: known.evidence };
  const evidence = evidenceOf(split, input);
  return { ...split, state: evidence ? 'confirmed' : 'reported', evidence };
}

function evidenceOf(split: Split, input: SplitInput): SplitEvidence | null {
  if (split.day > input.lastDay) return null;
  const change = changeOfStored(split, input, () => true);
  const ratio = Math.log(split.numerator / split.denominator);
  if (isNearer(change, ratio) || isNearer(marketMove(split, input), ratio)) return 'closes';
  const isSettled = addDays(split.day, settledDays) <= input.lastDay;
  // A closing price stored before the split that is unchanged contradicts it.
  const isContradicted = input.stored.some(({ day, through }) => day < split.day && through < split.day);
  return isSettled && !isContradicted ? 'history' : null;
}

/** Whether a split is withdrawn: no longer reported, unless the closing prices that confirmed it are unchanged. */
function isWithdrawn(known: CheckedSplit, input: SplitInput): boolean {
  if (known.state === 'superseded') return true;
  // Providers only report splits of the days for which they have closing prices: fewer under the new ticker of a stock.
  const since = input.closes[0]?.day ?? known.day;
  if (known.day <= since || known.day > input.lastDay) return false;
  if (known.state === 'reported' || known.evidence === 'history') return true;
  const change = changeOfStored(known, input, ({ through }) => through >= known.day);
  return isNearer(change, -Math.log(known.numerator / known.denominator));
}

/** How much lower the closing prices before a split are now than when they were stored, as a logarithm. */
function changeOfStored(
  { day }: Split,
  { closes, stored }: SplitInput,
  isMeant: (close: StoredClose) => boolean,
): number | undefined {
  const now = new Map(closes.map((close) => [close.day, close.close]));
  const changes = stored
    .filter((close) => close.day < day && isMeant(close) && now.has(close.day))
    .slice(-comparedCloses)
    .map((close) => Math.log(close.close / (now.get(close.day) as number)))
    .sort((a, b) => a - b);
  return changes[changes.length >> 1];
}

/** The market's move on the day of a split, if the provider's closing prices are not adjusted for it. */
function marketMove({ day }: Split, { closes }: SplitInput): number | undefined {
  const before = closes.findLast((close) => close.day < day);
  const after = closes.find((close) => close.day >= day);
  const isVisible = before && after && Math.abs(Math.log(before.close / after.close)) > Math.log(visibleSplit);
  return isVisible ? Math.log(before.close / after.close) : undefined;
}

const isNearer = (change: number | undefined, ratio: number): boolean =>
  change !== undefined &&
  Math.abs(change - ratio) < Math.abs(change) &&
  Math.abs(change - ratio) < Math.log(visibleSplit);
