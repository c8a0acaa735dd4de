/**
 * The scaling of several processes: answers per second and CPU time per token with WEB_CONCURRENCY 1, 2 and 4 on one
 * PostgreSQL server, with and without Redis. 40 questions arrive at the same moment, each with one reader, and the
 * endpoint sends 200 tokens as fast as they are read. The cases take turns. Database, endpoint and readers share the
 * machine, so with few cores, more processes can't produce more answers; the machine's load is printed with the
 * figures. With a share, each server process gets only this many percent of a core, so that a small machine shows how
 * the answers per second grow with the number of processes.
 * Usage: npx tsx scripts/bench/workers.ts [rounds] [share]
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import pg from 'pg';
import type { Load, Question } from './driver';
import { familyCpuMs, freePort, keep, startPart } from './lib/child';
import { limitCpu, servingProcesses } from './lib/cpu-share';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { known, report } from './lib/report';
import { connectedTo, type RunningServer, startServer } from './lib/server';
import { median } from './lib/stats';

const rounds = Number(process.argv[2] ?? 5);
const share = Number(process.argv[3] ?? 0);
const warmUps = 2;
const answers = 40;
const model = 'bench-200-0-0';

const redisPort = await freePort();
const redis = keep(spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '']));
// All cases run at the same time: 14 processes with up to ten connections each.
const cluster = await startPostgres({ max_connections: '200' });
const upstream = await startPart<{ port: number }>('upstream.ts');
const driver = await startPart('driver.ts');
const loadBefore = os.loadavg();

interface MeasuredLoad extends Load {
  answersPerSecond: number;
  cpuPerToken: number;
}
interface Case {
  name: string;
  server: RunningServer;
  pool: pg.Pool;
  measured: MeasuredLoad[];
}

async function startCase(processes: number, redisUrl = ''): Promise<Case> {
  const DATABASE_URL = await cluster.createDatabase(`processes_${processes}${redisUrl && '_redis'}`);
  const endpoint = connectedTo(upstream.ready.port, model);
  const settings = { DATABASE_URL, REDIS_URL: redisUrl, WEB_CONCURRENCY: String(processes), ...endpoint };
  const server = await startServer(settings);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  await allReady(pool, processes);
  if (share > 0) for (const pid of servingProcesses(server.pid)) limitCpu(pid, share);
  const name = `WEB_CONCURRENCY=${processes}, ${redisUrl ? 'Redis' : 'no Redis'}`;
  return { name, server, pool, measured: [] };
}

/** Waits for all processes, because the first one responds before the others have started. */
async function allReady(pool: pg.Pool, processes: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM server_processes');
    if (rows[0]?.count === processes) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const redisUrl = `redis://127.0.0.1:${redisPort}`;
const cases = [
  await startCase(1, redisUrl),
  await startCase(2, redisUrl),
  await startCase(4, redisUrl),
  await startCase(1),
  await startCase(2),
  await startCase(4),
];
for (let round = 0; round < warmUps + rounds; round++) {
  const turn = round % cases.length;
  for (const one of [...cases.slice(turn), ...cases.slice(0, turn)]) {
    const measured = await measure(one);
    if (round >= warmUps) one.measured.push(measured);
  }
}

const loads = cases.flatMap(({ measured }) => measured);
const asked = loads.reduce((sum, load) => sum + load.asked, 0);
const identical = loads.reduce((sum, load) => sum + load.identical, 0);
const closedEarly = loads.reduce((sum, load) => sum + load.closedEarly, 0);
const rounded = (loadOf: number[]) => loadOf.map((one) => one.toFixed(1)).join(', ');
report(
  `${answers} answers × 200 tokens at once, PostgreSQL, ${os.availableParallelism()} cores` +
    `${share > 0 ? `, ${share}% of a core for each process` : ''}, median of ${rounds} rounds`,
  [
    {
      name: 'answers that came whole',
      target: 'all',
      measured: `${identical} of ${asked}`,
      isMet: identical === asked,
    },
    ...cases.map(({ name, measured }) =>
      known(
        name,
        `${median(measured.map(({ answersPerSecond }) => answersPerSecond)).toFixed(1)} answers a second, ` +
          `${median(measured.map(({ cpuPerToken }) => cpuPerToken)).toFixed(0)} µs a token`,
      ),
    ),
    known('answers that a process marked as interrupted too early, and that went on', String(closedEarly)),
    known(
      'load of the machine over 1, 5 and 15 minutes',
      `${rounded(loadBefore)} before, ${rounded(os.loadavg())} after`,
    ),
  ],
);

await driver.stop();
for (const { server, pool } of cases) {
  await pool.end();
  await server.stop();
}
await upstream.stop();
await cluster.stop();
redis.kill('SIGKILL');
process.exit();

async function measure({ server, pool }: Case): Promise<MeasuredLoad> {
  const people = await insertPeople(pool, answers);
  await driver.ask({ do: 'connect', way: 'product', url: server.url, people } satisfies Question);
  const before = familyCpuMs(server.pid);
  const load = await driver.ask<Load>({ do: 'ask', overMs: 0 } satisfies Question);
  if (load.failure) console.error(load.failure);
  const cpuPerToken = ((familyCpuMs(server.pid) - before) / load.tokens) * 1000;
  await driver.ask({ do: 'leave' } satisfies Question);
  return { ...load, cpuPerToken, answersPerSecond: load.identical / (load.wallMs / 1000) };
}
