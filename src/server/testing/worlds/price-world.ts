/** A price provider, and any number of processes that share one database. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deps, PriceUpdates } from '~/server/deps';
import { PriceRefresher } from '~/server/features/prices/price-refresher';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { quotesFor } from '~/server/features/prices/prices.service';
import { createYahoo } from '~/server/providers/prices/yahoo';
import { type PriceServer, startPriceServer } from '~/server/testing/fakes/price-server';
import { signUp, startTestServer, type TestServer, type TestUser } from './test-server';

export interface PriceWorld {
  upstream: PriceServer;
  deps: Deps;
  admin: TestUser;
  /** Simulates another process for prices: the same database and provider, an empty memory. */
  process(options?: { timeoutMs?: number; onLog?: (line: string) => void }): PriceRefresher;
  /** Reads prices, waits for the refresh that this starts, and reads again. */
  read(...tickers: string[]): ReturnType<typeof quotesFor>;
  settled(prices?: PriceUpdates): Promise<void>;
  /** Simulates that 15 minutes, or the provider's pause, have passed: feeds are due, and the memory is empty. */
  later(options?: Parameters<PriceWorld['process']>[0]): Promise<void>;
  /** Clears the recorded requests. */
  forget(): void;
  hold(ticker: string, day: string): Promise<unknown>;
}

/** Called at the top of a test file. The returned object is complete when the first test runs. */
export function createPriceWorld(): PriceWorld {
  const world = {} as PriceWorld;
  const refreshers: PriceRefresher[] = [];
  let server: TestServer;
  let processes = 0;

  beforeAll(async () => {
    world.upstream = await startPriceServer();
    server = await startTestServer({ env: { PRICE_PROVIDER: 'yahoo', PRICE_BASE_URL: world.upstream.baseUrl } });
    world.deps = server.deps;
    world.admin = await signUp(server.deps, { isAdmin: true });
  });
  afterAll(async () => {
    await server.close();
    await world.upstream.close();
  });
  beforeEach(async () => {
    const { deps, upstream } = world;
    await deps.prices.close();
    await Promise.all(refreshers.splice(0).map((refresher) => refresher.close()));
    await deps.db
      .sql`TRUNCATE price_feeds, stock_price_cache, stock_splits, stock_dividends, stock_daily_closes, foreign_closes,
        investment_positions CASCADE`;
    upstream.quotes.clear();
    upstream.histories.clear();
    upstream.faults.clear();
    world.forget();
    deps.prices = world.process();
  });

  world.process = ({ timeoutMs = 5000, onLog = () => {} } = {}) => {
    const { db, bus } = world.deps;
    const refresher = new PriceRefresher({
      db,
      bus,
      logger: pino({ level: 'info' }, { write: onLog }),
      provider: createYahoo({ baseUrl: world.upstream.baseUrl, timeoutMs }),
      benchmarks: [benchmarkTicker],
      processId: `process-${processes++}`,
    });
    refreshers.push(refresher);
    return refresher;
  };
  world.settled = (prices: PriceUpdates = world.deps.prices) => prices.settled(15_000);
  world.read = async (...tickers) => {
    await quotesFor(world.deps, tickers);
    await world.settled();
    return quotesFor(world.deps, tickers);
  };
  world.later = async (options) => {
    const { db } = world.deps;
    await db.sql`UPDATE price_feeds SET next_quote_at = now(), next_history_at = now()`;
    await db.sql`UPDATE stock_price_cache SET last_updated = last_updated - interval '20 minutes'`;
    world.deps.prices = world.process(options);
  };
  world.forget = () => {
    (world.upstream.requests as unknown[]).length = 0;
  };
  world.hold = (ticker, day) =>
    world.admin.call.positions.add({
      name: ticker,
      ticker,
      avgEntryPrice: '100',
      purchaseDate: `${day}T15:00:00.000Z`,
    });
  return world;
}
