import { describe, expect, it } from 'vitest';
import { isDue, nextTime } from './backup-times';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const times = ['03:00', '15:30'];
const started = (text: string) => ({ startedAt: at(text), failedAt: null });

describe('a scheduled backup', () => {
  it('is due at once if there is none, and then at each of its times', () => {
    expect(isDue(times, null, at('23T10:00:00'))).toBe(true);
    expect(isDue(times, started('23T03:00:10'), at('23T15:29:59'))).toBe(false);
    expect(isDue(times, started('23T03:00:10'), at('23T15:30:00'))).toBe(true);
    expect(isDue(times, started('22T15:30:10'), at('23T02:59:59'))).toBe(false);
    expect(isDue(times, started('22T15:30:10'), at('23T03:00:00'))).toBe(true);
  });

  it('that was missed is made once, later', () => {
    expect(isDue(times, started('01T03:00:10'), at('23T02:00:00'))).toBe(true);
    expect(isDue(times, started('23T02:00:00'), at('23T02:01:00'))).toBe(false);
  });

  it('that failed is retried after half an hour', () => {
    const failed = { startedAt: at('23T03:00:00'), failedAt: at('23T03:05:00') };
    expect(isDue(times, failed, at('23T03:34:59'))).toBe(false);
    expect(isDue(times, failed, at('23T03:35:00'))).toBe(true);
  });

  it('is due if the clock was set back, whether or not the last one failed', () => {
    expect(isDue(times, started('29T03:00:00'), at('23T10:00:00'))).toBe(true);
    const failed = { startedAt: at('22T03:00:00'), failedAt: at('29T03:05:00') };
    expect(isDue(times, failed, at('23T10:00:00'))).toBe(true);
  });

  it('has a next time, across midnight and for unsorted times', () => {
    expect(nextTime(times, at('23T02:00:00'))).toEqual(at('23T03:00:00'));
    expect(nextTime(['15:30', '03:00'], at('23T15:30:00'))).toEqual(at('24T03:00:00'));
  });
});
