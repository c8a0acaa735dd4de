import { describe, expect, it } from 'vitest';
import { readSearch } from './back-test-search';
import { asksForResult, inputOf, searchOf, startOf, valuesOf } from './back-test-values';

describe('a back-test in the URL', () => {
  it('round-trips, however it was typed', () => {
    const typed = {
      tickers: 'msft, goog;  brk.b',
      fromDay: '2020-01-02',
      toDay: '2024-01-02',
      rebalancing: 'yearly',
      costBasisPoints: '25',
    };
    const search = searchOf(typed);
    expect(search.tickers).toBe('MSFT,GOOG,BRK.B');
    const back = valuesOf(readSearch({ ...search }), '2026-11-21');
    expect(inputOf(back)).toEqual(inputOf(typed));
    expect(inputOf(back)).toEqual({
      tickers: ['MSFT', 'GOOG', 'BRK.B'],
      fromDay: '2020-01-02',
      toDay: '2024-01-02',
      rebalancing: 'yearly',
      costBasisPoints: 25,
    });
  });

  it('accepts numbers that the router has parsed, and nothing else', () => {
    expect(readSearch({ cost: 5, tickers: ['A'], from: {}, to: null })).toEqual({ cost: '5' });
  });

  it('starts with five years up to today, even on a leap day', () => {
    expect(valuesOf({}, '2026-11-21')).toMatchObject({ fromDay: '2021-11-21', toDay: '2026-11-21' });
    expect(valuesOf({}, '2028-02-29').fromDay).toBe('2023-02-28');
  });

  it('starts with the stored tickers, over the period that all of them cover', () => {
    const entry = (ticker: string, firstDay: string, lastDay: string) => ({ ticker, firstDay, lastDay, closes: 9 });
    const universe = [
      entry('MSFT', '2015-01-02', '2026-11-20'),
      entry('NEW', '2024-03-05', '2026-11-19'),
      entry('SPY', '2010-01-04', '2026-11-20'),
    ];
    expect(startOf(universe, '2026-11-21')).toMatchObject({
      tickers: 'MSFT, NEW',
      fromDay: '2024-03-05',
      toDay: '2026-11-19',
    });
    expect(startOf([], '2026-11-21')).toEqual(valuesOf({}, '2026-11-21'));
  });

  it('requests a result only if the tickers and days are given', () => {
    expect(asksForResult({})).toBe(false);
    expect(asksForResult({ tickers: 'MSFT', from: '2020-01-01', to: '2021-01-01' })).toBe(true);
  });

  it('does not turn an empty cost into a number', () => {
    expect(inputOf({ ...valuesOf({}, '2026-11-21'), costBasisPoints: ' ' }).costBasisPoints).toBeNaN();
  });
});
