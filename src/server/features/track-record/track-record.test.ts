import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';
import { checkChain, createChainCheck, firstPreviousHash } from '~/shared/ledger-chain';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import type { LedgerBody, LedgerEntry } from '~/shared/schemas/track-record';
import { calculateTrackRecord, gatherPrices } from '~/shared/track-record';
import { calculateVerifiedRecord } from '~/shared/verified-record';
import { recordOlderPositions } from './record-older';

let server: TestServer;
let admin: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true, email: 'boss@example.com' });
  other = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const anonymous = () => callerFor(server.deps, null).trackRecord;
const tesla = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2024-01-02T00:00:00.000Z' };
const bodyOf = (entry?: LedgerEntry) => JSON.parse(entry?.body ?? 'null') as LedgerBody;

async function ledger(): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let cursor: string | null = '0'; cursor; ) {
    const page = await anonymous().ledger({ cursor, limit: 7 });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  return entries;
}

describe('the ledger', () => {
  it('shows visitors each event as the hashed text, and names no user', async () => {
    const { db } = server.deps;
    const marketTime = new Date('2026-11-20T21:00:00.000Z');
    await db.stockPriceCache.create({
      data: { ticker: 'TSLA', latestPrice: '250.10', marketTime, lastUpdated: new Date(), source: 'Test Exchange' },
    });
    const { id } = await admin.call.positions.add(tesla);
    await other.call.positions.close({ id, closePrice: '251' });
    await admin.call.positions.delete({ id });
    const entries = await ledger();
    expect(entries.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'opened'],
      [2, 'closed'],
      [3, 'deleted'],
    ]);
    const [opened, closed, deleted] = entries.map(bodyOf);
    expect(opened).toEqual({
      version: 1,
      seq: 1,
      at: entries[0]?.at.toISOString(),
      kind: 'opened',
      actor: expect.stringMatching(/^person-[0-9a-f]{12}$/),
      position: { id, ticker: 'TSLA', name: 'Tesla', entryPrice: '180.25', purchaseDate: '2024-01-02T00:00:00.000Z' },
      priceSource: 'entered by an administrator',
      market: { price: '250.10', asOf: '2026-11-20T21:00:00.000Z', source: 'Test Exchange' },
      previousHash: firstPreviousHash,
    });
    expect(closed).toMatchObject({ position: { id, closePrice: '251.00', closeDate: expect.stringMatching(/Z$/) } });
    expect(deleted?.actor).toBe(opened?.actor);
    expect(closed?.actor).not.toBe(opened?.actor);
    const json = JSON.stringify(entries);
    for (const secret of ['boss', 'example.com', admin.user.id, other.user.id]) expect(json).not.toContain(secret);
    for (const entry of entries) expect(createHash('sha256').update(entry.body, 'utf8').digest('hex')).toBe(entry.hash);
    expect(checkChain(entries)).toMatchObject({ count: 3, brokenAt: null, head: { seq: 3 } });
    expect((await anonymous().ledger({ limit: 1 })).head).toEqual({
      seq: 3,
      at: entries[2]?.at,
      hash: entries[2]?.hash,
    });
  });

  it('has no gap and a single order with many concurrent writers', async () => {
    const before = (await ledger()).length;
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? admin : other).call.positions.add({ ...tesla, name: `T${n}` })),
    );
    const refused = await Promise.allSettled([
      ...added.map(({ id }) => admin.call.positions.close({ id, closePrice: '1' })),
      ...added.map(({ id }) => other.call.positions.close({ id, closePrice: '2' })),
    ]);
    expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(12);
    const entries = await ledger();
    expect(entries).toHaveLength(before + 24);
    expect(checkChain(entries).brokenAt).toBeNull();
    expect(replay(entries).oddities).toEqual([]);
  });

  it('contains nothing of rejected or failed changes', async () => {
    const before = await ledger();
    await expect(admin.call.positions.add({ ...tesla, avgEntryPrice: '1.234' })).rejects.toThrow();
    await expect(admin.call.positions.delete({ id: randomUUID() })).rejects.toThrow();
    expect(await ledger()).toEqual(before);
  });

  it('can neither be changed nor emptied, not even with SQL', async () => {
    const { db } = server.deps;
    for (const attempt of [
      db.$executeRaw`UPDATE ledger_events SET body = '{}' WHERE seq = 1`,
      db.$executeRaw`DELETE FROM ledger_events`,
      db.$executeRaw`TRUNCATE ledger_events`,
      db.ledgerEvent.deleteMany(),
    ])
      await expect(attempt).rejects.toThrow('the ledger is append-only');
    expect(checkChain(await ledger()).brokenAt).toBeNull();
  });

  it('records older positions once, marked as such', async () => {
    const { db } = server.deps;
    const author = { userId: admin.user.id, purchaseDate: new Date('2023-03-01') };
    const [open, closed] = await db.investmentPosition.createManyAndReturn({
      data: [
        { ...author, name: 'Older', ticker: 'OLD', avgEntryPrice: '10' },
        {
          ...author,
          name: 'Oldest',
          ticker: 'OLD',
          avgEntryPrice: '20',
          status: 'closed',
          closePrice: '30',
          closeDate: new Date(),
        },
      ],
    });
    const before = (await ledger()).length;
    await Promise.all([recordOlderPositions(server.deps), recordOlderPositions(server.deps)]);
    const news = (await ledger()).slice(before).map(bodyOf);
    expect(news.map(({ position }) => position.id).sort()).toEqual([open?.id, closed?.id].sort());
    for (const body of news)
      expect(body).toMatchObject({
        kind: 'opened',
        actor: 'system',
        recordedLater: true,
        priceSource: 'the book as it was found',
      });
    expect(news.find(({ position }) => position.id === closed?.id)?.position).toMatchObject({ closePrice: '30.00' });
    await recordOlderPositions(server.deps);
    expect(await ledger()).toHaveLength(before + 2);
  });

  it('records an unknown position when it is closed or deleted, with its previous state', async () => {
    const data = {
      userId: admin.user.id,
      name: 'Strange',
      ticker: 'ODD',
      avgEntryPrice: '10',
      purchaseDate: new Date(0),
    };
    const { id } = await server.deps.db.investmentPosition.create({ data });
    const before = (await ledger()).length;
    await admin.call.positions.close({ id, closePrice: '11' });
    const [opened, closed] = (await ledger()).slice(before).map(bodyOf);
    expect(opened).toMatchObject({ kind: 'opened', recordedLater: true });
    expect(opened?.position).not.toHaveProperty('closePrice');
    expect(closed).toMatchObject({ kind: 'closed', position: { closePrice: '11.00' } });
  });

  it('matches the current portfolio, and reports where the database was changed without an entry', async () => {
    const { db } = server.deps;
    const { id } = await admin.call.positions.add({ ...tesla, name: 'Watched' });
    const compare = async () => differencesFromBook(replay(await ledger()).positions, await anonymous().book());
    expect(await compare()).toEqual([]);
    await db.investmentPosition.update({ where: { id }, data: { avgEntryPrice: '1.00' } });
    expect(await compare()).toEqual([
      'Watched (TSLA): the entry price is 1.00 in the portfolio but 180.25 in the ledger.',
    ]);
    await db.investmentPosition.delete({ where: { id } });
    expect(await compare()).toEqual(['Watched (TSLA) is in the ledger but not in the portfolio.']);
    const data = { userId: admin.user.id, name: 'New', ticker: 'NEW', avgEntryPrice: '1', purchaseDate: new Date(0) };
    const added = await db.investmentPosition.create({ data });
    expect(await compare()).toContain('New (NEW) is in the portfolio but not in the ledger.');
    await db.investmentPosition.delete({ where: { id: added.id } });
  });
});

