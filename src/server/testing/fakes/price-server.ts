/**
 * A price provider on 127.0.0.1 with the vendor's own protocol: the page that sets a cookie, the crumb, quotes by batch
 * and charts with splits, in recorded formats. Faults are scripted by path.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './free-port';

export interface ServedQuote {
  /** As JSON, so that a test can send a value that is not a number. */
  price: unknown;
  currency?: string;
  name?: string;
  /** Seconds since 1970, or anything else. */
  time?: unknown;
}

export interface ServedHistory {
  currency?: string;
  /** `yyyy-mm-dd` → close; null is a day without trading. */
  closes: Record<string, number | null>;
  splits?: { day: string; numerator: number; denominator: number }[];
  /** By ex-date. */
  dividends?: { day: string; amount: unknown; currency?: string }[];
}

export type PricePath = 'cookie' | 'crumb' | 'quote' | 'chart';
export type PriceFault =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** 200 with an unexpected body. */
  | { kind: 'body'; body: string }
  | { kind: 'hang' }
  | { kind: 'slow'; ms: number }
  /** Half of the response, then nothing. */
  | { kind: 'cut' };

export interface PriceServer {
  readonly baseUrl: string;
  readonly requests: readonly { path: PricePath; symbols: string[]; query: URLSearchParams }[];
  readonly quotes: Map<string, ServedQuote>;
  readonly histories: Map<string, ServedHistory>;
  readonly faults: Map<PricePath, PriceFault>;
  /** Invalidates the crumb and cookie issued so far. */
  expireCrumb(): void;
  count(path: PricePath): number;
  close(): Promise<void>;
}

const newYorkSeconds = -5 * 3600;

export async function startPriceServer(): Promise<PriceServer> {
  const requests: { path: PricePath; symbols: string[]; query: URLSearchParams }[] = [];
  const quotes = new Map<string, ServedQuote>();
  const histories = new Map<string, ServedHistory>();
  const faults = new Map<PricePath, PriceFault>();
  let generation = 1;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = pathOf(url.pathname);
    if (!path) return send(response, 404, { finance: { result: null, error: { code: 'Not Found', description: '' } } });
    const symbols =
      path === 'chart'
        ? [decodeURIComponent(url.pathname.split('/').at(-1) ?? '')]
        : (url.searchParams.get('symbols') ?? '').split(',').filter(Boolean);
    requests.push({ path, symbols, query: url.searchParams });
    const respond = () => answerTo(path, symbols, url, request, response);
    const fault = faults.get(path);
    switch (fault?.kind) {
      case undefined:
        return respond();
      case 'hang':
        return;
      case 'slow':
        setTimeout(respond, fault.ms);
        return;
      case 'body':
        response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body);
        return;
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write('{"quoteResponse":{"result":[', () => response.socket?.destroy());
        return;
      case 'status':
        if (fault.retryAfter) response.setHeader('retry-after', fault.retryAfter);
        return send(response, fault.status, 'Too Many Requests\r\n');
    }
  });

  function answerTo(path: PricePath, symbols: string[], url: URL, request: IncomingMessage, response: ServerResponse) {
    const cookie = `A3=d=${generation}`;
    if (path === 'cookie') {
      // The page itself is a redirect with very large headers, which still sets the cookie.
      response.setHeader('set-cookie', `${cookie}; Max-Age=31557600; Domain=.yahoo.com; Path=/; SameSite=None; Secure`);
      response.setHeader('content-security-policy', `default-src ${'https://example.com/ '.repeat(1500)}`);
      response.writeHead(302, { location: 'https://finance.yahoo.com/quote/AAPL/' }).end();
      return;
    }
    if (path === 'crumb') {
      if (!request.headers.cookie?.includes(cookie)) return send(response, 401, unauthorized('Invalid Cookie'));
      return send(response, 200, `crumb/${generation}`);
    }
    if (path === 'quote') {
      const hasCrumb =
        url.searchParams.get('crumb') === `crumb/${generation}` && request.headers.cookie?.includes(cookie);
      if (!hasCrumb) return send(response, 401, unauthorized('Invalid Crumb'));
      const result = symbols.flatMap((symbol) => quoteOf(symbol, quotes.get(symbol)) ?? []);
      return send(response, 200, { quoteResponse: { result, error: null } });
    }
    const [symbol = ''] = symbols;
    const history = histories.get(symbol);
    if (!history) {
      const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
      return send(response, 404, { chart: { result: null, error } });
    }
    send(response, 200, { chart: { result: [chartOf(symbol, history, url.searchParams)], error: null } });
  }

  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    quotes,
    histories,
    faults,
    expireCrumb: () => {
      generation += 1;
    },
    count: (path) => requests.filter((request) => request.path === path).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pathOf(pathname: string): PricePath | undefined {
  if (pathname.startsWith('/quote/')) return 'cookie';
  if (pathname === '/v1/test/getcrumb') return 'crumb';
  if (pathname === '/v7/finance/quote') return 'quote';
  return pathname.startsWith('/v8/finance/chart/') ? 'chart' : undefined;
}

