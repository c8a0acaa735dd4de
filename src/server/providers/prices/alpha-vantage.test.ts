import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AlphaVantageServer, startAlphaVantageServer } from '~/server/testing/fakes/alpha-vantage-server';
import { dayMs, utcDay } from '~/shared/utc-day';
import { createAlphaVantage } from './alpha-vantage';
import { describePriceContract } from './contract-suite';
import { spacing } from './spacing';

let server: AlphaVantageServer;
beforeAll(async () => {
  server = await startAlphaVantageServer('s3cr3t');
});
afterAll(() => server.close());
beforeEach(() => {
  server.fault = undefined;
  server.paths.length = 0;
  for (const symbol of ['TSLA', 'BRK-B']) {
    server.prices.set(symbol, 250.1);
    server.days.set(symbol, [
      { day: '2022-08-23', close: 889.36, dividend: 3 },
      { day: '2022-08-24', close: 891.29 },
      { day: '2022-08-25', close: 296.07, split: [3, 1] },
      { day: '2022-08-26', close: 288.09 },
    ]);
  }
});
const vantage = (apiKey = 's3cr3t') =>
  createAlphaVantage({ apiKey, baseUrl: server.baseUrl, timeoutMs: 60_000, gapMs: 0 });

describePriceContract('Alpha Vantage', () => ({
  provider: vantage(),
  known: ['TSLA', 'BRK.B', 'BRK-B'],
  fromDay: '2022-08-23',
}));

describe('Alpha Vantage', () => {
  it('returns closing prices and dividends as traded, adjusted for later splits', async () => {
    const { closes, splits, dividends } = await vantage().history('TSLA', '2022-08-23');
    expect(splits).toEqual([{ day: '2022-08-25', numerator: 3, denominator: 1 }]);
    expect(closes.map(({ close }) => close.toFixed(4))).toEqual(['296.4533', '297.0967', '296.0700', '288.0900']);
    // Dividends without an amount are omitted.
    expect(dividends).toEqual([{ day: '2022-08-23', amount: 1 }]);
  });

  it('adds dividends with the same ex-date', async () => {
    const day = { day: '2023-02-10', close: 12.93 };
    server.days.set('F', [
      { day: '2023-02-09', close: 13 },
      { ...day, dividend: 0.15 },
      { ...day, dividend: 0.65 },
    ]);
    expect((await vantage().history('F', '2023-02-01')).dividends).toEqual([{ day: '2023-02-10', amount: 0.8 }]);
  });

  it.each([
    [1, 3],
    [1, 15],
    [1, 30],
    [2, 3],
    [4, 3],
    [1, 8],
  ] as const)('knows a split of %i for %i by its factor with four decimals', async (numerator, denominator) => {
    const day = '2022-08-25';
    server.days.set('R', [{ day, close: 30, split: [numerator, denominator] }]);
    expect((await vantage().history('R', '2022-08-23')).splits).toEqual([{ day, numerator, denominator }]);
  });

  it('requests the compact list of days if it is enough', async () => {
    const recent = utcDay(new Date(Date.now() - 20 * dayMs));
    await vantage().history('TSLA', recent);
    await vantage().history('TSLA', '2022-08-23');
    const sizes = server.paths.flatMap((path) => new URLSearchParams(path.split('?')[1]).get('outputsize') ?? []);
    expect(sizes).toEqual(['compact', 'full']);
  });

  it('requests exchange rates from their own function', async () => {
    server.days.set('USDJPY', [{ day: '2022-08-24', close: 137.1 }]);
    const rates = { currency: 'JPY', closes: [{ day: '2022-08-24', close: 137.1 }], splits: [] };
    expect(await vantage().history('USDJPY=X', '2022-08-23')).toEqual(rates);
    expect(server.paths).toHaveLength(1);
    await expect(vantage().history('USDXXX=X', '2022-08-23')).rejects.toMatchObject({ code: 'unknown_ticker' });
  });

  it('omits future prices and prices that may not be in dollars', async () => {
    const quotes = await vantage().quotes(['TSLA', 'GLE.PA', 'BTC-USD']);
    expect([...quotes.keys()]).toEqual(['TSLA']);
    expect(quotes.get('TSLA')?.asOf.getTime()).toBeLessThanOrEqual(Date.now());
    expect(server.paths).toHaveLength(1);
  });

  const daily = 'Thank you for using Alpha Vantage! Our standard API rate limit is 25 requests per day.';
  const second = 'Please consider spreading out your free API requests more sparingly (1 request per second).';
  const premium =
    'Thank you for using Alpha Vantage! This is a premium endpoint. You may subscribe to any of the plans.';
  it.each([
    ['the daily limit', { Information: daily }, 'rate_limited'],
    ['the limit per minute', { Note: 'Our standard API call frequency is 5 calls per minute.' }, 'rate_limited'],
    ['the limit per second', { Information: second }, 'rate_limited'],
    ['a request outside of the plan', { Information: premium }, 'refused'],
    ['a wrong key', { 'Error Message': 'the parameter apikey is invalid or missing.' }, 'refused'],
    ['another format', { hello: 1 }, 'bad_answer'],
    ['a list', [], 'bad_answer'],
  ] as const)('reports %s, although the status is 200', async (_what, body, code) => {
    server.fault = { status: 200, body: JSON.stringify(body) };
    const failures = await Promise.all(
      [vantage().quotes(['TSLA']), vantage().history('TSLA', '2022-08-23')].map((work) =>
        work.catch((error: unknown) => error),
      ),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({ name: 'PriceError', code });
      expect((failure as Error).message).not.toContain('s3cr3t');
    }
  });

  it.each([
    ['a server error', { status: 503, body: '<html>' }, 'unavailable'],
    ['an invalid body', { status: 200, body: '<html>' }, 'bad_answer'],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://example.com' } }, 'unavailable'],
  ] as const)('reports %s', async (_what, fault, code) => {
    server.fault = fault;
    await expect(vantage().quotes(['TSLA'])).rejects.toMatchObject({ code });
  });
});

it('a request that waits for its turn rejects when it is canceled', async () => {
  const turn = spacing(60_000);
  await turn();
  await expect(turn(AbortSignal.abort())).rejects.toMatchObject({ name: 'PriceError', code: 'unavailable' });
});
