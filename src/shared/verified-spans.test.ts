import { describe, expect, it } from 'vitest';
import { days, flat, pricesOf, type TimedLedgerEvent, timedLedgerOf, verifiedOf } from './testing/sample-market';

const opened: TimedLedgerEvent = { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' };
const renamed: TimedLedgerEvent = {
  kind: 'renamed',
  at: '2026-01-07T15:00:00.000Z',
  id: 'a',
  facts: { ticker: 'A', to: 'B' },
};
const delisted = (price: string): TimedLedgerEvent => ({
  kind: 'delisted',
  at: '2026-01-07T15:00:00.000Z',
  id: 'a',
  facts: { ticker: 'A', price },
});

describe('a renamed stock', () => {
  it('counts under its old ticker until the next close, then under its new one, at any price', () => {
    const prices = pricesOf({ A: [100, 110, 121, null], B: [9000, 9000, 9000, 9900, 9900] });
    const record = verifiedOf(timedLedgerOf(opened, renamed), prices);
    // 100 → 121 as A, 9,000 → 9,900 as B.
    expect(record.positions).toMatchObject([
      {
        ticker: 'B',
        fromDay: '2026-01-05',
        hasEnded: false,
        gainsPercent: '33.10',
        spans: [
          { ticker: 'A', from: { close: '100.000000' }, until: { day: '2026-01-07', close: '121.000000' } },
          { ticker: 'B', from: { day: '2026-01-07', close: '9000.000000' } },
        ],
      },
    ]);
    expect(record.points.map(({ book }) => book).slice(0, 5)).toEqual([
      '100.00',
      '110.00',
      '121.00',
      '133.10',
      '133.10',
    ]);
  });

  it('waits ten trading days for a last close, so that a halted stock cannot be exchanged for another', () => {
    const halted = pricesOf({ A: [100, 100], B: flat(50) });
    expect(
      verifiedOf(timedLedgerOf(opened, renamed), pricesOf({ A: [100, 100], B: flat(50, 10), SPY: flat(500, 10) }))
        .positions,
    ).toMatchObject([{ hasEnded: false, spans: [{ ticker: 'A' }] }]);
    expect(verifiedOf(timedLedgerOf(opened, renamed), halted).positions).toMatchObject([
      { gainsPercent: '0.00', spans: [{ ticker: 'A', hasEnded: true }, { ticker: 'B' }] },
    ]);
    const traded = pricesOf({ A: [100, 100, null, null, 20], B: flat(50) });
    expect(verifiedOf(timedLedgerOf(opened, renamed), traded).positions).toMatchObject([{ gainsPercent: '-80.00' }]);
  });

  it('counts under one ticker at a time if it is renamed twice while it is halted', () => {
    const typo = { ...renamed, facts: { ticker: 'A', to: 'TYPO' } };
    const corrected = { ...renamed, at: '2026-01-07T15:05:00.000Z', facts: { ticker: 'TYPO', to: 'B' } };
    const prices = pricesOf({ A: [100, 100, null, null, 50], B: [null, null, 10, 20, 40, 40] });
    const spans = [{ until: { day: '2026-01-09' } }, { from: { day: '2026-01-09', close: '40.000000' } }];
    for (const renames of [[renamed], [typo, corrected]])
      expect(verifiedOf(timedLedgerOf(opened, ...renames), prices).positions).toMatchObject([
        { gainsPercent: '-50.00', spans },
      ]);
  });

  it('has not ended while its new ticker has no price, unless its end was recorded', () => {
    const prices = pricesOf({ A: [100, 110, 121] });
    const open = verifiedOf(timedLedgerOf(opened, renamed), prices);
    expect(open).toMatchObject({ countedCount: 1, endedCount: 0, averageGain: '21.00', unpriced: ['B'] });
    expect(open.hitRate).toBeUndefined();
    expect(open.positions).toMatchObject([{ ticker: 'B', hasEnded: false, spans: [{ ticker: 'A', hasEnded: true }] }]);
    const deleted: TimedLedgerEvent = { kind: 'deleted', at: '2026-01-09T15:00:00.000Z', id: 'a' };
    const ended = verifiedOf(timedLedgerOf(opened, renamed, deleted), prices);
    expect(ended).toMatchObject({ endedCount: 1, hitRate: '100.00', positions: [{ hasEnded: true }] });
  });

  it('that was closed waits ten trading days for prices of its new ticker before it has ended', () => {
    const closed: TimedLedgerEvent = { kind: 'closed', at: '2026-01-09T15:00:00.000Z', id: 'a' };
    const recordAfter = (tradingDays: number, B: readonly (number | null)[] = []) => {
      const prices = pricesOf({ A: [100, 110, 121], B, SPY: flat(500, 4 + tradingDays) });
      return verifiedOf(timedLedgerOf(opened, renamed, closed), prices);
    };
    for (const tradingDays of [0, 1, 9])
      expect(recordAfter(tradingDays)).toMatchObject({
        endedCount: 0,
        unpriced: ['B'],
        positions: [{ hasEnded: false }],
      });
    expect(recordAfter(10)).toMatchObject({ endedCount: 1, averageGain: '21.00', unpriced: ['B'] });
    // Its prices arrive late, or only those after its end.
    expect(recordAfter(1, [null, null, 90, 80, 45])).toMatchObject({
      endedCount: 1,
      averageGain: '-39.50',
      hitRate: '0.00',
    });
    expect(recordAfter(1, [null, null, null, null, 45])).toMatchObject({ endedCount: 1, averageGain: '21.00' });
  });

  it('is omitted while neither ticker has a price', () => {
    expect(verifiedOf(timedLedgerOf(opened, renamed), pricesOf({})).positions).toMatchObject([
      { state: 'unpriced', ticker: 'B', spans: [] },
    ]);
  });
});

describe('a delisted stock', () => {
  it('ends at its last close if the given price is higher', () => {
    const record = verifiedOf(timedLedgerOf(opened, delisted('5000.00')), pricesOf({ A: [100, 90] }));
    expect(record.positions).toMatchObject([{ hasEnded: true, gainsPercent: '-10.00', untilDay: '2026-01-07' }]);
  });

  it('is a total loss at 0, but only from the next market day', () => {
    const record = verifiedOf(timedLedgerOf(opened, delisted('0.00')), pricesOf({ A: [100, 90] }));
    expect(record.positions).toMatchObject([{ hasEnded: true, gainsPercent: '-100.00', untilDay: '2026-01-07' }]);
    expect(record.points.map(({ book }) => book).slice(0, 4)).toEqual(['100.00', '90.00', '0.00', '0.00']);
    const before = verifiedOf(timedLedgerOf(opened, delisted('0.00')), pricesOf({ A: [100, 90], SPY: [500, 500] }));
    expect(before.positions).toMatchObject([{ hasEnded: false, gainsPercent: '-10.00' }]);
  });

  it('ends at a later, lower market close', () => {
    const record = verifiedOf(timedLedgerOf(opened, delisted('90.00')), pricesOf({ A: [100, 90, null, null, 10] }));
    expect(record.positions).toMatchObject([{ hasEnded: true, gainsPercent: '-90.00', untilDay: '2026-01-09' }]);
  });

  it('was not held if its first close is long after it ended', () => {
    const prices = pricesOf({ A: [...days.slice(0, 14).map(() => null), 100, 110] });
    const { positions, points } = verifiedOf(timedLedgerOf(opened, delisted('0.00')), prices);
    expect(positions).toMatchObject([{ state: 'notHeld', spans: [] }]);
    expect(points).toEqual([]);
  });

  it.each([
    ['0.00', '-100.00', '0.00'],
    ['60.50', '-39.50', '60.50'],
    ['5000.00', '21.00', '121.00'],
  ])('ends at the price %s also if its new ticker never had a close', (price, gainsPercent, level) => {
    const gone = { ...delisted(price), at: '2026-01-08T15:00:00.000Z', facts: { ticker: 'B', price } };
    const ledger = timedLedgerOf(opened, renamed, gone);
    const record = verifiedOf(ledger, pricesOf({ A: [100, 110, 121] }));
    expect(record.positions).toMatchObject([{ ticker: 'B', hasEnded: true, gainsPercent, untilDay: '2026-01-08' }]);
    expect(record).toMatchObject({ endedCount: 1, unpriced: [] });
    expect(record.points.map(({ book }) => book).slice(2, 5)).toEqual(['121.00', level, level]);
    const late = verifiedOf(ledger, pricesOf({ A: [100, 110, 121], B: [...flat(0, 20).map(() => null), 9000, 1] }));
    expect(late.positions).toMatchObject([{ hasEnded: true, gainsPercent }]);
    const before = verifiedOf(ledger, pricesOf({ A: [100, 110, 121], SPY: flat(500, 3) }));
    expect(before.positions).toMatchObject([{ hasEnded: false, gainsPercent: '21.00' }]);
  });

  it('ends without the later closes of its old ticker if its new one never had a close', () => {
    const gone = { ...delisted('60.50'), at: '2026-01-09T15:00:00.000Z', facts: { ticker: 'B', price: '60.50' } };
    const other: TimedLedgerEvent = { ...opened, id: 'c', position: { ticker: 'C' } };
    const ledger = timedLedgerOf(opened, other, renamed, gone);
    const pricesUntil = (count: number) =>
      pricesOf({ A: [100, 110, 121, 500, 1].slice(0, count), C: flat(50, count), SPY: flat(500, count) });
    const levels = (count: number) => verifiedOf(ledger, pricesUntil(count)).points.map(({ book }) => book);
    // When it is recorded, the close of its last day is still to come.
    expect(levels(4)).toEqual(verifiedOf(ledger.slice(0, 3), pricesUntil(4)).points.map(({ book }) => book));
    expect(levels(4)).toEqual(['100.00', '105.00', '110.25', '110.25']);
    expect(levels(6)).toEqual(['100.00', '105.00', '110.25', '110.25', '82.69', '82.69']);
    expect(verifiedOf(ledger, pricesUntil(6)).positions).toMatchObject([
      { hasEnded: true, gainsPercent: '-39.50', untilDay: '2026-01-09' },
      { hasEnded: false, gainsPercent: '0.00' },
    ]);
  });

  it('ends each position at its own last close if its new ticker never had a close', () => {
    const bought: TimedLedgerEvent = { ...opened, at: '2026-01-06T22:00:00.000Z', id: 'b' };
    const again = { ...renamed, at: '2026-01-08T15:00:00.000Z' };
    const gone = { ...delisted('5.00'), at: '2026-01-09T15:00:00.000Z', facts: { ticker: 'B', price: '5.00' } };
    const ledger = timedLedgerOf(opened, { ...renamed, at: '2026-01-06T15:00:00.000Z' }, bought, again, gone);
    const { points } = verifiedOf(ledger, pricesOf({ A: [100, 100, 20, 10] }));
    // The first falls from 100 to 5, the other from 20 to 10, and then to 5.
    expect(points.map(({ book }) => book).slice(0, 5)).toEqual(['100.00', '100.00', '100.00', '50.00', '13.75']);
  });

  it('has no dividends of its old ticker after its last close', () => {
    const gone = { ...delisted('60.50'), at: '2026-01-09T15:00:00.000Z', facts: { ticker: 'B', price: '60.50' } };
    const dividends = new Map([['A', [{ day: '2026-01-09', amount: '5.000000' }]]]);
    const prices = { ...pricesOf({ A: [100, 110, 121, 10, 10] }), dividends };
    const record = verifiedOf(timedLedgerOf(opened, renamed, gone), prices);
    expect(record).toMatchObject({ bookReturn: '-39.50', bookTotalReturn: '-39.50' });
    expect(record.positions).toMatchObject([{ totalGainsPercent: '-39.50' }]);
  });

  it('also ends positions with a single close', () => {
    const record = verifiedOf(timedLedgerOf(opened, delisted('0.00')), pricesOf({ A: [100] }));
    expect(record.positions).toMatchObject([{ state: 'counted', gainsPercent: '-100.00' }]);
  });
});

describe('a stock of another exchange that is quoted in USD', () => {
  // Recorded at 15:00 in New York, after the close in London and Singapore.
  const late = (ticker: string): TimedLedgerEvent => ({
    ...opened,
    at: '2026-01-05T20:00:00.000Z',
    position: { ticker },
  });
  const rising = [100, 150, 150, 150];
  const gainOf = (ticker: string) =>
    verifiedOf(timedLedgerOf(late(ticker)), pricesOf({ [ticker]: rising })).positions[0]?.gainsPercent;

  it.each(['CSPX.L', 'VOD.L', 'D05.SI', 'ES=F', 'BTC-USD', '^GSPC'])(
    'counts from the next UTC day, because its close was already known: %s',
    (ticker) => expect(gainOf(ticker)).toBe('0.00'),
  );

  it.each(['AAPL', 'BRK-B'])('differs from a US stock, which counts from the close of that day: %s', (ticker) =>
    expect(gainOf(ticker)).toBe('50.00'),
  );
});
