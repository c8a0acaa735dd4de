/**
 * The CPU time of a question with a short answer, of server and database, and the cost of opening its WebSocket before.
 * Unlike delays, it hardly depends on other load.
 * Usage: npx tsx scripts/bench/question-cost.ts [rounds]
 */
import { startSetup } from './lib/cast';
import { cpuMs } from './lib/child';
import { insertPeople } from './lib/people';
import { agentOf, pipeReader, productReader, type Reader } from './lib/readers';
import { known, report } from './lib/report';
import { median } from './lib/stats';

const rounds = Number(process.argv[2] ?? 7);
/** Warm-up rounds, not counted, for JIT compilation. */
const warmUps = 3;
const users = 200;
const model = 'bench-10-0-0';

const cast = await startSetup(model);
const { cluster, relay, server, pool } = cast;
const agent = agentOf();

interface Cost {
  server: number;
  database: number;
}
const costs = { relay: [] as Cost[], connecting: [] as Cost[], first: [] as Cost[], second: [] as Cost[] };
for (let round = 0; round < warmUps + rounds; round++) {
  const measured = await oneRound();
  if (round < warmUps) continue;
  for (const name of Object.keys(costs) as (keyof typeof costs)[]) costs[name].push(measured[name]);
}

const formatCosts = (of: Cost[]) =>
  `server ${median(of.map((cost) => cost.server)).toFixed(2)} ms, database ${median(of.map((cost) => cost.database)).toFixed(2)} ms`;
report(`Processor time of a question with an answer of 10 tokens, median of ${rounds} rounds of ${users}`, [
  known('bare relay, piped', formatCosts(costs.relay)),
  known('opening a socket and watching a conversation', formatCosts(costs.connecting)),
  known('first question of a user', formatCosts(costs.first)),
  known('second question of a user', formatCosts(costs.second)),
]);

await cast.stop();
process.exit();

async function oneRound() {
  // Autovacuum would run only after a minute; until then, query plans are those of empty tables.
  await pool.query('ANALYZE');
  const people = await insertPeople(pool, users);
  const piped = pipeReader(`http://127.0.0.1:${relay.ready.port}`, agent);
  const relayed = await cost(relay.pid, async () => {
    for (let asked = 0; asked < users; asked++) await piped.ask('Where will rates be in a year?');
  });
  const readers: Reader[] = [];
  const connecting = await cost(server.pid, async () => {
    for (const person of people) readers.push(await productReader(server.url, person, agent));
  });
  const first = await cost(server.pid, () => askAll(readers));
  const second = await cost(server.pid, () => askAll(readers));
  for (const reader of readers) reader.close();
  return { relay: relayed, connecting, first, second };
}

async function askAll(readers: readonly Reader[]): Promise<void> {
  for (const reader of readers) await reader.ask('Where will rates be in a year?');
}

/** Milliseconds per user. */
async function cost(pid: number, work: () => Promise<void>): Promise<Cost> {
  const before = { server: cpuMs(pid), database: cluster.cpuMs() };
  await work();
  return { server: (cpuMs(pid) - before.server) / users, database: (cluster.cpuMs() - before.database) / users };
}