describe('published prices', () => {
  it('cover everything that the ledger ever held, with the benchmark, and are sufficient to value it', async () => {
    const { db } = server.deps;
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    const close = (ticker: string, on: string, price: string) => ({
      ticker,
      day: day(on),
      close: price,
      splitsThrough: day(on),
    });
    await db.stockDailyClose.createMany({
      data: [
        close('SPY', '2024-01-02', '472.65'),
        close('SPY', '2024-01-03', '468.79'),
        close('OLD', '2024-01-03', '12.5'),
        close('SECRET', '2024-01-03', '1'),
      ],
    });
    await db.stockSplit.create({
      data: { ticker: 'OLD', day: day('2024-01-03'), numerator: 2, denominator: 1, source: 't' },
    });
    const part = await anonymous().closes();
    expect(part).toMatchObject({ benchmark: 'SPY', days: ['2024-01-02', '2024-01-03'], nextCursor: null });
    expect(part.closes).toEqual({ SPY: ['472.65', '468.79'], OLD: [null, '12.50'] });
    expect(part.quotes).toMatchObject({ TSLA: { price: '250.10', source: 'Test Exchange' } });
    const record = calculateTrackRecord(replay(await ledger()).positions, gatherPrices([part]));
    const older = record.positions.find(({ name }) => name === 'Older');
    // 10.00 paid before the split is 5.00 per share now; the closing price is 12.50.
    expect(older).toMatchObject({ state: 'open', price: '12.50', gainsPercent: '150.00', splitFactor: '2/1' });
    expect(record.deletedCount).toBe(1);
    // Its closing prices start after the first purchase.
    expect(record.points.at(-1)?.benchmark).toMatch(/^\d+\.\d\d$/);
    expect(record).not.toHaveProperty('benchmarkReturn');
  });

  it('are paged by ticker', async () => {
    const { deps } = server;
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        admin.call.positions.add({ ...tesla, ticker: `P${String(n).padStart(2, '0')}` }),
      ),
    );
    const first = await anonymous().closes();
    expect(first.nextCursor).not.toBeNull();
    const second = await anonymous().closes({ cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    expect(second.closes).not.toHaveProperty('SPY');
    await deps.db.investmentPosition.deleteMany({ where: { ticker: { startsWith: 'P' } } });
  });
});

