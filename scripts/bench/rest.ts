/**
 * The REST API compared with bare Express and pg doing the same reads: 50 conversations, the portfolio, and a sign-in.
 * Measures requests per second with eight at a time, and the 99th percentile. The product also authenticates, counts
 * rate limits, writes its log and validates the response. CPU time is included, because other load affects it less.
 * Usage: npx tsx scripts/bench/rest.ts [seconds a round]
 */
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { cpuMs, startPart } from './lib/child';
import { insertConversations, insertPeople, type Person } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf } from './lib/readers';
import { known, type Result, report } from './lib/report';
import { startServer } from './lib/server';
import { median, nowMs, percentile } from './lib/stats';
import { read, send } from './lib/wire';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const atOnce = 8;
const target = 0.35;
const password = 'correct horse';

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('bench');
// Each request has its own IP address, because a single one would exceed its rate limit.
const server = await startServer({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1', PRICE_PROVIDER: 'none' });
const bare = await startPart<{ port: number }>('bare-reads.ts', [databaseUrl]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const people = await insertPeople(pool, 200);
const [person] = people as [Person];
await insertConversations(pool, person.userId, 999);
await insertPositions(person.userId);
await pool.query('UPDATE users SET password = $1', [
  // With the product's parameters, as recommended by OWASP.
  await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
]);
await pool.query('VACUUM ANALYZE');

const agent = agentOf();
const pids = { bare: bare.pid, product: server.pid };
const bareUrl = `http://127.0.0.1:${bare.ready.port}`;
const { userId, cookie } = person;
type Ask = () => Promise<string>;

const kinds: { name: string; product: Ask; bare: Ask; rows?: (body: never) => number; isRead: boolean }[] = [
  {
    name: 'GET /api/conversations, 50 rows',
    product: get(`${server.url}/api/conversations?limit=50`),
    bare: get(`${bareUrl}/conversations?userId=${userId}`),
    rows: (body: unknown[]) => body.length,
    isRead: true,
  },
  {
    name: 'GET /api/positions, 40 rows',
    product: get(`${server.url}/api/positions`),
    bare: get(`${bareUrl}/positions`),
    rows: (body: { open: unknown[]; closed: unknown[] }) => body.open.length + body.closed.length,
    isRead: true,
  },
  {
    name: 'POST /api/login',
    product: login(`${server.url}/api/login`),
    bare: login(`${bareUrl}/login`),
    isRead: false,
  },
];

const results: Result[] = [];
for (const kind of kinds) {
  const [ours, theirs] = [await kind.product(), await kind.bare()].map((text) => JSON.parse(text) as never);
  if (kind.rows && kind.rows(ours as never) !== kind.rows(theirs as never))
    throw new Error(`${kind.name}: ${kind.rows(ours as never)} and ${kind.rows(theirs as never)} rows`);
  const measured = { bare: [] as Load[], product: [] as Load[] };
  // The first round warms up both sides and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const side of ['bare', 'product'] as const) {
      const load = await loaded(kind[side], pids[side]);
      if (round > 0) measured[side].push(load);
    }
  }
  const of = (side: 'bare' | 'product', value: (load: Load) => number) => median(measured[side].map(value));
  const says = (side: 'bare' | 'product') =>
    `${of(side, (load) => load.perSecond).toFixed(0)} a second, p99 ${of(side, (load) => load.p99Ms).toFixed(1)} ms, ${of(side, (load) => load.cpuMs).toFixed(2)} ms of processor each`;
  const ratio = of('product', (load) => load.perSecond) / of('bare', (load) => load.perSecond);
  results.push(
    known(`${kind.name}: bare`, says('bare')),
    known(`${kind.name}: product`, says('product')),
    kind.isRead
      ? {
          name: `${kind.name}: of the bare route’s requests`,
          target: `≥ ${target}`,
          measured: ratio.toFixed(2),
          isMet: ratio >= target,
        }
      : known(`${kind.name}: of the bare route’s requests`, ratio.toFixed(2)),
  );
}
report(`REST, ${atOnce} requests at a time, median of ${rounds} rounds of ${seconds} s`, results);

await pool.end();
await server.stop();
await bare.stop();
await cluster.stop();
process.exit();

interface Load {
  perSecond: number;
  p99Ms: number;
  /** CPU time of the server process per request. */
  cpuMs: number;
}

async function loaded(ask: Ask, pid: number): Promise<Load> {
  const times: number[] = [];
  const cpuBefore = cpuMs(pid);
  const begun = nowMs();
  const until = begun + seconds * 1000;
  const one = async () => {
    while (nowMs() < until) {
      const start = nowMs();
      await ask();
      times.push(nowMs() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const perSecond = times.length / ((nowMs() - begun) / 1000);
  return { perSecond, p99Ms: percentile(times, 0.99), cpuMs: (cpuMs(pid) - cpuBefore) / times.length };
}

function get(url: string): Ask {
  return async () => textOf(await send('GET', url, { agent, cookie }), url);
}

/** Another user and IP address each time, the same for both sides. */
function login(url: string): Ask {
  let asked = 0;
  return async () => {
    const number = asked++;
    const email = `${people[number % people.length]?.userId}@example.com`;
    const body = JSON.stringify({ email, password });
    const headers = { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
    return textOf(await send('POST', url, { agent, body, headers }), url);
  };
}

async function textOf(response: Awaited<ReturnType<typeof send>>, url: string): Promise<string> {
  const text = await read(response);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  return text;
}

async function insertPositions(author: string): Promise<void> {
  await pool.query(
    `INSERT INTO investment_positions (user_id, ticker, name, avg_entry_price, purchase_date, status, close_date, close_price)
     SELECT $1, 'T' || n, 'Company ' || n, 10 + n, now() - n * interval '1 day',
            CASE WHEN n % 4 = 0 THEN 'closed' ELSE 'open' END,
            CASE WHEN n % 4 = 0 THEN now() END, CASE WHEN n % 4 = 0 THEN 20 + n END
     FROM generate_series(1, 40) AS n`,
    [author],
  );
  await pool.query(
    `INSERT INTO stock_price_cache (ticker, latest_price, last_updated) SELECT 'T' || n, 15 + n, now() FROM generate_series(1, 40) AS n`,
  );
}
