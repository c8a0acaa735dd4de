import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, nextTime, type ScheduleTiming } from './schedule-times';

const weekly = (more: Partial<ScheduleTiming> = {}): ScheduleTiming => ({
  frequency: 'weekly',
  weekday: 1,
  time: '08:00',
  timeZone: 'Europe/Berlin',
  ...more,
});
const next = (timing: ScheduleTiming, after: string) => nextTime(timing, new Date(after)).toISOString();

describe('the next time', () => {
  it.each([
    ['every Monday in winter', weekly(), '2026-01-06T12:00Z', '2026-01-12T07:00:00.000Z'],
    ['every Monday after clocks went forward', weekly(), '2026-03-28T12:00Z', '2026-03-30T06:00:00.000Z'],
    ['later on the same day', weekly(), '2026-01-12T06:59Z', '2026-01-12T07:00:00.000Z'],
    ['a week later at the very moment', weekly(), '2026-01-12T07:00Z', '2026-01-19T07:00:00.000Z'],
    [
      'a skipped time, an hour later',
      weekly({ frequency: 'daily', time: '02:30' }),
      '2026-03-29T00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'a time that comes twice, the first time',
      weekly({ frequency: 'daily', time: '02:30' }),
      '2026-10-24T12:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'not again the second time it comes',
      weekly({ frequency: 'daily', time: '02:30' }),
      '2026-10-25T00:30Z',
      '2026-10-26T01:30:00.000Z',
    ],
    [
      'the last day of a shorter month',
      weekly({ frequency: 'monthly', dayOfMonth: 31 }),
      '2026-02-01T00:00Z',
      '2026-02-28T07:00:00.000Z',
    ],
    [
      'half an hour beside the others',
      weekly({ frequency: 'daily', timeZone: 'Asia/Kolkata' }),
      '2026-01-01T00:00Z',
      '2026-01-01T02:30:00.000Z',
    ],
  ])('is %s', (_name, timing, after, expected) => {
    expect(next(timing, after)).toBe(expected);
  });

  const timings = fc.record({
    frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    time: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    timeZone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Chatham',
      'Africa/Casablanca',
      'Pacific/Kiritimati',
    ),
  });
  const moments = fc.date({
    min: new Date('2024-01-01T00:00Z'),
    max: new Date('2034-01-01T00:00Z'),
    noInvalidDate: true,
  });
  const clockOf = (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  const minutesOf = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

  it('comes later, at the scheduled time of day or just after a clock change, and is the earliest such time', () => {
    fc.assert(
      fc.property(
        timings,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (timing, after, part) => {
          const due = nextTime(timing, after);
          expect(due.getTime()).toBeGreaterThan(after.getTime());
          const late = minutesOf(clockOf(due, timing.timeZone)) - minutesOf(timing.time);
          expect([0, 30, 60]).toContain((late + 1440) % 1440);
          const between = new Date(after.getTime() + Math.floor((due.getTime() - after.getTime()) * part));
          expect(nextTime(timing, between)).toEqual(due);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('repeats after a day, week or month, apart from clock changes', () => {
    const hour = 3_600_000;
    fc.assert(
      fc.property(timings, moments, (timing, after) => {
        const first = nextTime(timing, after);
        const hours = (nextTime(timing, first).getTime() - first.getTime()) / hour;
        const [min, max] = { daily: [24, 24], weekly: [168, 168], monthly: [28 * 24, 31 * 24] }[timing.frequency] as [
          number,
          number,
        ];
        expect(hours).toBeGreaterThanOrEqual(min - 2);
        expect(hours).toBeLessThanOrEqual(max + 2);
      }),
      { numRuns: 400 },
    );
  });
});

it('recognizes time zones by name', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
