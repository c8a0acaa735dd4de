import { z } from 'zod';
import { parseClosePrice } from '~/shared/money';
import { typedDecimal } from '~/shared/typed-number';
import { positionFields } from './positions';
import { storableText } from './text';

export const reason = storableText.trim().min(1, 'Reason is required').max(500, 'Reason is too long');

/** A stock that trades under another ticker from now on. */
export const renameTickerInput = z.object({
  ticker: positionFields.ticker,
  to: positionFields.ticker,
  reason,
});
export type RenameTickerInput = z.infer<typeof renameTickerInput>;

/** A stock that is no longer traded, with the price paid per share; 0 for a total loss. */
export const delistTickerInput = z.object({
  ticker: positionFields.ticker,
  price: storableText
    .overwrite(typedDecimal)
    .refine((text) => parseClosePrice(text) !== null, 'Price must be a valid decimal or 0'),
  reason,
});
export type DelistTickerInput = z.infer<typeof delistTickerInput>;

export const changedPositions = z.strictObject({ count: z.int().describe('Open positions that were changed') });
