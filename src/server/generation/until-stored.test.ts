import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilStored } from './until-stored';

const silent = pino({ level: 'silent' });

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
    const stored = untilStored(silent, 'message', store);
    await vi.runAllTimersAsync();
    const storedAt = await stored;
    expect(storedAt).toBeGreaterThanOrEqual(away);
    expect(storedAt).toBeLessThanOrEqual(away + 5000);
    expect(store.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(1);
    // It does not flood a database that is about to come back.
    expect(store.mock.calls.length).toBeLessThan(8 + seconds / 5);
  },
);

const failing = (error: Error) => vi.fn(async (): Promise<string> => Promise.reject(error));
const rejection = Object.assign(new Error('unsupported Unicode escape sequence'), { code: '22P05' });

it('stores less at once if the database rejects a value', async () => {
  const [store, less] = [failing(rejection), vi.fn(async () => 'less')];
  expect(await untilStored(silent, 'message', store, less)).toBe('less');
  expect(store).toHaveBeenCalledTimes(1);
  expect(await untilStored(silent, 'message', store, failing(rejection))).toBeNull();
});

it('stores less in the end if another error does not pass', async () => {
  const store = failing(new TypeError('x is not a function'));
  const stored = untilStored(silent, 'message', store, async () => 'less');
  await vi.runAllTimersAsync();
  expect(await stored).toBe('less');
});

it('retries an outage for as long as it lasts', async () => {
  const store = failing(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  void untilStored(silent, 'message', store);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const { length } = store.mock.calls;
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.mock.calls.length).toBeGreaterThan(length);
});
