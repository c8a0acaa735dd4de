import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PriceServer, startPriceServer } from '~/server/testing/fakes/price-server';
import { utcDay } from '~/shared/utc-day';
import { describePriceContract } from './contract-suite';
import { createPriceProviders } from './create-provider';
import type { PriceProvider } from './types';
import { createYahoo } from './yahoo';

let server: PriceServer;
let yahoo: PriceProvider;

beforeEach(async () => {
  server = await startPriceServer();
  yahoo = createYahoo({ baseUrl: server.baseUrl, timeoutMs: 60_000 });
  server.quotes.set('TSLA', { price: 250.1, time: 1_795_208_400 });
  server.quotes.set('BRK-B', { price: 500 });
  server.histories.set('TSLA', {
    closes: { '2022-08-23': 296.453339, '2022-08-24': 297.096669, '2022-08-25': 296.070007, '2022-08-26': null },
    splits: [{ day: '2022-08-25', numerator: 3, denominator: 1 }],
  });
  server.histories.set('BRK-B', { closes: { '2022-08-24': 290.5 } });
});
afterEach(() => server.close());

describePriceContract('yahoo', () => ({ provider: yahoo, known: ['TSLA', 'BRK.B', 'BRK-B'], fromDay: '2022-08-24' }));

describe('quotes', () => {
  it('are requested at once, with cookie and crumb fetched once', async () => {
    await yahoo.quotes(['TSLA', 'BRK.B', 'NONE']);
    await yahoo.quotes(['TSLA']);
    const asked = server.requests.filter(({ path }) => path === 'quote').map(({ symbols }) => symbols);
    expect(asked.slice(-2)).toEqual([['TSLA', 'BRK-B', 'NONE'], ['TSLA']]);
    expect(server.count('crumb')).toBeLessThanOrEqual(2);
  });

  it('have price, currency and time as reported', async () => {
    server.quotes.set('VOD.L', { price: 7.5e1, currency: 'GBp' });
    const quotes = await yahoo.quotes(['TSLA', 'VOD.L']);
    const asOf = new Date(1_795_208_400_000);
    expect(quotes.get('TSLA')).toMatchObject({ ticker: 'TSLA', price: 250.1, currency: 'USD', asOf });
    expect(quotes.get('VOD.L')).toMatchObject({ price: 75, currency: 'GBp' });
  });

  it('returns invalid prices as reported, without failing for other tickers', async () => {
    for (const [ticker, price] of Object.entries({ NULL: null, TEXT: 'n/a', MINUS: -3, HUGE: 1e12 }))
      server.quotes.set(ticker, { price, ...(ticker === 'NULL' && { time: 'yesterday' }) });
    const quotes = await yahoo.quotes(['NULL', 'TEXT', 'MINUS', 'HUGE', 'TSLA']);
    expect(Object.fromEntries([...quotes].map(([ticker, { price }]) => [ticker, price]))).toEqual({
      NULL: Number.NaN,
      TEXT: Number.NaN,
      MINUS: -3,
      HUGE: 1e12,
      TSLA: 250.1,
    });
    expect(quotes.get('NULL')?.asOf.getTime()).toBeNaN();
  });

  it('continue when the crumb has expired', async () => {
    await yahoo.quotes(['TSLA']);
    server.expireCrumb();
    expect((await yahoo.quotes(['TSLA'])).get('TSLA')?.price).toBe(250.1);
    const before = server.count('crumb');
    expect((await yahoo.quotes(['TSLA'])).size).toBe(1);
    expect(server.count('crumb')).toBe(before);
  });
});

describe('history', () => {
  it('has the days of the exchange, and splits as integers', async () => {
    server.histories.set('ODD', {
      closes: { '2024-03-01': 10 },
      splits: [
        { day: '2024-05-01', numerator: 1.5, denominator: 1 },
        { day: '2024-02-01', numerator: 1, denominator: 20 },
        { day: '2024-06-01', numerator: 0, denominator: 1 },
      ],
    });
    expect(await yahoo.history('ODD', '2024-01-01')).toEqual({
      currency: 'USD',
      closes: [{ day: '2024-03-01', close: 10 }],
      splits: [
        { day: '2024-02-01', numerator: 1, denominator: 20 },
        { day: '2024-05-01', numerator: 15, denominator: 10 },
      ],
      dividends: [],
    });
    expect((await yahoo.history('TSLA', '2022-08-24')).closes.map(({ day }) => day)).toEqual([
      '2022-08-24',
      '2022-08-25',
    ]);
  });

  it('has exchange rates by the day in London, also in summer', async () => {
    server.histories.set('EURUSD=X', { closes: { '2022-08-23': 0.9944, '2022-12-06': 1.0491 } });
    server.histories.set('JPY=X', { currency: 'JPY', closes: { '2022-12-06': 136.8 } });
    expect((await yahoo.history('EURUSD=X', '2022-08-20')).closes).toEqual([
      { day: '2022-08-23', close: 0.9944 },
      { day: '2022-12-06', close: 1.0491 },
    ]);
    expect(await yahoo.history('USDJPY=X', '2022-12-01')).toMatchObject({
      currency: 'JPY',
      closes: [{ day: '2022-12-06', close: 136.8 }],
    });
  });

  it('has dividends by ex-date, without invalid amounts', async () => {
    server.histories.set('PAYS', {
      closes: { '2024-03-01': 10, '2024-03-04': 10 },
      dividends: [
        { day: '2024-03-04', amount: 0.0575 },
        { day: '2024-03-01', amount: 'n/a' },
      ],
    });
    expect((await yahoo.history('PAYS', '2024-01-01')).dividends).toEqual([{ day: '2024-03-04', amount: 0.0575 }]);
  });

  it('has no dividends that are paid in another currency than the prices', async () => {
    server.histories.set('HSBA.L', {
      currency: 'GBp',
      closes: { '2024-03-01': 600, '2024-03-04': 600 },
      dividends: [
        { day: '2024-03-01', amount: 0.31, currency: 'USD' },
        { day: '2024-03-04', amount: 24.5, currency: 'GBp' },
      ],
    });
    expect((await yahoo.history('HSBA.L', '2024-01-01')).dividends).toEqual([{ day: '2024-03-04', amount: 24.5 }]);
  });

  it('omits the current day', async () => {
    const today = utcDay(new Date());
    server.histories.set('NEW', { closes: { '2026-01-02': 5, [today]: 6 } });
    expect((await yahoo.history('NEW', '2026-01-01')).closes).toEqual([{ day: '2026-01-02', close: 5 }]);
    server.histories.set('NEW', { closes: {} });
    expect((await yahoo.history('NEW', '2026-01-01')).closes).toEqual([]);
  });
});

