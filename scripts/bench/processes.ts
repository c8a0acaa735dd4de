/**
 * The CPU time per token when several processes share one PostgreSQL server, with and without Redis, and with metrics:
 * 40 answers of 200 tokens, one every 20 ms, with one reader each. In the first cases a conversation is read on the
 * process that writes it; in the last one it is asked on one process and read on the other. Adds up the CPU time of all
 * server processes. The cases take turns, so that other load affects all of them.
 * Usage: npx tsx scripts/bench/processes.ts [rounds]
 */
import { spawn } from 'node:child_process';
import pg from 'pg';
import type { Load, Question } from './driver';
import { cpuMs, freePort, keep, startPart } from './lib/child';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { atMost, known, report } from './lib/report';
import { connectedTo, type RunningServer, startServer } from './lib/server';
import { median } from './lib/stats';

const rounds = Number(process.argv[2] ?? 5);
const warmUps = 2;
const answers = 40;
const model = 'bench-200-20-0';

const redisPort = await freePort();
const redis = keep(spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '']));
const cluster = await startPostgres();
const upstream = await startPart<{ port: number }>('upstream.ts');
const driver = await startPart('driver.ts');

interface Case {
  servers: RunningServer[];
  /** The readers' server, if they ask on another one. */
  readAt?: RunningServer;
  pool: pg.Pool;
  loads: (Load & { cpuPerToken: number })[];
}

async function startCase(name: string, processes: number, settings: Record<string, string>): Promise<Case> {
  const databaseUrl = await cluster.createDatabase(name);
  const connection = { DATABASE_URL: databaseUrl, ...connectedTo(upstream.ready.port, model), ...settings };
  const servers: RunningServer[] = [];
  for (let n = 0; n < processes; n++) servers.push(await startServer(connection));
  return { servers, pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }), loads: [] };
}

const REDIS_URL = `redis://127.0.0.1:${redisPort}`;
const cases = {
  'one process': await startCase('alone', 1, {}),
  'one process, metrics on': await startCase('metrics', 1, { METRICS_TOKEN: 'a-token-of-the-benchmark' }),
  'one process, Redis': await startCase('redis', 1, { REDIS_URL }),
  'two processes, read where written': await startCase('pair', 2, {}),
  'two processes, Redis, read where written': await startCase('two', 2, { REDIS_URL }),
  'two processes, Redis, read on the other': await startCase('across', 2, { REDIS_URL }),
};
type Name = keyof typeof cases;
const names = Object.keys(cases) as Name[];
const across = cases['two processes, Redis, read on the other'];
across.readAt = across.servers[1] as RunningServer;

for (let round = 0; round < warmUps + rounds; round++) {
  // Each round starts with another case, so that the order varies.
  for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
    const measured = await measure(cases[name]);
    if (round >= warmUps) cases[name].loads.push(measured);
  }
}

const cost = (name: Name) => median(cases[name].loads.map(({ cpuPerToken }) => cpuPerToken));
const loads = names.flatMap((name) => cases[name].loads);
const asked = loads.reduce((sum, load) => sum + load.asked, 0);
const identical = loads.reduce((sum, load) => sum + load.identical, 0);
const alone = cost('one process');
report(`${answers} answers × 200 tokens at 20 ms, processor time of all servers, median of ${rounds} rounds`, [
  { name: 'answers that came whole', target: 'all', measured: `${identical} of ${asked}`, isMet: identical === asked },
  ...names.map((name) => {
    const delay = median(cases[name].loads.map(({ delayMs }) => delayMs.p99));
    return known(name, `${cost(name).toFixed(0)} µs a token; delay of a token p99 ${delay.toFixed(0)} ms`);
  }),
  known('metrics on, to metrics off', `${(cost('one process, metrics on') / alone).toFixed(2)} times`),
  atMost('one process, Redis to none', cost('one process, Redis') / alone, 1.3, 'times', 2),
  atMost(
    'two processes, Redis to none',
    cost('two processes, Redis, read where written') / cost('two processes, read where written'),
    1.3,
    'times',
    2,
  ),
  atMost('read on the other, to one process', cost('two processes, Redis, read on the other') / alone, 2, 'times', 2),
]);

await driver.stop();
for (const { servers, pool } of Object.values(cases)) {
  await pool.end();
  for (const server of servers) await server.stop();
}
await upstream.stop();
await cluster.stop();
redis.kill('SIGKILL');
process.exit();

/** Half of the readers use each process, unless one is for asking and the other for reading. */
async function measure({ servers, readAt, pool }: Case): Promise<Load & { cpuPerToken: number }> {
  const people = await insertPeople(pool, answers);
  const urls = servers.map(({ url }) => url);
  await driver.ask({
    do: 'connect',
    way: 'product',
    url: readAt?.url ?? urls,
    people,
    ...(readAt && { askUrl: urls[0] as string }),
  } satisfies Question);
  const time = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const before = time();
  const load = await driver.ask<Load>({ do: 'ask', overMs: 1000 } satisfies Question);
  if (load.failure) console.error(load.failure);
  const cpuPerToken = ((time() - before) / load.tokens) * 1000;
  await driver.ask({ do: 'leave' } satisfies Question);
  return { ...load, cpuPerToken };
}
