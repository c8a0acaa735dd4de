/**
 * Splits as real providers report them, end to end: provider, stored splits and closing prices, and the displayed gain.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordMarket } from '~/server/features/track-record/record-market';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { dayMs, utcDay } from '~/shared/utc-day';
import { closesFor } from './prices.service';

const world = createPriceWorld();
const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));
/** Twelve days up to yesterday, with prices `before` and `after` the split of the day before yesterday. */
const closesOf = (before: number, after = before) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, index) => [day(12 - index), index < 10 ? before : after]));
const split = (before: number, numerator = 4) => ({ day: day(before), numerator, denominator: 1 });

/** Bought at 80.00 twelve days ago, priced at 100.00, with history read until `daysAgo`. */
async function pricesUntil(daysAgo: number, price: number): Promise<void> {
  const { deps, upstream, admin } = world;
  upstream.quotes.set('TSLA', { price, time: Math.floor(Date.now() / 1000) - daysAgo * 86_400 });
  upstream.quotes.set('SPY', { price: 500 });
  upstream.histories.set('SPY', { closes: closesOf(500) });
  upstream.histories.set('TSLA', { closes: closesOf(price) });
  await admin.call.positions.add({
    name: 'Tesla',
    ticker: 'TSLA',
    avgEntryPrice: String(price * 0.8),
    purchaseDate: `${day(12)}T15:00:00.000Z`,
  });
  await world.read('TSLA');
  await deps.db.sql`DELETE FROM stock_daily_closes WHERE day > ${day(daysAgo)}::date`;
  await deps.db.sql`UPDATE stock_daily_closes SET splits_through = ${day(daysAgo)}::date`;
  await deps.db.sql`UPDATE price_feeds SET history_through = ${day(daysAgo)}::date`;
}

