/** How a gain is calculated. `computeGain(facts)` of ~/shared/gain reproduces it. */
import { z } from 'zod';
import { day } from './output';

/** Exactly two decimals, in USD or in the position's `currency`. */
export const priceText = z.string().regex(/^\d{1,8}\.\d{2}$/);
/** Percent with two decimals. */
export const percentText = z.string().regex(/^-?\d+\.\d{2}$/);
/** At least two decimals. */
export const decimalText = z.string().regex(/^\d+\.\d{2,}$/);

/** A split and its first day: owners before that day's open have `numerator` shares for each `denominator`. */
export const split = z.strictObject({ day, numerator: z.number(), denominator: z.number() }).meta({ id: 'Split' });
export type Split = z.infer<typeof split>;

/** Cash per share for owners before the opening of its ex-date, before withholding tax. */
export const dividend = z
  .strictObject({ day: day.describe('Its ex-date'), amount: decimalText.describe("USD per share, in today's shares") })
  .meta({ id: 'Dividend' });
export type Dividend = z.infer<typeof dividend>;

const exchangeRate = z
  .strictObject({
    pair: z.string().describe('EURUSD=X is dollars for a euro, USDJPY=X yen for a dollar'),
    day: day.describe('The day of the rate: the last one before a day without one'),
    rate: decimalText,
    source: z.string().optional(),
  })
  .meta({ id: 'ExchangeRate' });
export type ExchangeRate = z.infer<typeof exchangeRate>;

/** The unit of a ticker's prices, such as EUR or GBp (pence). */
export const currencyCode = z.string().regex(/^[A-Za-z]{3}$/);

export const gainFacts = z.strictObject({
  entryPrice: priceText.describe('As paid on the purchase day'),
  purchaseDay: day,
  price: priceText.nullable().describe('null if no price is known'),
  priceDay: day
    .nullable()
    .describe('The day of `price`, whose splits it includes. null if no price is known: then every known split counts'),
  splits: z.array(split).describe('All known splits of the ticker'),
  currency: currencyCode.optional().describe('Of both prices; absent for USD'),
  entryRate: exchangeRate.optional().describe('Of the purchase day. Absent for USD, and if none is known'),
  priceRate: exchangeRate.optional().describe('Of the day of `price`'),
});
export type GainFacts = z.infer<typeof gainFacts>;

const gainStep = z.strictObject({ label: z.string(), sum: z.string(), result: z.string() });
export type GainStep = z.infer<typeof gainStep>;

export const gain = z.strictObject({
  splits: z.array(split).describe('The splits that count, oldest first'),
  splitFactor: z.string().describe("Product of these splits in lowest terms, such as '15/1'; '1/1' without any"),
  adjustedEntry: z
    .strictObject({
      fraction: z.string().describe("In lowest terms, such as '21513/750'"),
      decimal: decimalText.describe('Two to six decimals'),
      isExact: z.boolean().describe('Whether `decimal` is exact'),
    })
    .describe('Entry price per current share'),
  gainsPercent: percentText.optional().describe('In the currency of the position. Absent if no price is known'),
  usdGainsPercent: percentText.optional().describe('For other currencies than USD, if both rates are known'),
  formula: z.string(),
  steps: z.array(gainStep),
});
export type Gain = z.infer<typeof gain>;
