/**
 * Reads a portfolio of 10,000 positions in 500 stocks: without any prices (cold), and with all prices, splits and a
 * month of closing prices (warm). The bare server reads the same rows without access checks and calculations; a
 * portfolio of 100 shows the effect of the length. All take turns.
 * Usage: npx tsx scripts/bench/positions.ts [reads]
 */
import pg from 'pg';
import { residentMb, startPart } from './lib/child';
import { insertPeople, type Person } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf } from './lib/readers';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { nowMs, spread } from './lib/stats';
import { read, send } from './lib/wire';

const reads = Number(process.argv[2] ?? 40);
const warmUp = 8;
const shares = 500;

const cluster = await startPostgres();
const agent = agentOf();

interface Book {
  rows: number;
  product: string;
  performance: string;
  bare: string;
  cookie: string;
  pool: pg.Pool;
  pid: number;
  stop(): Promise<void>;
}

async function openBook(rows: number): Promise<Book> {
  const databaseUrl = await cluster.createDatabase(`book_${rows}`);
  const server = await startServer({ DATABASE_URL: databaseUrl });
  const bare = await startPart<{ port: number }>('bare-reads.ts', [databaseUrl]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const [person] = (await insertPeople(pool, 1)) as [Person];
  await pool.query(
    `INSERT INTO investment_positions (user_id, ticker, name, avg_entry_price, purchase_date, status, close_date, close_price)
     SELECT $1, 'T' || n % $3, 'Company ' || n, 10 + n % 900 + 0.37, timestamptz '2021-01-04Z' + n % 1500 * interval '1 day',
            CASE WHEN n % 4 = 0 THEN 'closed' ELSE 'open' END,
            CASE WHEN n % 4 = 0 THEN timestamptz '2025-06-02 15:00Z' + n * interval '1 minute' END,
            CASE WHEN n % 4 = 0 THEN 12 + n % 900 END
     FROM generate_series(1, $2::int) AS n`,
    [person.userId, rows, shares],
  );
  await pool.query('VACUUM ANALYZE');
  return {
    rows,
    product: `${server.url}/trpc/positions.list`,
    performance: `${server.url}/trpc/positions.performance`,
    bare: `http://127.0.0.1:${bare.ready.port}/positions`,
    cookie: person.cookie,
    pool,
    pid: server.pid,
    async stop() {
      await pool.end();
      await server.stop();
      await bare.stop();
    },
  };
}

/** Fresh prices for all stocks, a split for each tenth, and five years of closing prices. */
async function warm({ pool }: Book): Promise<void> {
  await pool.query(
    `INSERT INTO stock_price_cache (ticker, latest_price, last_updated, market_time, source)
     SELECT 'T' || n, 20 + n, now(), now(), 'bench' FROM generate_series(0, $1::int - 1) AS n`,
    [shares],
  );
  await pool.query(
    `INSERT INTO stock_splits (ticker, day, numerator, denominator, source)
     SELECT 'T' || n, date '2023-06-05', 3, 1, 'bench' FROM generate_series(0, $1::int - 1, 10) AS n`,
    [shares],
  );
  await pool.query(
    `INSERT INTO stock_daily_closes (ticker, day, close, splits_through)
     SELECT CASE n WHEN $1::int THEN 'SPY' ELSE 'T' || n END, day, 20 + n + extract(doy FROM day) / 100, current_date
     FROM generate_series(0, $1::int) AS n, generate_series(date '2021-01-04', current_date, interval '1 day') AS day
     WHERE extract(isodow FROM day) < 6`,
    [shares],
  );
  await pool.query('VACUUM ANALYZE');
}

async function measure(books: Book[]) {
  const sides = books.flatMap((book) => [
    { book, side: 'bare' as const, times: [] as number[], bytes: 0 },
    { book, side: 'product' as const, times: [] as number[], bytes: 0 },
  ]);
  for (let index = 0; index < warmUp + reads; index++) {
    for (const one of sides) {
      const start = nowMs();
      const response = await send('GET', one.book[one.side], { agent, cookie: one.book.cookie });
      const body = await read(response);
      if (index >= warmUp) one.times.push(nowMs() - start);
      if (response.statusCode !== 200)
        throw new Error(`${one.book[one.side]} answered ${response.statusCode}: ${body}`);
      one.bytes = body.length;
    }
  }
  return sides.map(({ times, bytes }) => ({ ...spread(times), bytes }));
}

const [long, short] = [await openBook(10_000), await openBook(100)];
for (const state of ['cold', 'warm'] as const) {
  if (state === 'warm') for (const book of [long, short]) await warm(book);
  const [bare, product, , little] = await measure([long, short]);
  if (!bare || !product || !little) throw new Error('nothing was measured');
  report(`10,000 positions, ${state}: ${reads} reads one after another`, [
    known('bare Express and pg', `p50 ${bare.p50.toFixed(1)} ms, ${(bare.bytes / 1e6).toFixed(1)} MB`),
    known('product', `p50 ${product.p50.toFixed(1)} ms, ${(product.bytes / 1e6).toFixed(1)} MB`),
    known('product, a book of 100', `p50 ${little.p50.toFixed(1)} ms`),
    known('each position beyond these', `${(((product.p50 - little.p50) / 9900) * 1000).toFixed(1)} µs`),
    atMost('p50, to the bare read', product.p50 / bare.p50, 2.5, 'times', 2),
  ]);
}

const timeOfIndex = async () => {
  const start = nowMs();
  const response = await send('GET', long.performance, { agent, cookie: long.cookie });
  const body = await read(response);
  if (response.statusCode !== 200) throw new Error(`${long.performance} answered ${response.statusCode}: ${body}`);
  return nowMs() - start;
};
const first = await timeOfIndex();
const again: number[] = [];
for (let index = 0; index < reads; index++) again.push(await timeOfIndex());
report('The index of 10,000 positions over 500 shares and five years of closes', [
  known('first reader', `${first.toFixed(0)} ms`),
  known('readers after it', `p50 ${spread(again).p50.toFixed(1)} ms`),
  known('memory of the server', `${residentMb(long.pid, 'peak').toFixed(0)} MB at most`),
]);

for (const book of [long, short]) await book.stop();
await cluster.stop();
process.exit();
