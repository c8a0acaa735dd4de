/**
 * Calculates a gain exactly: cents are integers, splits are fractions, and the result is rounded once. The server and
 * the browser's "Recompute" run this function.
 */
import { currenciesOfPair } from './currencies';
import { factorsOf } from './exchange-rates';
import { divideHalfUp, formatDecimal, formatPrice, parseClosePrice, parsePrice } from './money';
import type { ExchangeRate, Gain, GainFacts, GainStep, Split } from './schemas/gain';

const gainFormula =
  'Gain = (price − adjusted entry) ÷ adjusted entry × 100, where adjusted entry = entry price ÷ split factor; rounded once to two decimals (halves away from zero).';

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/**
 * The splits between purchase and price. A split applies to holders before the open of its day: purchases on that day
 * are at the new price, and prices of that day are for new shares. A price from before the purchase is converted the
 * other way, so its splits are inverted.
 */
export function splitsBetween(facts: Pick<GainFacts, 'splits' | 'purchaseDay' | 'priceDay'>): Split[] {
  const { splits, purchaseDay, priceDay } = facts;
  const within = (after: string, until: string | null) =>
    splits
      .filter(({ day }) => day > after && (until === null || day <= until))
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  if (priceDay === null || priceDay >= purchaseDay) return within(purchaseDay, priceDay);
  return within(priceDay, purchaseDay).map(({ day, numerator, denominator }) => ({
    day,
    numerator: denominator,
    denominator: numerator,
  }));
}

/** The number of new shares per old share, in lowest terms. */
export function splitFactorOf(splits: readonly Split[]): Fraction {
  let [numerator, denominator] = [1n, 1n];
  for (const split of splits) {
    const [above, below] = [fractionOf(split.numerator), fractionOf(split.denominator)];
    numerator *= above.numerator * below.denominator;
    denominator *= above.denominator * below.numerator;
  }
  return lowest({ numerator, denominator });
}

/** (price − entry ÷ factor) ÷ (entry ÷ factor) in percent: two decimals, halves away from zero. */
export function gainBetween(entryCents: bigint, priceCents: bigint, factor: Fraction): string {
  const bought = entryCents * factor.denominator;
  return formatPrice(divideHalfUp((priceCents * factor.numerator - bought) * 10_000n, bought));
}

/** The gain in USD, with each price at the rate of its day. Undefined for USD itself, and if a rate is missing. */
function usdGain(facts: GainFacts, entry: bigint, price: bigint, factor: Fraction): string | undefined {
  const { entryRate, priceRate } = facts;
  if (!entryRate || !priceRate) return undefined;
  const [before, after] = [factorsOf(entryRate), factorsOf(priceRate)];
  return gainBetween(entry * before.times * after.by, price * after.times * before.by, factor);
}

export interface QuickGain {
  /** In the position's currency. */
  gainsPercent?: string;
  usdGainsPercent?: string;
  splitFactor?: string;
}

/** A position's gain in figures of several positions: its gain in USD. */
export const portfolioGain = ({ currency }: Pick<GainFacts, 'currency'>, gain: QuickGain): string | undefined =>
  currency === undefined ? gain.gainsPercent : gain.usdGainsPercent;

/** Only the figures, for long lists. Fields are absent if no price is known or a price is invalid. */
export function quickGain(facts: GainFacts): QuickGain {
  const factor = facts.splits.length === 0 ? one : splitFactorOf(splitsBetween(facts));
  const isOlderPrice = facts.priceDay !== null && facts.priceDay < facts.purchaseDay;
  const entry = parsePrice(facts.entryPrice);
  const price = parseClosePrice(facts.price ?? '');
  const usdGainsPercent = entry !== null && price !== null ? usdGain(facts, entry, price, factor) : undefined;
  return {
    ...(entry !== null && price !== null && { gainsPercent: gainBetween(entry, price, factor) }),
    ...(usdGainsPercent !== undefined && { usdGainsPercent }),
    ...(factor.numerator !== factor.denominator &&
      !isOlderPrice && { splitFactor: `${factor.numerator}/${factor.denominator}` }),
  };
}