const unauthorized = (description: string) => ({
  finance: { result: null, error: { code: 'Unauthorized', description } },
});

function send(response: ServerResponse, status: number, body: object | string): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

function quoteOf(symbol: string, quote: ServedQuote | undefined): object | undefined {
  if (!quote) return undefined;
  return {
    language: 'en-US',
    region: 'US',
    quoteType: 'EQUITY',
    typeDisp: 'Equity',
    quoteSourceName: 'Nasdaq Real Time Price',
    triggerable: true,
    customPriceAlertConfidence: 'HIGH',
    currency: quote.currency ?? 'USD',
    exchange: 'NMS',
    ...(quote.name && { longName: quote.name }),
    fullExchangeName: 'NasdaqGS',
    exchangeTimezoneName: 'America/New_York',
    exchangeTimezoneShortName: 'EST',
    gmtOffSetMilliseconds: newYorkSeconds * 1000,
    market: 'us_market',
    marketState: 'REGULAR',
    esgPopulated: false,
    hasPrePostMarketData: true,
    firstTradeDateMilliseconds: 1277818200000,
    priceHint: 2,
    regularMarketTime: quote.time ?? Math.floor(Date.now() / 1000) - 60,
    regularMarketPrice: quote.price,
    sourceInterval: 15,
    exchangeDataDelayedBy: 0,
    tradeable: false,
    cryptoTradeable: false,
    symbol,
  };
}

function chartOf(symbol: string, history: ServedHistory, query: URLSearchParams) {
  const { currency = 'USD', closes, splits = [], dividends = [] } = history;
  // Currencies open at midnight in London, which is an hour earlier in UTC during summer time.
  const isPair = symbol.endsWith('=X');
  const isSummer = (day: string) => day.slice(5) >= '04-01' && day.slice(5) < '10-25';
  const opening = (day: string) =>
    isPair ? Date.parse(`${day}T00:00:00Z`) / 1000 - (isSummer(day) ? 3600 : 0) : Date.parse(`${day}T14:30:00Z`) / 1000;
  const from = Number(query.get('period1'));
  const to = Number(query.get('period2'));
  const isAsked = (day: string) => opening(day) >= from && opening(day) <= to;
  const days = Object.keys(closes).filter(isAsked).sort();
  const reported = days.map((day) => closes[day] ?? null);
  const period = {
    timezone: 'EST',
    start: opening('2026-11-20'),
    end: opening('2026-11-20') + 23_400,
    gmtoffset: -18000,
  };
  const splitEvents = Object.fromEntries(
    splits
      .filter(({ day }) => isAsked(day))
      .map(({ day, numerator, denominator }) => [
        String(opening(day)),
        { date: opening(day), numerator, denominator, splitRatio: `${numerator}:${denominator}` },
      ]),
  );
  const asked = (query.get('events') ?? '').split(/[|,]/);
  const paid = dividends
    .filter(({ day }) => asked.includes('div') && isAsked(day))
    .map(({ day, ...paid }) => [String(opening(day)), { ...paid, date: opening(day) }]);
  const events = {
    ...(paid.length > 0 && { dividends: Object.fromEntries(paid) }),
    ...(Object.keys(splitEvents).length > 0 && { splits: splitEvents }),
  };
  return {
    meta: {
      currency,
      symbol,
      exchangeName: 'NMS',
      fullExchangeName: 'NasdaqGS',
      instrumentType: 'EQUITY',
      firstTradeDate: 1277818200,
      regularMarketTime: Math.floor(Date.now() / 1000) - 60,
      hasPrePostMarketData: true,
      gmtoffset: isPair ? 0 : newYorkSeconds,
      timezone: 'EST',
      exchangeTimezoneName: 'America/New_York',
      regularMarketPrice: reported.findLast((close) => close !== null) ?? 0,
      priceHint: 2,
      currentTradingPeriod: { pre: period, regular: period, post: period },
      dataGranularity: '1d',
      range: '',
      validRanges: ['1d', '5d', '1mo', '1y', '5y', 'max'],
    },
    ...(days.length > 0 && { timestamp: days.map(opening) }),
    ...(Object.keys(events).length > 0 && { events }),
    indicators: {
      quote: [
        days.length > 0
          ? { open: reported, high: reported, low: reported, close: reported, volume: reported.map(() => 1000) }
          : {},
      ],
      ...(days.length > 0 && { adjclose: [{ adjclose: reported }] }),
    },
  };
}
