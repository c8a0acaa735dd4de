import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMarket } from '~/server/features/track-record/record-market';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkChain } from '~/shared/ledger-chain';
import { replay } from '~/shared/ledger-replay';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const today = utcDay(new Date());
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const splitDay = addDays(today, -3);
const split = { day: splitDay, numerator: 10, denominator: 1 };

async function lastEntry() {
  const { entries } = await admin.call.trackRecord.ledger();
  expect(checkChain(entries).brokenAt).toBeNull();
  expect(replay(entries).oddities).toEqual([]);
  return JSON.parse(entries.at(-1)?.body ?? 'null');
}

describe("a split that prices don't confirm", () => {
  beforeAll(async () => {
    const { db } = server.deps;
    await admin.call.positions.add({
      name: 'A',
      ticker: 'A',
      avgEntryPrice: '80',
      purchaseDate: `${addDays(today, -9)}T00:00:00.000Z`,
    });
    await db.stockSplit.create({
      data: { ...split, ticker: 'A', day: dateOf(splitDay), source: 't', state: 'reported' },
    });
    const closes = [-8, -4, -2, 1, 2].flatMap((days) =>
      ['A', 'SPY'].map((ticker) => ({ ticker, day: addDays(today, days) })),
    );
    await db.stockDailyClose.createMany({
      data: closes.map(({ ticker, day }) => ({
        ticker,
        day: dateOf(day),
        close: '100',
        splitsThrough: dateOf(day < splitDay ? addDays(splitDay, -1) : today),
      })),
    });
  });

  const position = async () => (await admin.call.positions.list()).open[0];
  const verified = async () => (await admin.call.trackRecord.summary()).verified;

  it('is shown but not counted until an administrator confirms it, which changes no closing price', async () => {
    expect(await position()).toMatchObject({ gainsPercent: '25.00', reportedSplit: split });
    expect((await admin.call.positions.priceReview()).splits).toMatchObject([{ ...split, state: 'reported' }]);
    const before = await verified();
    const prices = await admin.call.trackRecord.closes();
    await admin.call.positions.decideSplit({ ticker: 'A', day: splitDay, decision: 'confirmed', reason: 'Announced' });
    expect(await position()).toMatchObject({ gainsPercent: '1150.00', splitFactor: '10/1' });
    expect(await position()).not.toHaveProperty('reportedSplit');
    expect(await verified()).toEqual(before);
    expect((await admin.call.trackRecord.closes()).closes).toEqual(prices.closes);
    expect(await lastEntry()).toMatchObject({
      kind: 'split',
      reason: 'Announced',
      facts: { ticker: 'A', ...split, state: 'confirmed', by: 'an administrator' },
    });
  });

  it('can be overruled permanently, with a reason', async () => {
    const before = await verified();
    await admin.call.positions.decideSplit({ ticker: 'A', day: splitDay, decision: 'overruled', reason: 'No split' });
    expect(await position()).toMatchObject({ gainsPercent: '25.00' });
    expect(await verified()).toEqual(before);
    expect(await lastEntry()).toMatchObject({ facts: { state: 'overruled' }, reason: 'No split' });
    await expect(
      admin.call.positions.decideSplit({ ticker: 'B', day: splitDay, decision: 'confirmed', reason: 'x' }),
    ).rejects.toThrow('Split not found');
  });

  it('is recorded in the ledger automatically once prices confirm it', async () => {
    const day = addDays(today, -2);
    await server.deps.db.stockSplit.create({
      data: { ticker: 'A', day: dateOf(day), numerator: 2, denominator: 1, source: 'Test', evidence: 'closes' },
    });
    const splits = async () => {
      await recordMarket(server.deps);
      const { entries } = await admin.call.trackRecord.ledger();
      return entries.filter(({ kind }) => kind === 'split').map(({ body }) => JSON.parse(body).facts);
    };
    expect((await splits()).at(-1)).toMatchObject({ day, state: 'confirmed', by: 'closes from Test' });
    expect(await splits()).toHaveLength(3);
    await server.deps.db.stockSplit.updateMany({ where: { day: dateOf(day) }, data: { state: 'superseded' } });
    expect((await splits()).at(-1)).toMatchObject({ day, state: 'superseded' });
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testDatabaseUrl())('can be decided while the market of the day is recorded', async () => {
    const { db } = server.deps;
    await db.stockSplit.updateMany({ where: { ticker: 'A' }, data: { ledgerState: null } });
    const holding = await openTransaction(db, (tx) => tx.$executeRaw`SELECT 1 FROM stock_splits FOR UPDATE`);
    const deciding = admin.call.positions.decideSplit({
      ticker: 'A',
      day: splitDay,
      decision: 'confirmed',
      reason: 'Announced',
    });
    await untilBlocked(db);
    const recording = recordMarket(server.deps);
    await untilBlocked(db, 2);
    await holding.commit();
    await Promise.all([deciding, recording]);
    expect(await position()).toMatchObject({ splitFactor: '10/1' });
    await lastEntry();
  });
});

describe('a price that was held back', () => {
  const held = () =>
    server.deps.db.priceFeed.create({ data: { ticker: 'H', doubtedPrice: '25.01', doubtedAt: new Date(0) } });
  const decide = (decision: 'confirmed' | 'overruled', price = '25.01') =>
    admin.call.positions.decidePrice({ ticker: 'H', price, decision, reason: 'Checked' });

  it('is shown once it is confirmed', async () => {
    await held();
    expect((await admin.call.positions.priceReview()).heldPrices).toMatchObject([{ ticker: 'H', price: '25.01' }]);
    await expect(decide('confirmed', '26')).rejects.toThrow('no longer held back');
    await decide('confirmed');
    expect(await server.deps.db.stockPriceCache.findUnique({ where: { ticker: 'H' } })).toMatchObject({
      source: 'an administrator',
    });
    expect((await admin.call.positions.priceReview()).heldPrices).toEqual([]);
    expect(await lastEntry()).toMatchObject({ kind: 'quote', facts: { ticker: 'H', price: '25.01' } });
  });

  it('is rejected for a month once it is overruled', async () => {
    await server.deps.db.priceFeed.delete({ where: { ticker: 'H' } });
    await held();
    await decide('overruled');
    const { doubtedAt } = await server.deps.db.priceFeed.findUniqueOrThrow({ where: { ticker: 'H' } });
    expect(doubtedAt?.toISOString().slice(0, 10)).toBe(addDays(today, 30));
    expect((await admin.call.positions.priceReview()).heldPrices).toEqual([]);
    await expect(decide('confirmed', '1.00')).rejects.toThrow('no longer held back');
  });

  it('is decided once, also by two administrators at the same time', async () => {
    const { db } = server.deps;
    await db.priceFeed.delete({ where: { ticker: 'H' } });
    await db.stockPriceCache.deleteMany({ where: { ticker: 'H' } });
    await held();
    await decide('overruled');
    for (const decision of ['confirmed', 'overruled'] as const)
      await expect(decide(decision)).rejects.toThrow('no longer held back');
    expect(await db.stockPriceCache.count({ where: { ticker: 'H' } })).toBe(0);

    await db.priceFeed.delete({ where: { ticker: 'H' } });
    await held();
    const decided = await Promise.allSettled([decide('overruled'), decide('confirmed')]);
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
