import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilStored } from './until-stored';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it.each([3, 30, 600])(
  'stores an answer once after a database outage of %i s, shortly after it ends',
  async (seconds) => {
    const away = seconds * 1000;
    const begunAt = Date.now();
    const store = vi.fn(async () => {
      if (Date.now() - begunAt < away) throw new Error('connect ECONNREFUSED');
      return Date.now() - begunAt;
    });
    const stored = untilStored(pino({ level: 'silent' }), 'message', store);
    await vi.runAllTimersAsync();
    const storedAt = await stored;
    expect(storedAt).toBeGreaterThanOrEqual(away);
    expect(storedAt).toBeLessThanOrEqual(away + 5000);
    expect(store.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(1);
    // It does not flood a database that is about to come back.
    expect(store.mock.calls.length).toBeLessThan(8 + seconds / 5);
  },
);
