/** The contract of every price provider, tested for each vendor. */

import { describe, expect, it } from 'vitest';
import { utcDay } from '~/shared/utc-day';
import { PriceError, type PriceProvider } from './types';

export interface PriceHarness {
  provider: PriceProvider;
  /** Known tickers, each with a history since `fromDay`; empty for a provider without prices. */
  known: string[];
  fromDay: string;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export function describePriceContract(vendor: string, harness: () => PriceHarness): void {
  describe(`${vendor} keeps the contract of a price provider`, () => {
    it('identifies itself', () => {
      const { provider } = harness();
      expect(provider.source).not.toBe('');
      expect(provider.batchSize).toBeGreaterThan(0);
      expect(typeof provider.isConnected).toBe('boolean');
    });

    it('returns the prices of many tickers by ticker and omits unknown ones', async () => {
      const { provider, known } = harness();
      const quotes = await provider.quotes([...known, 'NOSUCHTICKER']);
      expect([...quotes.keys()].sort()).toEqual([...known].sort());
      for (const [ticker, quote] of quotes) {
        expect(quote.ticker).toBe(ticker);
        expect(typeof quote.price).toBe('number');
        expect(quote.currency).toMatch(/^[A-Za-z]{3}$/);
        expect(quote.asOf).toBeInstanceOf(Date);
      }
    });

    it('sends no request for an empty list', async () => {
      expect(await harness().provider.quotes([])).toEqual(new Map());
    });

    it('returns closing prices, splits and dividends by day, oldest first, up to yesterday', async () => {
      const { provider, known, fromDay } = harness();
      const today = utcDay(new Date());
      for (const ticker of known) {
        const { closes, splits, dividends, currency } = await provider.history(ticker, fromDay);
        expect(currency).toMatch(/^[A-Za-z]{3}$/);
        for (const list of [closes, splits, dividends ?? []]) {
          const days = list.map(({ day }) => day);
          expect(days.every(isDay)).toBe(true);
          expect(days).toEqual([...new Set(days)].sort());
          expect(days.every((day) => day >= fromDay)).toBe(true);
        }
        expect(closes.every(({ day }) => day < today)).toBe(true);
        expect(splits.every((one) => Number.isInteger(one.numerator) && one.numerator > 0)).toBe(true);
        expect(splits.every((one) => Number.isInteger(one.denominator) && one.denominator > 0)).toBe(true);
      }
    });

    it('rejects the history of an unknown ticker', async () => {
      const { provider, fromDay } = harness();
      const failure = await provider.history('NOSUCHTICKER', fromDay).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PriceError);
      expect(failure).toMatchObject({ code: 'unknown_ticker' });
    });
  });
}
