import { describe, expect, it } from 'vitest';
import {
  flat,
  pricesOf,
  recordsOf,
  summarizeTrackRecord,
  type TimedLedgerEvent,
  timedLedgerOf,
  verifiedOf,
} from './testing/sample-market';

describe('the verified record, checked by hand', () => {
  const prices = pricesOf({ A: [100, 110, 121, 121, 60.5], B: [10, 10, 20, 20, 20], SPY: [500, 505, 510, 515, 520] });

  it('counts from the first close after the recording to the first close after the recorded end', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T20:59:00.000Z', id: 'a' },
      { kind: 'opened', at: '2026-01-05T21:01:00.000Z', id: 'b', position: { ticker: 'B' } },
      {
        kind: 'closed',
        at: '2026-01-07T21:00:00.000Z',
        id: 'a',
        position: { closePrice: '1.00', closeDate: '2026-01-07T21:00:00.000Z' },
      },
    );
    const verified = verifiedOf(entries, prices);
    expect(verified.positions).toMatchObject([
      { state: 'counted', fromDay: '2026-01-05', untilDay: '2026-01-08', hasEnded: true, gainsPercent: '21.00' },
      { state: 'counted', fromDay: '2026-01-06', untilDay: '2026-01-09', hasEnded: false, gainsPercent: '100.00' },
    ]);
    // Tuesday: A alone, +10%. Wednesday: A +10%, B +100%. After that, nothing that counts changes.
    expect(verified.points.map(({ book }) => book).slice(0, 5)).toEqual([
      '100.00',
      '110.00',
      '170.50',
      '170.50',
      '170.50',
    ]);
    expect(verified).toMatchObject({
      bookReturn: '70.50',
      benchmarkReturn: '4.00',
      averageGain: '60.50',
      hitRate: '100.00',
      endedCount: 1,
    });
  });

  it('starts at the next close after a short trading day has closed', () => {
    const thanksgiving = { ...pricesOf({}), closes: new Map() };
    const closes = ['2026-11-27', '2026-11-30'].map((day) => ({ day, close: '100.000000' }));
    thanksgiving.closes.set('A', closes).set('SPY', closes);
    // 18:30 UTC is 13:30 in New York, half an hour after the close.
    const [late, early] = ['2026-11-27T18:30:00.000Z', '2026-11-27T17:30:00.000Z'].map(
      (at) => verifiedOf(timedLedgerOf({ kind: 'opened', at, id: 'a' }), thanksgiving).positions[0]?.fromDay,
    );
    expect([late, early]).toEqual(['2026-11-30', '2026-11-27']);
  });

  it('waits for the first close, with the state waiting', () => {
    const entries = timedLedgerOf({ kind: 'opened', at: '2026-03-02T15:00:00.000Z', id: 'a' });
    expect(verifiedOf(entries, prices).positions).toMatchObject([{ state: 'waiting' }]);
    expect(summarizeTrackRecord(entries, prices)).toMatchObject({
      verified: { returnPercent: null, countedCount: 0, waitingCount: 1 },
      stated: { lateCount: 0 },
      latestHash: 'hash 1',
    });
  });

  it('new positions do not count on their first day, so they cannot soften a fall', () => {
    const falling = pricesOf({ A: [100, 50], B: [10, 10] });
    const first: TimedLedgerEvent = { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' };
    const late = Array.from(
      { length: 9 },
      (_, n): TimedLedgerEvent => ({
        kind: 'opened',
        at: '2026-01-06T20:59:00.000Z',
        id: `b${n}`,
        position: { ticker: 'B' },
      }),
    );
    expect(verifiedOf(timedLedgerOf(first, ...late), falling).bookReturn).toBe('-50.00');
  });

  it('keeps the last known price if a closing price is missing', () => {
    const gaps = pricesOf({ A: [100, null, 150, null] });
    const verified = verifiedOf(timedLedgerOf({ kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' }), gaps);
    expect(verified.points.slice(0, 4).map(({ book }) => book)).toEqual(['100.00', '100.00', '150.00', '150.00']);
  });

  it('ends a position at its last close after ten trading days without a price', () => {
    const gone = pricesOf({ A: [100, 50] });
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'deleted', at: '2026-01-07T15:00:00.000Z', id: 'a' },
    );
    expect(verifiedOf(entries, gone).positions).toMatchObject([
      { untilDay: '2026-01-06', hasEnded: true, gainsPercent: '-50.00' },
    ]);
  });
});

