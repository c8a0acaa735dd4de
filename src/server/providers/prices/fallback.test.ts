import { describe, expect, it } from 'vitest';
import { withFallback } from './fallback';
import { PriceError, type PriceProvider, type ReportedHistory } from './types';

const asOf = new Date('2026-01-05T20:00:00Z');
const history: ReportedHistory = { currency: 'USD', closes: [{ day: '2026-01-05', close: 1 }], splits: [] };
const down = new PriceError('unavailable', 'down');

function provider(source: string, known: Record<string, number> | PriceError): PriceProvider {
  const refuse = () => Promise.reject(known instanceof PriceError ? known : new PriceError('unknown_ticker', source));
  return {
    name: 'csv',
    source,
    isConnected: true,
    batchSize: source === 'first' ? 100 : 10,
    quotes: async (tickers) => {
      if (known instanceof PriceError) throw known;
      const found = tickers.filter((ticker) => ticker in known);
      return new Map(
        found.map((ticker) => [ticker, { ticker, price: known[ticker] as number, currency: 'USD', asOf }]),
      );
    },
    history: async (ticker) => (!(known instanceof PriceError) && ticker in known ? history : refuse()),
  };
}

describe('two providers', () => {
  it('use the second for tickers that the first does not have, and name the source', async () => {
    const both = withFallback(provider('first', { A: 1 }), provider('second', { A: 9, B: 2 }));
    const quotes = await both.quotes(['A', 'B', 'C']);
    expect([...quotes.values()]).toMatchObject([
      { ticker: 'A', price: 1 },
      { ticker: 'B', price: 2, source: 'second' },
    ]);
    expect(quotes.get('A')).not.toHaveProperty('source');
    expect(both.batchSize).toBe(100);
    expect(await both.history('A', '2026-01-01')).toEqual(history);
    expect(await both.history('B', '2026-01-01')).toEqual({ ...history, source: 'second' });
    await expect(both.history('C', '2026-01-01')).rejects.toThrow('first');
  });

  it('request the second in as many batches as needed, and keep the prices before its limit', async () => {
    const asked: string[][] = [];
    const one: PriceProvider = {
      ...provider('second', {}),
      batchSize: 1,
      quotes: async (tickers) => {
        asked.push([...tickers]);
        if (asked.length > 2) throw new PriceError('rate_limited', 'limit');
        return new Map(tickers.map((ticker) => [ticker, { ticker, price: 1, currency: 'USD', asOf }]));
      },
    };
    const both = withFallback(provider('first', down), one);
    expect([...(await both.quotes(['A', 'B', 'C', 'D'])).keys()]).toEqual(['A', 'B']);
    expect(asked).toEqual([['A'], ['B'], ['C']]);
    await expect(both.quotes(['A'])).rejects.toBe(down);
  });

  it('continue with one if the other fails, and report the first error if both do', async () => {
    const second = provider('second', { A: 2 });
    expect((await withFallback(provider('first', down), second).quotes(['A'])).get('A')?.price).toBe(2);
    expect((await withFallback(second, provider('other', down)).quotes(['A', 'B'])).size).toBe(1);
    const other = new PriceError('refused', 'other');
    await expect(withFallback(provider('first', down), provider('o', other)).quotes(['A'])).rejects.toBe(down);
  });
});
