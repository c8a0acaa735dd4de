import { describe, expect, it } from 'vitest';
import { signUp, startTestServer } from '~/server/testing/worlds/test-server';
import { verifiedFigures } from '~/shared/figures/verified-figures';
import { replay } from '~/shared/ledger-replay';
import { randomLedger } from '~/shared/testing/random-ledger';
import { type LedgerEvent, ledgerOf } from '~/shared/testing/sample-ledger';
import { gatherPrices } from '~/shared/track-record';
import { calculateRecords } from '~/shared/track-record-summary';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { type HeldWindow, windowsOf, within } from './held-windows';

const windowsIn = (...events: Parameters<typeof ledgerOf>) =>
  Object.fromEntries(windowsOf(replay(ledgerOf(...events)).positions));
const closed = { closePrice: '1.00', closeDate: '2026-01-06T15:00:00.000Z' };

describe('the days for which closing prices are public', () => {
  it('begin ten days before purchase or recording, and end some time after the last position in a ticker', () => {
    expect(windowsIn(['opened', 'a', { purchaseDate: '2025-06-20T00:00:00.000Z' }])).toEqual({
      A: { from: '2025-06-10', to: null, endsFrom: null },
    });
    expect(windowsIn(['opened', 'a', { purchaseDate: '2026-02-01T00:00:00.000Z' }], ['closed', 'a', closed])).toEqual({
      A: { from: '2025-12-26', to: '2026-01-31', endsFrom: '2026-01-07' },
    });
    expect(windowsIn(['opened', 'a'], ['closed', 'a', closed], ['opened', 'b']).A?.to).toBeNull();
  });

  it('follow a renamed stock, under its latest ticker from the purchase on', () => {
    const renamed = (ticker: string, to: string): LedgerEvent => ({ kind: 'renamed', facts: { ticker, to } });
    expect(windowsIn(['opened', 'a'], renamed('A', 'B'))).toEqual({
      A: { from: '2025-12-26', to: '2026-01-31', endsFrom: '2026-01-07' },
      B: { from: '2025-12-26', to: null, endsFrom: null },
    });
    expect(windowsIn(['opened', 'a'], renamed('A', 'B'), renamed('B', 'C'))).toMatchObject({
      B: { from: '2025-12-27' },
      C: { from: '2025-12-26' },
    });
  });

  it("don't affect the stated record of a stock that was renamed long after its purchase", () => {
    const later: LedgerEvent[] = Array.from({ length: 60 }, () => ({ kind: 'method', facts: { text: 'As before.' } }));
    const renamed: LedgerEvent = { kind: 'renamed', facts: { ticker: 'A', to: 'B' } };
    const { positions } = replay(ledgerOf(['opened', 'a'], ...later, renamed));
    const days = Array.from({ length: 100 }, (_, index) => addDays('2025-12-20', index));
    const closes = days.map((day, index) => ({ day, close: (100 + index).toFixed(2) }));
    const recordsOf = (ofB: typeof closes) =>
      calculateRecords(positions, {
        benchmark: 'SPY',
        closes: new Map(Object.entries({ A: closes, B: ofB, SPY: closes })),
        splits: new Map(),
        quotes: new Map(),
      });
    const { stated } = recordsOf(closes);
    expect(recordsOf(within(closes, windowsOf(positions).get('B'))).stated).toEqual(stated);
    expect(new Set(stated.points.map(({ book }) => book)).size).toBeGreaterThan(60);
  });

  it('contain the closing price that ends a position, however late it comes', () => {
    const window: HeldWindow = { from: '2026-01-01', to: '2026-01-31', endsFrom: '2026-01-07' };
    const days = (...some: string[]) =>
      within(
        some.map((day) => ({ day })),
        window,
      ).map(({ day }) => day);
    expect(days('2025-12-31', '2026-01-05', '2026-01-08', '2026-02-02')).toEqual(['2026-01-05', '2026-01-08']);
    expect(days('2026-01-05', '2026-03-02', '2026-03-03')).toEqual(['2026-01-05', '2026-03-02']);
    expect(within([{ day: '2026-01-05' }], undefined)).toEqual([]);
  });

  it("don't affect any figure of either record, on 300 random histories", () => {
    let cut = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const { entries, prices } = randomLedger(seed);
      const { positions } = replay(entries);
      const whole = gatherPrices([prices]);
      // The random prices are few, so all of them are followed by a long run of closing prices, on other days than the
      // benchmark's.
      const last = whole.closes.get(whole.benchmark)?.at(-1)?.day ?? '2026-02-01';
      const later = Array.from({ length: 60 }, (_, index) => ({ day: addDays(last, index + 1), close: '10.000000' }));
      const laterOf = (ticker: string) =>
        later.filter((_, index) => (ticker === whole.benchmark ? index % 7 > 2 : index % 7 < 5));
      const longer = new Map([...whole.closes].map(([ticker, list]) => [ticker, [...list, ...laterOf(ticker)]]));
      const windows = windowsOf(positions);
      const needed = new Map(
        [...longer].map(([ticker, list]) => [
          ticker,
          ticker === whole.benchmark ? list : within(list, windows.get(ticker)),
        ]),
      );
      cut += [...longer].filter(([ticker, list]) => needed.get(ticker)?.length !== list.length).length;
      const before = calculateRecords(positions, { ...whole, closes: longer });
      const after = calculateRecords(positions, { ...whole, closes: needed });
      // Random purchases can be long after their recorded end, when no closing price of their ticker is known.
      const { leftOut } = after.stated;
      expect(leftOut, `seed ${seed}`).toEqual(expect.arrayContaining(before.stated.leftOut));
      before.stated.leftOut = leftOut;
      for (const kind of ['verified', 'stated'] as const) {
        const { points, ...figures } = after[kind];
        const { points: all, ...others } = before[kind];
        expect(figures, `seed ${seed}`).toEqual(others);
        expect(points, `seed ${seed}`).toEqual(all);
      }
      const choice = { benchmark: whole.benchmark, benchmarks: [whole.benchmark] };
      expect(verifiedFigures(after.verified, { ...whole, closes: needed }, choice), `seed ${seed}`).toEqual(
        verifiedFigures(before.verified, { ...whole, closes: longer }, choice),
      );
    }
    expect(cut).toBeGreaterThan(100);
  });
});

