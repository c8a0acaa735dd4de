/**
 * Decides which parts of a reported history are kept. Splits are kept whenever they are plausible, because gains depend
 * on them. Closing prices are only kept if they are in the ticker's currency and visibly adjusted for the splits
 * reported with them.
 */

import type { ReportedDividend, ReportedHistory, ReportedSplit } from '~/server/providers/prices/types';
import { currenciesOfPair, currencyName, isCurrency } from '~/shared/currencies';
import { addDays } from '~/shared/trading-day';
import { visibleSplit } from './price-rules';
import { usualRatioNear } from './usual-ratios';

export interface CheckedHistory {
  currency: string;
  closes: { day: string; close: string }[];
  splits: ReportedSplit[];
  /** Dividends on the days of `closes`, as reported; undefined if the reading does not include them. */
  dividends?: ReportedDividend[] | undefined;
  /** All plausible closing prices of days that are over, including those left out of `closes`. */
  rawCloses: ReportedHistory['closes'];
  /** Reported prices that were dropped because they are far from both neighbors. */
  outliers?: ReportedHistory['closes'] | undefined;
  /** Why closing prices were left out. */
  problem?: {
    code: 'history_currency' | 'history_unadjusted' | 'history_split_pending' | 'history_jump';
    words: string;
  };
}

const maxClose = 100_000_000;
/** A closing price that differs from both neighbors by this factor is a provider error. */
const outlierFactor = 5;
const maxSplitRatio = 1000;
const withheldDays = 3;
/** Exchange rates move less than stocks. */
const rateOutlierFactor = 1.25;

/** `currency`: of the stored closing prices of the ticker. Without stored ones, any currency is accepted. */
export interface HistoryOf {
  ticker: string;
  currency?: string | undefined;
}

/**
 * `lastDay` is the newest day that is over. Later closing prices are not final, and include splits of their days, which
 * don't count yet.
 */
export function checkHistory(
  reported: ReportedHistory,
  lastDay: string,
  of: HistoryOf = { ticker: '' },
): CheckedHistory {
  const pair = currenciesOfPair(of.ticker);
  const currency = reported.closes.length > 0 ? currencyName(reported.currency) : (of.currency ?? 'USD');
  const splits = reported.splits.filter(({ numerator, denominator }) => {
    const ratio = numerator / denominator;
    return ratio !== 1 && ratio <= maxSplitRatio && ratio >= 1 / maxSplitRatio;
  });
  const expected = pair?.to ?? of.currency;
  if (!isCurrency(currency) || (expected !== undefined && currency !== expected)) {
    const words = `Its closing prices are in ${currency || 'an unknown currency'}${expected ? `, and those before in ${expected}` : ''}.`;
    return { currency, closes: [], rawCloses: [], splits, problem: { code: 'history_currency', words } };
  }
  const { closes, outliers } = withoutOutliers(
    reported.closes.filter(({ day, close }) => day <= lastDay && close > 0 && close <= maxClose),
    pair ? rateOutlierFactor : outlierFactor,
  );
  for (const split of splits) {
    const state = stateOf(split, closes);
    if (state === 'adjusted') continue;
    const code = state === 'pending' ? 'history_split_pending' : 'history_unadjusted';
    const words = `Its closes do not show the split of ${split.day} yet; they are read again later.`;
    return { currency, closes: [], rawCloses: closes, splits, problem: { code, words } };
  }
  const jump = pair ? recentRateJump(closes, lastDay) : recentJump(closes, splits, lastDay);
  const kept = closes
    .filter(({ day }) => !jump || day < jump.day)
    .map(({ day, close }) => ({ day, close: toClose(close) }));
  return {
    currency,
    closes: kept,
    rawCloses: closes,
    outliers,
    splits,
    dividends: reported.dividends,
    ...(jump && { problem: jumpProblem(jump, pair !== null) }),
  };
}

type Close = ReportedHistory['closes'][number];

interface Jump {
  day: string;
  /** The split ratio that it resembles. */
  ratio?: string;
}

/**
 * A new closing price that moved like a split, without a reported one, or as far as an outlier. It is held back for some
 * days, because providers report splits late and only the next closing price shows an outlier.
 */
function recentJump(closes: readonly Close[], splits: readonly ReportedSplit[], lastDay: string): Jump | undefined {
  const since = addDays(lastDay, -withheldDays);
  for (const [index, { day, close }] of closes.entries()) {
    const before = closes[index - 1];
    if (!before || day <= since || splits.some((split) => split.day > before.day && split.day <= day)) continue;
    const ratio = usualRatioNear(before.close, close);
    if (ratio || factorBetween(before.close, close) > outlierFactor) return { day, ...(ratio && { ratio }) };
  }
  return undefined;
}

/** A new rate far from the previous one. It is held back until some days have confirmed it. */
function recentRateJump(closes: readonly Close[], lastDay: string): Jump | undefined {
  const since = addDays(lastDay, -withheldDays);
  return closes.find(({ day, close }, index) => {
    const before = closes[index - 1]?.close;
    return before !== undefined && day > since && factorBetween(before, close) > rateOutlierFactor;
  });
}

const factorBetween = (one: number, other: number): number => Math.max(one / other, other / one);

function jumpProblem({ day, ratio }: Jump, isRate: boolean) {
  const moved = isRate
    ? `The exchange rate of ${day} moved by more than a quarter.`
    : ratio === undefined
      ? `The closing price of ${day} is more than ${outlierFactor} times higher or lower than the one before.`
      : `The closing price of ${day} moved like a ${ratio} split, but no split is reported.`;
  return { code: 'history_jump' as const, words: `${moved} It is held back for ${withheldDays} days.` };
}

/** Single outliers, and two in a row if the price returns afterwards: after a crash or a split it stays at its new level. */
function withoutOutliers(all: readonly Close[], factor: number): { closes: Close[]; outliers: Close[] } {
  const outliers = new Set<Close>();
  for (const index of all.keys()) {
    const [before, one, two, after] = all.slice(index, index + 4);
    if (before && one && two && isFar([one], [before, two], factor)) outliers.add(one);
    if (!before || !one || !two || !after || factorBetween(before.close, after.close) > factor) continue;
    if (isFar([one, two], [before, after], factor)) outliers.add(one).add(two);
  }
  return { closes: all.filter((one) => !outliers.has(one)), outliers: [...outliers] };
}

/** Whether all prices are above all neighbors by this factor, or all below. */
function isFar(prices: readonly Close[], neighbors: readonly Close[], factor: number): boolean {
  const isEach = (test: (price: number, neighbor: number) => boolean) =>
    prices.every((one) => neighbors.every((other) => test(one.close, other.close)));
  return isEach((one, other) => one > other * factor) || isEach((one, other) => one < other / factor);
}

/** On the day of a split, a provider may report the split together with unadjusted closing prices. */
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

/** Providers report seven digits as longer binary fractions: 296.070007 means 296.07. */
function toClose(close: number): string {
  return close >= 100_000 ? close.toFixed(2) : Number(close.toPrecision(7)).toFixed(6);
}
