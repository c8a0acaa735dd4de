import { afterEach, describe, expect, it, vi } from 'vitest';
import { createYahoo } from '~/server/providers/prices/yahoo';
import { until } from '~/server/testing/until';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { startTestServer } from '~/server/testing/worlds/test-server';
import { dayMs, utcDay } from '~/shared/utc-day';
import { readPriceHealth } from './price-health';
import { PriceRefresher } from './price-refresher';
import { deleteUnknownTickers } from './price-store';
import { quotesFor, splitsFor } from './prices.service';

const world = createPriceWorld();
afterEach(() => {
  vi.useRealTimers();
});
const asOther = (prices: PriceRefresher) => ({ ...world.deps, prices });

describe('prices', () => {
  it('are stored for the next reader, with their time and source', async () => {
    const time = Math.floor(Date.now() / 1000) - 600;
    world.upstream.quotes.set('TSLA', { price: 250.1, time });
    expect(await quotesFor(world.deps, ['TSLA'])).toEqual(new Map());
    await world.settled();
    expect((await quotesFor(world.deps, ['TSLA'])).get('TSLA')).toMatchObject({
      price: '250.10',
      asOf: new Date(time * 1000),
      source: 'Yahoo Finance',
      isStale: false,
    });
  });

  it('are fetched once, however many readers and processes there are', async () => {
    world.upstream.quotes.set('TSLA', { price: 250 });
    world.upstream.quotes.set('NVDA', { price: 120 });
    const other = world.process();
    // Each process fetches its session crumb first, so that this request is not counted.
    world.upstream.quotes.set('FIRST', { price: 1 });
    await world.read('FIRST');
    await world.later();
    other.request(['FIRST']);
    await world.settled(other);
    world.upstream.faults.set('quote', { kind: 'slow', ms: 100 });
    const before = world.upstream.count('quote');
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        quotesFor(index % 2 ? world.deps : asOther(other), index % 3 ? ['TSLA', 'NVDA'] : ['NVDA', 'TSLA']),
      ),
    );
    await world.settled();
    await world.settled(other);
    expect(world.upstream.count('quote')).toBe(before + 1);
    expect((await quotesFor(world.deps, ['TSLA', 'NVDA'])).size).toBe(2);
    await Promise.all(Array.from({ length: 100 }, () => quotesFor(asOther(other), ['TSLA', 'NVDA'])));
    await world.settled(other);
    expect(world.upstream.count('quote')).toBe(before + 1);
  });

  it('are fetched again after 15 minutes, and all subscribers are notified', async () => {
    world.upstream.quotes.set('TSLA', { price: 250, time: Math.floor(Date.now() / 1000) - 600 });
    await world.read('TSLA');
    await world.later();
    world.upstream.quotes.set('TSLA', { price: 251 });
    const received: string[] = [];
    const leave = world.deps.bus.subscribe('book', ({ type }) => received.push(type));
    expect((await quotesFor(world.deps, ['TSLA'])).get('TSLA')).toMatchObject({ price: '250.00', isStale: true });
    await world.settled();
    leave();
    expect(received).toContain('changed');
    expect((await quotesFor(world.deps, ['TSLA'])).get('TSLA')).toMatchObject({ price: '251.00', isStale: false });
  });

  it('never make a reader wait', async () => {
    world.upstream.faults.set('quote', { kind: 'hang' });
    world.deps.prices = world.process({ timeoutMs: 500 });
    expect(await quotesFor(world.deps, ['TSLA'])).toEqual(new Map());
    let isRead = false;
    const read = world.settled().then(() => {
      isRead = true;
    });
    expect(await quotesFor(world.deps, ['TSLA'])).toEqual(new Map());
    expect(isRead).toBe(false);
    await read;
  });

  it('are not requested without a provider', async () => {
    const none = await startTestServer();
    await none.deps.db.stockPriceCache.create({ data: { ticker: 'TSLA', latestPrice: '5', lastUpdated: new Date(0) } });
    expect((await quotesFor(none.deps, ['TSLA', 'NONE'])).get('TSLA')).toMatchObject({ price: '5.00', isStale: true });
    await none.deps.prices.settled(1000);
    expect(await none.deps.db.priceFeed.count()).toBe(0);
    expect(await readPriceHealth(none.deps)).toMatchObject({ provider: 'none', knownCount: 1, staleCount: 1 });
    await none.close();
  });
});

