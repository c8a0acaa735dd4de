/**
 * The two reads that open qChat, for a user with much data: the first page of 10,000 conversations and the last 50 of
 * 5,000 messages. The product authenticates and uses tRPC; the bare server runs the same query without access checks.
 * Both take turns, one read at a time, over persistent connections.
 * Usage: npx tsx scripts/bench/reads.ts [reads]
 */
import pg from 'pg';
import { startPart } from './lib/child';
import { insertConversations, insertMessages, insertPeople, type Person } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf } from './lib/readers';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { nowMs, spread } from './lib/stats';
import { read, send } from './lib/wire';

const reads = Number(process.argv[2] ?? 1000);
const warmUp = 300;

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('bench');
const server = await startServer({ DATABASE_URL: databaseUrl });
const bare = await startPart<{ port: number }>('bare-reads.ts', [databaseUrl]);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const [person] = (await insertPeople(pool, 1)) as [Person];
await insertConversations(pool, person.userId, 9_999);
await insertMessages(pool, person.conversationId, 5_000);
// Other users' rows, as in a real database.
for (const other of await insertPeople(pool, 20)) {
  await insertConversations(pool, other.userId, 500);
  await insertMessages(pool, other.conversationId, 500);
}
await pool.query('VACUUM ANALYZE');

const agent = agentOf();
const bareUrl = `http://127.0.0.1:${bare.ready.port}`;
const call = (path: string, input: object) =>
  `${server.url}/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
const { userId, conversationId, cookie } = person;
const kinds = [
  {
    name: 'first page of 10,000 conversations',
    limit: 2.5,
    product: call('conversations.list', {}),
    bare: `${bareUrl}/conversations?userId=${userId}`,
  },
  {
    name: 'last 50 of 5,000 messages',
    limit: 3,
    product: call('messages.list', { conversationId }),
    bare: `${bareUrl}/messages?conversationId=${conversationId}`,
  },
];

for (const { name, limit, ...urls } of kinds) {
  const times = { product: [] as number[], bare: [] as number[] };
  const rows = { product: 0, bare: 0 };
  for (let index = 0; index < warmUp + reads; index++) {
    for (const side of ['bare', 'product'] as const) {
      const start = nowMs();
      const response = await send('GET', urls[side], { agent, cookie });
      const body = await read(response);
      if (index >= warmUp) times[side].push(nowMs() - start);
      if (response.statusCode !== 200) throw new Error(`${urls[side]} answered ${response.statusCode}: ${body}`);
      rows[side] = rowsIn(JSON.parse(body));
    }
  }
  if (rows.product !== 50 || rows.bare !== 50) throw new Error(`Read ${rows.product} and ${rows.bare} rows, not 50.`);
  const product = spread(times.product);
  const base = spread(times.bare);
  report(`${name}, ${reads} reads one after another`, [
    known('bare Express and pg', `p50 ${base.p50.toFixed(2)} ms, p99 ${base.p99.toFixed(2)} ms`),
    known('product', `p50 ${product.p50.toFixed(2)} ms, p99 ${product.p99.toFixed(2)} ms`),
    atMost('p50, to the bare read', product.p50 / base.p50, limit, 'times', 2),
    atMost('p99, to the bare read', product.p99 / base.p99, limit, 'times', 2),
  ]);
}

await pool.end();
await server.stop();
await bare.stop();
await cluster.stop();
process.exit();

function rowsIn(body: unknown): number {
  const answer = body as unknown[] & { result?: { data: { json: { items: unknown[] } } } };
  return (answer.result?.data.json.items ?? answer).length;
}
