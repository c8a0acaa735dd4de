import { describe, expect, it } from 'vitest';
import { daysOfPeriod, everyDay } from './usage-period';

const now = new Date('2026-03-15T23:30:00Z');

describe('usage periods', () => {
  it('consist of whole days in UTC', () => {
    expect(daysOfPeriod('this-month', now)).toEqual({ from: '2026-03-01', to: '2026-03-15' });
    expect(daysOfPeriod('last-month', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOfPeriod('last-30-days', now)).toEqual({ from: '2026-02-14', to: '2026-03-15' });
    expect(everyDay(daysOfPeriod('last-365-days', now))).toHaveLength(365);
  });

  it('start in December of the previous year if it is January', () => {
    const january = new Date('2026-01-02T00:00:00Z');
    expect(daysOfPeriod('last-month', january)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });

  it('list each of their days', () => {
    expect(everyDay({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });
});