describe('a rejected price', () => {
  it('leaves the last known price, with a reason for administrators', async () => {
    const lines: string[] = [];
    const known = { TSLA: 250, VOD: 80, NVDA: 120, AMZN: 180, MSFT: 400 };
    for (const [ticker, price] of Object.entries(known)) world.upstream.quotes.set(ticker, { price });
    await world.read(...Object.keys(known));
    await world.later({ onLog: (line) => lines.push(line) });
    world.upstream.histories.set('AMZN', { closes: {} });
    world.upstream.quotes.set('TSLA', { price: -250 });
    world.upstream.quotes.set('VOD', { price: 8000, currency: 'GBp' });
    world.upstream.quotes.set('NVDA', { price: 1e12 });
    world.upstream.quotes.set('AMZN', { price: 18_000 });
    world.upstream.quotes.set('MSFT', { price: 'NaN' });
    const quotes = await world.read(...Object.keys(known), 'NEVER');
    for (const [ticker, price] of Object.entries(known))
      expect(quotes.get(ticker)).toMatchObject({ price: `${price}.00`, isStale: true });
    const health = await readPriceHealth(world.deps);
    expect(Object.fromEntries(health.problems.map(({ ticker, code }) => [ticker, code]))).toEqual({
      TSLA: 'not_a_price',
      VOD: 'currency',
      NVDA: 'not_a_price',
      AMZN: 'jump',
      MSFT: 'not_a_price',
    });
    const refusal = 'The price provider returned -250, which is not a valid price.';
    expect(health.problems.find(({ ticker }) => ticker === 'TSLA')?.words).toBe(refusal);
    expect(health).toMatchObject({ provider: 'yahoo', knownCount: 5, staleCount: 5 });
    expect(lines.filter((line) => line.includes('rejected price'))).toHaveLength(6);

    await world.later();
    world.upstream.quotes.set('TSLA', { price: 260 });
    expect((await world.read('TSLA')).get('TSLA')).toMatchObject({ price: '260.00', isStale: false });
    expect((await readPriceHealth(world.deps)).problems.map(({ ticker }) => ticker)).not.toContain('TSLA');
  });

  it('is fetched although a clock that was ahead scheduled it for years later', async () => {
    await world.read('TSLA');
    await world.later();
    await world.deps.db.sql`
      UPDATE price_feeds SET next_quote_at = now() + interval '10 years', next_history_at = now() + interval '10 years'`;
    world.upstream.quotes.set('TSLA', { price: 262 });
    expect((await world.read('TSLA')).get('TSLA')).toMatchObject({ price: '262.00' });
    const feeds = await world.deps.db
      .sql`SELECT ticker FROM price_feeds WHERE ticker = 'TSLA' AND next_quote_at > now() + interval '1 day'`;
    expect(feeds).toEqual([]);
  });

  it('because of an empty response for one ticker is fetched again soon, and rarely from the second time on', async () => {
    const minutesLeft = async () => {
      const [feed] = await world.deps.db.sql<{ minutes: number }>`
        SELECT round(extract(epoch FROM next_quote_at - now()) / 60)::int AS minutes FROM price_feeds WHERE ticker = 'EMPTY'`;
      return feed?.minutes ?? 0;
    };
    await world.read('EMPTY');
    // Between 15 minutes and six hours, regardless of how long the test takes.
    expect(await minutesLeft()).toBeLessThan(60);
    await world.deps.db.sql`UPDATE price_feeds SET next_quote_at = now()`;
    const again = world.process();
    again.request(['EMPTY']);
    await world.settled(again);
    expect(await minutesLeft(), 'in a process that has not seen the first answer').toBeLessThan(60);
    await world.deps.db.sql`UPDATE price_feeds SET next_quote_at = now()`;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    again.request(['EMPTY']);
    await world.settled(again);
    vi.useRealTimers();
    expect(await minutesLeft()).toBeGreaterThan(60);
  });

  it('is a problem of its ticker, not of the provider, and unknown tickers are listed only if they are held', async () => {
    await world.hold('HELD', '2026-01-02');
    world.upstream.quotes.set('TSLA', { price: 250 });
    world.upstream.quotes.set('NVDA', { price: -120 });
    await world.read('TSLA', 'HELD', 'NVDA', 'NEVER');
    const health = await readPriceHealth(world.deps);
    expect(health.lastFailure).toBeUndefined();
    const tickers = health.problems.map(({ ticker }) => ticker);
    expect(tickers).toEqual(expect.arrayContaining(['HELD', 'NVDA']));
    expect(tickers).not.toContain('NEVER');
  });

  it('because it is unknown is deleted after a week, unless the portfolio contains it', async () => {
    await world.hold('HELD', '2026-01-02');
    world.upstream.quotes.set('TSLA', { price: 250 });
    await world.read('HELD', 'NEVER', 'TSLA');
    await deleteUnknownTickers(world.deps.db);
    expect(await world.deps.db.priceFeed.count({ where: { ticker: 'NEVER' } })).toBe(1);
    await world.deps.db.sql`UPDATE price_feeds SET problem_at = problem_at - interval '8 days'`;
    await deleteUnknownTickers(world.deps.db);
    const left = await world.deps.db.priceFeed.findMany({ where: { ticker: { in: ['HELD', 'NEVER', 'TSLA'] } } });
    expect(left.map(({ ticker }) => ticker).sort()).toEqual(['HELD', 'TSLA']);
  });

  it('for a jump is accepted if it is reported again a day later', async () => {
    world.upstream.quotes.set('TSLA', { price: 10 });
    world.upstream.histories.set('TSLA', { closes: {} });
    await world.read('TSLA');
    world.upstream.quotes.set('TSLA', { price: 90 });
    await world.later();
    expect((await world.read('TSLA')).get('TSLA')?.price).toBe('10.00');
    await world.deps.db.sql`UPDATE price_feeds SET doubted_at = doubted_at - interval '25 hours'`;
    await world.later();
    expect((await world.read('TSLA')).get('TSLA')?.price).toBe('90.00');
  });
});

