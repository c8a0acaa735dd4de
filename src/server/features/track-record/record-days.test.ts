import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { addDays } from '~/shared/trading-day';
import { dayMs, utcDay } from '~/shared/utc-day';
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

const dayBefore = (days: number) => addDays(utcDay(new Date()), -days);
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Each recorded day with the tickers in its text. */
async function recordedDays() {
  await recordMarket(server.deps);
  const rows = await server.deps.db.recordedDay.findMany({ orderBy: { day: 'asc' } });
  return rows.map(({ day, text }) => [
    utcDay(day),
    text
      .split('\n')
      .map((line) => line.split(' ')[0])
      .join(' ')
      .trim(),
  ]);
}

function readUntil(ticker: string, days: number) {
  const historyThrough = dateOf(dayBefore(days));
  const create = { ticker, historyThrough };
  return server.deps.db.priceFeed.upsert({ where: { ticker }, create, update: { historyThrough } });
}

const store = (ticker: string, ...days: number[]) =>
  server.deps.db.stockDailyClose.createMany({
    data: days.map((count) => {
      const day = dateOf(dayBefore(count));
      return { ticker, day, close: '10', splitsThrough: day };
    }),
  });

it("a day's closing prices wait for those that a position still needs, and are recorded without them after six days", async () => {
  const bought = { avgEntryPrice: '1', purchaseDate: '2024-01-02T00:00:00.000Z' };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * dayMs });
  await admin.call.positions.add({ ...bought, name: 'A', ticker: 'A' });
  const { id } = await admin.call.positions.add({ ...bought, name: 'B', ticker: 'B' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * dayMs });
  await admin.call.positions.close({ id, closePrice: '1' });
  vi.useRealTimers();

  // A was never read: the sixth day before doesn't wait for it any longer, the fifth does.
  await readUntil('B', 0);
  await store('SPY', 6, 5);
  await store('B', 6, 5);
  expect(await recordedDays()).toEqual([[dayBefore(6), 'B SPY']]);
  await readUntil('A', 0);
  await store('A', 5);
  expect((await recordedDays()).at(-1)).toEqual([dayBefore(5), 'A B SPY']);

  // B was closed three days ago. Its last closing prices are waited for.
  await readUntil('B', 5);
  await store('SPY', 4, 3, 2, 1);
  await store('A', 4, 3, 2, 1);
  await readUntil('A', 4);
  expect((await recordedDays()).at(-1)).toEqual([dayBefore(5), 'A B SPY']);
  // A stock that the provider no longer knows has none.
  const where = { ticker: 'B' };
  await server.deps.db.priceFeed.update({ where, data: { problem: 'history_unknown_ticker' } });
  expect((await recordedDays()).at(-1)).toEqual([dayBefore(4), 'A SPY']);
  await server.deps.db.priceFeed.update({ where, data: { problem: null } });
  await readUntil('A', 0);
  expect((await recordedDays()).at(-1)).toEqual([dayBefore(4), 'A SPY']);
  await store('B', 1);
  await readUntil('B', 0);
  // So are those of a benchmark that is read.
  await readUntil('SPY', 3);
  expect((await recordedDays()).at(-1)).toEqual([dayBefore(3), 'A SPY']);
  await readUntil('SPY', 0);
  expect((await recordedDays()).slice(-2)).toEqual([
    [dayBefore(2), 'A SPY'],
    [dayBefore(1), 'A B SPY'],
  ]);
});
