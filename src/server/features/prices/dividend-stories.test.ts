/** Dividends as reported by a provider, end to end: what is stored, the gain, and the total return next to it. */

import { describe, expect, it } from 'vitest';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { dayMs, utcDay } from '~/shared/utc-day';

const world = createPriceWorld();
const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));
const closesOf = (price: number) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, index) => [day(30 - index), price]));

/** Bought at 80.00 twenty days ago, with a price of 100.00 now. */
async function hold(dividends: { day: string; amount: number }[], pricedDaysAgo = 0): Promise<void> {
  const { upstream, admin } = world;
  upstream.quotes.set('TSLA', { price: 100, time: Math.floor(Date.now() / 1000) - 30 - pricedDaysAgo * 86_400 });
  upstream.quotes.set('SPY', { price: 500 });
  upstream.histories.set('SPY', { closes: closesOf(500), dividends: [{ day: day(5), amount: 5 }] });
  upstream.histories.set('TSLA', { closes: closesOf(100), dividends });
  await admin.call.positions.add({
    name: 'Tesla',
    ticker: 'TSLA',
    avgEntryPrice: '80',
    purchaseDate: `${day(20)}T15:00:00.000Z`,
  });
  await world.read('TSLA');
}

async function tell(dividends: { day: string; amount: number }[], more: object = {}): Promise<void> {
  world.upstream.histories.set('TSLA', { closes: closesOf(100), dividends, ...more });
  await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(3)}::date WHERE ticker = 'TSLA'`;
  await world.later();
  await world.read('TSLA');
  world.deps.prices.requestHistory({ hasNewPositions: true });
  await world.settled();
}

const shown = async () => {
  const [position] = (await world.admin.call.positions.list()).open;
  return [position?.gainsPercent, position?.totalGainsPercent];
};

describe('a dividend', { tags: 'once' }, () => {
  it('of a day after the purchase counts in the total return, next to the gain', async () => {
    await hold([
      { day: day(25), amount: 7 },
      { day: day(20), amount: 7 },
      { day: day(10), amount: 2 },
      { day: day(5), amount: 3 },
    ]);
    // 1.25 × 1.02 × 1.03
    expect(await shown()).toEqual(['25.00', '31.33']);
    const [{ id = '' } = {}] = (await world.admin.call.positions.list()).open;
    const { gain, totalReturn } = await world.admin.call.positions.receipt({ id });
    expect(gain.gainsPercent).toBe('25.00');
    expect(totalReturn).toMatchObject({
      totalGainsPercent: '31.33',
      dividends: [
        { day: day(10), amount: '2.00', closeDay: day(10), close: '100.00', source: 'Yahoo Finance' },
        { day: day(5), amount: '3.00', closeDay: day(5), close: '100.00', source: 'Yahoo Finance' },
      ],
    });
    const performance = await world.admin.call.positions.performance();
    expect(performance.points.at(-1)).toMatchObject({ book: '125.00', benchmark: '100.00' });
    expect(performance).toMatchObject({ totalReturnPercent: '31.33', benchmarkTotalReturnPercent: '1.00' });
  });

  it('is absent from a gain without any', async () => {
    await hold([{ day: day(25), amount: 7 }]);
    expect(await shown()).toEqual(['25.00', undefined]);
    const [{ id = '' } = {}] = (await world.admin.call.positions.list()).open;
    expect(await world.admin.call.positions.receipt({ id })).not.toHaveProperty('totalReturn');
  });

  it('counts once if it is reported again, on another day or with another amount', async () => {
    await hold([{ day: day(5), amount: 2 }]);
    expect(await shown()).toEqual(['25.00', '27.50']);
    await tell([{ day: day(5), amount: 2 }]);
    expect(await shown()).toEqual(['25.00', '27.50']);
    await tell([{ day: day(4), amount: 2 }]);
    expect(await shown()).toEqual(['25.00', '27.50']);
    await tell([{ day: day(4), amount: 4 }]);
    expect(await shown()).toEqual(['25.00', '30.00']);
    await tell([]);
    expect(await shown()).toEqual(['25.00', undefined]);
    expect((await world.admin.call.positions.priceReview()).dividends.map(({ state }) => state)).toEqual([
      'withdrawn',
      'withdrawn',
    ]);
  });

  it('is worth the same after a confirmed split', async () => {
    await hold([{ day: day(8), amount: 2 }], 3);
    const before = await shown();
    expect(before).toEqual(['25.00', '27.50']);
    world.upstream.quotes.set('TSLA', { price: 25, time: Math.floor(Date.now() / 1000) - 20 });
    await tell([{ day: day(8), amount: 0.5 }], {
      closes: closesOf(25),
      splits: [{ day: day(2), numerator: 4, denominator: 1 }],
    });
    expect(await shown()).toEqual(before);
  });

  it('with rejected closing prices is not stored', async () => {
    await hold([]);
    await tell([{ day: day(5), amount: 2 }], { currency: 'EUR' });
    expect((await world.admin.call.positions.priceReview()).dividends).toEqual([]);
  });
});