async function tell(price: number, closes: Record<string, number>, splits: ReturnType<typeof split>[]): Promise<void> {
  world.upstream.quotes.set('TSLA', { price, time: Math.floor(Date.now() / 1000) - 30 });
  world.upstream.histories.set('TSLA', { closes, splits });
  await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(3)}::date WHERE ticker = 'TSLA'`;
  await world.later();
  await world.read('TSLA');
  world.deps.prices.requestHistory({ hasNewPositions: true });
  await world.settled();
}

/** The new ticker has a latest price, but its history has not been read yet. */
async function renameTo(to: string, price: number, splits: ReturnType<typeof split>[]): Promise<void> {
  world.upstream.quotes.set(to, { price, time: Math.floor(Date.now() / 1000) - 30 });
  await world.admin.call.positions.renameTicker({ ticker: 'TSLA', to, reason: 'New name' });
  await world.settled();
  world.upstream.histories.set(to, { closes: closesOf(price), splits });
  await world.read(to);
}

const shown = async () => {
  const [position] = (await world.admin.call.positions.list()).open;
  return { gain: position?.gainsPercent, factor: position?.splitFactor, reported: position?.reportedSplit };
};

describe('a split', { tags: 'once' }, () => {
  it('that closing prices confirm counts, and counts once if it moves by a day', async () => {
    await pricesUntil(3, 400);
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: undefined });
    await tell(100, closesOf(100), [split(2)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
    await tell(100, closesOf(100), [split(1)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
    await tell(100, closesOf(100), [split(2), split(1)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
  });

  it('that is not confirmed is shown but does not count, and is removed when it is no longer reported', async () => {
    await pricesUntil(3, 100);
    await tell(100, closesOf(100), [split(2, 10)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: split(2, 10) });
    expect((await closesFor(world.deps, ['TSLA'], day(12))).get('TSLA')?.every(({ close }) => close === '100.00')).toBe(
      true,
    );
    await tell(100, closesOf(100), []);
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: undefined });
  });

  it('does not change the gain of a purchase after it while the latest price is from before it', async () => {
    await pricesUntil(3, 400);
    await tell(100, closesOf(100), [split(2)]);
    const { db } = world.deps;
    await world.admin.call.positions.add({
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '100',
      purchaseDate: `${day(2)}T15:00:00.000Z`,
    });
    await db.sql`DELETE FROM stock_daily_closes WHERE day > ${day(3)}::date`;
    await db.sql`UPDATE stock_price_cache SET latest_price = 400, market_time = ${`${day(3)}T15:00:00Z`}::timestamptz`;
    const gains = async () =>
      (await world.admin.call.positions.list()).open
        .map(({ gainsPercent, splitFactor, reportedSplit }) => [gainsPercent, splitFactor, reportedSplit])
        .sort();
    expect(await gains()).toEqual([
      ['0.00', undefined, undefined],
      ['25.00', undefined, undefined],
    ]);
    await db.sql`UPDATE stock_splits SET state = 'reported'`;
    expect((await gains()).map(([, , reported]) => reported)).toEqual([split(2), split(2)]);
  });

  it('that an administrator confirmed counts once if it moves by a day, and the ledger has the decision', async () => {
    await pricesUntil(3, 400);
    await tell(400, closesOf(400), [split(2)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: split(2) });
    const decision = { ticker: 'TSLA', decision: 'confirmed', reason: 'Announced' } as const;
    await world.admin.call.positions.decideSplit({ ...decision, day: day(2) });
    expect(await shown()).toMatchObject({ gain: '400.00', factor: '4/1' });
    // The closing prices confirm it on its new day. The old quote, which lacks it, stays until then.
    await tell(400, closesOf(100), [split(1)]);
    expect(await shown()).toEqual({ gain: '400.00', factor: '4/1', reported: undefined });
    await recordMarket(world.deps);
    const { entries } = await world.admin.call.trackRecord.ledger();
    const recorded = entries.filter(({ kind }) => kind === 'split').map(({ body }) => JSON.parse(body));
    expect(recorded.slice(-2)).toMatchObject([
      { facts: { ...split(2), state: 'superseded' } },
      { facts: { ...split(1), state: 'confirmed', by: 'an administrator' }, reason: 'Announced' },
    ]);
    const count = entries.length;
    await recordMarket(world.deps);
    expect((await world.admin.call.trackRecord.ledger()).entries).toHaveLength(count);
  });

  it('that an administrator overruled because of its day counts on its right day', async () => {
    await pricesUntil(4, 400);
    await tell(400, closesOf(400), [split(3)]);
    const decision = { ticker: 'TSLA', decision: 'overruled', reason: 'It is a day later' } as const;
    await world.admin.call.positions.decideSplit({ ...decision, day: day(3) });
    // Yesterday is not over in New York during the first hours of a day in UTC.
    await tell(100, closesOf(100), [split(2)]);
    expect(await shown()).toMatchObject({ factor: '4/1', reported: undefined });
  });

  it('counts for the new ticker of a renamed stock before its history is read, and then once', async () => {
    await pricesUntil(3, 400);
    await tell(100, closesOf(100), [split(2)]);
    await renameTo('TSLX', 100, [split(2)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
    world.deps.prices.requestHistory({ hasNewPositions: true });
    await world.settled();
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
  });

  it('that an administrator overruled stays overruled when the stock is renamed, and the ledger has it', async () => {
    await pricesUntil(3, 100);
    await tell(100, closesOf(100), [split(2, 10)]);
    const decision = { ticker: 'TSLA', decision: 'overruled', reason: 'It never happened' } as const;
    await world.admin.call.positions.decideSplit({ ...decision, day: day(2) });
    await renameTo('TSLX', 100, [split(2, 10)]);
    world.deps.prices.requestHistory({ hasNewPositions: true });
    await world.settled();
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: undefined });
    await recordMarket(world.deps);
    const { entries } = await world.admin.call.trackRecord.ledger();
    expect(entries.map(({ body }) => JSON.parse(body))).toContainEqual(
      expect.objectContaining({
        facts: expect.objectContaining({ ticker: 'TSLX', day: day(2), state: 'overruled' }),
        reason: 'It never happened',
      }),
    );
  });

  it('of a wrong ticker does not count for positions that have the right one already', async () => {
    const { admin, upstream } = world;
    upstream.quotes.set('TSLX', { price: 100 });
    upstream.histories.set('TSLX', { closes: closesOf(100) });
    await world.hold('TSLX', day(12));
    await pricesUntil(3, 400);
    await tell(100, closesOf(100), [split(2)]);
    await world.read('TSLX');
    await admin.call.positions.renameTicker({ ticker: 'TSLA', to: 'TSLX', reason: 'Wrong ticker' });
    const { open } = await admin.call.positions.list();
    expect(open.map(({ ticker, splitFactor }) => [ticker, splitFactor])).toEqual([
      ['TSLX', undefined],
      ['TSLX', undefined],
    ]);
  });

  describe('of yesterday that is read in the first half hour of a day', () => {
    const today = utcDay(new Date());
    const setClock = (time: string, daysLater = 0) =>
      vi.setSystemTime(Date.parse(`${today}T${time}:00Z`) + daysLater * dayMs);
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());
    const closes = async () => {
      const known = (await closesFor(world.deps, ['TSLA'], day(20))).get('TSLA') ?? [];
      return [...new Set(known.map(({ close }) => close))];
    };

    it('counts after three days if that was the first reading', async () => {
      setClock('00:10');
      await world.admin.call.positions.add({
        name: 'Tesla',
        ticker: 'TSLA',
        avgEntryPrice: '800.00',
        purchaseDate: `${day(8)}T15:00:00.000Z`,
      });
      await world.settled();
      const reported = split(1, 10);
      await tell(100, closesOf(100), [reported]);
      expect(await closes()).toEqual([]);
      expect(await shown()).toMatchObject({ factor: undefined, reported });
      const [feed] = await world.deps.db.sql<{ seconds: number }>`
        SELECT extract(epoch FROM next_history_at - now())::float8 AS seconds FROM price_feeds WHERE ticker = 'TSLA'`;
      expect(feed?.seconds).toBeLessThanOrEqual(20 * 60);
      setClock('00:31');
      await tell(100, closesOf(100), [reported]);
      expect(await closes()).toEqual(['100.00']);
      setClock('00:31', 4);
      await tell(100, closesOf(100), [reported]);
      expect(await shown()).toEqual({ gain: '25.00', factor: '10/1', reported: undefined });
      expect(await closes()).toEqual(['100.00']);
    });

    it('is not applied twice to closing prices that include it, if all of them are read again', async () => {
      setClock('15:00', -1);
      await pricesUntil(1, 1000);
      await tell(100, closesOf(100), [split(0, 10)]);
      setClock('00:10');
      await world.hold('TSLA', day(20));
      await world.settled();
      await tell(100, closesOf(100), [split(1, 10)]);
      expect(await closes()).toEqual(['100.00']);
      setClock('00:31');
      await tell(100, closesOf(100), [split(1, 10)]);
      expect(await closes()).toEqual(['100.00']);
    });
  });

  it('that is reported late holds the price back until then', async () => {
    await pricesUntil(3, 400);
    await tell(100, closesOf(400, 100), []);
    expect(await shown()).toEqual({ gain: '25.00', factor: undefined, reported: undefined });
    const { problems } = await world.admin.call.positions.priceHealth();
    expect(problems.map(({ words }) => words).join()).toMatch(/like a 4:1 split, but no split is reported/);
    await tell(100, closesOf(100), [split(2)]);
    expect(await shown()).toEqual({ gain: '25.00', factor: '4/1', reported: undefined });
  });
});

it('one empty response keeps prices, and is retried within minutes', async () => {
  await pricesUntil(3, 400);
  world.upstream.quotes.clear();
  await world.later();
  await world.read('TSLA');
  expect(await shown()).toMatchObject({ gain: '25.00' });
  const [feed] = await world.deps.db.sql<{ seconds: number }>`
    SELECT extract(epoch FROM next_quote_at - now())::float8 AS seconds FROM price_feeds WHERE ticker = 'TSLA'`;
  expect(feed?.seconds).toBeLessThanOrEqual(900);
});