describe('attempts to distort the record', () => {
  const monday = '2026-01-05T15:00:00.000Z';
  const honest: TimedLedgerEvent = { kind: 'opened', at: monday, id: 'honest' };
  const prices = pricesOf({ A: flat(100).map((price, index) => price + index), VOD: [], W: flat(300) });
  const both = (...events: TimedLedgerEvent[]) => {
    const { verified, stated } = recordsOf(timedLedgerOf(honest, ...events), prices);
    return { verified, stated };
  };
  const alone = both().verified;

  it('a typo that is deleted at once only affects the stated figures', () => {
    const at = '2026-01-06T15:00:00.000Z';
    const typo = { entryPrice: '1.00' };
    const market = { price: '101.00', asOf: at, source: 'test' };
    const { verified, stated } = both(
      { kind: 'opened', at, id: 'typo', position: typo },
      { kind: 'deleted', at: '2026-01-06T15:01:00.000Z', id: 'typo', position: typo, market },
    );
    expect(verified).toMatchObject({ bookReturn: alone.bookReturn, averageGain: alone.averageGain });
    expect(verified.positions[1]).toMatchObject({ state: 'notHeld' });
    expect(Number(stated.averageGain)).toBeGreaterThan(1000);
  });

  it('hindsight gains nothing before its recording, and its delay is visible', () => {
    const { verified, stated } = both({
      kind: 'opened',
      at: '2026-02-10T22:00:00.000Z',
      id: 'winner',
      position: { ticker: 'W', entryPrice: '1.00', purchaseDate: '2022-01-03T00:00:00.000Z' },
    });
    expect(verified.positions[1]).toMatchObject({ fromDay: '2026-02-11', gainsPercent: '0.00', daysLate: 1499 });
    expect(Number(stated.bookReturn)).toBeGreaterThan(1000);
    expect(stated).toMatchObject({ lateCount: 1, mostDaysLate: 1499 });
  });

  it('closing at ten times the market price counts the market price', () => {
    const at = '2026-01-09T15:00:00.000Z';
    const { verified } = both({ kind: 'closed', at, id: 'honest', position: { closePrice: '1000.00', closeDate: at } });
    expect(verified.positions[0]).toMatchObject({ untilDay: '2026-01-09', gainsPercent: '4.00', hasEnded: true });
  });

  it('a ticker without prices counts nothing, whatever was entered, and is listed', () => {
    const at = '2026-01-09T15:00:00.000Z';
    const { verified } = both(
      { kind: 'opened', at: monday, id: 'free', position: { ticker: 'VOD' } },
      { kind: 'closed', at, id: 'free', position: { ticker: 'VOD', closePrice: '250.00', closeDate: at } },
    );
    expect(verified).toMatchObject({ bookReturn: alone.bookReturn, unpriced: ['VOD'] });
  });

  it('a ticker counts from its first known price, and is marked as priced late', () => {
    const late = pricesOf({ A: [null, null, 100, 200] });
    const [position] = verifiedOf(timedLedgerOf(honest), late).positions;
    expect(position).toMatchObject({ fromDay: '2026-01-07', isPricedLate: true, gainsPercent: '100.00' });
  });

  it('deleting before a new price is read uses the next close, not the old price', () => {
    const falling = pricesOf({ A: [100, 40] });
    const entries = timedLedgerOf(honest, {
      kind: 'deleted',
      at: '2026-01-06T15:00:00.000Z',
      id: 'honest',
      market: { price: '100.00', asOf: '2026-01-02T21:00:00.000Z', source: 'old' },
    });
    const { verified, stated } = recordsOf(entries, falling);
    expect(verified).toMatchObject({ bookReturn: '-60.00', hitRate: '0.00' });
    expect(stated.positions[0]).toMatchObject({ gainsPercent: '0.00' });
  });

  it('samples count in neither record, even after they were deleted', () => {
    const sample: TimedLedgerEvent = { kind: 'seeded', at: monday, id: 'sample', position: { entryPrice: '1.00' } };
    for (const events of [[sample], [sample, { ...sample, kind: 'deleted' as const }]]) {
      const { verified, stated } = both(...events);
      expect(verified).toMatchObject({ bookReturn: alone.bookReturn, countedCount: 1 });
      expect(verified.positions[1]).toMatchObject({ state: 'sample' });
      expect(stated).toMatchObject({
        bookReturn: both().stated.bookReturn,
        sampleCount: 1,
        openCount: 1,
        deletedCount: 0,
      });
    }
  });
});