it('contain no series of stocks no longer held, but the whole one of the benchmark', async () => {
  const server = await startTestServer();
  try {
    const admin = await signUp(server.deps, { isAdmin: true });
    const day = (days: number) => addDays(utcDay(new Date()), days);
    const bought = { avgEntryPrice: '100.00', purchaseDate: `${day(-40)}T00:00:00.000Z` };
    const { id } = await admin.call.positions.add({ ...bought, name: 'Gone', ticker: 'GONE' });
    await admin.call.positions.add({
      ...bought,
      name: 'Kept',
      ticker: 'KEPT',
      purchaseDate: `${day(-90)}T00:00:00.000Z`,
    });
    await admin.call.positions.close({ id, closePrice: '100' });
    await server.deps.db.stockDailyClose.createMany({
      data: ['GONE', 'KEPT', 'OTHER', 'SPY'].flatMap((ticker) =>
        [-95, -60, -45, 0, 10, 60].map((days) => ({
          ticker,
          day: new Date(`${day(days)}T00:00:00Z`),
          close: '100',
          splitsThrough: new Date(`${day(60)}T00:00:00Z`),
        })),
      ),
    });
    const { days, closes } = await admin.call.trackRecord.closes();
    const daysOf = (ticker: string) => days.filter((_, index) => closes[ticker]?.[index] != null);
    expect(daysOf('GONE')).toEqual([-45, 0, 10].map(day));
    expect(daysOf('KEPT')).toEqual([-95, -60, -45, 0, 10, 60].map(day));
    expect(daysOf('SPY')).toEqual([-95, -60, -45, 0, 10, 60].map(day));
    expect(closes).not.toHaveProperty('OTHER');
  } finally {
    await server.close();
  }
});
