import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkChain } from '~/shared/ledger-chain';
import { replay } from '~/shared/ledger-replay';
import { sha256 } from '~/shared/sha256';
import { addDays } from '~/shared/trading-day';
import { dayMs, utcDay } from '~/shared/utc-day';
import { verifiedMethod } from '~/shared/verified-record';
import { recordMarket } from './record-market';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const today = () => utcDay(new Date());
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

async function record() {
  await recordMarket(server.deps);
  const { entries } = await admin.call.trackRecord.ledger();
  expect(checkChain(entries).brokenAt).toBeNull();
  expect(replay(entries).oddities).toEqual([]);
  return entries.map(({ body }) => JSON.parse(body));
}

const close = (ticker: string, day: string, price: string) => ({
  ticker,
  day: dateOf(day),
  close: price,
  splitsThrough: dateOf(day),
});

describe('market events in the ledger', () => {
  it('are empty while nothing was ever held', async () => {
    expect(await record()).toEqual([]);
  });

  it('contain the method once, and again when it changes', async () => {
    const bought = { name: 'A', ticker: 'A', avgEntryPrice: '1', purchaseDate: '2024-01-02T00:00:00.000Z' };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * dayMs });
    await admin.call.positions.add(bought);
    vi.useRealTimers();
    expect((await record()).at(-1)).toMatchObject({ kind: 'method', actor: 'system', facts: { text: verifiedMethod } });
    expect(await record()).toHaveLength(2);
  });

  it('contain the hash of the closing prices of each finished day, once', async () => {
    const yesterday = addDays(today(), -1);
    await server.deps.db.stockDailyClose.createMany({
      data: [close('A', yesterday, '2.5'), close('SPY', yesterday, '500'), close('NOTHELD', yesterday, '1')],
    });
    expect(await record(), 'the close of A may still be missing').toHaveLength(2);
    await server.deps.db.priceFeed.create({ data: { ticker: 'A', historyThrough: dateOf(yesterday) } });
    const text = `A 2.500000 ${yesterday}\nSPY 500.000000 ${yesterday}\n`;
    expect((await record()).at(-1)).toMatchObject({
      kind: 'prices',
      facts: { day: yesterday, count: 2, hash: sha256(text) },
    });
    expect(await record()).toHaveLength(3);
    expect((await admin.call.trackRecord.closes()).recordedDays).toEqual([{ day: yesterday, text }]);
  });

  it('contain each dividend once, again when it is corrected, and when it is withdrawn', async () => {
    const { stockDividend } = server.deps.db;
    const [day, where] = [dateOf(today()), { ticker_day: { ticker: 'A', day: dateOf(today()) } }];
    const before = (await record()).length;
    await stockDividend.create({ data: { ticker: 'A', day, amount: '0.24', splitsThrough: day, source: 'a test' } });
    await stockDividend.create({ data: { ticker: 'OTHER', day, amount: '1', splitsThrough: day, source: 'a test' } });
    const facts = { ticker: 'A', day: today(), amount: '0.240000', splitsThrough: today(), by: 'a test' };
    expect((await record()).at(-1)).toMatchObject({ kind: 'dividend', facts: { ...facts, state: 'reported' } });
    expect(await record()).toHaveLength(before + 1);
    await stockDividend.update({ where, data: { amount: '0.25' } });
    expect((await record()).at(-1)).toMatchObject({ facts: { ...facts, amount: '0.250000', state: 'reported' } });
    await stockDividend.update({ where, data: { state: 'withdrawn' } });
    expect((await record()).at(-1)).toMatchObject({ facts: { state: 'withdrawn' } });
    expect(await record()).toHaveLength(before + 3);
    await stockDividend.update({ where, data: { state: 'reported' } });
    expect(await record()).toHaveLength(before + 4);
    await stockDividend.deleteMany();
  });
});
