/**
 * The start time of the built server on an existing database, from the start of the process to the first successful
 * response of /readyz, and its memory while idle.
 * Usage: npx tsx scripts/bench/start.ts [starts]
 */
import { residentMb, temporaryFolder } from './lib/child';
import { startPostgres } from './lib/postgres';
import { atMost, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const starts = Number(process.argv[2] ?? 7);
/** Long enough for start-up timers to finish and for memory to settle. */
const restMs = 3000;

const embeddedMs: number[] = [];
const folder = temporaryFolder();
// The first start creates the database and is not counted.
for (let index = 0; index <= starts; index++) {
  const server = await startServer({ DATA_DIR: folder });
  if (index > 0) embeddedMs.push(server.readyMs);
  await server.stop();
}

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('bench');
const serverMs: number[] = [];
const restingMb: number[] = [];
for (let index = 0; index <= starts; index++) {
  const server = await startServer({ DATABASE_URL: databaseUrl });
  if (index > 0) serverMs.push(server.readyMs);
  if (index > starts - 3) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    restingMb.push(residentMb(server.pid));
  }
  await server.stop();
}
await cluster.stop();

report(`Start, median of ${starts}`, [
  atMost('ready on an existing embedded database', median(embeddedMs) / 1000, 1.5, 's', 2),
  atMost('ready on PostgreSQL', median(serverMs) / 1000, 0.8, 's', 2),
  atMost('memory at rest on PostgreSQL', median(restingMb), 120, 'MB', 0),
]);
process.exit();
