/**
 * Dividends in total returns. Each is reinvested before withholding tax, at the closing price of its ex-date or the
 * next known one. It belongs to holders before the ex-date, so a purchase on that day gets none.
 */
import { splitFactorOf, splitsBetween } from './gain';
import { divideHalfUp, formatPrice, millionthsOf, parseClosePrice, parsePrice } from './money';
import type { Dividend, GainFacts } from './schemas/gain';

export const totalReturnMethod =
  'Total return = (1 + gain) × growth − 1. Each dividend since the purchase, before withholding tax, is reinvested at the closing price of its ex-date: growth = (close + dividend) ÷ close, multiplied over all dividends.';

interface Close {
  day: string;
  close: string;
}

/** A dividend with the closing price at which it is reinvested. Both are per share, in today's shares. */
export interface ReinvestedDividend extends Dividend {
  closeDay: string;
  close: string;
}

/** Matches dividends with closing prices, both oldest first. A dividend is omitted until a price is known. */
export function reinvested(dividends: readonly Dividend[], closes: readonly Close[]): ReinvestedDividend[] {
  let place = 0;
  return dividends.flatMap((dividend) => {
    while (place < closes.length && (closes[place] as Close).day < dividend.day) place++;
    const at = closes[place];
    return at && Number(at.close) > 0 ? [{ ...dividend, closeDay: at.day, close: at.close }] : [];
  });
}

export interface DividendsInput {
  closes: ReadonlyMap<string, readonly Close[]>;
  dividends?: ReadonlyMap<string, readonly Dividend[]> | undefined;
}

export const reinvestedOf = (ticker: string, { closes, dividends }: DividendsInput): ReinvestedDividend[] =>
  reinvested(dividends?.get(ticker) ?? [], closes.get(ticker) ?? []);

/** The dividends of a holding between the closes of two days. */
export const heldBetween = <Held extends ReinvestedDividend>(
  dividends: readonly Held[],
  fromDay: string,
  untilDay: string,
): Held[] => dividends.filter(({ day, closeDay }) => day > fromDay && day <= untilDay && closeDay <= untilDay);

/** The exact factor by which reinvested dividends increase the shares. Amounts and prices have up to six decimals. */
export function growthOf(dividends: readonly ReinvestedDividend[]): { numerator: bigint; denominator: bigint } {
  let [numerator, denominator] = [1n, 1n];
  for (const { amount, close } of dividends) {
    numerator *= millionthsOf(close) + millionthsOf(amount);
    denominator *= millionthsOf(close);
  }
  return { numerator, denominator };
}

export const growthBy = ({ amount, close }: ReinvestedDividend): number =>
  (Number(close) + Number(amount)) / Number(close);

/** A position's gain including its dividends; empty if no price is known. */
export function totalGain(facts: GainFacts, dividends: readonly ReinvestedDividend[]): { totalGainsPercent?: string } {
  const [entry, price] = [parsePrice(facts.entryPrice), parseClosePrice(facts.price ?? '')];
  if (entry === null || price === null) return {};
  const [factor, growth] = [splitFactorOf(splitsBetween(facts)), growthOf(dividends)];
  const before = entry * factor.denominator * growth.denominator;
  const after = price * factor.numerator * growth.numerator;
  return { totalGainsPercent: formatPrice(divideHalfUp((after - before) * 10_000n, before)) };
}

/** The growth factor by day of the closing price, for an index. */
export function growthByDay(dividends: readonly ReinvestedDividend[]): Map<string, number> {
  const growth = new Map<string, number>();
  for (const dividend of dividends)
    growth.set(dividend.closeDay, (growth.get(dividend.closeDay) ?? 1) * growthBy(dividend));
  return growth;
}

/** The benchmark's change with dividends: 1.25 means +25%. Undefined if its prices start later than the index. */
export function benchmarkChange(
  points: readonly { day: string; benchmark?: string | undefined }[],
  ticker: string,
  input: DividendsInput,
): number | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first?.benchmark || !last?.benchmark) return undefined;
  let change = Number(last.benchmark) / Number(first.benchmark);
  for (const [closeDay, growth] of growthByDay(reinvestedOf(ticker, input)))
    if (closeDay > first.day && closeDay <= last.day) change *= growth;
  return change;
}
