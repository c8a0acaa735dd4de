import { describe, expect, it } from 'vitest';
import { checkChain } from './ledger-chain';
import { differencesFromBook, replay } from './ledger-replay';
import type { LedgerEntry, PublishedCloses } from './schemas/track-record';
import { type LedgerEvent, ledgerOf } from './testing/sample-ledger';
import { calculateTrackRecord, gatherPrices } from './track-record';
import { utcDay } from './utc-day';

const prices: PublishedCloses = {
  benchmark: 'SPY',
  days: ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07'],
  closes: { A: [null, '100.00', '120.00', '90.00'], SPY: ['500.00', '505.00', '510.00', '520.00'] },
  splits: {},
  quotes: { A: { price: '90.00', asOf: new Date('2026-01-07T21:00:00Z'), source: 'test' } },
  nextCursor: null,
};
const closing = { closePrice: '120.00', closeDate: '2026-01-06T15:00:00.000Z' };
const record = (entries: LedgerEntry[], withoutDeleted = false) =>
  calculateTrackRecord(replay(entries).positions, gatherPrices([prices]), { withoutDeleted });

describe('the track record, checked by hand', () => {
  it('contains the held positions, from the ledger and the published prices', () => {
    const entries = ledgerOf(['opened', 'kept'], ['closed', 'kept', closing], ['imported', 'open']);
    expect(checkChain(entries)).toMatchObject({ brokenAt: null, count: 3 });
    // One gained 20 % and was closed, one is at −10 %.
    expect(record(entries)).toMatchObject({
      openCount: 1,
      closedCount: 1,
      deletedCount: 0,
      averageGain: '5.00',
      hitRate: '100.00',
      endedCount: 1,
      // Both +0 %, both +20 %, then the open one −25 %.
      bookReturn: '-10.00',
      drawdown: '-25.00',
      drawdownFrom: '2026-01-06',
      drawdownTo: '2026-01-07',
      benchmarkReturn: '4.00',
    });
  });

  it('keeps a deleted position with its loss', () => {
    const market = { price: '60.00', asOf: '2026-01-07T20:00:00.000Z', source: 'test' };
    const entries = ledgerOf(
      ['opened', 'kept'],
      ['closed', 'kept', closing],
      ['opened', 'loser'],
      ['deleted', 'loser', {}, { market }],
    );
    expect(record(entries)).toMatchObject({
      deletedCount: 1,
      // (20 − 40) ÷ 2, and one of two ended above its entry.
      averageGain: '-10.00',
      hitRate: '50.00',
      endedCount: 2,
      // +0 %, +20 % for both, then 120 → 60.
      bookReturn: '-40.00',
    });
    const loser = record(entries).positions.find(({ id }) => id === 'loser');
    expect(loser).toMatchObject({ state: 'deleted', price: '60.00', priceDay: '2026-01-07', gainsPercent: '-40.00' });
    expect(record(entries, true)).toMatchObject({ averageGain: '20.00', hitRate: '100.00', deletedCount: 1 });
  });

  it('ignores an old market price of a deletion if a closing price is newer', () => {
    const market = { price: '110.00', asOf: '2026-01-05T20:00:00.000Z', source: 'test' };
    // The deletion is on 8 January.
    const others: LedgerEvent[] = [
      ['opened', 'other'],
      ['closed', 'other', closing],
    ];
    const { positions } = record(ledgerOf(['opened', 'x'], ...others, ['deleted', 'x', {}, { market }]));
    const withoutPrice = record(ledgerOf(['opened', 'x'], ...others, ['deleted', 'x']));
    expect(positions[0]).toMatchObject({ state: 'deleted', price: '90.00', gainsPercent: '-10.00' });
    expect(positions[0]?.gainsPercent).toBe(withoutPrice.positions[0]?.gainsPercent);
  });

  it('values a deletion without a known price at the last closing price', () => {
    // The second event is on 6 January.
    const [position] = record(ledgerOf(['opened', 'x'], ['deleted', 'x'])).positions;
    expect(position).toMatchObject({
      state: 'deleted',
      price: '120.00',
      priceDay: '2026-01-06',
      gainsPercent: '20.00',
    });
  });

  it('uses the close price of a position that was closed before it was deleted', () => {
    const [position] = record(ledgerOf(['opened', 'x'], ['closed', 'x', closing], ['deleted', 'x', closing])).positions;
    expect(position).toMatchObject({ state: 'deleted', price: '120.00', gainsPercent: '20.00' });
  });

  it('closes a position on its purchase day if that was still the day before in New York', () => {
    const bought = { purchaseDate: '2026-01-06T00:00:00.000Z' };
    const atNight = { ...bought, closePrice: '150.00', closeDate: '2026-01-06T02:00:00.000Z' };
    const { positions, points, bookReturn } = record(ledgerOf(['opened', 'x', bought], ['closed', 'x', atNight]));
    expect(positions).toMatchObject([{ closeDay: '2026-01-06', gainsPercent: '50.00' }]);
    expect(bookReturn).toBe('50.00');
    expect(points.map(({ book }) => book)).toEqual(['100.00', '150.00', '150.00']);
  });

  it('compares nothing with a benchmark whose prices start later than the record', () => {
    const late = { ...prices, closes: { ...prices.closes, SPY: [null, null, '510.00', '520.00'] } };
    const entries = ledgerOf(['opened', 'x']);
    const { points, ...figures } = calculateTrackRecord(replay(entries).positions, gatherPrices([late]));
    expect(points.at(-1)).toMatchObject({ day: '2026-01-07', benchmark: expect.any(String) });
    for (const absent of ['benchmarkReturn', 'benchmarkTotalReturn']) expect(figures).not.toHaveProperty(absent);
  });

  it('has no figures if nothing is known', () => {
    const nothing = calculateTrackRecord([], gatherPrices([]));
    expect(nothing).toMatchObject({ positions: [], points: [], endedCount: 0 });
    for (const absent of ['averageGain', 'hitRate', 'bookReturn', 'drawdown', 'benchmarkReturn'])
      expect(nothing).not.toHaveProperty(absent);
  });

  it('joins the parts of the published prices', () => {
    const other = { ...prices, closes: { B: [null, '7.00', null, '8.00'] }, quotes: {} };
    const joined = gatherPrices([prices, other]);
    expect([...joined.closes.keys()].sort()).toEqual(['A', 'B', 'SPY']);
    expect(joined.closes.get('B')).toEqual([
      { day: '2026-01-05', close: '7.00' },
      { day: '2026-01-07', close: '8.00' },
    ]);
  });
});

