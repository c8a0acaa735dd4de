/** Events of followed positions: found once, and shown to each reader since their last visit. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { momentDay } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { findEvents } from './find-events';
import { newsSentence } from './news-text';

let server: TestServer;
let admin: TestUser;
let otherAdmin: TestUser;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  otherAdmin = await signUp(server.deps, { isAdmin: true });
  [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  await server.deps.db.sql`TRUNCATE investment_positions, portfolio_readers, stock_price_cache CASCADE`;
});

const add = async (ticker: string) => {
  const bought = { name: `Company ${ticker}`, ticker, avgEntryPrice: '100', purchaseDate: '2026-01-05T00:00:00.000Z' };
  return (await admin.call.positions.add(bought)).id;
};
const price = (ticker: string, latestPrice: string, currency = 'USD') => {
  const row = { latestPrice, currency, lastUpdated: new Date(), marketTime: new Date() };
  return server.deps.db.stockPriceCache.upsert({ where: { ticker }, create: { ticker, ...row }, update: row });
};
/** Moves the last activity back by this many hours. */
async function advanceHours(hours: number): Promise<void> {
  await server.deps.db.sql`
    UPDATE portfolio_readers SET since = since - make_interval(hours => ${hours}::int),
                                 looked_at = looked_at - make_interval(hours => ${hours}::int)`;
  await server.deps.db.sql`
    UPDATE position_events SET recorded_at = recorded_at - make_interval(hours => ${hours}::int)`;
}
const kinds = async (user: TestUser) =>
  (await user.call.follows.news()).items.map(({ kind, ticker }) => `${kind} ${ticker}`);

