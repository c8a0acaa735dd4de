import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import { closingDateOf } from './closing-date';

describe('the date of a position that is closed now', () => {
  const dateOf = (ticker: string, now: string) => closingDateOf(ticker, new Date(now)).toISOString();

  it.each([
    ['during the session in Tokyo', '7203.T', '2026-10-01T01:00:00.000Z', '2026-10-01T00:00:00.000Z'],
    ['as Sydney opens', 'BHP.AX', '2026-12-01T23:30:00.000Z', '2026-12-02T00:00:00.000Z'],
    ['in Mumbai, while New York sleeps', 'INFY.NS', '2026-10-01T03:59:00.000Z', '2026-10-01T00:00:00.000Z'],
  ])('is that of the session: %s', (_when, ticker, now, date) => {
    expect(dateOf(ticker, now)).toBe(date);
  });

  it.each([
    ['before Tokyo opens, when it is already tomorrow there', '7203.T', '2026-10-01T16:00:00.000Z'],
    ['on the same day in New York', '7203.T', '2026-10-01T05:00:00.000Z'],
    ['in Europe, at night', 'SAP.DE', '2026-10-01T01:00:00.000Z'],
    ['in New York', 'TSLA', '2026-10-01T01:00:00.000Z'],
    ['with a share class', 'BRK.B', '2026-10-01T01:00:00.000Z'],
  ])('is the time: %s', (_when, ticker, now) => {
    expect(dateOf(ticker, now)).toBe(now);
  });
});

describe('a position in Tokyo', () => {
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

  it('that is closed on the day of a split there counts it, and the ledger and the export have that day', async () => {
    const split = { ticker: '7203.T', day: new Date('2026-10-01'), numerator: 5, denominator: 1, source: 'test' };
    await server.deps.db.stockSplit.create({ data: split });
    const bought = {
      name: 'Toyota',
      ticker: '7203.T',
      avgEntryPrice: '2500',
      purchaseDate: '2026-01-05T00:00:00.000Z',
    };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01T01:00:00.000Z') });
    const { id } = await admin.call.positions.add(bought);
    const closed = await admin.call.positions.close({ id, closePrice: '550' });
    expect(closed).toMatchObject({ gainsPercent: '10.00', splitFactor: '5/1' });
    const { entries } = await admin.call.trackRecord.ledger();
    const { positions } = replay(entries);
    expect(positions).toMatchObject([{ closeDay: '2026-10-01' }]);
    expect(differencesFromBook(positions, await admin.call.trackRecord.book())).toEqual([]);
    expect((await admin.call.positions.export({ format: 'csv' })).text).toContain(',closed,2026-10-01,550.00,');
  });
});
