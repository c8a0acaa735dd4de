import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EodhdServer, startEodhdServer } from '~/server/testing/fakes/eodhd-server';
import { describePriceContract } from './contract-suite';
import { createEodhd } from './eodhd';

let server: EodhdServer;
beforeAll(async () => {
  server = await startEodhdServer('s3cr3t');
});
afterAll(() => server.close());
beforeEach(() => {
  server.fault = undefined;
  server.paths.length = 0;
  for (const code of ['TSLA.US', 'BRK-B.US']) {
    server.prices.set(code, 250.1);
    server.days.set(code, [
      { day: '2022-08-23', close: 889.36, dividend: 3 },
      { day: '2022-08-24', close: 891.29 },
      { day: '2022-08-25', close: 296.07, split: [3, 1], dividend: 0.5 },
      { day: '2022-08-26', close: 288.09 },
    ]);
  }
});
const eodhd = (apiKey = 's3cr3t') => createEodhd({ apiKey, baseUrl: server.baseUrl, timeoutMs: 60_000 });

describePriceContract('EODHD', () => ({ provider: eodhd(), known: ['TSLA', 'BRK.B', 'BRK-B'], fromDay: '2022-08-23' }));

describe('EODHD', () => {
  it('returns closing prices and dividends as traded, adjusted for later splits', async () => {
    const { closes, splits, dividends } = await eodhd().history('TSLA', '2022-08-23');
    expect(splits).toEqual([{ day: '2022-08-25', numerator: 3, denominator: 1 }]);
    expect(closes.map(({ close }) => close.toFixed(4))).toEqual(['296.4533', '297.0967', '296.0700', '288.0900']);
    expect(dividends).toEqual([
      { day: '2022-08-23', amount: 1 },
      { day: '2022-08-25', amount: 0.5 },
    ]);
  });

  it('adds dividends with the same ex-date, and returns repeated rows once', async () => {
    const special = { day: '2022-08-24', close: 891.29, dividend: 6 };
    server.days.set('TSLA.US', [
      { day: '2022-08-23', close: 889.36 },
      { ...special, dividend: 3 },
      special,
      special,
      { day: '2022-08-25', close: 296.07, split: [3, 1] },
      { day: '2022-08-25', close: 296.07, split: [3, 1] },
    ]);
    const { closes, splits, dividends } = await eodhd().history('TSLA', '2022-08-23');
    expect(splits).toHaveLength(1);
    expect(closes.map(({ close }) => close.toFixed(4))).toEqual(['296.4533', '297.0967', '296.0700']);
    expect(dividends).toEqual([{ day: '2022-08-24', amount: 3 }]);
  });

  it('requests several prices at once by its own codes, and none that may not be in dollars', async () => {
    const quotes = await eodhd().quotes(['TSLA', 'BRK.B', 'GLE.PA', '^GSPC', 'EURUSD=X']);
    expect([...quotes.keys()]).toEqual(['TSLA', 'BRK.B']);
    expect(server.paths).toEqual(['/api/real-time/TSLA.US?s=BRK-B.US&fmt=json&api_token=s3cr3t']);
    expect(await eodhd().quotes(['GLE.PA'])).toEqual(new Map());
    await expect(eodhd().history('GLE.PA', '2022-08-23')).rejects.toMatchObject({ code: 'unknown_ticker' });
    expect(server.paths).toHaveLength(1);
  });

  it('requests exchange rates as closing prices of its forex exchange', async () => {
    server.days.set('EURUSD.FOREX', [{ day: '2022-08-24', close: 0.9967 }]);
    const rates = { currency: 'USD', closes: [{ day: '2022-08-24', close: 0.9967 }], splits: [] };
    expect(await eodhd().history('EURUSD=X', '2022-08-23')).toEqual(rates);
    expect(server.paths).toHaveLength(1);
  });

  it('rejects a history that the plan limits to one year', async () => {
    const body =
      '[{"date":"2025-11-24","close":1},{"warning":"Data is limited by one year as you have free subscription"}]';
    server.fault = { status: 200, body };
    await expect(eodhd().history('TSLA', '2020-01-01')).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([
    ['a wrong key', { status: 401, body: 'Unauthenticated' }, 'refused'],
    ['a plan without live prices', { status: 403, body: 'Forbidden' }, 'refused'],
    [
      'the daily limit of requests',
      { status: 402, body: 'You exceeded your daily API requests limit.' },
      'rate_limited',
    ],
    ['the rate limit', { status: 429, body: 'x', headers: { 'retry-after': '60' } }, 'rate_limited'],
    ['a server error', { status: 502, body: '<html>' }, 'unavailable'],
    ['an invalid body', { status: 200, body: 'Ticker' }, 'bad_answer'],
    ['another format', { status: 200, body: '{"error":"x"}' }, 'bad_answer'],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://example.com' } }, 'unavailable'],
  ] as const)('reports %s', async (_what, fault, code) => {
    server.fault = fault;
    const failure = await eodhd()
      .quotes(['TSLA'])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PriceError', code });
    expect(String((failure as Error).message)).not.toContain('s3cr3t');
  });
});