describe('news since the last visit', () => {
  it('contain new and closed positions, reached price levels and due reviews, each once', async () => {
    const [tsla, ko] = [await add('TSLA'), await add('KO')];
    await ada.call.follows.look({});
    await advanceHours(2);
    await price('TSLA', '151');
    await price('KO', '79');
    await admin.call.positions.writeThesis({ id: tsla, version: 0, target: '150', stop: '90', reviewOn: '2026-02-01' });
    await admin.call.positions.writeThesis({ id: ko, version: 0, target: '150', stop: '80', reviewOn: '2999-01-01' });
    await add('MSFT');
    await Promise.all([findEvents(server.deps), findEvents(server.deps)]);
    await findEvents(server.deps);
    const news = await ada.call.follows.news();
    expect(news.counts).toEqual({ opened: 3, closed: 0, target: 1, stop: 1, review: 1, wrongIf: 0, moved: 0 });
    expect(news.items.find(({ kind }) => kind === 'target')).toMatchObject({
      ticker: 'TSLA',
      level: '150.00',
      price: '151.00',
    });
    await admin.call.positions.close({ id: ko, closePrice: '79' });
    await findEvents(server.deps);
    expect((await ada.call.follows.news()).counts.closed).toBe(1);
  });

  it('contain the corrected price of a closed position', async () => {
    const id = await add('KO');
    await ada.call.follows.look({});
    await advanceHours(2);
    await admin.call.positions.close({ id, closePrice: '790' });
    await findEvents(server.deps);
    const closed = async () => (await ada.call.follows.news()).items.find(({ kind }) => kind === 'closed');
    expect(await closed()).toMatchObject({ ticker: 'KO', price: '790.00' });
    await admin.call.positions.correct({ id, reason: 'Ten times too much', closePrice: '79' });
    await findEvents(server.deps);
    expect(await closed()).toMatchObject({ ticker: 'KO', price: '79.00' });
  });

  it('contain a closing in Asia, whose date is a day, but no import of a position that was closed before', async () => {
    const id = await add('7203.T');
    const imported =
      'name,ticker,avgEntryPrice,purchaseDate,closePrice,closeDate\nSony,6758.T,1,2024-01-02,2,2024-02-02';
    await admin.call.positions.import({ format: 'csv', text: imported, dryRun: false });
    await ada.call.follows.look({});
    await advanceHours(2);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${utcDay(new Date())}T01:00:00.000Z`) });
    const { closeDate } = await admin.call.positions.close({ id, closePrice: '79' });
    vi.useRealTimers();
    expect(closeDate?.toISOString()).toMatch(/T00:00:00\.000Z$/);
    await findEvents(server.deps);
    expect((await kinds(ada)).filter((kind) => kind.startsWith('closed'))).toEqual(['closed 7203.T']);
  });

  it('contain the currency of a position that was closed since', async () => {
    await price('SAP.DE', '251', 'EUR');
    await price('TSLA', '251');
    const [sap, tesla] = [await add('SAP.DE'), await add('TSLA')];
    await ada.call.follows.look({});
    await advanceHours(2);
    await admin.call.positions.writeThesis({ id: sap, version: 0, target: '250' });
    await findEvents(server.deps);
    for (const id of [sap, tesla]) await admin.call.positions.close({ id, closePrice: '250.10' });
    await findEvents(server.deps);
    const { items } = await ada.call.follows.news();
    expect(items.map(({ kind, ticker, currency }) => [kind, ticker, currency]).sort()).toEqual([
      ['closed', 'SAP.DE', 'EUR'],
      ['closed', 'TSLA', undefined],
      ['opened', 'SAP.DE', 'EUR'],
      ['opened', 'TSLA', undefined],
      ['target', 'SAP.DE', 'EUR'],
    ]);
    expect(
      items
        .filter(({ kind }) => kind === 'closed')
        .map(newsSentence)
        .sort(),
    ).toEqual(['Company SAP.DE (SAP.DE): closed at €250.10', 'Company TSLA (TSLA): closed at $250.10']);
  });

  it('do not contain delistings by the administrator who reads them', async () => {
    await add('TSLA');
    await add('KO');
    await findEvents(server.deps);
    await Promise.all([ada, admin, otherAdmin].map((reader) => reader.call.follows.look({})));
    await advanceHours(2);
    await admin.call.positions.delistTicker({ ticker: 'TSLA', price: '54.20', reason: 'Bought for cash' });
    await otherAdmin.call.positions.delistTicker({ ticker: 'KO', price: '0', reason: 'Bankrupt' });
    await findEvents(server.deps);
    const closed = async (reader: TestUser) => (await kinds(reader)).filter((kind) => kind.startsWith('closed')).sort();
    expect(await closed(ada)).toEqual(['closed KO', 'closed TSLA']);
    expect(await closed(admin)).toEqual(['closed KO']);
    expect(await closed(otherAdmin)).toEqual(['closed TSLA']);
  });

  it('are empty at the first visit, and for the user who made the change', async () => {
    await add('TSLA');
    await findEvents(server.deps);
    expect(await kinds(ada)).toEqual([]);
    await Promise.all([ada.call.follows.look({}), admin.call.follows.look({})]);
    await advanceHours(2);
    await add('KO');
    await findEvents(server.deps);
    expect(await kinds(admin)).toEqual([]);
    expect(await kinds(ada)).toContain('opened KO');
  });

  it('stay during a visit, and end with the next one or when they are dismissed', async () => {
    await ada.call.follows.look({});
    await advanceHours(2);
    await add('TSLA');
    await findEvents(server.deps);
    await ada.call.follows.look({});
    expect(await kinds(ada)).toEqual(['opened TSLA']);
    await ada.call.follows.look({});
    expect(await kinds(ada)).toEqual(['opened TSLA']);
    await advanceHours(2);
    expect(await kinds(ada)).toEqual([]);

    await server.deps.db.sql`UPDATE portfolio_readers SET since = since - interval '1 day', looked_at = now()`;
    const { asOf, items } = await ada.call.follows.news();
    expect(items).toHaveLength(1);
    await ada.call.follows.look({ until: asOf.toISOString() });
    expect(await kinds(ada)).toEqual([]);
  });

  it('contain a move of at least 10% since the last visit, adjusted for splits, but not a smaller one', async () => {
    await Promise.all(['TSLA', 'KO', 'PEP'].map((ticker) => price(ticker, '100')));
    for (const ticker of ['TSLA', 'KO', 'PEP']) await add(ticker);
    await ada.call.follows.look({});
    await price('TSLA', '110');
    await price('KO', '90.01');
    await price('PEP', '20');
    const day = momentDay(new Date().toISOString());
    const split = { ticker: 'PEP', day: new Date(day), numerator: 4, denominator: 1, source: 'test' };
    await server.deps.db.stockSplit.create({ data: split });
    await server.deps.db.sql`
      UPDATE portfolio_readers SET since_prices = jsonb_set(since_prices, '{PEP}', '["100.00", "2026-01-01"]')`;
    const { items } = await ada.call.follows.news();
    expect(items.filter(({ kind }) => kind === 'moved').map(({ ticker, percent }) => [ticker, percent])).toEqual([
      ['PEP', '-20.00'],
      ['TSLA', '10.00'],
    ]);
    await ada.call.follows.look({ until: new Date().toISOString() });
    expect(await kinds(ada)).not.toContain('moved TSLA');
  });

  it('compare a target with the price after a confirmed split', async () => {
    const id = await add('NFLX');
    await admin.call.positions.writeThesis({ id, version: 0, target: '1000', stop: '500' });
    const { db } = server.deps;
    await db.sql`UPDATE position_theses SET created_at = '2026-02-02T15:00:00Z' WHERE position_id = ${id}::uuid`;
    const split = { ticker: 'NFLX', day: new Date('2026-02-10'), numerator: 10, denominator: 1, source: 'test' };
    await db.stockSplit.create({ data: split });
    await price('NFLX', '90');
    await findEvents(server.deps);
    expect(await db.positionEvent.count({ where: { positionId: id, kind: { in: ['target', 'stop'] } } })).toBe(0);
    await price('NFLX', '100');
    await findEvents(server.deps);
    expect(await db.positionEvent.findFirst({ where: { positionId: id, kind: 'target' } })).toMatchObject({
      level: expect.objectContaining({}),
    });
  });

  it('do not compare levels stated after a split with a price from before it', async () => {
    const id = await add('GOOG');
    const { db } = server.deps;
    await price('GOOG', '400');
    await db.sql`UPDATE stock_price_cache SET market_time = now() - interval '4 days' WHERE ticker = 'GOOG'`;
    const day = new Date(momentDay(new Date().toISOString()));
    await db.stockSplit.create({ data: { ticker: 'GOOG', day, numerator: 4, denominator: 1, source: 'test' } });
    await admin.call.positions.writeThesis({ id, version: 0, target: '110', stop: '90' });
    const reached = async () => {
      await findEvents(server.deps);
      return (await db.positionEvent.findMany({ where: { positionId: id } })).map(({ kind }) => kind).sort();
    };
    expect(await reached()).toEqual(['opened']);
    await price('GOOG', '109.99');
    expect(await reached()).toEqual(['opened']);
    await price('GOOG', '110');
    expect(await reached()).toEqual(['opened', 'target']);
  });

  it('adjust levels for a split of the day on which they were saved, if it was confirmed after that', async () => {
    const id = await add('META');
    const { db } = server.deps;
    await price('META', '400');
    await db.sql`UPDATE stock_price_cache SET market_time = now() - interval '4 days' WHERE ticker = 'META'`;
    const day = new Date(momentDay(new Date().toISOString()));
    const split = { ticker: 'META', day, numerator: 4, denominator: 1, source: 'test', state: 'reported' };
    await db.stockSplit.create({ data: split });
    await admin.call.positions.writeThesis({ id, version: 0, target: '440', stop: '360' });
    const reached = async () => {
      await findEvents(server.deps);
      return (await db.positionEvent.findMany({ where: { positionId: id } })).map(({ kind }) => kind).sort();
    };
    expect(await reached()).toEqual(['opened']);
    await price('META', '100');
    await db.stockSplit.updateMany({ where: { ticker: 'META' }, data: { state: 'confirmed' } });
    expect(await reached()).toEqual(['opened']);
    const { theses } = await ada.call.positions.get({ id });
    expect(theses[0]).toMatchObject({ target: '440.00', adjustedTarget: '110.00', adjustedStop: '90.00' });
    expect(theses[0]).not.toHaveProperty('levelsThrough');
    await price('META', '110');
    expect(await reached()).toEqual(['opened', 'target']);
    // The form states them in new shares, so the target is not new.
    await admin.call.positions.writeThesis({ id, version: 1, claim: 'Still true', target: '110', stop: '90' });
    expect(await reached()).toEqual(['opened', 'target']);
    await admin.call.positions.close({ id, closePrice: '90', postMortem: 'Too early' });
    const closed = (await ada.call.positions.get({ id })).theses;
    expect(closed.map(({ target, adjustedTarget }) => [target, adjustedTarget])).toEqual([
      ['110.00', undefined],
      ['110.00', undefined],
      ['440.00', '110.00'],
    ]);
  });

  it('contain a target once if a later version of the thesis states it after a split, and a new one with its number', async () => {
    const id = await add('AMD');
    const { db } = server.deps;
    const targets = async () =>
      (await db.positionEvent.findMany({ where: { positionId: id, kind: 'target' }, orderBy: { id: 'asc' } })).map(
        ({ level }) => level?.toFixed(2),
      );
    await admin.call.positions.writeThesis({ id, version: 0, target: '100.05' });
    await db.sql`UPDATE position_theses SET created_at = '2026-02-02T15:00:00Z' WHERE position_id = ${id}::uuid`;
    await price('AMD', '101');
    await findEvents(server.deps);
    const split = { ticker: 'AMD', day: new Date('2026-02-10'), numerator: 10, denominator: 1, source: 'test' };
    await db.stockSplit.create({ data: split });
    await admin.call.positions.writeThesis({ id, version: 1, claim: 'Still true', target: '10.01' });
    await findEvents(server.deps);
    expect(await targets()).toEqual(['100.05']);
    await db.sql`UPDATE position_events SET at = '2026-02-03T15:00:00Z' WHERE position_id = ${id}::uuid AND kind = 'target'`;
    await admin.call.positions.writeThesis({ id, version: 2, target: '100.05' });
    await Promise.all([findEvents(server.deps), findEvents(server.deps)]);
    await findEvents(server.deps);
    expect(await targets()).toEqual(['100.05', '100.05']);
  });

  it('contain a target once if an earlier release announced it in the shares of a later version', async () => {
    const id = await add('QCOM');
    const { db } = server.deps;
    const targets = async () => {
      await findEvents(server.deps);
      return (await db.positionEvent.findMany({ where: { positionId: id, kind: 'target' } })).length;
    };
    const split = { ticker: 'QCOM', day: new Date('2026-02-10'), numerator: 2, denominator: 1, source: 'test' };
    await db.stockSplit.create({ data: split });
    await admin.call.positions.writeThesis({ id, version: 0, target: '100' });
    await admin.call.positions.writeThesis({ id, version: 1, target: '50' });
    await db.sql`
      UPDATE position_theses SET created_at = '2026-01-25T15:00:00Z'::timestamptz + version * interval '10 days'
      WHERE position_id = ${id}::uuid`;
    const at = new Date('2026-02-22T15:00:00Z');
    const announced = { positionId: id, kind: 'target', key: 'target:50.00', at, recordedAt: at, level: 50, price: 51 };
    await db.positionEvent.create({ data: announced });
    await price('QCOM', '51');
    expect(await targets()).toBe(1);
    await admin.call.positions.writeThesis({ id, version: 2, claim: 'Still true', target: '50' });
    expect(await targets()).toBe(1);
    await admin.call.positions.writeThesis({ id, version: 3, target: '51' });
    expect(await targets()).toBe(2);
  });
});

describe('following', () => {
  it('can be set per position, which takes precedence over the setting for all', async () => {
    const [tsla, ko] = [await add('TSLA'), await add('KO')];
    await Promise.all([ada.call.follows.look({}), grace.call.follows.look({})]);
    await advanceHours(2);
    await findEvents(server.deps);
    expect((await kinds(ada)).sort()).toEqual(['opened KO', 'opened TSLA']);
    await ada.call.follows.follow({ id: tsla, isFollowed: false });
    expect(await kinds(ada)).toEqual(['opened KO']);
    expect(await kinds(grace)).toHaveLength(2);
    await ada.call.follows.change({ followsAll: false });
    expect(await kinds(ada)).toEqual([]);
    await ada.call.follows.follow({ id: ko, isFollowed: true });
    expect(await kinds(ada)).toEqual(['opened KO']);
    const settings = await ada.call.follows.change({ followsAll: true });
    expect(settings).toMatchObject({ followsAll: true, choices: [{ positionId: ko, isFollowed: true }] });
    expect(await grace.call.follows.settings()).toMatchObject({ followsAll: true, choices: [], mailState: 'off' });
    await expect(grace.call.follows.change({ alertMails: true })).rejects.toThrow('This server sends no email');
  });

  it('ends with the position, and an unknown position is not found', async () => {
    const id = await add('TSLA');
    await ada.call.follows.follow({ id, isFollowed: true });
    await admin.call.positions.delete({ id });
    expect((await ada.call.follows.settings()).choices).toEqual([]);
    await expect(ada.call.follows.follow({ id, isFollowed: true })).rejects.toThrow('Position not found');
  });
});