describe('an inconsistent ledger', () => {
  it('reports each contradicting entry, and still applies the others', () => {
    const entries = ledgerOf(
      ['opened', 'x'],
      ['opened', 'x'],
      ['closed', 'y', closing],
      ['closed', 'x', closing],
      ['closed', 'x', closing],
      ['deleted', 'x', closing],
      ['deleted', 'x', closing],
    );
    entries.push({ ...(entries[0] as LedgerEntry), seq: 8, body: 'no JSON' });
    const { positions, oddities } = replay(entries);
    expect(positions).toHaveLength(1);
    expect(oddities).toEqual([
      'Entry 2 opens a position that already exists.',
      'Entry 3 refers to a position that was never opened.',
      'Entry 5 closes a position that was closed before.',
      'Entry 7 refers to a position that was deleted before.',
      'Entry 8 cannot be read.',
    ]);
  });

  it('differs from a changed portfolio', () => {
    const { positions } = replay(ledgerOf(['opened', 'x'], ['closed', 'x', closing]));
    const row = {
      id: 'x',
      ticker: 'A',
      name: 'x',
      entryPrice: '100.00',
      purchaseDate: new Date('2026-01-05'),
      closePrice: '120.00',
      closeDate: new Date(closing.closeDate),
    };
    expect(differencesFromBook(positions, [row])).toEqual([]);
    expect(differencesFromBook(positions, [{ ...row, closePrice: null, closeDate: null }])).toEqual([
      'x (A): the close price is - in the portfolio but 120.00 in the ledger.',
      `x (A): the close date is - in the portfolio but ${closing.closeDate} in the ledger.`,
    ]);
  });

  it('reports the entry that breaks the chain, and lists the last entry of each day', () => {
    const entries = ledgerOf(['opened', 'x'], ['opened', 'y'], ['opened', 'z']);
    expect(checkChain(entries).dailyHeads).toEqual(
      entries.map(({ at, seq, hash }) => ({ day: utcDay(at), seq, hash })),
    );
    const swapped = [entries[0], entries[2], entries[1]] as LedgerEntry[];
    expect(checkChain(swapped).brokenAt).toEqual({ seq: 3, words: 'Entry 2 is missing: after 1 comes 3.' });
    expect(checkChain(entries.slice(1)).brokenAt).toEqual({ seq: 2, words: 'Entry 1 is missing: after 0 comes 2.' });
    expect(checkChain([]).head).toBeNull();
  });
});
