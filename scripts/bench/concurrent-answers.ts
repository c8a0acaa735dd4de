/**
 * 200 concurrent answers of 200 tokens, one token every 20 ms each: whether all arrive complete, the delay of tokens,
 * and the CPU time per token, compared with a bare relay under the same load. Then the memory with 1,000 idle sockets
 * in addition. Endpoint, relay or server, driver and database are separate processes on the same machine and share its
 * cores; relay and server take turns.
 * Usage: npx tsx scripts/bench/concurrent-answers.ts [rounds]
 */
import pg from 'pg';
import type { Load, Question } from './driver';
import { cpuMs, residentMb, startPart } from './lib/child';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { atMost, known, type Result, report } from './lib/report';
import { connectedTo, startServer } from './lib/server';
import { median } from './lib/stats';

const rounds = Number(process.argv[2] ?? 3);
/** Warm-up rounds, not counted: during the first rounds, JIT compilation takes a fifth of the time. */
const warmUps = 3;
const answers = 200;
const tokens = 200;
const idleSockets = 1000;
const model = `bench-${tokens}-20-0`;
/** Questions spread over a second, and the worst case of all at once. */
const arrivals = [1000, 0];

type Measured = Load & { cpuPerToken: number };

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('bench');
const upstream = await startPart<{ port: number }>('upstream.ts');
const relay = await startPart<{ port: number }>('relay.ts', [String(upstream.ready.port), model]);
const server = await startServer({ DATABASE_URL: databaseUrl, ...connectedTo(upstream.ready.port, model) });
// Shared by all loads, because a cold driver would delay the load that has the most to read.
const driver = await startPart('driver.ts');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
const idleUsers = await insertPeople(pool, idleSockets);
const relayUrl = `http://127.0.0.1:${relay.ready.port}`;

const ways = {
  'bare relay, piped': {
    pid: relay.pid,
    connect: async () => ({ do: 'connect', way: 'pipe', url: relayUrl, readers: answers }),
  },
  'bare relay, over sockets': {
    pid: relay.pid,
    connect: async () => ({ do: 'connect', way: 'socket', url: relayUrl, readers: answers }),
  },
  // New accounts each time, because a growing conversation makes each question more expensive.
  product: {
    pid: server.pid,
    connect: async () => ({
      do: 'connect',
      way: 'product',
      url: server.url,
      people: await insertPeople(pool, answers),
    }),
  },
} satisfies Record<string, { pid: number; connect: () => Promise<Question> }>;
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

/** Measured loads by arrival pattern, then by way (product or relay). */
const measured = arrivals.map(
  () => Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Way, Measured[]>,
);
for (let round = 0; round < warmUps + rounds; round++) {
  for (const [index, overMs] of arrivals.entries()) {
    for (const name of names) {
      const load = await measure(ways[name], overMs);
      if (round >= warmUps) measured[index]?.[name].push(load);
    }
  }
}
const idle = await withIdleSockets();

for (const [index, overMs] of arrivals.entries()) {
  const of = (name: Way, value: (load: Measured) => number) => median(measured[index]?.[name].map(value) ?? []);
  const loads = measured[index]?.product ?? [];
  const asked = loads.reduce((sum, load) => sum + load.asked, 0);
  const identical = loads.reduce((sum, load) => sum + load.identical, 0);
  const cost = of('product', (load) => load.cpuPerToken);
  report(
    `${answers} answers × ${tokens} tokens at 20 ms, ${overMs > 0 ? `asked within ${overMs} ms` : 'asked at the same moment'}, median of ${rounds} rounds`,
    [
      {
        name: 'answers that came whole',
        target: 'all',
        measured: `${identical} of ${asked}`,
        isMet: identical === asked,
      },
      ...names.map((name) => spreads(name, of)),
      atMost(
        'first token, p95',
        of('product', (load) => load.firstTokenMs.p95),
        100,
        'ms',
        0,
      ),
      atMost(
        'delay of a token, p99',
        of('product', (load) => load.delayMs.p99),
        15,
        'ms',
      ),
      atMost(
        'processor time a token, to the relay that pipes',
        cost / of('bare relay, piped', (l) => l.cpuPerToken),
        2.5,
        'times',
        2,
      ),
      atMost(
        'processor time a token, to the relay with sockets',
        cost / of('bare relay, over sockets', (l) => l.cpuPerToken),
        2.5,
        'times',
        2,
      ),
    ],
  );
}
report(`The same with ${idleSockets} idle sockets besides`, [
  known('memory before, at rest', `${idle.beforeMb.toFixed(0)} MB`),
  known('memory with the idle sockets', `${idle.idleMb.toFixed(0)} MB`),
  atMost('most memory under load', idle.peakMb, 600, 'MB', 0),
  atMost('delay of a token, p99', idle.load.delayMs.p99, 15, 'ms'),
  {
    name: 'answers that came whole',
    target: 'all',
    measured: `${idle.load.identical}`,
    isMet: idle.load.identical === answers,
  },
]);

await driver.stop();
await pool.end();
await server.stop();
await relay.stop();
await upstream.stop();
await cluster.stop();
process.exit();

function spreads(name: Way, of: (name: Way, value: (load: Measured) => number) => number): Result {
  const first = `first token p50 ${of(name, (l) => l.firstTokenMs.p50).toFixed(0)}, p95 ${of(name, (l) => l.firstTokenMs.p95).toFixed(0)} ms`;
  const delay = `delay p50 ${of(name, (l) => l.delayMs.p50).toFixed(1)}, p99 ${of(name, (l) => l.delayMs.p99).toFixed(1)} ms`;
  return known(name, `${first}; ${delay}; ${of(name, (l) => l.cpuPerToken).toFixed(0)} µs a token`);
}

async function measure(way: (typeof ways)[Way], overMs: number): Promise<Measured> {
  await driver.ask(await way.connect());
  const load = await loaded(way.pid, overMs);
  await driver.ask({ do: 'leave' } satisfies Question);
  return load;
}

async function loaded(pid: number, overMs: number): Promise<Measured> {
  const before = cpuMs(pid);
  const load = await driver.ask<Load>({ do: 'ask', overMs } satisfies Question);
  if (load.failure) console.error(load.failure);
  return { ...load, cpuPerToken: ((cpuMs(pid) - before) / load.tokens) * 1000 };
}

async function withIdleSockets() {
  const beforeMb = residentMb(server.pid);
  await driver.ask({ do: 'idle', url: server.url, people: idleUsers } satisfies Question);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const idleMb = residentMb(server.pid);
  await driver.ask(await ways.product.connect());
  const load = await loaded(server.pid, 1000);
  const peakMb = residentMb(server.pid, 'peak');
  return { beforeMb, idleMb, peakMb, load };
}
