import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, amountText, centsOf, localAmount } from './amounts';
import { matchSales } from './match-sales';
import { emptyFile, type Trade } from './transactions';

const now = Date.UTC(2026, 0, 1);
const trade = (row: number, kind: Trade['kind'], shares: string, date: string, price = '10.00'): Trade => ({
  row,
  kind,
  ticker: 'A',
  name: 'A',
  shares: amountOf(shares) ?? 0n,
  price,
  date,
});
const match = (trades: Trade[], rest: Partial<ReturnType<typeof emptyFile>> = {}) =>
  matchSales({ ...emptyFile('Test'), trades, ...rest }, now).map(({ row, cells, note, reason }) =>
    [row, cells.closePrice ?? 'open', note ?? reason ?? ''].join(' | '),
  );

describe('a sale', () => {
  it('closes the oldest purchases first, wherever they are in the file', () => {
    const trades = [
      trade(1, 'sell', '15', '2024-03-01', '30.00'),
      trade(2, 'buy', '10', '2024-02-01'),
      trade(3, 'buy', '10', '2024-01-01'),
    ];
    expect(match(trades)).toEqual([
      '2 | 30.00 | 5 of 10 shares, sold in row 1',
      '2 | open | 5 of 10 shares, not sold',
      '3 | 30.00 | Sold in row 1',
    ]);
  });

  it('on the day of the purchase comes after it', () => {
    expect(match([trade(1, 'sell', '1', '2024-01-01', '30.00'), trade(2, 'buy', '1', '2024-01-01')])).toEqual([
      '2 | 30.00 | Sold in row 1',
    ]);
  });

  it('of more than was bought skips every row of its ticker, because none would be right', () => {
    const reason = 'A: more shares sold than bought. It is a short sale, or a purchase or split is missing.';
    const trades = [trade(1, 'buy', '1', '2024-01-01'), trade(2, 'sell', '2', '2024-02-01')];
    expect(match(trades)).toEqual([`1 | open | ${reason}`, `2 | 10.00 | ${reason}`]);
    // Sold before it was bought.
    const short = [trade(1, 'sell', '1', '2024-01-01'), trade(2, 'buy', '1', '2024-02-01')];
    expect(match(short)).toHaveLength(2);
  });

  it("that can't be read skips the purchases of its ticker too", () => {
    const skipped = [{ row: 2, cells: { ticker: 'A' }, reason: 'Priced in EUR', sold: 'A' }];
    expect(match([trade(1, 'buy', '1', '2024-01-01')], { skipped })).toEqual([
      "1 | open | A sale or split of A in this file can't be imported",
      '2 | open | Priced in EUR',
    ]);
  });

  it("after a purchase that can't be read skips every row of its ticker, because it could have sold those shares", () => {
    const trades = [trade(1, 'buy', '10', '2021-01-01'), trade(2, 'sell', '10', '2022-01-01', '30.00')];
    const added = (date: string | undefined, ticker = 'A') => ({
      skipped: [{ row: 3, cells: { ticker }, reason: 'Priced in EUR', added: { ticker, date } }],
    });
    const reason = "A purchase of A in this file can't be imported";
    const none = [`1 | open | ${reason}`, `2 | 30.00 | ${reason}`, '3 | open | Priced in EUR'];
    for (const date of ['2019-01-01', '2022-01-01', undefined]) expect(match(trades, added(date))).toEqual(none);
    const matched = ['1 | 30.00 | Sold in row 2', '3 | open | Priced in EUR'];
    expect(match(trades, added('2022-01-02'))).toEqual(matched);
    expect(match(trades, added('2019-01-01', 'B'))).toEqual(matched);
    expect(match(trades.slice(0, 1), added('2019-01-01'))[0]).toBe('1 | open | ');
  });

  it('is counted in shares of its day if there was a split in between, including a reverse one', () => {
    const split = (ratio: string) => [{ row: 9, ticker: 'A', ratio: amountOf(ratio) ?? 0n, date: '2024-02-01' }];
    const buy = trade(1, 'buy', '10', '2024-01-01');
    expect(match([buy, trade(2, 'sell', '50', '2024-02-01')], { splits: split('10') }).slice(0, 2)).toEqual([
      '1 | 10.00 | 50 of 100 shares, sold in row 2',
      '1 | open | 50 of 100 shares, not sold',
    ]);
    const third = trade(2, 'sell', '3.33333333', '2024-02-01');
    expect(match([buy, third], { splits: split('0.333333333') })[0]).toBe('1 | 10.00 | Sold in row 2');
  });

  it('matches tiny purchases too', () => {
    const tiny = trade(1, 'buy', '0.000008', '2024-01-01');
    expect(match([tiny, trade(2, 'sell', '0.000008', '2024-02-01', '30.00')])).toEqual(['1 | 30.00 | Sold in row 2']);
    expect(match([trade(3, 'buy', '1', '2023-01-01'), tiny, trade(2, 'sell', '1', '2024-02-01', '30.00')])).toEqual([
      '1 | open | ',
      '3 | 30.00 | Sold in row 2',
    ]);
  });

  it('never creates or loses shares', () => {
    const shares = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(shares, { maxLength: 20 }), fc.array(shares, { maxLength: 20 }), (bought, sold) => {
        const trades = [
          ...bought.map((count, index) => trade(index, 'buy', `${count / 100}`, '2024-01-01')),
          ...sold.map((count, index) => trade(100 + index, 'sell', `${count / 100}`, '2024-02-01')),
        ];
        const rows = matchSales({ ...emptyFile('Test'), trades }, now);
        const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0);
        const isShort = sum(sold) > sum(bought);
        expect(rows.every(({ reason }) => (reason !== undefined) === isShort)).toBe(true);
        const closings = rows.filter(({ cells }) => cells.status === 'closed').length;
        if (!isShort) expect(rows.length).toBeLessThanOrEqual(bought.length + closings);
        expect(rows.length).toBeLessThanOrEqual(trades.length);
      }),
    );
  });
});

describe('amounts', () => {
  it('are parsed exactly', () => {
    const texts = ['1', '.5', '1e-7', '0.076654000000000001'].map((text) => amountText(amountOf(text) ?? 0n));
    expect(texts).toEqual(['1', '0.5', '0.0000001', '0.076654']);
    for (const text of ['', '.', 'x', '1,5', '1e400', '9'.repeat(16), '0x1']) expect(amountOf(text)).toBeUndefined();
    expect(localAmount('-1.234,50', ',')).toBe(amountOf('-1234.5'));
    expect(localAmount('1,234.50', '.')).toBe(amountOf('1234.5'));
    for (const text of ['1’234.50', "1'234.50"]) expect(localAmount(text, '.')).toBe(amountOf('1234.5'));
    for (const text of ['1\u00a0234,50', '1\u202f234,50', '1 234,50'])
      expect(localAmount(text, ',')).toBe(amountOf('1234.5'));
  });

  it('become prices in cents, with a note if they were rounded', () => {
    expect(centsOf(amountOf('298.580') ?? 0n)).toEqual({ price: '298.58' });
    expect(centsOf(amountOf('204.3473') ?? 0n)).toEqual({ price: '204.35', note: 'Price rounded from 204.3473' });
    expect(() => centsOf(amountOf('0.004') ?? 0n)).toThrow('The price is below one cent');
    expect(() => centsOf(amountOf('100000000') ?? 0n)).toThrow('The price is too high');
  });
});
