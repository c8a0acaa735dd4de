import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EcbServer, startEcbServer } from '~/server/testing/fakes/ecb-server';
import { createPriceProviders } from './create-provider';
import { createEcb } from './ecb';

let server: EcbServer;
beforeAll(async () => {
  server = await startEcbServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.fault = undefined;
  server.paths.length = 0;
  server.days.set('USD', [
    { day: '2024-01-02', close: 1.0956 },
    { day: '2024-01-03', close: 1.0919 },
    { day: '2024-01-04', close: Number.NaN },
  ]);
  server.days.set('JPY', [
    { day: '2024-01-02', close: 155.67 },
    { day: '2024-01-03', close: 155.93 },
    { day: '2024-01-04', close: 157.94 },
  ]);
  server.days.set('GBP', [{ day: '2024-01-03', close: 0.86365 }]);
});
const ecb = () => createEcb({ baseUrl: server.baseUrl, timeoutMs: 2000 });

describe('the reference rates of the European Central Bank', () => {
  it('are dollars per euro, without days that have no rate', async () => {
    expect(await ecb().history('EURUSD=X', '2024-01-01')).toEqual({
      currency: 'USD',
      closes: [
        { day: '2024-01-02', close: 1.0956 },
        { day: '2024-01-03', close: 1.0919 },
      ],
      splits: [],
    });
    expect(server.paths).toEqual([
      '/service/data/EXR/D.USD.EUR.SP00.A?startPeriod=2024-01-01&detail=dataonly&format=csvdata',
    ]);
  });

  it('are crossed through the euro on days that have both rates', async () => {
    const yen = await ecb().history('USDJPY=X', '2024-01-03');
    expect(yen).toMatchObject({ currency: 'JPY', closes: [{ day: '2024-01-03', close: 155.93 / 1.0919 }] });
    const pounds = await ecb().history('GBPUSD=X', '2024-01-01');
    expect(pounds).toMatchObject({ currency: 'USD', closes: [{ day: '2024-01-03', close: 1.0919 / 0.86365 }] });
  });

  it('reject other currencies and other tickers', async () => {
    for (const ticker of ['USDXXX=X', 'TSLA'])
      await expect(ecb().history(ticker, '2024-01-01')).rejects.toMatchObject({ code: 'unknown_ticker' });
    server.days.delete('USD');
    await expect(ecb().history('EURUSD=X', '2024-01-01')).rejects.toMatchObject({ code: 'unknown_ticker' });
  });

  it.each([
    ['a server error', { status: 503, body: '<html>' }, 'unavailable'],
    ['the rate limit', { status: 429, body: '' }, 'rate_limited'],
    ['an HTML page instead of rates', { status: 200, body: '<html>\n<p>Maintenance</p>' }, 'bad_answer'],
  ] as const)('report %s', async (_what, fault, code) => {
    server.fault = fault;
    await expect(ecb().history('EURUSD=X', '2024-01-01')).rejects.toMatchObject({ name: 'PriceError', code });
  });

  it('replace only the exchange rates of the price provider', async () => {
    const settings = { PRICE_PROVIDER: 'csv', PRICE_CSV_FOLDER: '/none', FX_PROVIDER: 'ecb' } as const;
    const { provider } = createPriceProviders({ ...settings, FX_BASE_URL: server.baseUrl });
    expect(await provider.history('EURUSD=X', '2024-01-03')).toMatchObject({
      source: 'European Central Bank',
      closes: [{ day: '2024-01-03', close: 1.0919 }],
    });
    await expect(provider.history('TSLA', '2024-01-01')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
