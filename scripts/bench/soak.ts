/**
 * A soak test: two processes on one PostgreSQL database and one data folder, ten questions per second. Each is from a
 * visitor who connects, reads and leaves, every tenth at the first word. In addition, a small file is uploaded every
 * two seconds. The second process is killed (SIGKILL) at intervals and replaced. The first one is never killed, and its
 * memory, handles and first token are compared over time. At the end, every accepted question must have its answer,
 * complete or closed as interrupted. Prints memory, handles and rows per minute, the expected values, and a verdict,
 * which is also the exit code.
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
const flatTables = ['answer_pieces', 'jobs'];
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
/** Uploads per user: the next user takes over before too many of their files are unsent. */
const uploadsOfOne = 50;
let uploader: Awaited<ReturnType<typeof insertPeople>>[number] | undefined;
const loadBefore = os.loadavg();

const visits: Visit[] = [];
/** Of the process that is never killed. */
const stableVisits: Visit[] = [];
const samples: Sample[] = [];
const failures: string[] = [];
const open = new Set<Promise<unknown>>();
// A broken pool connection must not end the run; it is reported with the failures.
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
await printReport();
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
    // While the other process is down, all go to the ready one, as with a load balancer.
    const isStable = index % 2 === 0 || isRestarting;
    const leavesEarly = index === perSecond - 1;
    asked++;
    begin(
      visit(isStable ? steady.url : killed.url, agent, person, leavesEarly).then((seen) => {
        visits.push(seen);
        if (isStable) stableVisits.push(seen);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 900 / perSecond));
  }
}

