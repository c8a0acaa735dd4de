/**
 * Does the server stay as it is after a long time? Two processes on one PostgreSQL database and one data folder, ten
 * questions a second: each from a person who connects, reads and leaves, every tenth at the first word. Besides, a small
 * file every two seconds. The second process is killed (SIGKILL) at intervals, and another one takes its place; the
 * first one lives all the time, and its memory, handles and first token are compared: first quarter, last quarter.
 * In the end every question that was taken must have its answer: whole, or closed as interrupted.
 * Usage: npx tsx scripts/bench/soak.ts [minutes] [minutes between kills]
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import pg from 'pg';
import { pngOfSize } from '~/server/testing/inputs/make-files';
import { freePort, residentMb, startPart, temporaryFolder } from './lib/child';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf } from './lib/readers';
import { known, type Result, report } from './lib/report';
import { connectedTo, startServer } from './lib/server';
import { median, nowMs, percentile } from './lib/stats';
import { uploadFile } from './lib/upload';
import { type Visit, visit } from './lib/visitor';

const minutes = Number(process.argv[2] ?? 30);
const killEveryMs = Number(process.argv[3] ?? 3) * 60_000;
const perSecond = 10;
const lastMs = minutes * 60_000;
const model = 'bench-40-20-0';
const smallTables = ['generations', 'answer_pieces', 'jobs', 'server_processes', 'server_errors', 'idempotency_keys'];

interface Sample {
  at: number;
  memoryMb: number;
  handles: number;
  rows: Record<string, number>;
}

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('soak');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
const upstream = await startPart<{ port: number }>('upstream.ts');
const folder = temporaryFolder();
const settings = { DATABASE_URL: databaseUrl, DATA_DIR: folder, ...connectedTo(upstream.ready.port, model) };
const steady = await startServer(settings);
const killedSettings = { ...settings, PORT: String(await freePort()) };
let killed = await startServer(killedSettings);
const agent = agentOf();
const [uploader] = await insertPeople(pool, 1);
const loadBefore = os.loadavg();

const visits: Visit[] = [];
/** Of the process that lives all the time. */
const steadyVisits: Visit[] = [];
const samples: Sample[] = [];
const failures: string[] = [];
const open = new Set<Promise<unknown>>();
// A connection of the pool that breaks must not end the run: it is told with the failures.
pool.on('error', (error) => failures.push(String(error)));
let asked = 0;
let kills = 0;
let uploads = 0;
let isRestarting = false;

const startedAt = nowMs();
const timers = [
  setInterval(() => begin(questions()), 1000),
  setInterval(() => begin(upload()), 2000),
  setInterval(() => begin(sample()), 1000),
  setInterval(() => begin(killAndRestart()), killEveryMs),
];
await new Promise((resolve) => setTimeout(resolve, lastMs));
for (const timer of timers) clearInterval(timer);
await allEnded();
const isClosed = await answersClosed();
await tell();
await steady.stop();
await killed.stop();
await pool.end();
await upstream.stop();
await cluster.stop();
process.exit();

function begin(work: Promise<unknown>): void {
  const kept = work.catch((error) => failures.push(String(error))).finally(() => open.delete(kept));
  open.add(kept);
}