describe('tampering', () => {
  const withoutGuard = async (change: () => Promise<unknown>) => {
    const { db } = server.deps;
    await db.$executeRaw`ALTER TABLE ledger_events DISABLE TRIGGER USER`;
    await change();
    await db.$executeRaw`ALTER TABLE ledger_events ENABLE TRIGGER USER`;
  };
  /** Changes one row, runs the check, and restores the row. */
  async function whileChanged<T>(seq: number, data: Partial<LedgerEntry>, look: () => Promise<T>): Promise<T> {
    const { db } = server.deps;
    const { seq: _, ...row } = await db.ledgerEvent.findUniqueOrThrow({ where: { seq } });
    const { seq: __, ...change } = data;
    await withoutGuard(() => db.ledgerEvent.update({ where: { seq }, data: change }));
    const seen = await look();
    await withoutGuard(() => db.ledgerEvent.update({ where: { seq }, data: row }));
    return seen;
  }
  const brokenAt = async () => checkChain(await ledger()).brokenAt;
  const forged = async (seq: number, change: (body: LedgerBody) => object) => {
    const entry = (await ledger())[seq - 1];
    const body = JSON.stringify(change(bodyOf(entry)));
    return { body, hash: createHash('sha256').update(body).digest('hex') };
  };
  const cheaper = (body: LedgerBody) => ({ ...body, position: { ...body.position, entryPrice: '1.00' } });

  it('with a text is reported at that entry', async () => {
    const { body } = await forged(5, cheaper);
    expect(await whileChanged(5, { body }, brokenAt)).toEqual({
      seq: 5,
      words: "Entry 5 was changed: its content doesn't match its hash.",
    });
    expect(await whileChanged(5, { body: 'no JSON' }, brokenAt)).toMatchObject({ seq: 5 });
    expect(await brokenAt()).toBeNull();
  });

  it('with a text and its hash is reported at the next entry', async () => {
    const both = await forged(5, cheaper);
    expect(await whileChanged(5, both, brokenAt)).toEqual({
      seq: 6,
      words: 'Entry 6 contains another hash of entry 5: entry 5 was rewritten.',
    });
  });

  it('with a column is reported at that entry', async () => {
    for (const change of [{ kind: 'deleted' as const }, { at: new Date(0) }])
      expect(await whileChanged(5, change, brokenAt)).toEqual({
        seq: 5,
        words: "Entry 5 was changed: its columns don't match its content.",
      });
    expect(await whileChanged(5, { previousHash: firstPreviousHash }, brokenAt)).toMatchObject({ seq: 5 });
  });

  it('by deleting an entry is reported as a gap, and at the end only with a saved latest hash', async () => {
    const { db } = server.deps;
    const whole = await ledger();
    const [entry, last] = [whole[4], whole.at(-1)] as [LedgerEntry, LedgerEntry];
    const rows = await db.ledgerEvent.findMany({
      where: { seq: { in: [entry.seq, last.seq] } },
      orderBy: { seq: 'asc' },
    });
    await withoutGuard(() => db.ledgerEvent.delete({ where: { seq: entry.seq } }));
    expect(await brokenAt()).toEqual({ seq: 6, words: 'Entry 5 is missing: after 4 comes 6.' });
    await withoutGuard(() => db.ledgerEvent.create({ data: rows[0] as (typeof rows)[number] }));
    await withoutGuard(() => db.ledgerEvent.delete({ where: { seq: last.seq } }));
    const check = createChainCheck();
    check.add(await ledger());
    expect({ broken: check.state.brokenAt, isNoted: check.has(last.hash) }).toEqual({ broken: null, isNoted: false });
    await withoutGuard(() => db.ledgerEvent.create({ data: rows[1] as (typeof rows)[number] }));
    expect(await ledger()).toEqual(whole);
  });

  it('does not prevent the page from showing prices', async () => {
    const prices = () => anonymous().closes();
    expect((await whileChanged(1, { body: '{"position":null}' }, prices)).closes).toHaveProperty('SPY');
  });

  describe('is reported by the verifier', () => {
    const run = (...given: string[]) =>
      promisify(execFile)(process.execPath, [path.resolve('public/track-record/verify.mjs'), ...given]).then(
        ({ stdout }) => ({ code: 0, said: stdout }),
        ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
      );
    const verify = async (...more: string[]) => run(await server.listen(), ...more);

    it('which confirms an intact chain, by URL and by file', async () => {
      const address = await server.listen();
      const entries = await ledger();
      const head = entries.at(-1)?.hash as string;
      const byAddress = await verify(head);
      expect(byAddress).toMatchObject({ code: 0 });
      expect(byAddress.said).toContain(`Hash chain verified: ${entries.length} entries.`);
      expect(byAddress.said).toContain(`The saved hash is entry ${entries.length}`);
      const prices = gatherPrices([await anonymous().closes()]);
      const { countedCount, positions } = calculateVerifiedRecord(replay(entries).positions, prices);
      expect(byAddress.said).toContain(`Verified record: ${countedCount} of ${positions.length} positions count`);
      const response = await fetch(`${address}/api/track-record/ledger.csv`);
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
      const file = path.join(server.deps.env.DATA_DIR, 'ledger.csv');
      await writeFile(file, await response.text());
      expect(await run(file)).toMatchObject({ code: 0, said: expect.stringContaining(`Latest hash: ${head}`) });
      expect(await run(file, 'f'.repeat(64))).toMatchObject({
        code: 1,
        said: expect.stringContaining('was rewritten'),
      });
    });

    it('which names the entry where it breaks', async () => {
      const { body } = await forged(5, cheaper);
      expect(await whileChanged(5, { body }, verify)).toEqual({
        code: 1,
        said: "BROKEN: entry 5 was changed: its content doesn't match its hash.\n",
      });
      expect(await whileChanged(5, await forged(5, cheaper), verify)).toMatchObject({
        code: 1,
        said: 'BROKEN: entry 6 contains another hash of entry 5.\n',
      });
      expect(await run('/nothing')).toMatchObject({ code: 1 });
      expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Usage') });
    });
  });
});