async function upload(): Promise<void> {
  if (uploads % uploadsOfOne === 0) [uploader] = await insertPeople(pool, 1);
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

/** Waits for running visits, uploads and restarts, for at most a minute. */
async function allEnded(): Promise<void> {
  const until = nowMs() + 60_000;
  while (open.size > 0 && nowMs() < until) await new Promise((resolve) => setTimeout(resolve, 100));
  if (open.size > 0) failures.push(`${open.size} visits, uploads or restarts did not end within a minute.`);
}

/** Waits, for at most a minute, until the other process has closed the answers of a killed one. */
async function answersClosed(): Promise<boolean> {
  for (const until = nowMs() + 60_000; nowMs() < until; ) {
    const { rows } = await pool.query('SELECT 1 FROM generations WHERE slot IS NOT NULL LIMIT 1');
    if (rows.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

interface StoredAnswer {
  id: string;
  content: string;
  status: string | null;
  attempt: number;
  count: number;
}

/** The answers by conversation (one each): text and status. */
async function storedAnswers(): Promise<Map<string, StoredAnswer>> {
  const { rows } = await pool.query<StoredAnswer>(
    `SELECT m.conversation_id AS id, min(content) AS content, min(metadata->>'status') AS status, max(attempt) AS attempt,
            count(*)::int AS count
     FROM messages m LEFT JOIN generations g ON g.message_id = m.id WHERE role = 'assistant' GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Due jobs by kind. A number that keeps growing means that the queue can't keep up. */
async function jobsLeft(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT kind || ' ' || count(*) AS line FROM jobs WHERE run_at <= now() GROUP BY kind ORDER BY count(*) DESC`,
  );
  return rows.map(({ line }) => line).join(', ') || 'none';
}

/** Errors logged by the processes. Each is a fault, or should not be logged as an error. */
async function errorsLogged(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT count(*) || ' × ' || left(message, 200) AS line FROM server_errors GROUP BY message ORDER BY count(*) DESC LIMIT 10`,
  );
  return rows.map(({ line }) => line).join('; ') || 'none';
}

async function printReport(): Promise<void> {
  const stored = await storedAnswers();
  const accepted = visits.filter(({ isAccepted }) => isAccepted);
  const endings = accepted.map(({ conversationId }) => {
    const answer = stored.get(conversationId);
    return answer?.count === 1 ? (answer.status ?? 'open') : 'missing';
  });
  const count = (ending: string) => endings.filter((one) => one === ending).length;
  const lost = endings.length - count('complete') - count('interrupted');
  const different = visits.filter((one) => one.stored !== undefined && one.stored !== one.text);
  for (const one of different.slice(0, 5))
    console.error(`Read differently: ${difference(one)}, ${inDatabase(stored.get(one.conversationId))}`);
  const failed = stableVisits.filter(({ failure }) => failure !== undefined);
  const first = failed[0]?.failure ?? failures[0];
  if (first) console.error(`First failure: ${first}`);
  minuteByMinute();
  report(`Soak of ${minutes} min: ${asked} questions, ${uploads} uploads, ${kills} kills, two processes, PostgreSQL`, [
    none('questions taken without an answer in the end', lost),
    known(
      'answers',
      `${count('complete')} whole, ${count('interrupted')} interrupted; ${asked - accepted.length} questions not taken`,
    ),
    { name: 'no answer still open', target: 'yes', measured: isClosed ? 'yes' : 'no', isMet: isClosed },
    none('read differently from what was stored', different.length),
    none('failed visits at the process that lives', failed.length),
    none('failed uploads and restarts, and what did not end', failures.length),
    ...quarters(),
    known('jobs due in the end, by kind', await jobsLeft()),
    known('errors logged', await errorsLogged()),
    known('load of the machine, 1 min', `${loadBefore[0]?.toFixed(1)} before, ${os.loadavg()[0]?.toFixed(1)} after`),
  ]);
  console.log(`\nVerdict: ${process.exitCode ? 'NOT MET, see above' : 'everything stayed as it was'}`);
}

function inDatabase(answer: StoredAnswer | undefined): string {
  if (!answer) return 'not in the database';
  return `in the database ${answer.content.length} characters, ${answer.status ?? 'open'}, attempt ${answer.attempt}`;
}

/** The first difference between the received and the stored text, and the process that it was read from. */
function difference(one: Visit): string {
  const { text, stored = '' } = one;
  let at = 0;
  while (at < text.length && text[at] === stored[at]) at++;
  const process = stableVisits.includes(one) ? 'that lives' : 'that was killed';
  return `${text.length} of ${stored.length} characters, equal up to ${at}, from the process ${process}`;
}

function none(name: string, value: number): Result {
  return { name, target: '0', measured: String(value), isMet: value === 0 };
}

/** The median of the samples in a part of the run, from 0 to 1. */
function sampled(value: (one: Sample) => number) {
  return (from: number, until: number) =>
    median(samples.filter(({ at }) => at >= from * lastMs && at < until * lastMs).map(value));
}

/** A value that must not grow: the last quarter is compared with the second, because a server warms up in the first. */
function flat(name: string, unit: string, value: (one: Sample) => number, factor: number, more: number): Result {
  const [before, after] = [sampled(value)(0.25, 0.5), sampled(value)(0.75, 1)];
  const limit = before * factor + more;
  return {
    name: `${name}: second quarter, last quarter`,
    target: `≤ ${limit.toFixed(0)}${unit}`,
    measured: `${before.toFixed(0)}, ${after.toFixed(0)}${unit}`,
    isMet: after <= limit,
  };
}

/** Results of the process that is never killed, and of the database. */
function quarters(): Result[] {
  const firstTokens = (from: number, until: number) =>
    percentile(
      stableVisits
        .filter(({ askedAt }) => askedAt - startedAt >= from * lastMs && askedAt - startedAt < until * lastMs)
        .flatMap(({ firstTextAt, askedAt }) => (firstTextAt === undefined ? [] : firstTextAt - askedAt)),
      0.95,
    ).toFixed(0);
  const rowsOf = (name: string) => (one: Sample) => one.rows[name] ?? 0;
  const grown = (name: string) =>
    known(
      `rows of ${name}: second quarter, last quarter`,
      `${sampled(rowsOf(name))(0.25, 0.5).toFixed(0)}, ${sampled(rowsOf(name))(0.75, 1).toFixed(0)}`,
    );
  return [
    flat('memory', ' MB', ({ memoryMb }) => memoryMb, 1.15, 0),
    flat('open handles', '', ({ handles }) => handles, 1.2, 10),
    known('first token, p95: second quarter, last quarter', `${firstTokens(0.25, 0.5)}, ${firstTokens(0.75, 1)} ms`),
    flat('answers being written', '', rowsOf('running'), 1.5, 20),
    ...flatTables.map((name) => flat(`rows of ${name}`, '', rowsOf(name), 1.5, 50)),
    // These also contain rows that are kept for a while, and rows of killed processes, so they may grow.
    ...smallTables.filter((name) => !flatTables.includes(name)).map(grown),
  ];
}

/** One line per minute, to see what grows and when. */
function minuteByMinute(): void {
  const names = ['memory', 'handles', 'running', ...smallTables];
  console.log(`\n  minute  ${names.join('  ')}`);
  for (let minute = 0; minute < minutes; minute++) {
    const at = (value: (one: Sample) => number) => sampled(value)(minute / minutes, (minute + 1) / minutes).toFixed(0);
    const values = names.map((name) => {
      if (name === 'memory') return at(({ memoryMb }) => memoryMb);
      return at(name === 'handles' ? ({ handles }) => handles : ({ rows }) => rows[name] ?? 0);
    });
    const cells = values.map((value, index) => value.padStart(names[index]?.length ?? 0));
    console.log(`  ${String(minute + 1).padStart(6)}  ${cells.join('  ')}`);
  }
}