describe('a price that was held back', () => {
  const feed = () => world.deps.db.priceFeed.findUniqueOrThrow({ where: { ticker: 'TSLA' } });
  const read = async (price: number) => {
    world.upstream.quotes.set('TSLA', { price });
    await world.later();
    return (await world.read('TSLA')).get('TSLA')?.price;
  };
  /** Known at 10, and reported at 90. */
  async function holdBack(): Promise<void> {
    world.upstream.histories.set('TSLA', { closes: {} });
    await read(10);
    await read(90);
  }
  const decide = (decision: 'confirmed' | 'overruled') =>
    world.admin.call.positions.decidePrice({ ticker: 'TSLA', price: '90', decision, reason: 'Checked' });

  it('stays held back from its first report while the provider or its history fails', async () => {
    await holdBack();
    const { doubtedAt } = await feed();
    world.upstream.faults.set('chart', { kind: 'status', status: 500 });
    await read(90);
    expect(await feed()).toMatchObject({ doubtedAt });
    await read(-1);
    expect(await feed()).toMatchObject({ doubtedAt });
    world.upstream.faults.set('quote', { kind: 'status', status: 500 });
    await read(90);
    expect(await feed()).toMatchObject({ doubtedAt });
  });

  it('is forgotten once another price is accepted', async () => {
    await holdBack();
    expect(await read(11)).toBe('11.00');
    expect(await feed()).toMatchObject({ doubtedPrice: null, doubtedAt: null });
  });

  it('is rejected for a month after it was overruled, whatever is reported in between', async () => {
    await holdBack();
    await decide('overruled');
    expect(await read(11)).toBe('11.00');
    world.upstream.faults.set('chart', { kind: 'status', status: 500 });
    await read(90);
    world.upstream.faults.clear();
    await read(90);
    const [problem] = (await readPriceHealth(world.deps)).problems;
    expect(problem?.words).toMatch(/An administrator overruled it\.$/);
    await world.deps.db.sql`UPDATE price_feeds SET doubted_at = doubted_at - interval '25 hours'`;
    expect(await read(90)).toBe('11.00');
    const { doubtedAt } = await feed();
    expect(doubtedAt?.getTime()).toBeGreaterThan(Date.now() + 28 * dayMs);
  });

  it.each(['confirmed', 'overruled'] as const)('can be %s while prices are being fetched', async (decision) => {
    await holdBack();
    await world.later();
    world.upstream.faults.set('quote', { kind: 'slow', ms: 300 });
    const before = world.upstream.count('quote');
    const reading = world.read('TSLA');
    await until(() => world.upstream.count('quote') > before);
    await decide(decision);
    await reading;
    const { doubtedAt } = await feed();
    if (decision === 'confirmed') expect(doubtedAt).toBeNull();
    else expect(doubtedAt?.getTime()).toBeGreaterThan(Date.now());
  });
});

