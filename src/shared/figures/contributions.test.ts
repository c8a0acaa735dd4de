import { describe, expect, it } from 'vitest';
import { replay } from '~/shared/ledger-replay';
import { computePerformance, type Holding } from '~/shared/performance';
import { holdingInUsd } from '~/shared/prices-in-usd';
import type { Contribution } from '~/shared/schemas/figures';
import { randomLedger } from '~/shared/testing/random-ledger';
import { days, pricesOf, timedLedgerOf, verifiedOf } from '~/shared/testing/sample-market';
import { gatherPrices, type PriceBook } from '~/shared/track-record';
import { calculateVerifiedRecord } from '~/shared/verified-record';
import { statedParts } from './stated-figures';
import { verifiedFigures } from './verified-figures';

const choice = { benchmark: 'SPY', benchmarks: ['SPY'] };
const summed = (contributions: readonly Contribution[]) =>
  contributions.reduce((sum, { percents }) => sum + Number(percents.all ?? 0), 0);
/** Contributions are rounded once, as are the levels that they are calculated from. */
const tolerance = (contributions: readonly Contribution[], levels: number) =>
  0.011 + contributions.length * 0.006 + levels * 0.006;

describe('contributions to the verified record', () => {
  it('divide each day by the number of positions, checked by hand', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'b', position: { ticker: 'B' } },
    );
    // A: 100, 110, 99. B: 50, 50, 55. Day 1: +10% and 0 → 105. Day 2: −10% and +10% → 105.
    const prices = pricesOf({ A: [100, 110, 99], B: [50, 50, 55] });
    const { contributions } = verifiedFigures(verifiedOf(entries, prices), prices, choice);
    expect(contributions.map(({ ticker, percents }) => [ticker, percents.all])).toEqual([
      // 100 × 10% ÷ 2 − 105 × 10% ÷ 2 = −0.25; 105 × 10% ÷ 2 = 5.25.
      ['A', '-0.25'],
      ['B', '5.25'],
    ]);
  });

  it('omit periods that start after a total loss', () => {
    const holding = { ticker: 'A', entryPrice: '100.00', purchaseDay: '2026-01-05' };
    const prices = pricesOf({ A: [100, 90] });
    const lost = statedOf(
      [
        { ...holding, exit: { day: '2026-01-07', price: '0.00' } },
        { ...holding, ticker: 'SPY', purchaseDay: '2026-02-02' },
      ],
      prices,
    );
    expect(lost.points.at(-1)).toMatchObject({ book: '0.00' });
    expect(lost.contributions.map(({ percents }) => percents)).toEqual([{ all: '-100.00' }, { all: '0.00' }]);
  });

  it('omit periods in which a position did not count', () => {
    const entries = timedLedgerOf(
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'a' },
      { kind: 'opened', at: '2026-01-05T15:00:00.000Z', id: 'b', position: { ticker: 'B' } },
      { kind: 'closed', at: '2026-01-06T15:00:00.000Z', id: 'b', position: { ticker: 'B', closePrice: '1.00' } },
    );
    const prices = pricesOf({
      A: days.map((_, place) => 100 + place),
      B: days.map(() => 50),
    });
    const { contributions, periods } = verifiedFigures(verifiedOf(entries, prices), prices, choice);
    expect(periods.find(({ period }) => period === '1M')?.from).toBe('2026-01-13');
    expect(contributions.map(({ percents }) => Object.keys(percents))).toEqual([['1M', 'all'], ['all']]);
  });

  it('add up to the return, for random histories', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { entries, prices } = randomLedger(seed);
      const book = gatherPrices([prices]);
      const record = calculateVerifiedRecord(replay(entries).positions, book);
      if (record.bookReturn === undefined) continue;
      const { contributions, periods } = verifiedFigures(record, book, choice);
      const max = Math.max(...record.points.map(({ book: level }) => Number(level)), 100) / 100;
      const difference = Math.abs(summed(contributions) - Number(record.bookReturn));
      expect(difference, `seed ${seed}`).toBeLessThan(tolerance(contributions, record.points.length) * max);
      expect(periods.at(-1)?.returnPercent.value ?? record.bookReturn, `seed ${seed}`).toBe(record.bookReturn);
    }
  });
});

const owner = ({ ticker }: Holding, place: number) => ({ id: String(place), ticker, name: ticker });
function statedOf(holdings: Holding[], prices: PriceBook) {
  const input = { ...prices, holdings };
  const { points } = computePerformance(input);
  return { points, contributions: statedParts(input, holdings.map(owner), points).contributions };
}

describe('contributions to the portfolio', () => {
  it('count from the entry to the closing price, checked by hand', () => {
    const prices = pricesOf({ A: [100, 110, 99], B: [50, 50, 55] });
    const { points, contributions } = statedOf(
      [
        { ticker: 'A', entryPrice: '80.00', purchaseDay: '2026-01-05' },
        { ticker: 'B', entryPrice: '50.00', purchaseDay: '2026-01-05', exit: { day: '2026-01-07', price: '60.00' } },
      ],
      prices,
    );
    // A: +25%, +10%, −10%. B: 0, 0, +20%. Levels 100, 112.5, 118.13, 124.03.
    expect(points.slice(0, 4).map(({ book }) => book)).toEqual(['100.00', '112.50', '118.13', '124.03']);
    expect(contributions.map(({ ticker, percents }) => [ticker, percents.all])).toEqual([
      ['A', '12.22'],
      ['B', '11.81'],
    ]);
  });

  it('add up to the return, for random histories', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { entries, prices } = randomLedger(seed);
      const book = gatherPrices([prices]);
      const holdings = replay(entries).positions.map((position): Holding => {
        const { ticker, entryPrice, purchaseDay, closePrice: price, closeDay: day } = position;
        const isEnded = price !== undefined && day !== undefined;
        const entered = { ticker, entryPrice, purchaseDay, ...(isEnded && { exit: { day, price } }) };
        const currency = prices.foreign?.[ticker]?.currency;
        return currency === undefined ? entered : holdingInUsd(entered, currency, book.rates ?? new Map());
      });
      const { points, contributions } = statedOf(holdings, book);
      if (points.length === 0) continue;
      const max = Math.max(...points.map(({ book }) => Number(book))) / 100;
      const difference = Math.abs(summed(contributions) - (Number(points.at(-1)?.book) - 100));
      expect(difference, `seed ${seed}`).toBeLessThan(tolerance(contributions, points.length) * max);
    }
  });
});
