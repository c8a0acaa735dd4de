/**
 * What of a reported history is kept. Splits are kept whenever they make sense, because gains hang on them; closes only
 * when they are in dollars and visibly adjusted for the splits that were reported with them.
 */
import type { ReportedHistory, ReportedSplit } from '~/server/providers/prices/types';

export interface JudgedHistory {
  closes: { day: string; close: string }[];
  splits: ReportedSplit[];
  /** Why closes were left out. */
  problem?: { code: 'history_currency' | 'history_unadjusted' | 'history_split_pending'; words: string };
}

const maxClose = 100_000_000;
/** A single close that far from both its neighbours is a slip of the provider. */
const slip = 5;
/** Smaller splits cannot be reported from a day's trading. */
const visibleSplit = 1.25;
const wildestSplit = 1000;

export function judgeHistory(reported: ReportedHistory): JudgedHistory {
  const splits = reported.splits.filter(({ numerator, denominator }) => {
    const ratio = numerator / denominator;
    return ratio !== 1 && ratio <= wildestSplit && ratio >= 1 / wildestSplit;
  });
  if (reported.closes.length > 0 && reported.currency !== 'USD') {
    const words = `Its closes are in ${reported.currency || 'an unknown currency'}; the book is in USD.`;
    return { closes: [], splits, problem: { code: 'history_currency', words } };
  }
  const closes = withoutSlips(reported.closes.filter(({ close }) => close > 0 && close <= maxClose));
  for (const split of splits) {
    const state = stateOf(split, closes);
    if (state === 'adjusted') continue;
    const code = state === 'pending' ? 'history_split_pending' : 'history_unadjusted';
    const words = `Its closes do not show the split of ${split.day} yet; they are read again later.`;
    return { closes: [], splits, problem: { code, words } };
  }
  return { closes: closes.map(({ day, close }) => ({ day, close: toClose(close) })), splits };
}

type Close = ReportedHistory['closes'][number];

function withoutSlips(closes: readonly Close[]): Close[] {
  return closes.filter(({ close }, index) => {
    const [before, after] = [closes[index - 1]?.close, closes[index + 1]?.close];
    if (before === undefined || after === undefined) return true;
    const isAbove = close > before * slip && close > after * slip;
    return !isAbove && !(close < before / slip && close < after / slip);
  });
}

/** On the day of a split a provider may tell the split and the old closes side by side. */
function stateOf(split: ReportedSplit, closes: readonly Close[]): 'adjusted' | 'unadjusted' | 'pending' {
  const ratio = split.numerator / split.denominator;
  const before = closes.findLast(({ day }) => day < split.day);
  const after = closes.find(({ day }) => day >= split.day);
  if (!before) return 'adjusted';
  if (!after) return 'pending';
  if (Math.max(ratio, 1 / ratio) < visibleSplit) return 'adjusted';
  const move = Math.log(before.close / after.close);
  return Math.abs(move - Math.log(ratio)) < Math.abs(move) ? 'unadjusted' : 'adjusted';
}

/** Providers tell seven digits as a longer binary fraction: 296.070007 stands for 296.07. */
function toClose(close: number): string {
  return close >= 100_000 ? close.toFixed(2) : Number(close.toPrecision(7)).toFixed(6);
}
