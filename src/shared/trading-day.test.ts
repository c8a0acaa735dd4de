import { describe, expect, it } from 'vitest';
import { closeDayOf, marketCloseAt } from './trading-day';

describe('marketCloseAt', () => {
  it.each([
    ['winter', '2026-01-07', '2026-01-07T21:00:00.000Z'],
    ['summer', '2026-07-08', '2026-07-08T20:00:00.000Z'],
    ['the Friday before clocks go forward', '2026-03-06', '2026-03-06T21:00:00.000Z'],
    ['the Monday after clocks went forward', '2026-03-09', '2026-03-09T20:00:00.000Z'],
    ['the Friday before clocks go back', '2026-10-30', '2026-10-30T20:00:00.000Z'],
    ['the Monday after clocks went back', '2026-11-02', '2026-11-02T21:00:00.000Z'],
    ['the day after Thanksgiving', '2026-11-27', '2026-11-27T18:00:00.000Z'],
    ['Christmas Eve', '2026-12-24', '2026-12-24T18:00:00.000Z'],
    ['the day before Independence Day', '2025-07-03', '2025-07-03T17:00:00.000Z'],
  ])('is when New York closes in %s', (_when, day, close) => {
    expect(marketCloseAt(day).toISOString()).toBe(close);
  });
});

describe('closeDayOf', () => {
  it.each([
    ['in New York', '2026-11-24T15:00:00Z', '2026-11-20', '2026-11-24'],
    ['late in New York', '2026-11-25T02:00:00Z', '2026-11-20', '2026-11-24'],
    ['on its purchase day in Tokyo', '2026-11-24T02:00:00Z', '2026-11-24', '2026-11-24'],
    ['on a picked day', '2026-11-24', '2026-11-24', '2026-11-24'],
  ])('is not before the purchase day of a position closed %s', (_where, closed, bought, day) => {
    expect(closeDayOf(new Date(closed), new Date(bought))).toBe(day);
  });
});
