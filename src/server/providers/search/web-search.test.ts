import { describe, expect, it, vi } from 'vitest';
import { parseEnv } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { vendorsOf } from './create-search';
import { SearchError, type SearchErrorCode, type SearchHit, type SearchProvider } from './types';
import { createWebSearch } from './web-search';

const logger = createLogger({ level: 'silent', isProduction: true });
const never = new AbortController().signal;
const query = { query: 'q', count: 3 };
const hits: SearchHit[] = [{ url: 'https://a.example/', title: 'A', snippet: '' }];
const failing = (code: SearchErrorCode, retryAfterSeconds?: number) => () =>
  Promise.reject(new SearchError(code, code, retryAfterSeconds ? { retryAfterSeconds } : {}));
const provider = (name: SearchProvider['name'], search: SearchProvider['search']) => ({ name, search: vi.fn(search) });

describe('several providers', () => {
  it('are requested in order, the next only if one fails', async () => {
    const first = provider('brave', async () => hits);
    const second = provider('kagi', async () => []);
    expect(await createWebSearch([first, second], logger).search(query, never)).toBe(hits);
    expect(second.search).not.toHaveBeenCalled();
    const broken = provider('exa', failing('unavailable'));
    expect(await createWebSearch([broken, first], logger).search(query, never)).toBe(hits);
  });

  it('are skipped after a failure, for as long as Retry-After says, even if the clock is set back', async () => {
    const busy = provider('brave', failing('rate_limited', 120));
    const other = provider('kagi', async () => hits);
    const search = createWebSearch([busy, other], logger);
    const now = vi.spyOn(performance, 'now');
    const start = performance.now();
    const clock = vi
      .spyOn(Date, 'now')
      .mockReturnValueOnce(Date.now())
      .mockReturnValue(Date.now() - 3_600_000);
    for (const seconds of [0, 100, 121]) {
      now.mockReturnValue(start + seconds * 1000);
      await search.search(query, never);
    }
    now.mockRestore();
    clock.mockRestore();
    expect(busy.search).toHaveBeenCalledTimes(2);
  });

  it('are all requested if all are skipped, and fail with the error of the first', async () => {
    const search = createWebSearch(
      [provider('brave', failing('unauthorized')), provider('kagi', failing('timed_out'))],
      logger,
    );
    for (const _ of [1, 2]) await expect(search.search(query, never)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are not skipped after one rejects a query', async () => {
    const picky = provider('brave', failing('refused'));
    const search = createWebSearch([picky, provider('kagi', async () => hits)], logger);
    for (const _ of [1, 2]) await search.search(query, never);
    expect(picky.search).toHaveBeenCalledTimes(2);
  });

  it('share one time limit, after which the next is not requested', async () => {
    const asked: AbortSignal[] = [];
    const slow = provider(
      'brave',
      (_query, signal) =>
        new Promise((_resolve, reject) => {
          asked.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const next = provider('kagi', async () => hits);
    const search = createWebSearch([slow, next], logger, { maxMs: 10 });
    await expect(search.search(query, never)).rejects.toMatchObject({ code: 'timed_out' });
    expect(asked[0]?.aborted).toBe(true);
    expect(next.search).not.toHaveBeenCalled();
    // The error of an earlier provider is more helpful than the timeout.
    const refused = createWebSearch([provider('exa', failing('unauthorized')), slow], logger, { maxMs: 10 });
    await expect(refused.search(query, never)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are not requested after the caller aborts', async () => {
    const abort = new AbortController();
    const stopped = provider('brave', async () => {
      abort.abort(new Error('stopped'));
      throw abort.signal.reason;
    });
    const second = provider('kagi', async () => hits);
    await expect(createWebSearch([stopped, second], logger).search(query, abort.signal)).rejects.toThrow('stopped');
    expect(second.search).not.toHaveBeenCalled();
  });
});

describe('the settings', () => {
  const names = (source: Record<string, string>) => vendorsOf(parseEnv(source)).map(({ name }) => name);
  const keys = { SERPER_API_KEY: 's', BRAVE_API_KEY: 'b', SEARXNG_URL: 'http://localhost:8888' };

  it('define the order of the providers', () => {
    expect(names({})).toEqual([]);
    expect(names(keys)).toEqual(['searxng', 'brave', 'serper']);
    expect(names({ ...keys, SEARCH_PROVIDER: 'serper, searxng' })).toEqual(['serper', 'searxng']);
    expect(names({ ...keys, SEARCH_PROVIDER: 'none' })).toEqual([]);
    expect(names({ GOOGLE_SEARCH_API_KEY: 'k', GOOGLE_SEARCH_ENGINE_ID: 'e', KAGI_API_KEY: 'k' })).toEqual([
      'kagi',
      'google',
    ]);
  });
});
