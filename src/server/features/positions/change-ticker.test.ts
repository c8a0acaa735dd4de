import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireLedgerLock, recordEvents } from '~/server/features/track-record/record-events';
import { testDatabaseUrl } from '~/server/testing/environment';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkChain } from '~/shared/ledger-chain';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import { bookRow } from './positions.queries';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const hold = (ticker: string, name = ticker) =>
  admin.call.positions.add({ name, ticker, avgEntryPrice: '100', purchaseDate: '2024-01-02T00:00:00.000Z' });

async function readAll() {
  const { entries } = await admin.call.trackRecord.ledger();
  const { positions, oddities } = replay(entries);
  expect(checkChain(entries).brokenAt).toBeNull();
  expect(oddities).toEqual([]);
  expect(differencesFromBook(positions, await admin.call.trackRecord.book())).toEqual([]);
  return { entries, positions, last: JSON.parse(entries.at(-1)?.body ?? 'null') };
}

describe('renaming a ticker', () => {
  it('changes all open positions, but not closed ones, and the ledger agrees', async () => {
    const [first, second, closed] = [await hold('FB', 'one'), await hold('FB', 'two'), await hold('FB', 'closed')];
    await admin.call.positions.close({ id: closed.id, closePrice: '120' });
    expect(await admin.call.positions.renameTicker({ ticker: 'fb', to: 'meta', reason: 'New name' })).toEqual({
      count: 2,
    });
    const { positions, last } = await readAll();
    expect(last).toMatchObject({ kind: 'renamed', facts: { ticker: 'FB', to: 'META' }, reason: 'New name' });
    const tickers = new Map(positions.map(({ id, ticker }) => [id, ticker]));
    expect([first, second, closed].map(({ id }) => tickers.get(id))).toEqual(['META', 'META', 'FB']);
    expect((await admin.call.trackRecord.closes()).closes).toBeDefined();
  });

  it('does not make an import add the positions again that a file has under an earlier ticker', async () => {
    await hold('SQ');
    const rename = (ticker: string, to: string) => admin.call.positions.renameTicker({ ticker, to, reason: 'x' });
    await rename('SQ', 'SQX');
    await rename('SQX', 'XYZ');
    const rows = ['SQ', 'SQX', 'XYZ', 'OTHER'].map((ticker) => `${ticker},${ticker},100,2024-01-02`);
    const text = ['name,ticker,avgEntryPrice,purchaseDate', ...rows].join('\n');
    const { rows: read } = await admin.call.positions.import({ format: 'csv', text, dryRun: true });
    expect(read.map(({ ticker, state }) => [ticker, state])).toEqual([
      ['SQ', 'duplicate'],
      ['SQX', 'duplicate'],
      ['XYZ', 'duplicate'],
      ['OTHER', 'ready'],
    ]);
  });

  it('requires an open position, another ticker and a reason', async () => {
    const { entries } = await readAll();
    const rename = (ticker: string, to: string, reason = 'x') =>
      admin.call.positions.renameTicker({ ticker, to, reason });
    await expect(rename('NOBODY', 'B')).rejects.toThrow('No open position has the ticker NOBODY');
    await expect(rename('META', 'META')).rejects.toThrow('The new ticker must differ from the current one.');
    await expect(rename('META', 'B', ' ')).rejects.toThrow('Reason is required');
    await expect(rename('META', 'no ticker')).rejects.toThrow('Ticker');
    expect((await readAll()).entries).toHaveLength(entries.length);
  });
});

