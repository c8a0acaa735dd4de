/**
 * Whether a told price is believed. What no careful person would enter into the book – no number, pence for dollars,
 * a price five times yesterday's – is refused with a reason, and the last good price stays, with its time.
 */
import type { ToldQuote } from '~/server/providers/prices/types';
import { tradingDay } from '~/shared/trading-day';
import type { Split } from './adjust-close';

/** A price that moved by more than this against the last one is believed only once the splits are known. */
const notableMove = 1.25;
/** One that moved by more than this, splits reckoned in, is not believed until it is told again a day later. */
const absurdMove = 5;
const doubtMs = 24 * 3_600_000;
const maxPrice = 99_999_999.99;
const aheadMs = 5 * 60_000;

export type Refusal = 'unknown' | 'currency' | 'not_a_price' | 'time' | 'jump' | 'split_pending';

export interface QuoteCase {
  told: ToldQuote | undefined;
  last: { price: string; asOf: Date } | undefined;
  splits: readonly Split[];
  /** False while splits may have happened that are not in `splits`. */
  knowsSplits: boolean;
  /** A price that was refused for its jump before. */
  doubted: { price: string; at: Date } | undefined;
  now: Date;
}

export type Verdict =
  | { take: 'new'; price: string; asOf: Date }
  /** Told correctly, but nothing newer than what is known. */
  | { take: 'known' }
  /** Judge again when the splits are known. */
  | { take: 'later' }
  | { take: 'no'; code: Refusal; words: string; doubted?: { price: string; at: Date } };

export function judgeQuote(given: QuoteCase): Verdict {
  const { told, last, now } = given;
  if (!told) return refused('unknown', 'The price provider does not know this ticker.');
  if (told.currency !== 'USD')
    return refused('currency', `It is quoted in ${told.currency || 'an unknown currency'}; the book is in USD.`);
  const price = toPrice(told.price);
  if (price === null) return refused('not_a_price', `The price provider told ${told.price}, which is no price.`);
  if (Number.isNaN(told.asOf.getTime()) || told.asOf.getTime() > now.getTime() + aheadMs)
    return refused('time', 'The price provider told no time for the price, or one to come.');
  if (!last) return { take: 'new', price, asOf: told.asOf };
  if (told.asOf < last.asOf) return { take: 'known' };
  return judgeMove(given, { price, asOf: told.asOf }, last);
}

function judgeMove(
  { splits, knowsSplits, doubted, now }: QuoteCase,
  told: { price: string; asOf: Date },
  last: { price: string; asOf: Date },
): Verdict {
  const since = splits.filter(({ day }) => day > tradingDay(last.asOf));
  const done = since.filter(({ day }) => day <= tradingDay(told.asOf));
  const ahead = since.filter(({ day }) => day > tradingDay(told.asOf));
  const expected = Number(last.price) / shares(done);
  const move = times(Number(told.price), expected);
  if (move <= notableMove) return { take: 'new', ...told };
  if (!knowsSplits) return { take: 'later' };
  const [next] = ahead;
  if (next && times(Number(told.price), expected / shares(ahead)) <= notableMove)
    return refused('split_pending', `It was told in shares after the split of ${next.day}, with a time before it.`);
  if (move <= absurdMove) return { take: 'new', ...told };
  const isSame = doubted !== undefined && times(Number(doubted.price), Number(told.price)) <= notableMove;
  if (isSame && now.getTime() - doubted.at.getTime() >= doubtMs) return { take: 'new', ...told };
  const words = `It was told as $${told.price} after $${last.price} without a split between; it is taken if it is told again a day later.`;
  return { ...refused('jump', words), doubted: isSame ? doubted : { price: told.price, at: now } };
}

const refused = (code: Refusal, words: string) => ({ take: 'no' as const, code, words });

/** How many shares one became. */
const shares = (splits: readonly Split[]) =>
  splits.reduce((product, { numerator, denominator }) => (product * numerator) / denominator, 1);

/** By how much two prices differ, as a factor of at least 1. */
const times = (a: number, b: number) => Math.max(a / b, b / a);

/** A number as a price with two decimals, halves up; null when it is none. */
export function toPrice(value: number): string | null {
  if (!Number.isFinite(value) || value <= 0 || value > maxPrice) return null;
  // Very small numbers are written with an exponent.
  const [whole = '0', fraction = ''] = value < 1e-6 ? ['0', ''] : String(value).split('.');
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) + (Number(fraction[2] ?? '0') >= 5 ? 1n : 0n);
  if (cents === 0n) return null;
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
