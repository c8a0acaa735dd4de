/**
 * Tiingo on 127.0.0.1, after www.tiingo.com/documentation/end-of-day, /documentation/forex and /documentation/iex: a
 * token in the header, lower-case symbols, raw closes with the split factor of their day, and 404 with a `detail` for
 * unknown tickers.
 */
import { createServer } from 'node:http';
import { listen } from './free-port';

export interface TiingoServer {
  readonly baseUrl: string;
  /** By lower-case symbol: closes as traded, and the split factor of a day. */
  readonly days: Map<string, { day: string; close: number; splitFactor?: number; divCash?: number }[]>;
  readonly prices: Map<string, number>;
  /** Sent instead of the next responses. */
  fault: { status: number; body: string; headers?: Record<string, string> } | undefined;
  readonly paths: string[];
  close(): Promise<void>;
}

export async function startTiingoServer(apiKey: string): Promise<TiingoServer> {
  const world = {
    days: new Map(),
    prices: new Map(),
    paths: [] as string[],
    fault: undefined,
  } as Omit<TiingoServer, 'baseUrl' | 'close'>;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    world.paths.push(url.pathname + url.search);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (world.fault) {
      const { status, body, headers } = world.fault;
      response.writeHead(status, headers).end(body);
      return;
    }
    if (request.headers.authorization !== `Token ${apiKey}`) return send(401, { detail: 'Invalid token.' });
    if (url.pathname === '/iex/') return send(200, quotesOf(world, url.searchParams.get('tickers') ?? ''));
    const [, , symbol = ''] = /^\/tiingo\/(daily|fx)\/([^/]+)\/prices$/.exec(url.pathname) ?? [];
    const days = world.days.get(decodeURIComponent(symbol));
    if (!days) return send(404, { detail: 'Not found.' });
    send(200, daysOf(days, url.searchParams.get('startDate') ?? ''));
  });
  const port = await listen(server);
  return Object.assign(world, {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const quotesOf = ({ prices }: Pick<TiingoServer, 'prices'>, symbols: string) =>
  symbols.split(',').flatMap((symbol) => {
    const last = prices.get(symbol);
    if (last === undefined) return [];
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    return [{ ticker: symbol.toUpperCase(), timestamp, last, tngoLast: last, prevClose: last, open: null }];
  });

const daysOf = (days: { day: string; close: number; splitFactor?: number; divCash?: number }[], since: string) =>
  days
    .filter(({ day }) => day >= since)
    .map(({ day, close, splitFactor = 1, divCash = 0 }) => ({
      date: `${day}T00:00:00.000Z`,
      close,
      high: close,
      low: close,
      open: close,
      volume: 1000,
      adjClose: close,
      divCash,
      splitFactor,
    }));
