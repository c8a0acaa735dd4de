import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.investmentPosition.deleteMany();
  await server.deps.db.stockPriceCache.deleteMany();
});

const tesla = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2024-01-02T00:00:00.000Z' };
const add = (more: object = {}) => admin.call.positions.add({ ...tesla, ...more });
const setPrice = (ticker: string, latestPrice: string) =>
  server.deps.db.stockPriceCache.create({ data: { ticker, latestPrice, lastUpdated: new Date(0) } });

describe('adding', () => {
  it('stores prices with exactly two decimals and tickers in upper case', async () => {
    for (const [given, kept] of [
      ['5', '5.00'],
      ['5.1', '5.10'],
      ['0.01', '0.01'],
      [' 12.34 ', '12.34'],
      ['99999999.99', '99999999.99'],
    ]) {
      expect(await add({ avgEntryPrice: given, ticker: ' brk.b ' })).toMatchObject({
        avgEntryPrice: kept,
        ticker: 'BRK.B',
      });
    }
    const { open } = await member.call.positions.list();
    expect(open.map(({ avgEntryPrice }) => avgEntryPrice).sort()).toEqual([
      '0.01',
      '12.34',
      '5.00',
      '5.10',
      '99999999.99',
    ]);
  });

  const wrongPrices = [
    '',
    '0',
    '0.00',
    '-1',
    '1.234',
    // Thousands or decimals?
    '1,500',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '100000000',
    '٣',
    '1\u0000',
  ];
  // Invalid for the types of the client, but not for a REST request.
  const notTexts = [undefined, null, 180.25];
  it.each<[object, string]>([
    [{ name: '  ' }, 'Name is required'],
    [{ ticker: '' }, 'Ticker is required'],
    [{ ticker: 'TS LA' }, 'Ticker can contain letters, digits, dots and dashes'],
    [{ purchaseDate: '' }, 'Purchase date is required'],
    [{ purchaseDate: '2024-02-30T00:00:00.000Z' }, 'Purchase date is required'],
    [{ purchaseDate: '2999-01-01T00:00:00.000Z' }, 'Purchase date cannot be in the future'],
    ...[...wrongPrices, ...notTexts].map((avgEntryPrice): [object, string] => [
      { avgEntryPrice },
      'Entry price must be a valid decimal',
    ]),
  ])('rejects %j with a message', async (wrong, words) => {
    const refused = add(wrong);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(refused).rejects.toThrow(words);
    expect(await server.deps.db.investmentPosition.count()).toBe(0);
  });

  it('ignores author, state and dates in the input', async () => {
    const position = await add({
      id: randomUUID(),
      userId: member.user.id,
      status: 'closed',
      closePrice: '1',
      closeDate: new Date(0),
    });
    expect(position).toMatchObject({ userId: admin.user.id, status: 'open', closePrice: null, closeDate: null });
  });
});

describe('the portfolio', () => {
  it('is the same for every user, with gains if a price is known', async () => {
    await add();
    await add({ ticker: 'NONE', purchaseDate: '2024-03-01T00:00:00.000Z' });
    await setPrice('TSLA', '200.00');
    const book = await member.call.positions.list();
    expect(await admin.call.positions.list()).toEqual(book);
    expect(book.open.map(({ ticker }) => ticker)).toEqual(['NONE', 'TSLA']);
    expect(book.open[1]).toMatchObject({ latestPrice: '200.00', gainsPercent: '10.96', priceAsOf: new Date(0) });
    for (const absent of ['latestPrice', 'gainsPercent', 'priceAsOf']) expect(book.open[0]).not.toHaveProperty(absent);
    expect(book.closed).toEqual([]);
  });

  it('rounds halves away from zero and shows losses', async () => {
    await add({ ticker: 'UP', avgEntryPrice: '200.00' });
    await add({ ticker: 'DOWN', avgEntryPrice: '200.00' });
    await setPrice('UP', '200.01');
    await setPrice('DOWN', '199.99');
    const gains = Object.fromEntries(
      (await member.call.positions.list()).open.map((position) => [position.ticker, position.gainsPercent]),
    );
    expect(gains).toEqual({ UP: '0.01', DOWN: '-0.01' });
  });
});

describe('closing', () => {
  it('stores the price and the time, and calculates the gains with it', async () => {
    const { id } = await add({ avgEntryPrice: '100' });
    await setPrice('TSLA', '500.00');
    const before = Date.now();
    const closed = await admin.call.positions.close({ id, closePrice: '150.5' });
    expect(closed).toMatchObject({ status: 'closed', closePrice: '150.50', gainsPercent: '50.50' });
    expect(closed.closeDate?.getTime()).toBeGreaterThanOrEqual(before);
    expect(closed.closeDate?.getTime()).toBeLessThanOrEqual(Date.now());
    const book = await member.call.positions.list();
    expect(book.open).toEqual([]);
    expect(book.closed).toMatchObject([{ id, closePrice: '150.50', gainsPercent: '50.50' }]);
  });

  it('succeeds once for two concurrent requests', async () => {
    const { id } = await add();
    const results = await Promise.allSettled(
      ['1', '2', '3'].map((closePrice) => admin.call.positions.close({ id, closePrice })),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'CONFLICT', message: 'This position is already closed' });
    }
    await expect(admin.call.positions.close({ id, closePrice: '9' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('requires a price and a position', async () => {
    const { id } = await add();
    const notTexts = [undefined, null, 180.25] as unknown as string[];
    for (const closePrice of ['', '0', '-5', '1.999', '1e2', '100000000.00', ...notTexts]) {
      await expect(admin.call.positions.close({ id, closePrice })).rejects.toThrow(
        'Close price must be a valid decimal',
      );
    }
    const absent = admin.call.positions.close({ id: randomUUID(), closePrice: '1' });
    await expect(absent).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Position not found' });
  });
});

describe('deleting', () => {
  it('removes open and closed positions, once', async () => {
    const [open, closed] = [await add(), await add()];
    await admin.call.positions.close({ id: closed.id, closePrice: '1' });
    for (const { id } of [open, closed]) {
      expect(await admin.call.positions.delete({ id })).toEqual({ message: 'Position deleted' });
      await expect(admin.call.positions.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await member.call.positions.list()).toMatchObject({ open: [], closed: [], summary: { openCount: 0 } });
  });
});
