/**
 * Alpha Vantage on 127.0.0.1, after www.alphavantage.co/documentation: one path, numbered keys, numbers as strings,
 * status 200 for everything, an empty quote for unknown tickers and "Error Message" for their days.
 */
import { utcDay } from '~/shared/utc-day';
import { type PriceVendorServer, startPriceVendorServer } from './price-vendor-server';

export type AlphaVantageServer = PriceVendorServer;

const unknown = {
  'Error Message':
    'Invalid API call. Please retry or visit the documentation (https://www.alphavantage.co/documentation/).',
};

export const startAlphaVantageServer = (apiKey: string): Promise<AlphaVantageServer> =>
  startPriceVendorServer((world, url, response) => {
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.searchParams.get('apikey') !== apiKey)
      return send({ 'Error Message': 'the parameter apikey is invalid or missing.' });
    const symbol = url.searchParams.get('symbol') ?? '';
    const days = world.days.get(symbol) ?? [];
    const price = world.prices.get(symbol);
    switch (url.searchParams.get('function')) {
      case 'GLOBAL_QUOTE':
        return send({ 'Global Quote': price === undefined ? {} : quoteOf(symbol, price) });
      case 'TIME_SERIES_DAILY':
        if (days.length === 0) return send(unknown);
        return send({
          'Meta Data': { '2. Symbol': symbol, '5. Time Zone': 'US/Eastern' },
          'Time Series (Daily)': Object.fromEntries(
            days
              .toReversed()
              .map(({ day, close }) => [day, { '1. open': `${close}`, '4. close': `${close}`, '5. volume': '1' }]),
          ),
        });
      case 'FX_DAILY': {
        const pair = `${url.searchParams.get('from_symbol')}${url.searchParams.get('to_symbol')}`;
        const rates = world.days.get(pair) ?? [];
        if (rates.length === 0) return send(unknown);
        return send({
          'Meta Data': { '1. Information': 'Forex Daily Prices (open, high, low, close)' },
          'Time Series FX (Daily)': Object.fromEntries(
            rates.toReversed().map(({ day, close }) => [day, { '1. open': `${close}`, '4. close': close.toFixed(5) }]),
          ),
        });
      }
      case 'SPLITS':
        return send({
          symbol,
          data: days.flatMap(({ day, split }) =>
            split ? [{ effective_date: day, split_factor: (split[0] / split[1]).toFixed(4) }] : [],
          ),
        });
      case 'DIVIDENDS':
        return send({
          symbol,
          data: [
            { ex_dividend_date: '2099-01-02', declaration_date: 'None', payment_date: 'None', amount: 'None' },
            ...days.flatMap(({ day, dividend }) =>
              dividend === undefined
                ? []
                : [{ ex_dividend_date: day, declaration_date: 'None', payment_date: day, amount: `${dividend}` }],
            ),
          ],
        });
      default:
        return send(unknown);
    }
  });

const quoteOf = (symbol: string, price: number) => ({
  '01. symbol': symbol,
  '05. price': price.toFixed(4),
  '07. latest trading day': utcDay(new Date()),
  '08. previous close': price.toFixed(4),
});
