import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { closesFor, quotesFor, splitsFor } from './prices.service';

let server: TestServer;
let deps: Deps;

beforeAll(async () => {
  server = await startTestServer();
  deps = server.deps;
});
afterAll(() => server.close());
beforeEach(async () => {
  await deps.db.stockPriceCache.deleteMany();
  await deps.db.stockSplit.deleteMany();
  await deps.db.stockDailyClose.deleteMany();
});

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const split = (ticker: string, on: string, numerator: number, denominator = 1) =>
  deps.db.stockSplit.create({ data: { ticker, day: day(on), numerator, denominator, source: 'test' } });
const close = (ticker: string, on: string, price: string, splitsThrough: string) =>
  deps.db.stockDailyClose.create({
    data: { ticker, day: day(on), close: price, splitsThrough: day(splitsThrough) },
  });

describe('quotes', () => {
  it('contain their trading time, their reading time and their source', async () => {
    const marketTime = new Date('2026-11-20T21:00:00Z');
    const lastUpdated = new Date();
    await deps.db.stockPriceCache.createMany({
      data: [
        { ticker: 'TSLA', latestPrice: '250.1', marketTime, lastUpdated, source: 'Yahoo Finance' },
        { ticker: 'OLD', latestPrice: '5', lastUpdated: new Date(0) },
      ],
    });
    const quotes = await quotesFor(deps, ['TSLA', 'OLD', 'NONE', 'TSLA']);
    expect(quotes.get('TSLA')).toEqual({
      ticker: 'TSLA',
      price: '250.10',
      currency: 'USD',
      asOf: marketTime,
      readAt: lastUpdated,
      source: 'Yahoo Finance',
      isStale: false,
    });
    expect(quotes.get('OLD')).toMatchObject({ price: '5.00', asOf: new Date(0), source: 'unknown', isStale: true });
    expect([...quotes.keys()].sort()).toEqual(['OLD', 'TSLA']);
    expect(await quotesFor(deps, [])).toEqual(new Map());
  });
});

describe('splits', () => {
  it('are sorted by ticker, oldest first', async () => {
    await split('TSLA', '2022-08-25', 3);
    await split('TSLA', '2020-08-31', 5);
    await split('XYZ', '2024-01-02', 1, 20);
    expect(await splitsFor(deps, ['TSLA', 'GOOGL', 'XYZ'])).toEqual(
      new Map([
        [
          'TSLA',
          [
            { day: '2020-08-31', numerator: 5, denominator: 1 },
            { day: '2022-08-25', numerator: 3, denominator: 1 },
          ],
        ],
        ['XYZ', [{ day: '2024-01-02', numerator: 1, denominator: 20 }]],
      ]),
    );
  });
});

describe('daily closing prices', () => {
  it("are returned between two days, in today's shares", async () => {
    await close('TSLA', '2022-08-23', '889.36', '2022-08-24');
    await close('TSLA', '2022-08-24', '297.096667', '2022-08-26');
    await close('TSLA', '2022-08-25', '296.07', '2022-08-26');
    await close('SPY', '2022-08-24', '413.67', '2022-08-26');
    await split('TSLA', '2022-08-25', 3);
    const closes = await closesFor(deps, ['TSLA', 'SPY', 'NONE'], '2022-08-23', '2022-08-24');
    expect(closes).toEqual(
      new Map([
        ['SPY', [{ day: '2022-08-24', close: '413.67' }]],
        [
          'TSLA',
          [
            { day: '2022-08-23', close: '296.453333' },
            { day: '2022-08-24', close: '297.096667' },
          ],
        ],
      ]),
    );
    expect((await closesFor(deps, ['TSLA'], '2022-08-25')).get('TSLA')).toEqual([
      { day: '2022-08-25', close: '296.07' },
    ]);
  });
});
