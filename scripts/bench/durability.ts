/**
 * The cost of durability: syncing every commit of the embedded database compared to no sync, the start after a crash,
 * and the transactions of an idle server on PostgreSQL.
 * Usage: npx tsx scripts/bench/durability.ts [commits]
 */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { PreparedPGlite } from '~/server/db/prepared-pglite';
import { SyncedPGlite } from '~/server/db/synced-pglite';
import { temporaryFolder } from './lib/child';
import { startPostgres } from './lib/postgres';
import { known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const commits = Number(process.argv[2] ?? 400);
const atOnce = 32;
const restMs = 30_000;
/** About the size of a stored answer. */
const text = 'x'.repeat(2000);

type Written = Pick<PGlite, 'query' | 'exec' | 'close'>;

async function measureCommits(database: Written): Promise<{ aloneMs: number; togetherMs: number }> {
  await database.exec('CREATE TABLE answers (id serial PRIMARY KEY, content text)');
  const insert = () => database.query('INSERT INTO answers (content) VALUES ($1)', [text]);
  for (let index = 0; index < 50; index++) await insert();
  const alone: number[] = [];
  for (let index = 0; index < commits; index++) {
    const started = performance.now();
    await insert();
    alone.push(performance.now() - started);
  }
  const together: number[] = [];
  for (let index = 0; index < commits / atOnce; index++) {
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, insert));
    together.push((performance.now() - started) / atOnce);
  }
  await database.close();
  return { aloneMs: median(alone), togetherMs: median(together) };
}

async function transactions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Statistics of other sessions arrive with a delay of up to a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await client.query<{ committed: string }>(
    'SELECT xact_commit + xact_rollback AS committed FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.committed);
}

const unsynced = await measureCommits(new PreparedPGlite({ dataDir: temporaryFolder() }));
const synced = await measureCommits(
  await SyncedPGlite.open(temporaryFolder(), (error) => {
    throw error;
  }),
);

const data = temporaryFolder();
await (await startServer({ DATA_DIR: data })).stop();
const afterStop = await startServer({ DATA_DIR: data });
process.kill(afterStop.pid, 'SIGKILL');
await afterStop.stop();
const afterCrash = await startServer({ DATA_DIR: data });
await afterCrash.stop();

const cluster = await startPostgres();
const url = await cluster.createDatabase('bench');
const idle = await startServer({ DATABASE_URL: url });
await new Promise((resolve) => setTimeout(resolve, 5000));
const before = await transactions(url);
await new Promise((resolve) => setTimeout(resolve, restMs));
// Minus the transaction that reads the statistics.
const perMinute = ((await transactions(url)) - before - 1) / (restMs / 60_000);
await idle.stop();
await cluster.stop();

const compared = (ours: number, bare: number) =>
  `${ours.toFixed(2)} ms, ${(ours / bare).toFixed(1)} × ${bare.toFixed(2)} ms without`;
report('What durability costs', [
  known('one synced commit after another, embedded', compared(synced.aloneMs, unsynced.aloneMs)),
  known(`synced commits, ${atOnce} at once, each`, compared(synced.togetherMs, unsynced.togetherMs)),
  known('ready after a clean stop, embedded', `${(afterStop.readyMs / 1000).toFixed(2)} s`),
  known('ready after kill -9, embedded', `${(afterCrash.readyMs / 1000).toFixed(2)} s`),
  known('transactions of an idle server on PostgreSQL', `${perMinute.toFixed(0)} a minute`),
]);
process.exit();
