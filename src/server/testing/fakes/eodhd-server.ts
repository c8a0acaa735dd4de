/**
 * EODHD on 127.0.0.1, after eodhd.com/financial-apis: live-realtime-stocks-api (an object for one ticker, a list for
 * several, "NA" for unknown ones), api-for-historical-data-and-volumes (closes as traded, 404 for unknown tickers) and
 * api-splits-dividends.
 */
import type { ServerResponse } from 'node:http';
import { type PriceVendorServer, startPriceVendorServer } from './price-vendor-server';

export type EodhdServer = PriceVendorServer;

export const startEodhdServer = (apiKey: string): Promise<EodhdServer> =>
  startPriceVendorServer((world, url, response) => {
    if (url.searchParams.get('api_token') !== apiKey) return send(response, 401, 'Unauthenticated');
    const [, , kind, code = ''] = decodeURIComponent(url.pathname).split('/');
    const from = url.searchParams.get('from') ?? '';
    if (kind === 'real-time') {
      const codes = [code, ...(url.searchParams.get('s')?.split(',') ?? [])];
      const quotes = codes.map((one) => quoteOf(one, world.prices.get(one)));
      return send(response, 200, quotes.length === 1 ? quotes[0] : quotes);
    }
    const days = world.days.get(code);
    if (!days) return send(response, 404, 'Ticker Not Found.');
    const asked = days.filter(({ day }) => day >= from);
    if (kind === 'eod')
      return send(
        response,
        200,
        asked.map(({ day, close }) => ({
          date: day,
          open: close,
          high: close,
          low: close,
          close,
          adjusted_close: 1,
          volume: 1,
        })),
      );
    if (kind === 'splits')
      return send(
        response,
        200,
        asked.flatMap(({ day, split }) =>
          split ? [{ date: day, split: `${split[0].toFixed(6)}/${split[1].toFixed(6)}` }] : [],
        ),
      );
    const paid = asked.flatMap(({ day, dividend }) =>
      dividend === undefined
        ? []
        : [
            {
              date: day,
              declarationDate: day,
              period: 'Quarterly',
              value: 0.01,
              unadjustedValue: dividend,
              currency: 'USD',
            },
          ],
    );
    // Stocks without dividends get an empty object.
    return send(response, 200, paid.length > 0 ? paid : {});
  });

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const quoteOf = (code: string, close: number | undefined) =>
  close === undefined
    ? { code, timestamp: 'NA', gmtoffset: 0, open: 'NA', close: 'NA', previousClose: 'NA' }
    : { code, timestamp: Math.floor(Date.now() / 1000) - 60, gmtoffset: 0, open: close, close, previousClose: close };
