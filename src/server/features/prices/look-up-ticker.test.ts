import { describe, expect, it } from 'vitest';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { signUp } from '~/server/testing/worlds/test-server';
import { dayMs, utcDay } from '~/shared/utc-day';

const world = createPriceWorld();
const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));
const lookUp = async (ticker: string, on?: string) => {
  const admin = await signUp(world.deps, { isAdmin: true });
  return admin.call.positions.lookup({ ticker, day: on });
};

describe('looking up a ticker', () => {
  it('returns its description and price, and stores nothing', async () => {
    world.upstream.quotes.set('TSLA', { price: 250.1, name: 'Tesla, Inc.' });
    expect(await lookUp('tsla')).toMatchObject({
      ticker: 'TSLA',
      state: 'known',
      name: 'Tesla, Inc.',
      exchange: 'NasdaqGS',
      currency: 'USD',
      price: '250.10',
    });
    expect(await world.deps.db.stockPriceCache.count({ where: { ticker: 'TSLA' } })).toBe(0);
  });

  it('returns the closing price of a past day as traded then, before later splits', async () => {
    world.upstream.quotes.set('NVDA', { price: 141.95 });
    const closes = { [day(9)]: 118, [day(8)]: 120, [day(2)]: 125 };
    world.upstream.histories.set('NVDA', { closes, splits: [{ day: day(4), numerator: 10, denominator: 1 }] });
    expect((await lookUp('NVDA', day(7))).dayClose).toEqual({ day: day(8), price: '1200.00' });
    expect((await lookUp('NVDA', day(2))).dayClose).toEqual({ day: day(2), price: '125.00' });
    expect(await lookUp('NVDA', day(0))).not.toHaveProperty('dayClose');
  });

  it('reports unknown tickers, and those in another currency', async () => {
    expect(await lookUp('NOPE')).toEqual({ ticker: 'NOPE', state: 'unknown' });
    world.upstream.quotes.set('SAP.DE', { price: 180, currency: 'EUR' });
    world.upstream.histories.set('SAP.DE', { closes: { [day(6)]: 175.5 }, currency: 'EUR' });
    const dayClose = { day: day(6), price: '175.50' };
    expect(await lookUp('SAP.DE', day(5))).toMatchObject({ state: 'known', currency: 'EUR', dayClose });
    // A closing price in another currency can't be compared with the price.
    world.upstream.histories.set('SAP.DE', { closes: { [day(6)]: 175.5 }, currency: 'USD' });
    expect(await lookUp('SAP.DE', day(5))).not.toHaveProperty('dayClose');
  });

  it('does not fail if the provider does', async () => {
    world.upstream.faults.set('quote', { kind: 'status', status: 500 });
    expect(await lookUp('TSLA')).toEqual({ ticker: 'TSLA', state: 'unavailable' });
    world.upstream.faults.clear();
  });
});
