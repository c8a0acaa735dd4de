import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '~/shared/ledger-replay';
import { computePerformance } from '~/shared/performance';
import type { BookFigures } from '~/shared/schemas/figures';
import { randomLedger } from '~/shared/testing/random-ledger';
import { days, pricesOf, timedLedgerOf, verifiedOf } from '~/shared/testing/sample-market';
import { gatherPrices } from '~/shared/track-record';
import { calculateVerifiedRecord } from '~/shared/verified-record';
import type { Span } from '~/shared/verified-spans';
import { buyAndHoldOf } from './buy-and-hold';
import { contributionsOf, type HeldLine } from './contributions';
import { statedParts } from './stated-figures';
import { verifiedFigures } from './verified-figures';

const choice = { benchmark: 'SPY', benchmarks: ['SPY'] };
const heldIn = ({ periods }: BookFigures, wanted: string) =>
  periods.find(({ period }) => period === wanted)?.buyAndHoldPercent;

describe('buy-and-hold', () => {
  it('invests equal amounts at the start of each position, checked by hand', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'b', position: { ticker: 'B' } },
      { kind: 'opened', at: '2026-01-06T15:00:00.000Z', id: 'c', position: { ticker: 'C' } },
    );
    // A: 100 → 99, B: 50 → 55, C from its second day: 110 → 121.
    const prices = pricesOf({ A: [100, 110, 99], B: [50, 50, 55], C: [10, 110, 121] });
    const figures = verifiedFigures(verifiedOf(entries, prices), prices, choice);
    // (−1% + 10% + 10%) ÷ 3.
    expect(heldIn(figures, 'all')).toEqual({ value: '6.33', reason: null });
    expect(heldIn(figures, '1Y')).toEqual({ value: null, reason: 'startsLater' });
  });

  it('invests equal amounts again in a later period, without ended positions', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'b', position: { ticker: 'B' } },
      { kind: 'closed', at: '2026-01-06T15:00:00.000Z', id: 'b', position: { ticker: 'B', closePrice: '1.00' } },
    );
    const prices = pricesOf({ A: days.map((_, place) => 100 + place), B: [50, 60] });
    const figures = verifiedFigures(verifiedOf(entries, prices), prices, choice);
    const base = days.indexOf(figures.periods.find(({ period }) => period === '1M')?.from ?? '');
    expect(base).toBeGreaterThan(1);
    expect(heldIn(figures, '1M')?.value).toBe(((129 / (100 + base) - 1) * 100).toFixed(2));
    // (29% + 20%) ÷ 2.
    expect(heldIn(figures, 'all')?.value).toBe('24.50');
  });

  it('reports that nothing was held', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'closed', at: '2026-01-06T15:00:00.000Z', id: 'a', position: { closePrice: '1.00' } },
    );
    const prices = pricesOf({ A: days.map(() => 100) });
    expect(heldIn(verifiedFigures(verifiedOf(entries, prices), prices, choice), '1M')).toEqual({
      value: null,
      reason: 'nothingHeld',
    });
  });

  it('starts at the entry price in the portfolio', () => {
    const prices = pricesOf({ A: [100, 110, 100], B: [50, 50, 55] });
    const holdings = [
      { ticker: 'A', entryPrice: '80.00', purchaseDay: '2026-01-05' },
      { ticker: 'B', entryPrice: '50.00', purchaseDay: '2026-01-05', exit: { day: '2026-01-07', price: '60.00' } },
    ];
    const owners = holdings.map(({ ticker }) => ({ id: ticker, ticker, name: ticker }));
    const input = { ...prices, holdings };
    const { points } = computePerformance(input);
    // 80 → 100 is +25%, 50 → 60 is +20%.
    expect(statedParts(input, owners, points).held.all).toBe('22.50');
  });

  it('equals the average gain of the verified record over all days, for random histories', () => {
    let compared = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const { entries, prices } = randomLedger(seed);
      const book = gatherPrices([prices]);
      const record = calculateVerifiedRecord(replay(entries).positions, book);
      const held = heldIn(verifiedFigures(record, book, choice), 'all')?.value;
      // A position that started on the last day counts on no day: its gain is 0, but nothing was invested.
      const isHeld = record.positions.every(({ state, spans }) => state !== 'counted' || lasts(spans, record.points));
      if (!held || !isHeld) continue;
      compared++;
      // Each gain is rounded before the mean.
      expect(Math.abs(Number(held) - Number(record.averageGain)), `seed ${seed}`).toBeLessThan(0.0151);
    }
    expect(compared).toBeGreaterThan(50);
  });
});

const lasts = (spans: readonly Span[], points: readonly { day: string }[]) =>
  spans.some(({ from, until, hasEnded }) => from.day < (hasEnded ? until.day : (points.at(-1)?.day ?? '')));

describe('buy-and-hold of any positions', () => {
  const count = 12;
  const changes = fc.array(fc.double({ min: -0.9, max: 3, noNaN: true }), { minLength: count, maxLength: count });
  const lineOf = (owner: number, own: readonly number[], first: number, last: number): HeldLine => ({
    owner,
    first,
    last,
    walk(visit) {
      for (let place = first; place <= last; place++) visit(place, own[place - 1] as number);
    },
  });
  const line = fc.record({ own: changes, from: fc.nat(count - 1), days: fc.nat(count) });
  const linesOf = (all: readonly { own: number[]; from: number; days: number }[]) =>
    all.map(({ own, from, days: length }, owner) => lineOf(owner, own, from + 1, Math.min(count, from + 1 + length)));
  const levels = Array.from({ length: count + 1 }, (_, place) => ({ day: days[place] as string, level: 100 }));
  const allOf = (lines: readonly HeldLine[]) => Number(buyAndHoldOf(lines, levels).all);

  it('a single position returns its own gain', () => {
    fc.assert(
      fc.property(changes, (own) => {
        const gain = own.reduce((product, change) => product * (1 + change), 1) - 1;
        expect(allOf([lineOf(0, own, 1, count)])).toBeCloseTo(Number((gain * 100).toFixed(2)), 6);
      }),
    );
  });

  it('is between the smallest and largest gain, and independent of the order', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (all) => {
        const lines = linesOf(all);
        const gains = lines.map((one) => allOf([one]));
        const held = allOf(lines);
        expect(held).toBeGreaterThanOrEqual(Math.min(...gains) - 0.01);
        expect(held).toBeLessThanOrEqual(Math.max(...gains) + 0.01);
        expect(Math.abs(allOf([...lines].reverse()) - held)).toBeLessThanOrEqual(0.011);
      }),
    );
  });

  it('equals the index over a single day', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (all) => {
        const lines = all.map((own, owner) => lineOf(owner, own, 1, 1));
        const owners = all.map((_, owner) => ({ id: String(owner), ticker: 'A', name: 'A' }));
        const parts = contributionsOf(owners, lines, levels);
        const sum = parts.reduce((total, { percents }) => total + Number(percents.all), 0);
        expect(Math.abs(allOf(lines) - sum)).toBeLessThan(0.01 + all.length * 0.006);
      }),
    );
  });

  it('is not affected by a rename: the new ticker continues the old one', () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: count - 1 }), changes, (own, end, other) => {
        const whole = [lineOf(0, own, 1, count), lineOf(1, other, 1, count)];
        const renamed = [lineOf(0, own, 1, end), lineOf(0, own, end + 1, count), lineOf(1, other, 1, count)];
        expect(allOf(renamed)).toBe(allOf(whole));
      }),
    );
  });
});
