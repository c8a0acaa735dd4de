import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTiingoServer, type TiingoServer } from '~/server/testing/fakes/tiingo-server';
import { describePriceContract } from './contract-suite';
import { createTiingo } from './tiingo';

let server: TiingoServer;
beforeAll(async () => {
  server = await startTiingoServer('key');
});
afterAll(() => server.close());
beforeEach(() => {
  server.fault = undefined;
  server.paths.length = 0;
  for (const symbol of ['tsla', 'brk-b']) {
    server.prices.set(symbol, 250.1);
    server.days.set(symbol, [
      { day: '2022-08-23', close: 889.36 },
      { day: '2022-08-24', close: 891.29 },
      { day: '2022-08-25', close: 296.07, splitFactor: 3 },
      { day: '2022-08-26', close: 288.09 },
    ]);
  }
});
const tiingo = (apiKey = 'key') => createTiingo({ apiKey, baseUrl: server.baseUrl, timeoutMs: 60_000 });

describePriceContract('Tiingo', () => ({
  provider: tiingo(),
  known: ['TSLA', 'BRK.B', 'BRK-B'],
  fromDay: '2022-08-23',
}));

describe('Tiingo', () => {
  it('returns closing prices as traded, adjusted for the splits in the same response', async () => {
    const { closes, splits } = await tiingo().history('TSLA', '2022-08-24');
    expect(splits).toEqual([{ day: '2022-08-25', numerator: 3, denominator: 1 }]);
    expect(closes.map(({ close }) => close.toFixed(4))).toEqual(['297.0967', '296.0700', '288.0900']);
  });

  it('adjusts dividends as paid like the closing prices; one on the day of a split is for new shares', async () => {
    server.days.set('d', [
      { day: '2022-08-23', close: 900, divCash: 3 },
      { day: '2022-08-24', close: 891 },
      { day: '2022-08-25', close: 296, splitFactor: 3, divCash: 0.5 },
    ]);
    expect((await tiingo().history('D', '2022-08-23')).dividends).toEqual([
      { day: '2022-08-23', amount: 1 },
      { day: '2022-08-25', amount: 0.5 },
    ]);
  });

  it('parses reverse splits from rounded fractions', async () => {
    server.days.set('r', [
      { day: '2022-08-24', close: 1 },
      { day: '2022-08-25', close: 3, splitFactor: 0.333333 },
    ]);
    expect((await tiingo().history('R', '2022-08-24')).splits).toEqual([
      { day: '2022-08-25', numerator: 1, denominator: 3 },
    ]);
  });

  it('requests exchange rates from its forex endpoint', async () => {
    server.days.set('usdjpy', [
      { day: '2022-08-23', close: 136.8 },
      { day: '2022-08-24', close: 137.1 },
    ]);
    expect(await tiingo().history('USDJPY=X', '2022-08-24')).toEqual({
      currency: 'JPY',
      closes: [{ day: '2022-08-24', close: 137.1 }],
      splits: [],
    });
    expect(server.paths).toEqual(['/tiingo/fx/usdjpy/prices?startDate=2022-08-24&resampleFreq=1day']);
    await expect(tiingo().history('USDXXX=X', '2022-08-24')).rejects.toMatchObject({ code: 'unknown_ticker' });
  });

  it('requests many prices at once, by its own symbols', async () => {
    expect((await tiingo().quotes(['TSLA', 'BRK.B'])).get('BRK.B')).toMatchObject({ price: 250.1, currency: 'USD' });
    expect(server.paths).toEqual(['/iex/?tickers=tsla%2Cbrk-b']);
  });

  it.each([
    ['a wrong key', { status: 401, body: '{}' }, 'refused'],
    ['the rate limit', { status: 429, body: 'x', headers: { 'retry-after': '60' } }, 'rate_limited'],
    ['a server error', { status: 502, body: '<html>' }, 'unavailable'],
    ['an invalid body', { status: 200, body: '<html>' }, 'bad_answer'],
    ['another format', { status: 200, body: '{"detail":"You have run over your quota."}' }, 'bad_answer'],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://example.com' } }, 'unavailable'],
  ] as const)('reports %s', async (_what, fault, code) => {
    server.fault = fault;
    const failure = await tiingo()
      .quotes(['TSLA'])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PriceError', code });
    expect(String((failure as Error).message)).not.toContain('key');
  });
});