describe('a split', () => {
  // Its day has no closing price yet.
  const day = utcDay(new Date(Date.now() - dayMs));

  it('is read before the price that it explains is accepted', async () => {
    const threeDaysAgo = Math.floor(Date.now() / 1000) - 3 * 86_400;
    world.upstream.quotes.set('GOOGL', { price: 2255, time: threeDaysAgo });
    await world.read('GOOGL');
    world.upstream.quotes.set('GOOGL', { price: 111.5 });
    world.upstream.histories.set('GOOGL', { closes: {}, splits: [{ day, numerator: 20, denominator: 1 }] });
    await world.later();
    expect((await world.read('GOOGL')).get('GOOGL')?.price).toBe('111.50');
    expect((await splitsFor(world.deps, ['GOOGL'])).get('GOOGL')).toEqual([{ day, numerator: 20, denominator: 1 }]);
  });

  it("that can't be read keeps the old price, with its time", async () => {
    world.upstream.quotes.set('GOOGL', { price: 2255, time: Math.floor(Date.now() / 1000) - 86_400 });
    await world.read('GOOGL');
    world.upstream.quotes.set('GOOGL', { price: 1000 });
    world.upstream.faults.set('chart', { kind: 'status', status: 500 });
    await world.later();
    expect((await world.read('GOOGL')).get('GOOGL')?.price).toBe('2255.00');
    expect((await readPriceHealth(world.deps)).problems[0]).toMatchObject({ ticker: 'GOOGL', code: 'jump' });
  });
});

describe('a failing provider', () => {
  it.each([
    ['unavailable', { kind: 'status', status: 500 }],
    ['rate_limited', { kind: 'status', status: 429, retryAfter: '600' }],
    ['timed_out', { kind: 'hang' }],
    ['bad_answer', { kind: 'body', body: '<html>busy</html>' }],
    ['unavailable', { kind: 'cut' }],
  ] as const)('(%s) is paused for a while and logged once', async (code, fault) => {
    world.upstream.quotes.set('TSLA', { price: 250 });
    await world.read('TSLA');
    const lines: string[] = [];
    await world.later({ timeoutMs: fault.kind === 'hang' ? 500 : 5000, onLog: (line) => lines.push(line) });
    world.upstream.faults.set('quote', fault);
    expect((await world.read('TSLA')).get('TSLA')).toMatchObject({ price: '250.00', isStale: true });
    const tries = world.upstream.count('quote');
    for (let reader = 0; reader < 20; reader++) await world.read('TSLA', 'NVDA');
    expect(world.upstream.count('quote')).toBe(tries);
    expect(lines.filter((line) => line.includes('price provider unavailable'))).toHaveLength(1);
    expect(await readPriceHealth(world.deps)).toMatchObject({ lastFailure: { ticker: 'TSLA', code } });
    const feed = await world.deps.db.priceFeed.findUniqueOrThrow({ where: { ticker: 'TSLA' } });
    expect(feed).toMatchObject({ failures: 1, owner: null, leaseUntil: null });
    const pause = (feed.nextQuoteAt.getTime() - Date.now()) / 1000;
    expect(pause).toBeGreaterThan(code === 'rate_limited' ? 500 : 20);
    expect(pause).toBeLessThan(code === 'rate_limited' ? 601 : 31);

    world.upstream.faults.clear();
    await world.later();
    expect((await world.read('TSLA')).get('TSLA')).toMatchObject({ price: '250.00', isStale: false });
    expect((await readPriceHealth(world.deps)).problems).toEqual([]);
  });

  it('does not keep a server from stopping', async () => {
    world.upstream.faults.set('quote', { kind: 'hang' });
    const prices = new PriceRefresher({
      db: world.deps.db,
      bus: world.deps.bus,
      logger: world.deps.logger,
      provider: createYahoo({ baseUrl: world.upstream.baseUrl, timeoutMs: 60_000 }),
      benchmarks: [],
      processId: 'stopping',
    });
    const before = world.upstream.count('quote');
    prices.request(['TSLA']);
    await until(() => world.upstream.count('quote') > before);
    await prices.close();
    expect(await world.deps.db.priceFeed.findUnique({ where: { ticker: 'TSLA' } })).toMatchObject({ leaseUntil: null });
  });
});