describe('the ledger entries of a position', () => {
  const entriesOf = async (id: string) =>
    (await admin.call.positions.get({ id })).entries.map(({ kind, body }) => {
      const { facts } = JSON.parse(body);
      return facts ? `${kind} ${facts.ticker}` : kind;
    });

  it('contain all changes of its ticker while it was open, and no others', async () => {
    const [kept, closed] = [await hold('ONE'), await hold('ONE')];
    await admin.call.positions.close({ id: closed.id, closePrice: '120' });
    const rename = (ticker: string, to: string) => admin.call.positions.renameTicker({ ticker, to, reason: 'x' });
    await rename('ONE', 'TWO');
    const other = await hold('ELSE');
    await rename('ELSE', 'TWO');
    await rename('TWO', 'THREE');
    const later = await hold('THREE');
    await hold('ONE');
    await admin.call.positions.delistTicker({ ticker: 'ONE', price: '1', reason: 'x' });
    await admin.call.positions.delistTicker({ ticker: 'THREE', price: '1', reason: 'x' });
    expect(await entriesOf(kept.id)).toEqual(['delisted THREE', 'renamed TWO', 'renamed ONE', 'opened']);
    expect(await entriesOf(other.id)).toEqual(['delisted THREE', 'renamed TWO', 'renamed ELSE', 'opened']);
    expect(await entriesOf(later.id)).toEqual(['delisted THREE', 'opened']);
    expect(await entriesOf(closed.id)).toEqual(['closed', 'opened']);
  });
});

describe('a delisting', () => {
  it('closes all open positions at its price, or at 0 for a total loss', async () => {
    const { id } = await hold('DEAD');
    const [cash] = [await hold('TWTR')];
    await admin.call.positions.delistTicker({ ticker: 'DEAD', price: '0', reason: 'Bankrupt' });
    await admin.call.positions.delistTicker({ ticker: 'TWTR', price: '54.2', reason: 'Bought for cash' });
    await readAll();
    const { closed } = await admin.call.positions.list();
    expect(closed.find((position) => position.id === id)).toMatchObject({
      closePrice: '0.00',
      gainsPercent: '-100.00',
    });
    expect(closed.find((position) => position.id === cash?.id)).toMatchObject({
      closePrice: '54.20',
      gainsPercent: '-45.80',
    });
    expect((await admin.call.positions.receipt({ id })).gain).toMatchObject({ gainsPercent: '-100.00' });
  });

  it('can be exported and imported', async () => {
    const { text } = await admin.call.positions.export({ format: 'csv' });
    const { errorCount, duplicateCount } = await admin.call.positions.import({ format: 'csv', text, dryRun: true });
    expect({ errorCount, isKnown: duplicateCount > 0 }).toEqual({ errorCount: 0, isKnown: true });
  });

  it('rejects a negative price and an unknown ticker', async () => {
    const delist = (price: string, ticker = 'DEAD') =>
      admin.call.positions.delistTicker({ ticker, price, reason: 'x' });
    await expect(delist('-1')).rejects.toThrow('Price must be a valid decimal or 0');
    await expect(delist('1')).rejects.toThrow('No open position has the ticker DEAD');
  });
});

describe('a change of a ticker to which another writer adds a position', () => {
  /** On PostgreSQL. The embedded database runs one transaction at a time. */
  const isWaiting = async () =>
    testDatabaseUrl() === '' ||
    (
      await server.deps.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`
    ).length > 0;

  /** Adds a position whose transaction ends only after the change has begun. */
  async function addDuring(ticker: string, change: () => Promise<{ count: number }>) {
    await hold(ticker, 'first');
    let changing: Promise<{ count: number }> | undefined;
    await server.deps.db.$transaction(
      async (tx) => {
        await acquireLedgerLock(tx);
        const position = bookRow(
          await tx.investmentPosition.create({
            data: { userId: admin.user.id, name: 'second', ticker, avgEntryPrice: '1', purchaseDate: new Date(0) },
          }),
        );
        await recordEvents(tx, [{ kind: 'opened', actorId: admin.user.id, position, priceSource: 'a test' }]);
        changing = change();
        await until(isWaiting);
      },
      { timeout: 300_000 },
    );
    return changing;
  }

  it('includes it, so that the ledger and the portfolio agree', async () => {
    const delist = { ticker: 'BUSY', price: '3', reason: 'x' };
    expect(await addDuring('BUSY', () => admin.call.positions.delistTicker(delist))).toEqual({ count: 2 });
    await readAll();
    const rename = { ticker: 'OLDER', to: 'NEWER', reason: 'x' };
    expect(await addDuring('OLDER', () => admin.call.positions.renameTicker(rename))).toEqual({ count: 2 });
    await readAll();
  });
});
