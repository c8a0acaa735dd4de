import { describe, expect, it } from 'vitest';
import { until } from '~/server/testing/until';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { callerFor, signUp } from '~/server/testing/worlds/test-server';
import { dayMs, utcDay } from '~/shared/utc-day';
import { saveHistory } from './history-store';
import { readPriceHealth } from './price-health';
import { dueHistories } from './price-store';
import { closesFor, reportedSplitsFor, splitsFor } from './prices.service';

const world = createPriceWorld();

describe('the price history', () => {
  const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));

  it('is read at once for a ticker added right after a check, so that its splits count', async () => {
    const closes = Object.fromEntries(Array.from({ length: 40 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'NVDA', 'SPY']) {
      world.upstream.quotes.set(ticker, { price: 100 });
      world.upstream.histories.set(ticker, { closes });
    }
    await world.hold('TSLA', day(20));
    await world.read('TSLA');
    const splits = [{ day: day(5), numerator: 11, denominator: 10 }];
    world.upstream.histories.set('NVDA', { closes, splits });
    await world.hold('NVDA', day(20));
    await world.read('NVDA');
    expect((await splitsFor(world.deps, ['NVDA'])).get('NVDA')).toEqual(splits);
  });

  it('is read at once for a new position whose price was already shown', async () => {
    const closes = Object.fromEntries(Array.from({ length: 40 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'SPY']) {
      world.upstream.quotes.set(ticker, { price: 100 });
      world.upstream.histories.set(ticker, { closes });
    }
    await world.read('TSLA');
    const admin = await signUp(world.deps, { isAdmin: true });
    const position = {
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '100.00',
      purchaseDate: `${day(20)}T00:00:00.000Z`,
    };
    await admin.call.positions.add(position);
    await world.settled();
    expect(await world.deps.db.stockDailyClose.count({ where: { ticker: 'TSLA' } })).toBeGreaterThan(20);
  });

  it('is read for all other tickers if that of some can never be stored', async () => {
    const { db } = world.deps;
    const closes = Object.fromEntries(Array.from({ length: 40 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['AAA', 'BBB', 'TSLA', 'SPY']) {
      world.upstream.quotes.set(ticker, { price: 100 });
      world.upstream.histories.set(ticker, { closes });
      if (ticker !== 'SPY') await world.hold(ticker, day(20));
    }
    await db.$executeRaw`ALTER TABLE stock_daily_closes ADD CONSTRAINT none_of_two CHECK (ticker NOT IN ('AAA', 'BBB')) NOT VALID`;
    try {
      await world.read('TSLA');
      await world.deps.prices.requestHistory();
      await world.settled();
    } finally {
      await db.$executeRaw`ALTER TABLE stock_daily_closes DROP CONSTRAINT none_of_two`;
    }
    expect([...(await closesFor(world.deps, ['AAA', 'BBB', 'TSLA', 'SPY'], day(20))).keys()].sort()).toEqual([
      'SPY',
      'TSLA',
    ]);
    const problems = (await readPriceHealth(world.deps)).problems.map(({ ticker, code }) => `${ticker} ${code}`);
    expect(problems.sort()).toEqual(['AAA history_not_stored', 'BBB history_not_stored']);
  });

  it('is read again at once if a new position begins earlier, but not again and again if that fails', async () => {
    const closes = Object.fromEntries(Array.from({ length: 60 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'SPY']) {
      world.upstream.quotes.set(ticker, { price: 100 });
      world.upstream.histories.set(ticker, { closes });
    }
    await world.hold('TSLA', day(20));
    await world.read('TSLA');
    const firstDays = async () => {
      await world.deps.prices.requestHistory();
      await world.settled();
      const known = await closesFor(world.deps, ['TSLA', 'SPY'], day(60));
      return ['TSLA', 'SPY'].map((ticker) => known.get(ticker)?.[0]?.day);
    };
    expect(await firstDays()).toEqual([day(27), day(27)]);
    await world.hold('TSLA', day(40));
    expect(await firstDays()).toEqual([day(47), day(47)]);

    world.upstream.faults.set('chart', { kind: 'body', body: '{}' });
    await world.hold('TSLA', day(50));
    await firstDays();
    const count = world.upstream.count('chart');
    expect(await firstDays()).toEqual([day(47), day(47)]);
    expect(world.upstream.count('chart')).toBe(count);
  });

  it('is read from the first purchase on, for the portfolio and the benchmark, then only new days', async () => {
    const closes = Object.fromEntries(Array.from({ length: 60 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'NVDA', 'SPY', 'OTHER']) {
      world.upstream.quotes.set(ticker, { price: 100 });
      world.upstream.histories.set(ticker, { closes });
    }
    await world.hold('TSLA', day(40));
    await world.hold('NVDA', day(20));
    await world.read('TSLA', 'NVDA', 'OTHER');
    const asked = world.upstream.requests.filter(({ path }) => path === 'chart');
    expect(asked.map(({ symbols }) => symbols[0]).sort()).toEqual(['NVDA', 'SPY', 'TSLA']);
    for (const { query } of asked) expect(Number(query.get('period1')) * 1000).toBe(Date.parse(day(47)));
    const known = await closesFor(world.deps, ['TSLA', 'SPY'], day(40));
    // The newest day may not be final yet.
    expect(known.get('TSLA')?.length).toBeGreaterThanOrEqual(39);
    expect(known.get('SPY')?.at(0)).toEqual({ day: day(40), close: '140.00' });

    await world.deps.db.sql`UPDATE price_feeds SET history_through = history_through - 3`;
    world.forget();
    await world.later();
    await world.read('TSLA');
    const again = world.upstream.requests.filter(({ path }) => path === 'chart');
    expect(again).toHaveLength(3);
    for (const { query } of again) expect(Number(query.get('period1')) * 1000).toBeGreaterThan(Date.parse(day(17)));

    await world.hold('TSLA', day(50));
    world.forget();
    await world.later();
    await closesFor(world.deps, ['TSLA'], day(50));
    await world.settled();
    expect(world.upstream.count('chart')).toBe(3);
    expect((await closesFor(world.deps, ['TSLA'], day(50))).get('TSLA')?.[0]?.day).toBe(day(50));
  });

  it('is adjusted for a split only once its closing prices show it', async () => {
    await world.hold('TSLA', day(6));
    const old = { [day(6)]: 900, [day(5)]: 903, [day(4)]: 906 };
    world.upstream.histories.set('TSLA', { closes: old });
    await world.deps.prices.requestHistory();
    await world.settled();
    expect((await closesFor(world.deps, ['TSLA'], day(6))).get('TSLA')?.map(({ close }) => close)).toEqual([
      '900.00',
      '903.00',
      '906.00',
    ]);
    // On the day itself, the split is reported but not yet included in the closing prices.
    const splits = [{ day: day(3), numerator: 3, denominator: 1 }];
    world.upstream.histories.set('TSLA', { closes: old, splits });
    await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(4)}::date`;
    await world.deps.db.sql`UPDATE stock_daily_closes SET splits_through = ${day(4)}::date`;
    await world.later();
    await world.deps.prices.requestHistory();
    await world.settled();
    const adjusted = ['300.00', '301.00', '302.00'];
    const closes = async () => (await closesFor(world.deps, ['TSLA'], day(6))).get('TSLA')?.map(({ close }) => close);
    expect(await closes()).toEqual(['900.00', '903.00', '906.00']);
    expect((await splitsFor(world.deps, ['TSLA'])).get('TSLA')).toBeUndefined();
    expect((await reportedSplitsFor(world.deps, ['TSLA'])).get('TSLA')).toEqual(splits);
    const problems = Object.fromEntries(
      (await readPriceHealth(world.deps)).problems.map(({ ticker, code }) => [ticker, code]),
    );
    expect(problems).toEqual({ TSLA: 'history_split_pending', SPY: 'history_unknown_ticker' });
    // Later it is included.
    world.upstream.histories.set('TSLA', {
      closes: { [day(6)]: 300, [day(5)]: 301, [day(4)]: 302, [day(3)]: 303, [day(2)]: 304 },
      splits,
    });
    await world.later();
    await world.deps.prices.requestHistory();
    await world.settled();
    expect(await closes()).toEqual([...adjusted, '303.00', '304.00']);
    expect((await splitsFor(world.deps, ['TSLA'])).get('TSLA')).toEqual(splits);
    expect((await readPriceHealth(world.deps)).problems.map(({ ticker }) => ticker)).toEqual(['SPY']);
  });

  it('stores no wrong newest closing price, and removes one that is stored', async () => {
    await world.hold('TSLA', day(6));
    await world.settled();
    const stored = async () =>
      (await world.deps.db.stockDailyClose.findMany({ where: { ticker: 'TSLA' }, orderBy: { day: 'asc' } })).map(
        ({ close }) => Number(close),
      );
    const report = async (closes: Record<string, number>) => {
      world.upstream.histories.set('TSLA', { closes });
      await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(5)}::date`;
      await world.later();
      world.deps.prices.requestHistory({ hasNewPositions: true });
      await world.settled();
    };
    await report({ [day(5)]: 250, [day(4)]: 251, [day(3)]: 2.5 });
    expect(await stored()).toEqual([250, 251]);
    await report({ [day(5)]: 250, [day(4)]: 251, [day(3)]: 2.5, [day(2)]: 252 });
    expect(await stored()).toEqual([250, 251, 252]);
    // Earlier versions stored it while it was the newest.
    const wrong = { ticker: 'TSLA', day: new Date(`${day(3)}T00:00:00Z`), close: '2.5' };
    await world.deps.db.stockDailyClose.create({ data: { ...wrong, splitsThrough: wrong.day } });
    await report({ [day(5)]: 250, [day(4)]: 251, [day(3)]: 2.5, [day(2)]: 252 });
    expect(await stored()).toEqual([250, 251, 252]);
    // One stored before is correct if the provider's is the outlier now.
    await report({ [day(5)]: 250, [day(4)]: 2510, [day(3)]: 251, [day(2)]: 252 });
    expect(await stored()).toEqual([250, 251, 251, 252]);
  });

  it('changes figures and published prices at once if a closing price is corrected on a day that was read', async () => {
    const { deps, admin } = world;
    const closes = Object.fromEntries(Array.from({ length: 20 }, (_, before) => [day(before), 100]));
    for (const ticker of ['TSLA', 'SPY']) world.upstream.histories.set(ticker, { closes });
    await world.hold('TSLA', day(10));
    await world.settled();
    const shown = async () => [
      (await admin.call.positions.performance()).points,
      (await callerFor(deps, null).trackRecord.closes()).closes,
    ];
    const before = await shown();
    const { historyThrough } = await deps.db.priceFeed.findUniqueOrThrow({ where: { ticker: 'TSLA' } });
    const closed = { day: day(3), close: 110 };
    const reading = { closes: [{ ...closed, close: '110' }], rawCloses: [closed], currency: 'USD', splits: [] };
    const range = { first: day(5), from: day(5), through: utcDay(historyThrough as Date) };
    await saveHistory(deps.db, { ticker: 'TSLA', source: 'a test', ...range, ...reading });
    const after = await shown();
    for (const [index, part] of after.entries()) expect(part).not.toEqual(before[index]);
  });

  it('is paused with its provider for a while, which is logged once', async () => {
    await world.hold('TSLA', day(6));
    // Adding the position requests its history too.
    await world.settled();
    world.forget();
    world.upstream.faults.set('chart', { kind: 'status', status: 500 });
    const lines: string[] = [];
    await world.later({ onLog: (line) => lines.push(line) });
    const reports = () => lines.filter((line) => line.includes('price provider unavailable'));
    const read = async () => {
      await closesFor(world.deps, ['TSLA'], day(6));
      await world.settled();
      return reports().length > 0;
    };
    await until(read);
    for (let reader = 0; reader < 5; reader++) await read();
    expect(world.upstream.count('chart')).toBeLessThanOrEqual(2);
    expect(reports()).toHaveLength(1);
    expect((await readPriceHealth(world.deps)).problems[0]).toMatchObject({ code: 'history_unavailable' });
    world.upstream.faults.clear();
    for (const ticker of ['TSLA', 'SPY']) world.upstream.histories.set(ticker, { closes: { [day(5)]: 100 } });
    await world.later();
    await closesFor(world.deps, ['TSLA'], day(6));
    await world.settled();
    expect((await closesFor(world.deps, ['TSLA'], day(6))).get('TSLA')).toHaveLength(1);
    expect((await readPriceHealth(world.deps)).problems).toEqual([]);
  });

  it('is read for a deleted position until the closing price that ends it in the track record is known', async () => {
    const closes = Object.fromEntries(Array.from({ length: 12 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['GONE', 'SPY']) world.upstream.histories.set(ticker, { closes });
    const admin = await signUp(world.deps, { isAdmin: true });
    const gone = { name: 'Gone', ticker: 'GONE', avgEntryPrice: '1.00', purchaseDate: `${day(5)}T00:00:00.000Z` };
    const { id } = await admin.call.positions.add(gone);
    await admin.call.positions.delete({ id });
    await world.settled();
    const asked = () => world.upstream.requests.filter(({ path }) => path === 'chart').map(({ symbols }) => symbols[0]);
    expect(asked()).toContain('GONE');
    world.forget();
    await world.deps.db.sql`UPDATE price_feeds SET history_through = current_date + 7`;
    await world.later();
    await closesFor(world.deps, ['GONE'], day(5));
    await world.settled();
    expect(asked()).not.toContain('GONE');
  });

  it('is read for a position that was deleted while the server was down for two months', async () => {
    const { sql } = world.deps.db;
    const body = JSON.stringify({ kind: 'deleted', position: { ticker: 'LATE' } });
    await sql`
      INSERT INTO ledger_events (seq, at, kind, body, previous_hash, hash)
      SELECT coalesce(max(seq), 0) + 1, now() - interval '60 days', 'deleted', ${body}, '', 'late' FROM ledger_events`;
    const due = await dueHistories(world.deps.db, { benchmarks: [], through: day(1), limit: 10 });
    expect(due.map(({ ticker }) => ticker)).toContain('LATE');
  });
});