/** The full calculation with its steps. Throws if the entry is not a price. */
export function computeGain(facts: GainFacts): Gain {
  const entry = parsePrice(facts.entryPrice);
  if (entry === null) throw new RangeError(`${facts.entryPrice} is not a price`);
  const price = parseClosePrice(facts.price ?? '');
  const splits = splitsBetween(facts);
  const factor = splitFactorOf(splits);
  const adjusted = lowest({ numerator: entry * factor.denominator, denominator: 100n * factor.numerator });
  const adjustedEntry = {
    fraction: `${adjusted.numerator}/${adjusted.denominator}`,
    ...decimalOf(adjusted, 6),
  };
  const splitFactor = `${factor.numerator}/${factor.denominator}`;
  const steps: GainStep[] = [];
  if (splits.length > 0) {
    steps.push({
      label: 'Split factor',
      sum: splits.map(({ numerator, denominator }) => `${numerator}/${denominator}`).join(' × '),
      result: splitFactor,
    });
    steps.push({
      label: 'Adjusted entry',
      sum: `${facts.entryPrice} ÷ (${splitFactor})`,
      result: adjustedEntry.isExact ? adjustedEntry.decimal : `${adjustedEntry.fraction} ≈ ${adjustedEntry.decimal}`,
    });
  }
  const base = { splits, splitFactor, adjustedEntry, formula: gainFormula, steps };
  if (price === null) return base;

  const difference = lowest({
    numerator: price * adjusted.denominator - 100n * adjusted.numerator,
    denominator: 100n * adjusted.denominator,
  });
  const entryText = adjustedEntry.isExact ? adjustedEntry.decimal : `(${adjustedEntry.fraction})`;
  const differenceText = exactText(difference);
  steps.push({
    label: 'Difference',
    sum: `${facts.price} − ${entryText}`,
    result: differenceText.replace(/[()]/g, ''),
  });
  const gainsPercent = gainBetween(entry, price, factor);
  const exact = decimalOf(
    lowest({
      numerator: difference.numerator * adjusted.denominator * 100n,
      denominator: difference.denominator * adjusted.numerator,
    }),
    6,
  );
  steps.push({
    label: 'As a percentage of the adjusted entry price',
    sum: `${differenceText} ÷ ${entryText} × 100`,
    result: exact.isExact ? exact.decimal : `≈ ${exact.decimal}`,
  });
  steps.push({ label: 'Rounded', sum: 'to two decimals (halves away from zero)', result: `${gainsPercent}%` });
  const usdGainsPercent = usdGain(facts, entry, price, factor);
  if (usdGainsPercent !== undefined) steps.push(...usdSteps(facts, entryText, usdGainsPercent));
  return { ...base, gainsPercent, ...(usdGainsPercent !== undefined && { usdGainsPercent }) };
}

/** Both prices at the rate of their day. Units such as pence cancel out. */
function usdSteps({ price, entryRate, priceRate }: GainFacts, entryText: string, gain: string): GainStep[] {
  if (!entryRate || !priceRate) return [];
  const convert = (amount: string, { pair, rate }: ExchangeRate) =>
    `${amount} ${currenciesOfPair(pair)?.from === 'USD' ? '÷' : '×'} ${rate}`;
  return [
    {
      label: 'In USD',
      sum: `(${convert(price ?? '', priceRate)}) ÷ (${convert(entryText, entryRate)}) × 100 − 100`,
      result: `${gain}%`,
    },
  ];
}

const one: Fraction = { numerator: 1n, denominator: 1n };

/** Providers write both 1.5 for 1 and integers. Throws for numbers that are not a ratio. */
function fractionOf(value: number): Fraction {
  const text = String(value);
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const numerator = BigInt(whole + decimals || '0');
  if (numerator === 0n) throw new RangeError(`${text} is not a part of a split`);
  return { numerator, denominator: 10n ** BigInt(decimals.length) };
}

function lowest({ numerator, denominator }: Fraction): Fraction {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { numerator: 0n, denominator: 1n } : { numerator: numerator / a, denominator: denominator / a };
}

const exactText = (fraction: Fraction): string => {
  const { decimal, isExact } = decimalOf(fraction, 6);
  return isExact ? decimal : `(${fraction.numerator}/${fraction.denominator})`;
};

/** At least two and at most `digits` decimals, halves away from zero. */
function decimalOf({ numerator, denominator }: Fraction, digits: number): { decimal: string; isExact: boolean } {
  const scale = 10n ** BigInt(digits);
  const scaled = divideHalfUp(numerator * scale, denominator);
  const [whole, decimals = ''] = formatDecimal(scaled, digits).split('.');
  return {
    decimal: `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`,
    isExact: scaled * denominator === numerator * scale,
  };
}
