/**
 * Decides whether a reported price is accepted. An implausible one (not a number, pence instead of dollars, five times
 * yesterday's price) is rejected with a reason, and the last good price stays, with its time.
 */

import type { ReportedQuote } from '~/server/providers/prices/types';
import { currenciesOfPair, currencyName, isCurrency, moneyText } from '~/shared/currencies';
import { divideHalfUp, formatPrice, parseDecimal } from '~/shared/money';
import { tradingDay } from '~/shared/trading-day';
import { dayMs } from '~/shared/utc-day';
import type { Split } from './adjust-close';
import { visibleSplit } from './price-rules';
import { usualRatioNear } from './usual-ratios';

/**
 * A price that differs by more than this factor, splits included, is only accepted if it is reported again a day later.
 */
const implausibleMove = 5;
const doubtTimeoutMs = dayMs;
const maxPrice = 99_999_999.99;
const clockSkewMs = 5 * 60_000;

export type RejectionReason = 'unknown' | 'currency' | 'not_a_price' | 'time' | 'jump' | 'split_pending';

export interface QuoteInput {
  reported: ReportedQuote | undefined;
  last: { price: string; asOf: Date } | undefined;
  /** The currency of earlier prices; undefined without any. */
  currency?: string | undefined;
  /** Splits that count. */
  splits: readonly Split[];
  /** Splits that are reported, but not confirmed by prices yet. */
  reportedSplits: readonly Split[];
  /** False while there may be splits missing from `splits`. */
  knowsSplits: boolean;
  /** A price that was rejected for its jump before; its time is in the future if an administrator overruled it. */
  doubted: { price: string; at: Date } | undefined;
  now: Date;
}

export type Verdict =
  /** `confirms` contains the days of reported splits that explain the move. */
  | { take: 'new'; price: string; currency: string; asOf: Date; confirms?: string[] }
  /** Reported correctly, but not newer than the known price. */
  | { take: 'known' }
  /** Check again when the splits are known. */
  | { take: 'later' }
  | { take: 'no'; code: RejectionReason; words: string; doubted?: { price: string; at: Date } };

export function checkQuote(input: QuoteInput): Verdict {
  const { reported, last, now } = input;
  if (!reported) return rejected('unknown', 'The price provider has no data for this ticker.');
  const currency = currencyName(reported.currency);
  if (!isCurrency(currency)) return rejected('currency', `The price is in ${currency || 'an unknown currency'}.`);
  // Quotes of exchange rates only count if they are in USD.
  const expected = currenciesOfPair(reported.ticker) ? 'USD' : input.currency;
  if (expected !== undefined && currency !== expected)
    return rejected('currency', `The price is in ${currency}, and those before in ${expected}.`);
  const price = toPrice(reported.price);
  if (price === null)
    return rejected('not_a_price', `The price provider returned ${reported.price}, which is not a valid price.`);
  if (Number.isNaN(reported.asOf.getTime()) || reported.asOf.getTime() > now.getTime() + clockSkewMs)
    return rejected('time', 'The price provider returned a price without a valid time.');
  if (!last) return { take: 'new', price, currency, asOf: reported.asOf };
  if (reported.asOf < last.asOf) return { take: 'known' };
  return checkMove(input, { price, currency, asOf: reported.asOf }, last);
}

function checkMove(
  { splits, reportedSplits, knowsSplits, doubted, now }: QuoteInput,
  reported: { price: string; currency: string; asOf: Date },
  last: { price: string; asOf: Date },
): Verdict {
  const [lastDay, day] = [tradingDay(last.asOf), tradingDay(reported.asOf)];
  const between = (some: readonly Split[]) => some.filter((split) => split.day > lastDay && split.day <= day);
  const done = between(splits);
  const ahead = [...splits, ...reportedSplits].filter((split) => split.day > day);
  const expected = Number(last.price) / shares(done);
  const move = times(Number(reported.price), expected);
  if (move <= visibleSplit) return { take: 'new', ...reported };
  if (!knowsSplits) return { take: 'later' };
  const unconfirmed = between(reportedSplits);
  if (unconfirmed.length > 0 && times(Number(reported.price), expected / shares(unconfirmed)) <= visibleSplit)
    return { take: 'new', ...reported, confirms: unconfirmed.map((split) => split.day) };
  const [next] = ahead;
  if (next && times(Number(reported.price), expected / shares(ahead)) <= visibleSplit)
    return rejected(
      'split_pending',
      `The price already includes the split of ${next.day}, but its time is before the split.`,
    );
  const ratio = usualRatioNear(expected, Number(reported.price));
  if (move <= implausibleMove && !ratio) return { take: 'new', ...reported };
  const isSame = doubted !== undefined && times(Number(doubted.price), Number(reported.price)) <= visibleSplit;
  if (isSame && now.getTime() - doubted.at.getTime() >= doubtTimeoutMs) return { take: 'new', ...reported };
  const how = ratio ? `like a ${ratio} split, but no split is reported` : 'with no stock split';
  const isOverruled = isSame && doubted.at > now;
  const outlook = isOverruled ? 'An administrator overruled it.' : 'It will be accepted if it is confirmed tomorrow.';
  const words = `Price jumped from ${moneyText(last.price, reported.currency)} to ${moneyText(reported.price, reported.currency)} ${how}. ${outlook}`;
  return { ...rejected('jump', words), doubted: isSame ? doubted : { price: reported.price, at: now } };
}

const rejected = (code: RejectionReason, words: string) => ({ take: 'no' as const, code, words });

/** How many shares one share became. */
const shares = (splits: readonly Split[]) =>
  splits.reduce((product, { numerator, denominator }) => (product * numerator) / denominator, 1);

/** The ratio of two prices, at least 1. */
const times = (a: number, b: number) => Math.max(a / b, b / a);

/** Formats a number as a price with two decimals, rounding halves up; null if it is not finite. */
export function toPrice(value: number): string | null {
  if (!Number.isFinite(value) || value <= 0 || value > maxPrice) return null;
  // Very small numbers are formatted with an exponent.
  const cents = value < 1e-6 ? 0n : divideHalfUp(parseDecimal(String(value), 3), 10n);
  return cents === 0n ? null : formatPrice(cents);
}
