import { z } from 'zod';
import { parsePrice } from '../money';
import { storableText, uuid } from './text';

const price = (words: string) => storableText.trim().refine((text) => parsePrice(text) !== null, words);

export const addPositionInput = z.object({
  name: storableText.trim().min(1, 'Name is required').max(200, 'Name is too long'),
  ticker: storableText
    .trim()
    .min(1, 'Ticker is required')
    .max(20, 'Ticker is too long')
    .toUpperCase()
    .regex(/^[A-Z0-9.^=-]+$/, 'Ticker can hold letters, digits, dots and dashes'),
  avgEntryPrice: price('Entry price must be a valid decimal'),
  purchaseDate: z.iso
    .datetime({ offset: true, error: 'Purchase date is required' })
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > Date.UTC(1900, 0, 1), 'Purchase date is too long ago'),
});
export type AddPositionInput = z.infer<typeof addPositionInput>;

export const positionId = z.object({ id: uuid });
export const closePositionInput = z.object({ id: uuid, closePrice: price('Close price must be a valid decimal') });

/** Prices in USD as strings with two decimals. */
export interface Position {
  id: string;
  userId: string;
  name: string;
  ticker: string;
  avgEntryPrice: string;
  purchaseDate: Date;
  status: 'open' | 'closed';
  closeDate: Date | null;
  closePrice: string | null;
  createdAt: Date;
  latestPrice?: string;
  /** When `latestPrice` was read. */
  priceAsOf?: Date;
  gainsPercent?: string;
}
