/**
 * The same requests to a small and a large installation, to find out how much other users slow down a user. Both
 * databases were filled by scripts/large-database.ts with the same number of conversations per user. Each turn sends
 * one request at a time to both, as a different user. With --delete, some of these accounts are deleted at the end.
 * Usage: npx tsx scripts/bench/large.ts SMALL_DATABASE_URL LARGE_DATABASE_URL [turns] [--delete]
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPart } from './lib/child';
import { agentOf } from './lib/readers';
import { atMost, known, report } from './lib/report';
import { connectedTo, startServer } from './lib/server';
import { nowMs, spread } from './lib/stats';
import { read, send } from './lib/wire';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { delete: { type: 'boolean', default: false } },
});
const [smallUrl, largeUrl, turnsGiven = '200'] = positionals;
if (!smallUrl || !largeUrl) throw new Error('Two database URLs, please: a small one and a large one.');
const turns = Number(turnsGiven);
const warmUps = 20;
const limit = 1.5;

const upstream = await startPart<{ port: number }>('upstream.ts');

interface Member {
  userId: string;
  cookie: string;
  conversationId: string;
  email: string;
}

async function startSide(name: string, DATABASE_URL: string) {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  const members = await signIn(pool, turns + warmUps);
  const server = await startServer({ DATABASE_URL, ...connectedTo(upstream.ready.port, 'bench-5-0-0') });
  const { rows } = await pool.query<{ size: string; messages: string }>(`
    SELECT pg_size_pretty(pg_database_size(current_database())) AS size, reltuples::bigint::text AS messages
    FROM pg_class WHERE oid = 'messages'::regclass`);
  return { name, pool, members, server, agent: agentOf(), ...rows[0] };
}

/** Sessions of users spread over the whole table. In a small database, users repeat. */
async function signIn(pool: pg.Pool, count: number): Promise<Member[]> {
  const { rows: users } = await pool.query<{ id: string; email: string; conversation: string }>(
    `SELECT id, email, (SELECT c.id FROM conversations c WHERE c.user_id = users.id ORDER BY c.updated_at DESC LIMIT 1) AS conversation
     FROM users WHERE email LIKE '%@large.example' ORDER BY id LIMIT $1`,
    [count],
  );
  const members = users.map(({ id, email, conversation }) => {
    const token = randomBytes(20).toString('hex');
    const sid = createHash('sha256').update(token).digest('hex');
    return { sid, userId: id, email, conversationId: conversation, cookie: `qinsight_session=${token}` };
  });
  await pool.query(
    `INSERT INTO sessions (sid, user_id, expire, sess)
     SELECT sid, user_id, now() + interval '1 day', '{"device":"bench","ip":"127.0.0.1","created":""}'
     FROM unnest($1::text[], $2::uuid[]) AS t(sid, user_id)`,
    [members.map(({ sid }) => sid), members.map(({ userId }) => userId)],
  );
  return members;
}

type Side = Awaited<ReturnType<typeof startSide>>;
const sides = [await startSide('small', smallUrl), await startSide('large', largeUrl)] as const;

async function get({ server, agent }: Side, cookie: string, procedure: string, input: object): Promise<void> {
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  const response = await send('GET', `${server.url}/trpc/${procedure}?input=${query}`, { agent, cookie });
  const body = await read(response);
  if (response.statusCode !== 200) throw new Error(`${procedure} answered ${response.statusCode}: ${body}`);
}

async function post({ server, agent }: Side, cookie: string, procedure: string, input: object): Promise<void> {
  const body = JSON.stringify({ json: input });
  const response = await send('POST', `${server.url}/trpc/${procedure}`, { agent, cookie, body });
  const text = await read(response);
  if (response.statusCode !== 200) throw new Error(`${procedure} answered ${response.statusCode}: ${text}`);
}

const kinds: Record<string, (side: Side, member: Member) => Promise<void>> = {
  'list conversations': (side, { cookie }) => get(side, cookie, 'conversations.list', {}),
  'open a conversation': (side, { cookie, conversationId }) => get(side, cookie, 'messages.list', { conversationId }),
  'search a frequent word': (side, { cookie }) => get(side, cookie, 'search.messages', { q: 'w1' }),
  'search two words': (side, { cookie }) => get(side, cookie, 'search.messages', { q: 'w10 w200' }),
  'search an absent word': (side, { cookie }) => get(side, cookie, 'search.messages', { q: 'zeppelin' }),
  'send a message': (side, { cookie, conversationId }) =>
    post(side, cookie, 'messages.send', { conversationId, clientRequestId: randomUUID(), content: 'What about w7?' }),
};

for (const [name, work] of Object.entries(kinds)) {
  const times = sides.map(() => [] as number[]);
  for (let turn = 0; turn < warmUps + turns; turn++) {
    for (const [index, side] of sides.entries()) {
      const member = side.members[turn % side.members.length] as Member;
      const start = nowMs();
      await work(side, member);
      if (turn >= warmUps) times[index]?.push(nowMs() - start);
    }
  }
  const [small, large] = times.map(spread) as [ReturnType<typeof spread>, ReturnType<typeof spread>];
  report(`${name}, ${turns} times`, [
    ...sides.map((side, index) => {
      const { p50, p95 } = spread(times[index] ?? []);
      return known(
        `${side.name}: ${side.messages} messages, ${side.size}`,
        `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`,
      );
    }),
    known('p50, large to small', `${(large.p50 / small.p50).toFixed(2)} times`),
    atMost('p95, large to small', large.p95 / small.p95, limit, 'times', 2),
  ]);
}

if (values.delete) await measureDeletions();
for (const { server, pool } of sides) {
  await server.stop();
  await pool.end();
}
await upstream.stop();
process.exit();

/**
 * The time until an account is closed, and until all of its data is deleted. Done by an administrator, who needs no
 * password of the user.
 */
async function measureDeletions(): Promise<void> {
  const closed = sides.map(() => [] as number[]);
  const gone = sides.map(() => [] as number[]);
  for (let turn = 0; turn < 5; turn++) {
    for (const [index, side] of sides.entries()) {
      const [administrator, ...others] = side.members as [Member, ...Member[]];
      await side.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [administrator.userId]);
      const { userId } = others[turn] as Member;
      const start = nowMs();
      await post(side, administrator.cookie, 'admin.delete', { userId });
      closed[index]?.push(nowMs() - start);
      while ((await side.pool.query('SELECT 1 FROM users WHERE id = $1', [userId])).rowCount)
        await new Promise((resolve) => setTimeout(resolve, 5));
      gone[index]?.push(nowMs() - start);
    }
  }
  const [small, large] = closed.map(spread) as [ReturnType<typeof spread>, ReturnType<typeof spread>];
  report('delete an account of 20 conversations, 5 times', [
    ...sides.map(({ name }, index) =>
      known(
        name,
        `median ${spread(closed[index] ?? []).p50.toFixed(0)} ms until it is closed, ${spread(gone[index] ?? []).p50.toFixed(0)} ms until it is gone`,
      ),
    ),
    known('median, large to small', `${(large.p50 / small.p50).toFixed(2)} times`),
  ]);
}
