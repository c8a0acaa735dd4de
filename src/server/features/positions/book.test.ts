/** Reading the portfolio: gains across splits, calculations, figures, the index, and notifications of changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenSocket, openedSocket } from '~/server/testing/clients/socket-client';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { computeGain } from '~/shared/gain';
import { watchBook } from './watch-book';

let server: TestServer;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
  const split = (ticker: string, on: string, numerator: number, denominator = 1) => ({
    ticker,
    day: new Date(on),
    numerator,
    denominator,
    source: 'test',
  });
  await server.deps.db.stockSplit.createMany({
    data: [
      split('TSLA', '2020-08-31', 5),
      split('TSLA', '2022-08-25', 3),
      split('GOOGL', '2022-07-18', 20),
      split('XYZ', '2024-03-04', 1, 8),
    ],
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.deps;
  await db.investmentPosition.deleteMany();
  await db.stockPriceCache.deleteMany();
  await db.stockDailyClose.deleteMany();
});

const add = (ticker: string, avgEntryPrice: string, day: string) =>
  admin.call.positions.add({ name: ticker, ticker, avgEntryPrice, purchaseDate: `${day}T00:00:00.000Z` });
const quote = (ticker: string, latestPrice: string, marketTime: Date, readAt = new Date()) =>
  server.deps.db.stockPriceCache.create({
    data: { ticker, latestPrice, marketTime, lastUpdated: readAt, source: 'Test Exchange' },
  });
const closes = (ticker: string, byDay: Record<string, string>) =>
  server.deps.db.stockDailyClose.createMany({
    data: Object.entries(byDay).map(([day, close]) => ({
      ticker,
      day: new Date(day),
      close,
      splitsThrough: new Date('2026-11-20'),
    })),
  });
const marketTime = new Date('2026-11-20T21:00:00.000Z');

describe('a gain', () => {
  it.each([
    ['TSLA', '430.26', '2020-01-02', '250.10', '771.91', '15/1'],
    ['TSLA', '2213.40', '2020-08-28', '250.10', '69.49', '15/1'],
    ['TSLA', '498.32', '2020-08-31', '250.10', '50.57', '3/1'],
    ['TSLA', '296.07', '2022-08-25', '250.10', '-15.53', undefined],
    ['GOOGL', '2235.55', '2022-07-15', '180.00', '61.03', '20/1'],
    ['XYZ', '1.25', '2024-03-01', '7.50', '-25.00', '1/8'],
  ])(
    'of %s bought at %s on %s includes the splits since then',
    async (ticker, entry, day, price, gainsPercent, splitFactor) => {
      await quote(ticker, price, marketTime);
      const { id } = await add(ticker, entry, day);
      const [position] = (await member.call.positions.list()).open;
      expect(position).toMatchObject({ id, avgEntryPrice: entry, gainsPercent, ...(splitFactor && { splitFactor }) });
      if (!splitFactor) expect(position).not.toHaveProperty('splitFactor');
      const receipt = await member.call.positions.receipt({ id });
      expect(receipt.gain).toMatchObject({ gainsPercent, splitFactor: splitFactor ?? '1/1' });
      expect(computeGain(receipt.facts)).toEqual(receipt.gain);
      expect(receipt.price).toMatchObject({
        kind: 'latest price',
        source: 'Test Exchange',
        asOf: marketTime,
        isStale: false,
      });
    },
  );

  it('of a closed position includes the splits up to its closing, and a later one changes nothing', async () => {
    const { id } = await add('TSLA', '2000.00', '2020-08-28');
    const close = (closeDate: string, closePrice: string) =>
      server.deps.db.investmentPosition.update({
        where: { id },
        data: { status: 'closed', closeDate: new Date(closeDate), closePrice },
      });
    const gain = async () => (await member.call.positions.list()).closed[0];
    // Nine in the evening in New York on the day before the split, which is the next day in UTC.
    await close('2020-08-31T01:00:00.000Z', '2200.00');
    expect(await gain()).toMatchObject({ gainsPercent: '10.00' });
    await close('2020-08-31T14:00:00.000Z', '440.00');
    expect(await gain()).toMatchObject({ gainsPercent: '10.00', splitFactor: '5/1' });
    expect(await member.call.positions.receipt({ id })).toMatchObject({
      facts: { priceDay: '2020-08-31' },
      price: { kind: 'close price', price: '440.00', isStale: false },
    });
  });

  it('excludes a split that is newer than the price', async () => {
    await quote('TSLA', '880.00', new Date('2022-08-24T20:00:00.000Z'), new Date('2022-08-24T20:10:00.000Z'));
    await add('TSLA', '800.00', '2022-08-01');
    const [position] = (await member.call.positions.list()).open;
    expect(position).toMatchObject({ gainsPercent: '10.00', isPriceStale: true });
    expect(position).not.toHaveProperty('splitFactor');
  });

  it('is absent if no price is known, and its calculation names what is missing', async () => {
    const { id } = await add('NONE', '10.00', '2024-01-02');
    const receipt = await member.call.positions.receipt({ id });
    expect(receipt).toMatchObject({ facts: { price: null }, gain: { adjustedEntry: { decimal: '10.00' } } });
    expect(receipt).not.toHaveProperty('price');
    expect(receipt.gain).not.toHaveProperty('gainsPercent');
  });
});

describe('the purchase date', () => {
  it('can be today in any time zone, but not later', async () => {
    const hour = 3_600_000;
    const at = (ms: number) => new Date(ms).toISOString();
    const addAt = (purchaseDate: string) =>
      admin.call.positions.add({ name: 'T', ticker: 'T', avgEntryPrice: '1', purchaseDate });
    await expect(addAt(at(Date.now() + 13.9 * hour))).resolves.toMatchObject({ ticker: 'T' });
    await expect(addAt(at(Date.now() + 14.1 * hour))).rejects.toThrow('Purchase date cannot be in the future');
  });
});

describe('the portfolio’s figures', () => {
  it('cover what is shown: equal weights, win rate of closed positions, prices as of the oldest', async () => {
    const older = new Date('2026-11-19T21:00:00.000Z');
    await quote('UP', '110.00', marketTime);
    await quote('DOWN', '80.00', older);
    const up = await add('UP', '100.00', '2024-01-02');
    const down = await add('DOWN', '100.00', '2024-01-02');
    await add('NONE', '100.00', '2024-01-02');
    for (const [ticker, price] of [
      ['W', '131.00'],
      ['L', '99.00'],
      ['E', '100.00'],
    ] as const)
      await admin.call.positions.close({ id: (await add(ticker, '100.00', '2024-01-02')).id, closePrice: price });
    const { summary } = await member.call.positions.list();
    expect(summary).toEqual({
      openCount: 3,
      closedCount: 3,
      countedCount: 5,
      // (10 − 20 + 31 − 1 + 0) ÷ 5
      averageGain: '4.00',
      // One of three was closed above its entry; closing at the entry price is not a gain.
      hitRate: '33.33',
      best: { id: expect.any(String), name: 'W', ticker: 'W', gainsPercent: '31.00' },
      worst: { id: down.id, name: 'DOWN', ticker: 'DOWN', gainsPercent: '-20.00' },
      asOf: older,
      latestAsOf: marketTime,
    });
    expect(up.gainsPercent).toBe('10.00');
  });

  it('are absent for an empty portfolio', async () => {
    expect((await member.call.positions.list()).summary).toEqual({ openCount: 0, closedCount: 0, countedCount: 0 });
  });
});

describe('the history', () => {
  it('of the last closing prices is included with open positions', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
    try {
      await closes('TSLA', { '2026-11-18': '401.25', '2026-11-19': '395.5', '2026-11-20': '400', '2025-01-02': '1' });
      await closes('ONE', { '2026-11-20': '5' });
      await add('TSLA', '180.00', '2024-01-02');
      await add('ONE', '5.00', '2024-01-02');
      const { open } = await member.call.positions.list();
      expect(open.find(({ ticker }) => ticker === 'TSLA')?.recentCloses).toEqual(['401.25', '395.50', '400.00']);
      expect(open.find(({ ticker }) => ticker === 'ONE')).not.toHaveProperty('recentCloses');
    } finally {
      vi.useRealTimers();
    }
  });

  it('of the portfolio is included with the benchmark and how it is calculated', async () => {
    await closes('TSLA', { '2026-01-05': '110', '2026-01-06': '99' });
    await closes('SPY', { '2026-01-02': '500', '2026-01-05': '505', '2026-01-06': '510' });
    await add('TSLA', '100.00', '2026-01-05');
    expect(await member.call.positions.performance()).toEqual({
      totalReturnPercent: '-1.00',
      benchmarkTotalReturnPercent: '2.00',
      method: expect.stringMatching(/^Equal-weighted index in USD, price changes only/),
      benchmark: 'SPY',
      points: [
        { day: '2026-01-02', book: '100.00', benchmark: '100.00' },
        { day: '2026-01-05', book: '110.00', benchmark: '101.00' },
        { day: '2026-01-06', book: '99.00', benchmark: '102.00' },
      ],
      leftOut: [],
    });
  });

  it('is empty if no price is known', async () => {
    await add('TSLA', '100.00', '2026-01-05');
    expect(await member.call.positions.performance()).toMatchObject({ points: [], leftOut: ['TSLA'] });
  });
});

describe('a change of the portfolio', () => {
  it('is sent to subscribers, with the revision of the list', async () => {
    const { revision } = await member.call.positions.list();
    const end = new AbortController();
    const revisions = watchBook(server.deps, { revision: 'an older one', signal: end.signal });
    const next = async () => (await revisions.next()).value;
    // Since the subscription started, nothing has changed.
    expect(await next()).toBe(revision);
    const { id } = await add('TSLA', '100.00', '2026-01-05');
    const received = [await next()];
    expect(received[0]).toBe((await member.call.positions.list()).revision);
    await admin.call.positions.close({ id, closePrice: '1' });
    received.push(await next());
    await admin.call.positions.delete({ id });
    received.push(await next());
    await admin.call.positions.import({
      format: 'csv',
      text: 'name,ticker,avgEntryPrice,purchaseDate\nA,A,1,2024-01-02',
    });
    received.push(await next());
    expect(new Set([revision, ...received]).size).toBe(5);
    end.abort();
    expect(await revisions.next()).toMatchObject({ done: true });
  });

  it('that was missed is sent after a reconnect, and nothing if none was missed', async () => {
    const before = (await member.call.positions.list()).revision;
    await add('TSLA', '100.00', '2026-01-05');
    const now = (await member.call.positions.list()).revision;
    const end = new AbortController();
    const first = async (revision: string) =>
      (await watchBook(server.deps, { revision, signal: end.signal }).next()).value;
    expect(await first(before)).toBe(now);
    const next = first(now);
    await add('NVDA', '100.00', '2026-01-05');
    // The first revision that is sent is that of the next change.
    expect(await next).toBe((await member.call.positions.list()).revision);
    end.abort();
  });

  it('is missed neither if it is a split nor if it is the history of closing prices', async () => {
    const { db } = server.deps;
    const revisionNow = async () => (await member.call.positions.list()).revision;
    const first = async (revision: string) => {
      const end = new AbortController();
      const { value } = await watchBook(server.deps, { revision, signal: end.signal }).next();
      end.abort();
      return value;
    };
    const before = await revisionNow();
    const day = new Date('2024-06-10');
    await db.stockSplit.create({ data: { ticker: 'NVDA', day, numerator: 10, denominator: 1, source: 'test' } });
    const withSplit = await revisionNow();
    expect(await first(before)).toBe(withSplit);
    const history = { historyFrom: new Date('2024-01-02'), historyThrough: new Date('2024-12-31') };
    await db.priceFeed.upsert({ where: { ticker: 'NVDA' }, create: { ticker: 'NVDA', ...history }, update: history });
    expect(await first(withSplit)).toBe(await revisionNow());
    expect(new Set([before, withSplit, await revisionNow()]).size).toBe(3);
  });

  it('is sent to signed-in users over the socket, and to no one else', async () => {
    const address = await server.listen();
    const socket: OpenSocket = await openedSocket(address, member);
    const frames: string[] = [];
    socket.socket.on('message', (frame) => frames.push(String(frame)));
    const subscribe = { id: 77, method: 'subscription', params: { path: 'positions.changed', input: {} } };
    socket.socket.send(JSON.stringify(subscribe));
    await until(() => frames.some((frame) => frame.includes('"started"')));
    await add('TSLA', '100.00', '2026-01-05');
    await until(() => frames.some((frame) => frame.includes('"changed"')));
    socket.socket.terminate();
  });
});

describe('every change', () => {
  it('is in the audit log with its author', async () => {
    const { db } = server.deps;
    const last = await db.auditEvent.findFirst({ orderBy: { id: 'desc' } });
    const { id } = await add('TSLA', '100.00', '2026-01-05');
    await admin.call.positions.close({ id, closePrice: '120' });
    await admin.call.positions.delete({ id });
    const events = await db.auditEvent.findMany({ where: { id: { gt: last?.id ?? 0n } }, orderBy: { id: 'asc' } });
    expect(events.map(({ kind, actorId, subjectId, subject }) => ({ kind, actorId, subjectId, subject }))).toEqual(
      ['position-added', 'position-closed', 'position-deleted'].map((kind) => ({
        kind,
        actorId: admin.user.id,
        subjectId: id,
        subject: 'TSLA (TSLA)',
      })),
    );
  });

  it('is forbidden for regular members, who may read everything', async () => {
    const { id } = await add('TSLA', '100.00', '2026-01-05');
    const { positions } = member.call;
    // One after another, because an unawaited rejection would be an error outside of the test.
    for (const attempt of [
      () => positions.add({ name: 'A', ticker: 'A', avgEntryPrice: '1', purchaseDate: '2024-01-02T00:00:00.000Z' }),
      () => positions.close({ id, closePrice: '1' }),
      () => positions.delete({ id }),
      () => positions.import({ format: 'csv', text: 'x' }),
      () => positions.priceHealth(),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await positions.list()).open).toMatchObject([{ id, status: 'open' }]);
    expect(await positions.receipt({ id })).toMatchObject({ id });
  });
});