describe('failures', () => {
  const ask = {
    quotes: (source = yahoo) => source.quotes(['TSLA']),
    history: (source = yahoo) => source.history('TSLA', '2022-01-01'),
  };

  it.each(['quotes', 'history'] as const)('of %s are typed, contain no URL and print nothing', async (call) => {
    await yahoo.quotes(['TSLA']);
    const path = call === 'quotes' ? 'quote' : 'chart';
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log'), vi.spyOn(process.stdout, 'write')];
    const faults = [
      ['unavailable', { kind: 'status', status: 500 }],
      ['rate_limited', { kind: 'status', status: 429, retryAfter: '120' }],
      ['refused', { kind: 'status', status: 403 }],
      ['refused', { kind: 'status', status: 302 }],
      ['timed_out', { kind: 'hang' }],
      ['timed_out', { kind: 'slow', ms: 2000 }],
      ['unavailable', { kind: 'cut' }],
      ['bad_answer', { kind: 'body', body: '<!doctype html><title>Will be right back</title>' }],
      ['bad_answer', { kind: 'body', body: '{"quoteResponse":{"result":[{"regularMarketPrice":NaN}]}}' }],
      ['bad_answer', { kind: 'body', body: '{}' }],
      ['bad_answer', { kind: 'body', body: 'null' }],
      ['bad_answer', { kind: 'body', body: '{"chart":{"result":[{"meta":{},"timestamp":[1],"indicators":{}}]}}' }],
    ] as const;
    const impatient = createYahoo({ baseUrl: server.baseUrl, timeoutMs: 300 });
    for (const [code, fault] of faults) {
      server.faults.set(path, fault);
      const failure = await ask[call](code === 'timed_out' ? impatient : yahoo).catch((error: unknown) => error);
      expect(failure, JSON.stringify(fault)).toMatchObject({ name: 'PriceError', code });
      expect(String((failure as Error).message)).not.toMatch(/127\.0\.0\.1|crumb=|doctype/);
      if (code === 'rate_limited') expect(failure).toMatchObject({ retryAfterSeconds: 120 });
    }
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('of the crumb are reported as those of the quotes', async () => {
    server.expireCrumb();
    server.faults.set('crumb', { kind: 'status', status: 429 });
    await expect(ask.quotes()).rejects.toMatchObject({ code: 'rate_limited' });
    server.faults.clear();
    expect((await ask.quotes()).size).toBe(1);
  });

  it('include an unreachable server', async () => {
    const away = createPriceProviders({ PRICE_PROVIDER: 'yahoo', PRICE_BASE_URL: 'http://127.0.0.1:1' }).provider;
    await expect(away.quotes(['TSLA'])).rejects.toMatchObject({ code: 'unavailable' });
    await expect(away.history('TSLA', '2024-01-01')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('end at once when the request is aborted', async () => {
    server.faults.set('chart', { kind: 'hang' });
    const slow = createYahoo({ baseUrl: server.baseUrl, timeoutMs: 60_000 });
    const stop = new AbortController();
    const asked = slow.history('TSLA', '2022-01-01', stop.signal).catch((error: unknown) => error);
    await vi.waitFor(() => expect(server.count('chart')).toBe(1), { timeout: 60_000 });
    stop.abort();
    expect(await asked).toMatchObject({ code: 'unavailable' });
  });

  it('never cause a request to another host', async () => {
    const { createYahooFetch } = await import('./yahoo-fetch');
    const ask = createYahooFetch({ timeoutMs: 300 });
    for (const address of [
      'https://yahoo.com.example.org/guce.yahoo',
      'http://finance.yahoo.com/',
      'https://notyahoo.com/',
    ])
      await expect(ask(address)).rejects.toMatchObject({ code: 'refused' });
  });
});
