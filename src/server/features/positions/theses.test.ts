/** Theses about positions: immutable versions, hashes in the ledger, texts for signed-in users only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { createChainCheck } from '~/shared/ledger-chain';
import { sha256 } from '~/shared/sha256';

let server: TestServer;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
});
afterAll(() => server.close());

const newPosition = async (ticker = 'TSLA') => {
  const bought = { name: 'Tesla', ticker, avgEntryPrice: '100', purchaseDate: '2026-01-05T00:00:00.000Z' };
  return (await admin.call.positions.add(bought)).id;
};
const fields = {
  claim: 'Storage grows.\nFast.',
  wrongIf: 'It shrinks',
  target: '150',
  stop: '80.5',
  conviction: 'high',
} as const;

describe('a thesis', () => {
  it('keeps each version with its date, and its hash is in the ledger', async () => {
    const id = await newPosition();
    const first = await admin.call.positions.writeThesis({ id, version: 0, ...fields });
    expect(first).toMatchObject({ version: 1, ...fields, target: '150.00', stop: '80.50', hash: sha256(first.text) });
    const second = await admin.call.positions.writeThesis({ id, version: 1, ...fields, claim: 'Changed my mind' });
    const { theses, entries } = await member.call.positions.get({ id });
    expect(theses.map(({ version, claim }) => [version, claim])).toEqual([
      [2, 'Changed my mind'],
      [1, fields.claim],
    ]);
    expect(entries.map(({ kind }) => kind)).toEqual(['thesis', 'thesis', 'opened']);
    expect(entries.map(({ seq }) => seq).slice(0, 2)).toEqual([second.seq, first.seq]);
    expect(entries[0]?.body).toContain(`"hash":"${second.hash}"`);
  });

  it('is not public: the ledger has its hash but none of its text', async () => {
    const id = await newPosition();
    await admin.call.positions.writeThesis({ id, version: 0, claim: 'Only for members' });
    const { entries } = await member.call.trackRecord.ledger();
    const check = createChainCheck();
    check.add(entries);
    expect(check.state.brokenAt).toBeNull();
    expect(JSON.stringify(entries)).not.toContain('Only for members');
  });

  it('is rejected if its stop is not below its target', async () => {
    const id = await newPosition();
    const write = (target: string, stop: string) => admin.call.positions.writeThesis({ id, version: 0, target, stop });
    await expect(write('100', '100.00')).rejects.toThrow('Stop must be below the target');
    await expect(write('9', '80')).rejects.toThrow('Stop must be below the target');
    expect(await write('', '80')).toMatchObject({ stop: '80.00' });
  });

  it('is rejected if another version is the newest, or nothing has changed', async () => {
    const id = await newPosition();
    await admin.call.positions.writeThesis({ id, version: 0, ...fields });
    await expect(admin.call.positions.writeThesis({ id, version: 0, claim: 'Late' })).rejects.toThrow(
      'Another administrator has changed this thesis',
    );
    await expect(admin.call.positions.writeThesis({ id, version: 1, ...fields })).rejects.toThrow(
      'Nothing was changed',
    );
    await expect(admin.call.positions.writeThesis({ id, version: 1, target: 'soon' })).rejects.toThrow(
      'Target must be a valid decimal',
    );
    expect((await member.call.positions.get({ id })).theses).toHaveLength(1);
  });

  it('can only be written by administrators, about existing positions', async () => {
    const id = await newPosition();
    await expect(member.call.positions.writeThesis({ id, version: 0, claim: 'x' })).rejects.toThrow();
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(admin.call.positions.writeThesis({ id: unknown, version: 0, claim: 'x' })).rejects.toThrow(
      'Position not found',
    );
    await expect(member.call.positions.get({ id: unknown })).rejects.toThrow('Position not found');
  });

  it('is deleted with its position; the ledger keeps its hash', async () => {
    const id = await newPosition();
    const { hash } = await admin.call.positions.writeThesis({ id, version: 0, ...fields });
    await admin.call.positions.delete({ id });
    expect(await server.deps.db.positionThesis.count({ where: { positionId: id } })).toBe(0);
    expect(JSON.stringify((await member.call.trackRecord.ledger()).entries)).toContain(hash);
  });

  it('is included in imported and exported files', async () => {
    const text = 'name,ticker,avgEntryPrice,purchaseDate,thesis\nApple,AAPL,120.5,2021-03-04,"Services, not phones"\n';
    const preview = await admin.call.positions.import({ format: 'csv', text, dryRun: true });
    expect(preview.rows[0]).toMatchObject({ state: 'ready', thesis: 'Services, not phones' });
    await admin.call.positions.import({ format: 'csv', text });
    const { open } = await member.call.positions.list();
    const id = open.find(({ ticker }) => ticker === 'AAPL')?.id as string;
    const { theses } = await member.call.positions.get({ id });
    expect(theses).toMatchObject([{ version: 1, claim: 'Services, not phones', seq: expect.any(Number) }]);
    const exported = await member.call.positions.export({ format: 'csv' });
    expect(exported.text).toContain('"Services, not phones"');
    const tooLong = `name,ticker,avgEntryPrice,purchaseDate,thesis\nApple,AAPL,1,2021-03-04,${'x'.repeat(4001)}\n`;
    const refused = await admin.call.positions.import({ format: 'csv', text: tooLong, dryRun: true });
    expect(refused.rows[0]).toMatchObject({ state: 'error', message: 'Thesis is too long' });
  });
});

describe('a weight', () => {
  it('is hashed with the version, in a fixed position', async () => {
    const id = await newPosition();
    const written = await admin.call.positions.writeThesis({
      id,
      version: 0,
      ...fields,
      weight: '2.5',
      sector: 'Autos',
    });
    expect(written).toMatchObject({ weight: '2.50', hash: sha256(written.text) });
    expect(written.text).toContain('"conviction":"high","weight":"2.50","sector":"Autos"');
    const other = await admin.call.positions.writeThesis({ id, version: 1, ...fields, weight: '3', sector: 'Autos' });
    expect(other.hash).not.toBe(written.hash);
  });

  it.each(['0', '-1', '100.01', '2.555', 'half'])('is not %s', async (weight) => {
    const id = await newPosition();
    await expect(admin.call.positions.writeThesis({ id, version: 0, weight })).rejects.toThrow(
      'Weight must be a percentage from 0.01 to 100',
    );
  });

  it('is exported and imported, alone or with a claim', async () => {
    await server.deps.db.investmentPosition.deleteMany();
    const text = 'name,ticker,avgEntryPrice,purchaseDate,thesis,weight\nPepsi,PEP,120,2021-03-04,,7.5%\n';
    const preview = await admin.call.positions.import({ format: 'csv', text, dryRun: true });
    expect(preview.rows[0]).toMatchObject({ state: 'ready', weight: '7.50' });
    await admin.call.positions.import({ format: 'csv', text });
    const before = await member.call.positions.export({ format: 'csv' });
    expect(before.text.split('\r\n')[0]).toMatch(/,currency,weight$/);
    await server.deps.db.investmentPosition.deleteMany();
    await admin.call.positions.import({ format: 'csv', text: before.text });
    expect((await member.call.positions.export({ format: 'csv' })).text).toBe(before.text);
    const { open } = await member.call.positions.list();
    const { theses } = await member.call.positions.get({ id: open[0]?.id as string });
    expect(theses).toMatchObject([{ version: 1, weight: '7.50' }]);
    const wrong = text.replace('7.5%', '750');
    const refused = await admin.call.positions.import({ format: 'csv', text: wrong, dryRun: true });
    expect(refused.rows[0]).toMatchObject({ state: 'error', message: 'Weight must be a percentage from 0.01 to 100' });
  });

  it('adds no columns to a file without weights', async () => {
    await server.deps.db.investmentPosition.deleteMany();
    await newPosition();
    expect((await member.call.positions.export({ format: 'csv' })).text).not.toContain('weight');
  });
});

describe('a target and a stop', () => {
  it('are adjusted by a confirmed split after the day they were written, and stay as they were hashed', async () => {
    const id = await newPosition('AVGO');
    const stated = await admin.call.positions.writeThesis({ id, version: 0, ...fields });
    const { db } = server.deps;
    await db.sql`UPDATE position_theses SET created_at = '2026-02-02T15:00:00Z' WHERE position_id = ${id}::uuid`;
    const split = { ticker: 'AVGO', day: new Date('2026-02-10'), numerator: 3, denominator: 1, source: 'test' };
    await db.stockSplit.create({ data: { ...split, state: 'reported' } });
    const read = async () => (await member.call.positions.get({ id })).theses[0];
    expect(await read()).not.toHaveProperty('adjustedTarget');
    await db.stockSplit.updateMany({ where: { ticker: 'AVGO' }, data: { state: 'confirmed' } });
    expect(await read()).toMatchObject({
      target: '150.00',
      stop: '80.50',
      adjustedTarget: '50.00',
      adjustedStop: '26.83',
      hash: stated.hash,
    });

    await admin.call.positions.close({ id, closePrice: '40', postMortem: 'Too early' });
    const { theses } = await member.call.positions.get({ id });
    expect(theses[0]).toMatchObject({ version: 2, target: '50.00', stop: '26.83', postMortem: 'Too early' });
    expect(theses[0]).not.toHaveProperty('adjustedTarget');
  });

  it('keep their shares if the thesis of a closed position is changed after a split', async () => {
    const id = await newPosition('CMG');
    await admin.call.positions.writeThesis({ id, version: 0, ...fields });
    const { db } = server.deps;
    await db.sql`UPDATE position_theses SET created_at = '2026-02-02T15:00:00Z' WHERE position_id = ${id}::uuid`;
    await admin.call.positions.close({ id, closePrice: '40' });
    await db.sql`UPDATE investment_positions SET close_date = '2026-02-09T15:00:00Z' WHERE id = ${id}::uuid`;
    const split = { ticker: 'CMG', day: new Date('2026-02-10'), numerator: 50, denominator: 1, source: 'test' };
    await db.stockSplit.create({ data: split });
    await admin.call.positions.writeThesis({ id, version: 1, ...fields, postMortem: 'Too early' });
    const { theses } = await member.call.positions.get({ id });
    expect(theses.map(({ target, adjustedTarget }) => [target, adjustedTarget])).toEqual([
      ['150.00', undefined],
      ['150.00', undefined],
    ]);
  });
});

describe('the page of a position', () => {
  it('has its history from the entry with the benchmark, splits and dividends', async () => {
    const id = await newPosition('KO');
    const splitsThrough = new Date('2026-01-09');
    const row = (ticker: string, day: string, close: string) => ({ ticker, day: new Date(day), close, splitsThrough });
    await server.deps.db.stockDailyClose.createMany({
      data: [
        row('KO', '2026-01-05', '104'),
        row('KO', '2026-01-06', '110'),
        row('SPY', '2026-01-02', '500'),
        row('SPY', '2026-01-05', '505'),
        row('SPY', '2026-01-06', '510'),
      ],
    });
    const { course, position, splits, dividends } = await member.call.positions.get({ id });
    expect(course.points).toEqual([
      { day: '2026-01-02', book: '100.00', benchmark: '100.00' },
      { day: '2026-01-05', book: '104.00', benchmark: '101.00' },
      { day: '2026-01-06', book: '110.00', benchmark: '102.00' },
    ]);
    expect(position).toMatchObject({ id, gainsPercent: '10.00', recordedAt: expect.any(Date) });
    expect([splits, dividends]).toEqual([[], []]);
  });
});