async function questions(): Promise<void> {
  for (const [index, person] of (await insertPeople(pool, perSecond)).entries()) {
    // While the other process is away, a balancer sends everybody to the one that is ready.
    const isSteady = index % 2 === 0 || isRestarting;
    const leavesEarly = index === perSecond - 1;
    asked++;
    begin(
      visit(isSteady ? steady.url : killed.url, agent, person, leavesEarly).then((seen) => {
        visits.push(seen);
        if (isSteady) steadyVisits.push(seen);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 900 / perSecond));
  }
}

async function upload(): Promise<void> {
  await uploadFile(steady.url, uploader?.cookie ?? '', pngOfSize(16, 16), `picture-${uploads}.png`);
  uploads++;
}

async function killAndRestart(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  await killed.kill();
  kills++;
  killed = await startServer(killedSettings);
  isRestarting = false;
}

async function sample(): Promise<void> {
  const columns = smallTables.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`);
  const running = '(SELECT count(*)::int FROM generations WHERE slot IS NOT NULL) AS running';
  const { rows } = await pool.query<Record<string, number>>(`SELECT ${[...columns, running].join(', ')}`);
  samples.push({
    at: nowMs() - startedAt,
    memoryMb: residentMb(steady.pid),
    handles: readdirSync(`/proc/${steady.pid}/fd`).length,
    rows: rows[0] ?? {},
  });
}

/** Visits, uploads and restarts under way; what hangs is not waited for longer than a minute. */
async function allEnded(): Promise<void> {
  const until = nowMs() + 60_000;
  while (open.size > 0 && nowMs() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  if (open.size > 0) failures.push(`${open.size} visits, uploads or restarts did not end within a minute.`);
}

/** Answers of a killed process are closed by the other one; not waited for longer than a minute. */
async function answersClosed(): Promise<boolean> {
  for (const until = nowMs() + 60_000; nowMs() < until; ) {
    const { rows } = await pool.query('SELECT 1 FROM generations WHERE slot IS NOT NULL LIMIT 1');
    if (rows.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** The one answer of each conversation, by conversation: what it says and how it ended. */
async function storedAnswers() {
  const { rows } = await pool.query<{ id: string; content: string; status: string | null; count: number }>(
    `SELECT conversation_id AS id, min(content) AS content, min(metadata->>'status') AS status, count(*)::int AS count
     FROM messages WHERE role = 'assistant' GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Work that is due and not done, by kind: a queue that grows all the time is one that cannot keep up. */
async function jobsLeft(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT kind || ' ' || count(*) AS line FROM jobs WHERE run_at <= now() GROUP BY kind ORDER BY count(*) DESC`,
  );
  return rows.map(({ line }) => line).join(', ') || 'none';
}

async function tell(): Promise<void> {
  const stored = await storedAnswers();
  const taken = visits.filter(({ isTaken }) => isTaken);
  const endings = taken.map(({ conversationId }) => {
    const answer = stored.get(conversationId);
    return answer?.count === 1 ? (answer.status ?? 'open') : 'missing';
  });
  const count = (ending: string) => endings.filter((one) => one === ending).length;
  const lost = endings.length - count('complete') - count('interrupted');
  const different = visits.filter((one) => one.stored !== undefined && one.stored !== one.text).length;
  const failed = steadyVisits.filter(({ failure }) => failure !== undefined);
  const first = failed[0]?.failure ?? failures[0];
  if (first) console.error(`First failure: ${first}`);
  report(`Soak of ${minutes} min: ${asked} questions, ${uploads} uploads, ${kills} kills, two processes, PostgreSQL`, [
    none('questions taken without an answer in the end', lost),
    known(
      'answers',
      `${count('complete')} whole, ${count('interrupted')} interrupted; ${asked - taken.length} questions not taken`,
    ),
    { name: 'no answer still open', target: 'yes', measured: isClosed ? 'yes' : 'no', isMet: isClosed },
    none('read differently from what was stored', different),
    none('failed visits at the process that lives', failed.length),
    none('failed uploads and restarts, and what did not end', failures.length),
    ...quarters(),
    known('jobs due in the end, by kind', await jobsLeft()),
    known('load of the machine, 1 min', `${loadBefore[0]?.toFixed(1)} before, ${os.loadavg()[0]?.toFixed(1)} after`),
  ]);
}

function none(name: string, value: number): Result {
  return { name, target: '0', measured: String(value), isMet: value === 0 };
}

/** Of the process that lives all the time. Only comparisons: how flat is flat enough, the reader judges by the length. */
function quarters(): Result[] {
  const of = <T>(items: T[], at: (item: T) => number, quarter: 0 | 3) =>
    items.filter((item) => Math.floor((at(item) / lastMs) * 4) === quarter);
  const compare = (name: string, unit: string, value: (quarter: 0 | 3) => number) =>
    known(`${name}: first quarter, last quarter`, `${value(0).toFixed(0)}, ${value(3).toFixed(0)}${unit}`);
  const sampled = (value: (one: Sample) => number) => (quarter: 0 | 3) =>
    median(of(samples, ({ at }) => at, quarter).map(value));
  const read = steadyVisits.filter((one) => one.firstTextAt !== undefined);
  return [
    compare(
      'memory',
      ' MB',
      sampled(({ memoryMb }) => memoryMb),
    ),
    compare(
      'open handles',
      '',
      sampled(({ handles }) => handles),
    ),
    compare('first token, p95', ' ms', (quarter) =>
      percentile(
        of(read, ({ askedAt }) => askedAt - startedAt, quarter).map((one) => Number(one.firstTextAt) - one.askedAt),
        0.95,
      ),
    ),
    ...['running', ...smallTables].map((name) =>
      compare(
        name === 'running' ? 'answers being written' : `rows of ${name}`,
        '',
        sampled(({ rows }) => rows[name] ?? 0),
      ),
    ),
  ];
}
