/**
 * The cost of encryption while answers are written: CPU time per token of server and database, and the time to the
 * first token, with ENCRYPT_MESSAGES, with ENCRYPT_FILES too, and without. The cases take turns, so the ratios are
 * valid on a busy machine.
 * Usage: npx tsx scripts/bench/encryption.ts [rounds]
 */
import pg from 'pg';
import { cpuMs, startPart } from './lib/child';
import { insertPeople } from './lib/people';
import { startPostgres } from './lib/postgres';
import { agentOf, productReader } from './lib/readers';
import { known, type Result, report } from './lib/report';
import { connectedTo, startServer } from './lib/server';
import { median } from './lib/stats';

const rounds = Number(process.argv[2] ?? 7);
const warmUps = 2;
const answers = 20;
const tokens = 200;
const model = `bench-${tokens}-10-0`;

const cluster = await startPostgres();
const upstream = await startPart<{ port: number }>('upstream.ts');
const agent = agentOf();

const cases = [
  await startCase('off', {}),
  await startCase('messages', { ENCRYPT_MESSAGES: 'on' }),
  await startCase('messages_and_files', { ENCRYPT_MESSAGES: 'on', ENCRYPT_FILES: 'on' }),
];
type Case = Awaited<ReturnType<typeof startCase>>;

async function startCase(name: string, encryption: Record<string, string>) {
  const DATABASE_URL = await cluster.createDatabase(name);
  const settings = { DATABASE_URL, SECRET_KEY: 's'.repeat(64), ...encryption };
  const server = await startServer({ ...settings, ...connectedTo(upstream.ready.port, model) });
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  return { name, server, pool, measured: [] as { server: number; database: number; first: number }[] };
}

for (let round = 0; round < warmUps + rounds; round++) {
  for (let turn = 0; turn < cases.length; turn++) {
    // Each round starts with a different case.
    const one = cases[(round + turn) % cases.length] as Case;
    const measured = await measure(one);
    if (round >= warmUps) one.measured.push(measured);
  }
}

const [off] = cases as [Case, ...Case[]];
const medianOf = ({ measured }: Case, of: 'server' | 'database' | 'first') => median(measured.map((one) => one[of]));
const results: Result[] = [];
for (const one of cases) {
  const ratio = (of: 'server' | 'database' | 'first') => `${(medianOf(one, of) / medianOf(off, of)).toFixed(2)} ×`;
  const [server, database, first] = [medianOf(one, 'server'), medianOf(one, 'database'), medianOf(one, 'first')];
  results.push(
    known(`${one.name}: server`, `${(1000 * server).toFixed(0)} µs per token, ${ratio('server')}`),
    known(`${one.name}: database`, `${(1000 * database).toFixed(0)} µs per token, ${ratio('database')}`),
    known(`${one.name}: first token`, `${first.toFixed(1)} ms, ${ratio('first')}`),
  );
}
report(`Encryption, ${answers} answers of ${tokens} tokens at once, median of ${rounds} rounds`, results);
for (const { server, pool } of cases) {
  await pool.end();
  await server.stop();
}
await upstream.stop();
await cluster.stop();
process.exit();

async function measure({ server, pool }: Case) {
  const people = await insertPeople(pool, answers);
  const readers = await Promise.all(people.map((person) => productReader(server.url, person, agent)));
  const before = { server: cpuMs(server.pid), database: cluster.cpuMs() };
  const seen = await Promise.all(readers.map((reader) => reader.ask('Where will rates be in a year?')));
  const cost = { server: cpuMs(server.pid) - before.server, database: cluster.cpuMs() - before.database };
  for (const reader of readers) reader.close();
  return {
    server: cost.server / (answers * tokens),
    database: cost.database / (answers * tokens),
    first: median(seen.map(({ askedAt, firstTextAt }) => firstTextAt - askedAt)),
  };
}
