import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { createYahoo } from '~/server/providers/prices/yahoo';
import { type PriceServer, startPriceServer } from '~/server/testing/price-server';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/test-server';
import { priceHealth } from './price-health';
import { PriceRefresher } from './price-refresher';
import { closesFor, quotesFor, splitsFor } from './prices.service';

let upstream: PriceServer;
let server: TestServer;
let deps: Deps;
let admin: TestUser;
const refreshers: PriceRefresher[] = [];

beforeAll(async () => {
  upstream = await startPriceServer();
  server = await startTestServer({ env: { PRICE_PROVIDER: 'yahoo', PRICE_BASE_URL: upstream.baseUrl } });
  deps = server.deps;
  admin = await signUp(deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(async () => {
  await deps.prices.close();
  for (const refresher of refreshers.splice(0)) await refresher.close();
  await deps.db.sql`TRUNCATE price_feeds, stock_price_cache, stock_splits, stock_daily_closes, investment_positions`;
  upstream.quotes.clear();
  upstream.histories.clear();
  upstream.faults.clear();
  (upstream.requests as unknown[]).length = 0;
  deps.prices = anotherProcess('this');
});

/** A process of its own, as far as prices go: the same database and provider, nothing in memory. */
function anotherProcess(processId: string, onLog: (line: string) => void = () => {}): PriceRefresher {
  const logger = pino({ level: 'info' }, { write: onLog });
  const provider = createYahoo({ baseUrl: upstream.baseUrl, timeoutMs: 300 });
  const refresher = new PriceRefresher({ db: deps.db, bus: deps.bus, logger, provider, processId });
  refreshers.push(refresher);
  return refresher;
}

const asOther = (prices: PriceRefresher): Deps => ({ ...deps, prices });
const settled = (prices = deps.prices) => prices.settled(10_000);
const read = async (...tickers: string[]) => {
  await quotesFor(deps, tickers);
  await settled();
  return quotesFor(deps, tickers);
};
/** As if 15 minutes, or the circuit's pause, had gone by: a process that remembers nothing, feeds that are due. */
const later = async (onLog?: (line: string) => void) => {
  await deps.db.sql`UPDATE price_feeds SET next_quote_at = now(), next_history_at = now()`;
  await deps.db.sql`UPDATE stock_price_cache SET last_updated = last_updated - interval '20 minutes'`;
  deps.prices = anotherProcess('later', onLog);
};
const hold = (ticker: string, day: string) =>
  admin.call.positions.add({
    name: ticker,
    ticker,
    avgEntryPrice: '100',
    purchaseDate: `${day}T15:00:00.000Z`,
  });

describe('prices', () => {
  it('are there for the next reader, with their time and source', async () => {
    const time = Math.floor(Date.now() / 1000) - 600;
    upstream.quotes.set('TSLA', { price: 250.1, time });
    expect(await quotesFor(deps, ['TSLA'])).toEqual(new Map());
    await settled();
    expect((await quotesFor(deps, ['TSLA'])).get('TSLA')).toMatchObject({
      price: '250.10',
      asOf: new Date(time * 1000),
      source: 'Yahoo Finance',
      isStale: false,
    });
  });

  it('are asked for once, however many readers there are, on however many processes', async () => {
    upstream.quotes.set('TSLA', { price: 250 });
    upstream.quotes.set('NVDA', { price: 120 });
    const other = anotherProcess('other');
    // Each has its crumb before it counts.
    upstream.quotes.set('FIRST', { price: 1 });
    await read('FIRST');
    await later();
    other.request(['FIRST']);
    await settled(other);
    upstream.faults.set('quote', { kind: 'slow', ms: 100 });
    const before = upstream.count('quote');
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        quotesFor(index % 2 ? deps : asOther(other), index % 3 ? ['TSLA', 'NVDA'] : ['NVDA', 'TSLA']),
      ),
    );
    await settled();
    await settled(other);
    expect(upstream.count('quote')).toBe(before + 1);
    expect((await quotesFor(deps, ['TSLA', 'NVDA'])).size).toBe(2);
    await Promise.all(Array.from({ length: 100 }, () => quotesFor(asOther(other), ['TSLA', 'NVDA'])));
    await settled(other);
    expect(upstream.count('quote')).toBe(before + 1);
  });

  it('are asked for again when they are 15 minutes old, and everybody is told', async () => {
    upstream.quotes.set('TSLA', { price: 250, time: Math.floor(Date.now() / 1000) - 600 });
    await read('TSLA');
    await later();
    upstream.quotes.set('TSLA', { price: 251 });
    const heard: string[] = [];
    const leave = deps.bus.subscribe('book', ({ type }) => heard.push(type));
    expect((await quotesFor(deps, ['TSLA'])).get('TSLA')).toMatchObject({ price: '250.00', isStale: true });
    await settled();
    leave();
    expect(heard).toContain('changed');
    expect((await quotesFor(deps, ['TSLA'])).get('TSLA')).toMatchObject({ price: '251.00', isStale: false });
  });

  it('never keep a reader waiting', async () => {
    upstream.faults.set('quote', { kind: 'hang' });
    const started = performance.now();
    expect(await quotesFor(deps, ['TSLA'])).toEqual(new Map());
    expect(deps.prices).toBeDefined();
    expect(performance.now() - started).toBeLessThan(250);
    await settled();
  });

  it('are asked of nobody when there is no provider', async () => {
    const none = await startTestServer();
    await none.deps.db.stockPriceCache.create({ data: { ticker: 'TSLA', latestPrice: '5', lastUpdated: new Date(0) } });
    expect((await quotesFor(none.deps, ['TSLA', 'NONE'])).get('TSLA')).toMatchObject({ price: '5.00', isStale: true });
    await none.deps.prices.settled(1000);
    expect(await none.deps.db.priceFeed.count()).toBe(0);
    expect(await priceHealth(none.deps)).toMatchObject({ provider: 'none', knownCount: 1, staleCount: 1 });
    await none.close();
  });
});

describe('what is refused', () => {
  it('leaves the last known price, with a reason for the admin', async () => {
    const lines: string[] = [];
    const known = { TSLA: 250, VOD: 80, NVDA: 120, AMZN: 180, MSFT: 400 };
    for (const [ticker, price] of Object.entries(known)) upstream.quotes.set(ticker, { price });
    await read(...Object.keys(known));
    await later((line) => lines.push(line));
    upstream.histories.set('AMZN', { closes: {} });
    upstream.quotes.set('TSLA', { price: -250 });
    upstream.quotes.set('VOD', { price: 8000, currency: 'GBp' });
    upstream.quotes.set('NVDA', { price: 1e12 });
    upstream.quotes.set('AMZN', { price: 18_000 });
    upstream.quotes.set('MSFT', { price: 'NaN' });
    const quotes = await read(...Object.keys(known), 'NEVER');
    for (const [ticker, price] of Object.entries(known))
      expect(quotes.get(ticker)).toMatchObject({ price: `${price}.00`, isStale: true });
    const health = await priceHealth(deps);
    expect(Object.fromEntries(health.problems.map(({ ticker, code }) => [ticker, code]))).toEqual({
      TSLA: 'not_a_price',
      VOD: 'currency',
      NVDA: 'not_a_price',
      AMZN: 'jump',
      MSFT: 'not_a_price',
      NEVER: 'unknown',
    });
    expect(health).toMatchObject({ provider: 'yahoo', knownCount: 5, staleCount: 5 });
    expect(lines.filter((line) => line.includes('a price was refused'))).toHaveLength(6);

    await later();
    upstream.quotes.set('TSLA', { price: 260 });
    expect((await read('TSLA')).get('TSLA')).toMatchObject({ price: '260.00', isStale: false });
    expect((await priceHealth(deps)).problems.map(({ ticker }) => ticker)).not.toContain('TSLA');
  });

  it('for a jump is taken when it is told again a day later', async () => {
    upstream.quotes.set('TSLA', { price: 10 });
    upstream.histories.set('TSLA', { closes: {} });
    await read('TSLA');
    upstream.quotes.set('TSLA', { price: 90 });
    await later();
    expect((await read('TSLA')).get('TSLA')?.price).toBe('10.00');
    await deps.db.sql`UPDATE price_feeds SET doubted_at = doubted_at - interval '25 hours'`;
    await later();
    expect((await read('TSLA')).get('TSLA')?.price).toBe('90.00');
  });
});

describe('a split', () => {
  // Its day has no close yet.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

  it('is read before the price that it explains is taken', async () => {
    const threeDaysAgo = Math.floor(Date.now() / 1000) - 3 * 86_400;
    upstream.quotes.set('GOOGL', { price: 2255, time: threeDaysAgo });
    await read('GOOGL');
    upstream.quotes.set('GOOGL', { price: 111.5 });
    upstream.histories.set('GOOGL', { closes: {}, splits: [{ day, numerator: 20, denominator: 1 }] });
    await later();
    expect((await read('GOOGL')).get('GOOGL')?.price).toBe('111.50');
    expect((await splitsFor(deps, ['GOOGL'])).get('GOOGL')).toEqual([{ day, numerator: 20, denominator: 1 }]);
  });

  it('that cannot be read keeps the old price, with its time', async () => {
    upstream.quotes.set('GOOGL', { price: 2255, time: Math.floor(Date.now() / 1000) - 86_400 });
    await read('GOOGL');
    upstream.quotes.set('GOOGL', { price: 1000 });
    upstream.faults.set('chart', { kind: 'status', status: 500 });
    await later();
    expect((await read('GOOGL')).get('GOOGL')?.price).toBe('2255.00');
    expect((await priceHealth(deps)).problems[0]).toMatchObject({ ticker: 'GOOGL', code: 'jump' });
  });
});

describe('the past', () => {
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

  it('is read at once for a ticker that joins the book right after a look, so that its splits count', async () => {
    const closes = Object.fromEntries(Array.from({ length: 40 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'NVDA', 'SPY']) {
      upstream.quotes.set(ticker, { price: 100 });
      upstream.histories.set(ticker, { closes });
    }
    await hold('TSLA', day(20));
    await read('TSLA');
    upstream.histories.set('NVDA', { closes, splits: [{ day: day(5), numerator: 11, denominator: 10 }] });
    await hold('NVDA', day(20));
    await read('NVDA');
    expect((await splitsFor(deps, ['NVDA'])).get('NVDA')).toEqual([{ day: day(5), numerator: 11, denominator: 10 }]);
  });

  it('is read from the first purchase on, for the book and the benchmark, then only what is new', async () => {
    await hold('TSLA', day(40));
    await hold('NVDA', day(20));
    const closes = Object.fromEntries(Array.from({ length: 60 }, (_, before) => [day(before), 100 + before]));
    for (const ticker of ['TSLA', 'NVDA', 'SPY', 'OTHER']) {
      upstream.quotes.set(ticker, { price: 100 });
      upstream.histories.set(ticker, { closes });
    }
    await read('TSLA', 'NVDA', 'OTHER');
    const asked = upstream.requests.filter(({ path }) => path === 'chart');
    expect(asked.map(({ symbols }) => symbols[0]).sort()).toEqual(['NVDA', 'SPY', 'TSLA']);
    for (const { query } of asked) expect(Number(query.get('period1')) * 1000).toBe(Date.parse(day(47)));
    const known = await closesFor(deps, ['TSLA', 'SPY'], day(40));
    // The newest day may still be settling.
    expect(known.get('TSLA')?.length).toBeGreaterThanOrEqual(39);
    expect(known.get('SPY')?.at(0)).toEqual({ day: day(40), close: '140.00' });

    await deps.db.sql`UPDATE price_feeds SET history_through = history_through - 3`;
    (upstream.requests as unknown[]).length = 0;
    await later();
    await read('TSLA');
    const again = upstream.requests.filter(({ path }) => path === 'chart');
    expect(again).toHaveLength(3);
    for (const { query } of again) expect(Number(query.get('period1')) * 1000).toBeGreaterThan(Date.parse(day(17)));

    await hold('TSLA', day(50));
    (upstream.requests as unknown[]).length = 0;
    await later();
    await closesFor(deps, ['TSLA'], day(50));
    await settled();
    expect(upstream.count('chart')).toBe(3);
    expect((await closesFor(deps, ['TSLA'], day(50))).get('TSLA')?.[0]?.day).toBe(day(50));
  });

  it('is adjusted for a split that came later, and read anew when its closes show it', async () => {
    await hold('TSLA', day(6));
    const old = { [day(6)]: 900, [day(5)]: 903, [day(4)]: 906 };
    upstream.histories.set('TSLA', { closes: old });
    await deps.prices.requestHistory();
    await settled();
    expect((await closesFor(deps, ['TSLA'], day(6))).get('TSLA')?.map(({ close }) => close)).toEqual([
      '900.00',
      '903.00',
      '906.00',
    ]);
    // On the day itself the split is told, and the closes do not show it yet.
    const splits = [{ day: day(3), numerator: 3, denominator: 1 }];
    upstream.histories.set('TSLA', { closes: old, splits });
    await deps.db.sql`UPDATE price_feeds SET history_through = ${day(4)}::date`;
    await deps.db.sql`UPDATE stock_daily_closes SET splits_through = ${day(4)}::date`;
    await later();
    await deps.prices.requestHistory();
    await settled();
    const adjusted = ['300.00', '301.00', '302.00'];
    expect((await closesFor(deps, ['TSLA'], day(6))).get('TSLA')?.map(({ close }) => close)).toEqual(adjusted);
    const problems = Object.fromEntries((await priceHealth(deps)).problems.map(({ ticker, code }) => [ticker, code]));
    expect(problems).toEqual({ TSLA: 'history_split_pending', SPY: 'history_unknown_ticker' });
    // Later they do.
    upstream.histories.set('TSLA', {
      closes: { [day(6)]: 300, [day(5)]: 301, [day(4)]: 302, [day(3)]: 303, [day(2)]: 304 },
      splits,
    });
    await later();
    await deps.prices.requestHistory();
    await settled();
    expect((await closesFor(deps, ['TSLA'], day(6))).get('TSLA')?.map(({ close }) => close)).toEqual([
      ...adjusted,
      '303.00',
      '304.00',
    ]);
    expect((await priceHealth(deps)).problems.map(({ ticker }) => ticker)).toEqual(['SPY']);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['unavailable', { kind: 'status', status: 500 }],
    ['rate_limited', { kind: 'status', status: 429, retryAfter: '600' }],
    ['timed_out', { kind: 'hang' }],
    ['bad_answer', { kind: 'body', body: '<html>busy</html>' }],
    ['unavailable', { kind: 'cut' }],
  ] as const)('(%s) is left alone for a while and said once', async (code, fault) => {
    upstream.quotes.set('TSLA', { price: 250 });
    await read('TSLA');
    const lines: string[] = [];
    await later((line) => lines.push(line));
    upstream.faults.set('quote', fault);
    expect((await read('TSLA')).get('TSLA')).toMatchObject({ price: '250.00', isStale: true });
    const tries = upstream.count('quote');
    for (let reader = 0; reader < 20; reader++) await read('TSLA', 'NVDA');
    expect(upstream.count('quote')).toBe(tries);
    expect(lines.filter((line) => line.includes('prices cannot be read'))).toHaveLength(1);
    expect(await priceHealth(deps)).toMatchObject({ lastFailure: { ticker: 'TSLA', code } });
    const feed = await deps.db.priceFeed.findUniqueOrThrow({ where: { ticker: 'TSLA' } });
    expect(feed).toMatchObject({ failures: 1, owner: null, leaseUntil: null });
    const pause = (feed.nextQuoteAt.getTime() - Date.now()) / 1000;
    expect(pause).toBeGreaterThan(code === 'rate_limited' ? 500 : 20);
    expect(pause).toBeLessThan(code === 'rate_limited' ? 601 : 31);

    upstream.faults.clear();
    await later();
    expect((await read('TSLA')).get('TSLA')).toMatchObject({ price: '250.00', isStale: false });
    expect((await priceHealth(deps)).problems).toEqual([]);
  });

  it('does not keep a server from stopping', async () => {
    upstream.faults.set('quote', { kind: 'hang' });
    const prices = new PriceRefresher({
      db: deps.db,
      bus: deps.bus,
      logger: deps.logger,
      provider: createYahoo({ baseUrl: upstream.baseUrl, timeoutMs: 60_000 }),
      processId: 'stopping',
    });
    prices.request(['TSLA']);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = performance.now();
    await prices.close();
    expect(performance.now() - started).toBeLessThan(2000);
    expect(await deps.db.priceFeed.findUnique({ where: { ticker: 'TSLA' } })).toMatchObject({ leaseUntil: null });
  });
});
