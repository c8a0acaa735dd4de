/**
 * Importing other programs' files from start to end: preview, import, ledger, and the effect on the verified record.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { midnightOf } from '~/shared/trading-day';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.investmentPosition.deleteMany());

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', 'programs', name), 'utf8');
const run = (text: string, dryRun = false) => admin.call.positions.import({ text, dryRun });
const stored = async () =>
  (await server.deps.db.investmentPosition.findMany({ orderBy: [{ purchaseDate: 'asc' }, { status: 'asc' }] })).map(
    ({ name, ticker, avgEntryPrice, status, closePrice }) =>
      [name, ticker, avgEntryPrice.toFixed(2), status, ...(closePrice ? [closePrice.toFixed(2)] : [])].join(' '),
  );

const ofGhostfolio = ['MSFT MSFT 298.58 closed 310.00', 'MSFT MSFT 298.58 open', 'NVIDIA NVDA 120.35 open'];

describe("another program's file", () => {
  it('is previewed row by row, with what is skipped and why, and stored after confirmation', async () => {
    const text = fixture('ghostfolio.json');
    const preview = await run(text, true);
    expect(preview).toMatchObject({
      program: 'Ghostfolio',
      readyCount: 3,
      skippedCount: 8,
      errorCount: 0,
      duplicateCount: 0,
      imported: 0,
    });
    expect(preview.rows.find(({ row }) => row === 9)).toMatchObject({
      state: 'skipped',
      ticker: 'NOVN.SW',
      message: 'Priced in CHF. Only prices in US dollars can be imported.',
    });
    expect(await stored()).toEqual([]);
    expect((await run(text)).imported).toBe(3);
    expect(await stored()).toEqual(ofGhostfolio);
  });

  it('adds nothing the second time, even if a purchase was sold in parts', async () => {
    await run(fixture('ghostfolio.json'));
    expect(await run(fixture('ghostfolio.json'))).toMatchObject({ readyCount: 0, duplicateCount: 3, imported: 0 });
    // Exported again after the rest was sold: the purchase is known, and is closed here by hand.
    const later = fixture('ghostfolio.json').replace(/"quantity": 2,(\s+"type": "SELL")/, '"quantity": 5,$1');
    expect(await run(later)).toMatchObject({ readyCount: 0, duplicateCount: 2, imported: 0 });
    expect(await stored()).toEqual(ofGhostfolio);
  });

  it('leaves out tickers that are quoted in another currency than the dollars of the file', async () => {
    const quoted = { ticker: 'NVDA', latestPrice: '120', currency: 'EUR' };
    await server.deps.db.stockPriceCache.create({ data: quoted });
    const { rows, readyCount } = await run(fixture('ghostfolio.json'), true);
    expect(readyCount).toBe(2);
    expect(rows.filter(({ ticker, state }) => ticker === 'NVDA' && state === 'skipped')).toMatchObject([
      { message: 'NVDA is quoted in EUR, not in USD. Convert its prices, or correct the currency.' },
    ]);
    await server.deps.db.stockPriceCache.delete({ where: { ticker: 'NVDA' } });
  });

  it('without names gets those that the portfolio uses', async () => {
    await admin.call.positions.add({
      name: 'Apple',
      ticker: 'AAPL',
      avgEntryPrice: '100',
      purchaseDate: '2020-01-02T00:00:00.000Z',
    });
    const { rows } = await run(fixture('wealthfolio-import.csv'), true);
    expect(rows.filter(({ state }) => state === 'ready').map(({ name }) => name)).toEqual([
      'Apple',
      'Apple',
      'NVDA',
      'NVDA',
    ]);
  });

  it("skips what this product can't store, without an error", async () => {
    const { rows, errorCount, imported } = await run(
      'Symbol,Trade Date,Purchase Price,Quantity\nA!,20240102,10,1\nB,18990101,10,1\nC,20240102,10,1',
    );
    expect(rows.map(({ state, message }) => message ?? state)).toEqual([
      'Ticker can contain letters, digits, dots and dashes',
      'Purchase date is too long ago',
      'ready',
    ]);
    expect({ errorCount, imported }).toEqual({ errorCount: 0, imported: 1 });
  });

  it.each(['portfolio-performance-de.csv', 'portfolio-performance.xml', 'yahoo.csv', 'wealthfolio-export.csv'])(
    '%s is imported completely',
    async (name) => {
      const { imported, readyCount, errorCount } = await run(fixture(name));
      expect(imported).toBe(readyCount);
      expect(imported).toBeGreaterThan(1);
      expect(errorCount).toBe(0);
      expect(await stored()).toHaveLength(imported);
    },
  );

  it('is recorded in the ledger and the audit log with the program, and only counts in the verified record from now on', async () => {
    const { db } = server.deps;
    const days = ['2021-09-16', '2022-10-31', '2022-11-01', '2022-11-02', '2025-01-02'];
    const closes = ['MSFT', 'NVDA', 'SPY'].flatMap((ticker) =>
      days.map((day, index) => ({ ticker, day: midnightOf(day), close: 100 + index, splitsThrough: midnightOf(day) })),
    );
    await db.stockDailyClose.createMany({ data: closes });
    const before = { at: new Date(), seq: (await db.ledgerEvent.findFirst({ orderBy: { seq: 'desc' } }))?.seq ?? 0n };
    await run(fixture('ghostfolio.json'));
    const entries = await db.ledgerEvent.findMany({ where: { seq: { gt: before.seq } } });
    expect(entries.map(({ kind, body }) => [kind, JSON.parse(body).priceSource])).toEqual(
      Array.from({ length: 3 }, () => ['imported', 'imported from a Ghostfolio file']),
    );
    expect(entries.every(({ at }) => at >= before.at)).toBe(true);
    const [audit] = await db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(audit?.details).toEqual({ count: 3, format: 'json', program: 'Ghostfolio' });
    // No stored closing price is after the recording, so nothing counts as verified, whatever the file contains about
    // the past.
    const { verified, stated } = await admin.call.trackRecord.summary();
    expect(verified).toMatchObject({ countedCount: 0 });
    expect(stated.lateCount).toBeGreaterThanOrEqual(3);
  });
});
