import { z } from 'zod';
import { priceText } from './gain';
import { day, time } from './output';
import { positionFields } from './positions';

export const lookupInput = z.object({
  ticker: positionFields.ticker,
  day: z.iso.date('day must be a day like 2024-03-05').optional(),
});

/** The price provider's data about a ticker, before a position is added or closed. */
export const tickerLookup = z
  .strictObject({
    ticker: z.string(),
    state: z
      .enum(['known', 'unknown', 'unavailable'])
      .describe('`unknown` to the price provider; `unavailable`: the provider is not connected or did not respond'),
    name: z.string().optional(),
    exchange: z.string().optional(),
    currency: z.string().optional().describe('The unit of its prices, such as USD, EUR or GBp (pence)'),
    price: priceText.optional().describe('The latest price in `currency`; absent below 0.01'),
    asOf: time.optional(),
    dayClose: z
      .strictObject({ day, price: priceText })
      .optional()
      .describe('The last closing price up to the given day, as traded then, before later splits'),
  })
  .meta({ id: 'TickerLookup' });
export type TickerLookup = z.infer<typeof tickerLookup>;
