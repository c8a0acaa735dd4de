/** Figures by period, of the portfolio and of the verified record, from stored closing prices. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';

let server: TestServer;
let member: TestUser;

const today = utcDay(new Date());
/** The first day is before the purchase, as the start for the benchmarks. */
const days = Array.from({ length: 42 }, (_, index) => addDays(today, index - 41));

beforeAll(async () => {
  server = await startTestServer({ env: { BENCHMARKS: 'qqq' } });
  const admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
  const row = (ticker: string, close: (index: number) => number) =>
    days.map((day, index) => ({
      ticker,
      day: new Date(day),
      close: close(index).toFixed(6),
      splitsThrough: new Date(today),
    }));
  await server.deps.db.stockDailyClose.createMany({
    data: [
      ...row('TSLA', (index) => 99 + index),
      ...row('SPY', (index) => 500 + (index % 2)),
      ...row('QQQ', (index) => 400 + index * 4),
    ],
  });
  const bought = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '100.00' };
  await admin.call.positions.add({ ...bought, purchaseDate: `${days[1]}T00:00:00.000Z` });
});
afterAll(() => server.close());

const all = <One extends { period: string }>(periods: readonly One[]) => periods.find(({ period }) => period === 'all');

describe('the figures of the portfolio', () => {
  it('belong to its index, and report what is unknown', async () => {
    const { benchmark, benchmarks, periods, contributions } = await member.call.positions.figures();
    expect([benchmark, benchmarks]).toEqual(['SPY', ['SPY', 'QQQ']]);
    expect(all(periods)).toMatchObject({
      to: today,
      returnPercent: { value: '40.00', reason: null },
      annualizedPercent: { value: null, reason: 'upToOneYear' },
      maxDrawdownPercent: { value: '0.00' },
    });
    expect(periods.find(({ period }) => period === '3Y')?.returnPercent).toEqual({
      value: null,
      reason: 'startsLater',
    });
    expect(contributions.map(({ ticker, percents }) => [ticker, percents.all])).toEqual([['TSLA', '40.00']]);
  });

  it('are compared with the benchmark that the reader chose, and with no other ticker', async () => {
    const chosen = await member.call.positions.figures({ benchmark: 'qqq' });
    expect(chosen.benchmark).toBe('QQQ');
    expect(all(chosen.periods)?.benchmarkReturnPercent.value).toBe('41.00');
    await expect(member.call.positions.figures({ benchmark: 'TSLA' })).rejects.toThrow(
      'Unknown benchmark. Choose one of SPY, QQQ.',
    );
  });
});

describe('the figures of the verified record', () => {
  it('begin with the first closing price after the entry was recorded', async () => {
    const { periods, contributions } = await member.call.trackRecord.figures();
    // Recorded now: at most today's closing price counts, and a single one is not a period.
    expect(all(periods)?.returnPercent.value).toBeNull();
    expect(contributions.every(({ percents }) => percents.all === undefined)).toBe(true);
    const chosen = await member.call.trackRecord.figures({ benchmark: 'QQQ' });
    expect(chosen).toMatchObject({ benchmark: 'QQQ', contributions });
  });
});
