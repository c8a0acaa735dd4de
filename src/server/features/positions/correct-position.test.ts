import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkChain } from '~/shared/ledger-chain';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import type { LedgerBody } from '~/shared/schemas/track-record';
import { dayMs } from '~/shared/utc-day';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const typo = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '2.50', purchaseDate: '2024-01-02T00:00:00.000Z' };

async function readLedger() {
  const { entries } = await admin.call.trackRecord.ledger();
  const last = JSON.parse(entries.at(-1)?.body ?? 'null') as LedgerBody;
  return { entries, last };
}

describe('correcting a position', () => {
  it('keeps old and new values with the reason in the ledger, which agrees with the portfolio', async () => {
    const { id } = await admin.call.positions.add(typo);
    const corrected = await admin.call.positions.correct({
      id,
      reason: 'Typing error',
      avgEntryPrice: '250.10',
      purchaseDate: '2024-01-03T00:00:00.000Z',
    });
    expect(corrected).toMatchObject({ avgEntryPrice: '250.10', name: 'Tesla' });
    const { entries, last } = await readLedger();
    expect(last).toMatchObject({
      kind: 'corrected',
      reason: 'Typing error',
      old: { entryPrice: '2.50', purchaseDate: '2024-01-02T00:00:00.000Z' },
      new: { entryPrice: '250.10', purchaseDate: '2024-01-03T00:00:00.000Z' },
      position: { id, entryPrice: '250.10' },
    });
    expect(checkChain(entries).brokenAt).toBeNull();
    const { positions, oddities } = replay(entries);
    expect(oddities).toEqual([]);
    expect(positions).toMatchObject([{ entryPrice: '250.10', purchaseDay: '2024-01-03' }]);
    expect(differencesFromBook(positions, await admin.call.trackRecord.book())).toEqual([]);
  });

  it('only affects the stated record', async () => {
    const { id } = await admin.call.positions.add({ ...typo, ticker: 'CORR' });
    const yesterday = (days: number) => new Date(new Date().setUTCHours(0, 0, 0, 0) + days * dayMs);
    const close = (ticker: string, days: number, price: string) => ({
      ticker,
      day: yesterday(days),
      close: price,
      splitsThrough: yesterday(days),
    });
    await server.deps.db.stockDailyClose.createMany({
      data: [-3, 1, 2].flatMap((days) => [close('SPY', days, '500'), close('CORR', days, days === 2 ? '110' : '100')]),
    });
    const before = await admin.call.trackRecord.summary();
    expect(before.verified).toMatchObject({ countedCount: 1, returnPercent: '10.00' });
    await admin.call.positions.correct({ id, reason: 'Typing error', avgEntryPrice: '100.00' });
    const after = await admin.call.trackRecord.summary();
    expect(after.verified).toEqual(before.verified);
    expect(after.stated.averageGainPercent).not.toBe(before.stated.averageGainPercent);
  });

  it('corrects the close price of a closed position', async () => {
    const { id } = await admin.call.positions.add(typo);
    await expect(admin.call.positions.correct({ id, reason: 'x', closePrice: '3.00' })).rejects.toThrow(
      'Only a closed position has a close price',
    );
    await admin.call.positions.close({ id, closePrice: '2500' });
    const corrected = await admin.call.positions.correct({ id, reason: 'Ten times too much', closePrice: '250.00' });
    expect(corrected).toMatchObject({ closePrice: '250.00', status: 'closed' });
    const { positions } = replay((await readLedger()).entries);
    expect(positions.at(-1)).toMatchObject({ closePrice: '250.00' });
  });

  it('rejects a purchase day after the close day, which would be no position', async () => {
    const { id } = await admin.call.positions.add(typo);
    await admin.call.positions.close({ id, closePrice: '3.00' });
    const count = (await readLedger()).entries.length;
    await server.deps.db.investmentPosition.update({ where: { id }, data: { closeDate: new Date('2026-03-05') } });
    await expect(
      admin.call.positions.correct({ id, reason: 'x', purchaseDate: '2026-03-09T00:00:00.000Z' }),
    ).rejects.toThrow('Purchase date cannot be after the close date');
    expect((await readLedger()).entries).toHaveLength(count);
    // Another value of a position that was closed on the day before its purchase day in New York can be corrected.
    await server.deps.db.investmentPosition.update({
      where: { id },
      data: { purchaseDate: new Date('2026-11-24'), closeDate: new Date('2026-11-24T02:00:00Z') },
    });
    const corrected = await admin.call.positions.correct({ id, reason: 'x', closePrice: '3.10' });
    expect(corrected).toMatchObject({ closePrice: '3.10' });
  });

  it('requires a reason and a change, and stores nothing on failure', async () => {
    const { id } = await admin.call.positions.add(typo);
    const count = (await readLedger()).entries.length;
    await expect(admin.call.positions.correct({ id, reason: ' ', name: 'B' })).rejects.toThrow('Reason is required');
    await expect(admin.call.positions.correct({ id, reason: 'x', avgEntryPrice: '2.5' })).rejects.toThrow(
      'Nothing was corrected',
    );
    await expect(
      admin.call.positions.correct({ id, reason: 'x', purchaseDate: '2999-01-01T00:00:00.000Z' }),
    ).rejects.toThrow('future');
    expect((await readLedger()).entries).toHaveLength(count);
  });
});
