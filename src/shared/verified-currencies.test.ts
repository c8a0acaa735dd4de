/** Tests positions in other currencies in the verified record. */
import { describe, expect, it } from 'vitest';
import { replay } from './ledger-replay';
import type { PublishedCloses } from './schemas/track-record';
import { randomLedger } from './testing/random-ledger';
import { summarizeTrackRecord, timedLedgerOf, verifiedOf } from './testing/sample-market';
import { gatherPrices } from './track-record';
import { calculateRecords } from './track-record-summary';

const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const flat = (close: string) => days.map(() => close);
const published = (currency: string, closes: (string | null)[], rates: PublishedCloses['closes']): PublishedCloses => ({
  benchmark: 'SPY',
  days,
  closes: { SPY: flat('500.00') },
  rates,
  foreign: { A: { currency, closes } },
  splits: {},
  quotes: {},
  nextCursor: null,
});
const opened = (at: string) => ({ kind: 'opened', at, id: 'a' }) as const;
const gainOf = (prices: PublishedCloses, ...events: Parameters<typeof timedLedgerOf>) =>
  verifiedOf(timedLedgerOf(...events), gatherPrices([prices])).positions[0];

describe('a position in another currency', () => {
  const rising = { 'EURUSD=X': ['1.00', '1.00', '1.10', '1.10', '1.20'] };

  it('counts in USD, by its closing prices and the exchange rates of their days', () => {
    const prices = published('EUR', ['10.00', '10.00', '10.00', '11.00', '11.00'], rising);
    expect(gainOf(prices, opened('2026-01-05T12:00:00.000Z'))).toMatchObject({
      state: 'counted',
      fromDay: '2026-01-06',
      fromClose: '10.000000',
      untilClose: '13.200000',
      gainsPercent: '32.00',
    });
  });

  it('counts from the next UTC day, because its exchange may have closed before it was recorded', () => {
    // 15:00 in New York is long after the close in Frankfurt and Tokyo of that day.
    const prices = published('EUR', ['10.00', '20.00', '20.00', '20.00', '20.00'], { 'EURUSD=X': flat('1.00') });
    expect(gainOf(prices, opened('2026-01-05T20:00:00.000Z'))).toMatchObject({
      fromDay: '2026-01-06',
      gainsPercent: '0.00',
    });
    // The same for its end: a fall that is already known counts.
    const falling = published('EUR', ['10.00', '10.00', '10.00', '5.00', '5.00'], { 'EURUSD=X': flat('1.00') });
    const closed = { kind: 'closed', at: '2026-01-07T20:00:00.000Z', id: 'a' } as const;
    expect(gainOf(falling, opened('2026-01-05T12:00:00.000Z'), closed)).toMatchObject({
      untilDay: '2026-01-08',
      gainsPercent: '-50.00',
    });
  });

  it('does not count without exchange rates, or before them', () => {
    const closes = flat('10.00');
    expect(gainOf(published('EUR', closes, {}), opened('2026-01-05T12:00:00.000Z'))).toMatchObject({
      state: 'unpriced',
    });
    const late = { 'EURUSD=X': [null, null, '1.10', null, '1.21'] };
    expect(gainOf(published('EUR', closes, late), opened('2026-01-05T12:00:00.000Z'))).toMatchObject({
      fromDay: '2026-01-07',
      isPricedLate: true,
      gainsPercent: '10.00',
    });
  });

  it('is delisted at a price in its own currency', () => {
    const delisted = (price: string) =>
      ({ kind: 'delisted', at: '2026-01-07T12:00:00.000Z', id: 'a', facts: { ticker: 'A', price } }) as const;
    const dinars = published('KWD', ['1.00', '1.00', '1.00', null, null], { 'USDKWD=X': flat('0.25') });
    const gain = (price: string) => gainOf(dinars, opened('2026-01-05T12:00:00.000Z'), delisted(price))?.gainsPercent;
    // A dinar is 4 dollars: 2 dinars are no loss, and half a dinar is a loss of a half.
    expect([gain('2.00'), gain('0.50'), gain('0.00')]).toEqual(['0.00', '-50.00', '-100.00']);
  });

  it('has the same gain in pence and in pounds', () => {
    const rates = { 'GBPUSD=X': ['1.20', '1.20', '1.25', '1.30', '1.35'] };
    const [pence, pounds] = [
      gainOf(
        published('GBp', ['100.00', '200.00', '210.00', '220.00', '230.00'], rates),
        opened(`${days[0]}T09:00:00Z`),
      ),
      gainOf(published('GBP', ['1.00', '2.00', '2.10', '2.20', '2.30'], rates), opened(`${days[0]}T09:00:00Z`)),
    ];
    expect(pence?.gainsPercent).toBe('29.38');
    expect(pounds?.gainsPercent).toBe(pence?.gainsPercent);
  });
});

it('without exchange rates, foreign prices do not affect a random record', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { entries, prices } = randomLedger(seed);
    const { foreign = {}, ...rest } = prices;
    const unknown = Object.fromEntries(Object.entries(foreign).map(([t, one]) => [t, { ...one, currency: 'ZZZ' }]));
    const recordOf = (parts: PublishedCloses) =>
      calculateRecords(replay(entries).positions, gatherPrices([parts])).verified;
    const [wrong, without] = [recordOf({ ...prices, foreign: unknown }), recordOf(rest)];
    expect([wrong.bookReturn, wrong.averageGain, wrong.points], `seed ${seed}`).toEqual([
      without.bookReturn,
      without.averageGain,
      without.points,
    ]);
  }
});

it('the stated record counts positions in USD and also has the gain in their own currency', () => {
  const prices = published('EUR', ['10.00', '10.00', '10.00', '11.00', '11.00'], {
    'EURUSD=X': ['1.00', '1.00', '1.10', '1.10', '1.20'],
  });
  const entries = timedLedgerOf({
    ...opened('2026-01-05T12:00:00.000Z'),
    position: { entryPrice: '10.00', purchaseDate: '2026-01-05T00:00:00.000Z' },
  });
  const { stated } = calculateRecords(replay(entries).positions, gatherPrices([prices]));
  expect(stated.positions[0]).toMatchObject({
    currency: 'EUR',
    price: '11.00',
    gainsPercent: '32.00',
    localGainsPercent: '10.00',
  });
  expect(summarizeTrackRecord(entries, gatherPrices([prices])).stated).toMatchObject({
    returnPercent: '32.00',
    averageGainPercent: '32.00',
  });
});
