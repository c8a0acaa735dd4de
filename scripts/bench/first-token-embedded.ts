/**
 * How much later the first token arrives than from a bare relay, one question at a time, on the embedded database.
 * `first-token.ts` measures the same on PostgreSQL. Both sides take turns.
 * Usage: npx tsx scripts/bench/first-token-embedded.ts [questions]
 */
import path from 'node:path';
import { openEmbedded } from '~/server/db/embedded';
import { startPart, temporaryFolder } from './lib/child';
import { insertPeople } from './lib/people';
import { agentOf, inTurn, pipeReader, productReader, type Reader } from './lib/readers';
import { known, report } from './lib/report';
import { connectedTo, startServer } from './lib/server';
import { type Spread, spread } from './lib/stats';

const questions = Number(process.argv[2] ?? 200);
const warmUp = 50;
const model = 'bench-10-6-0';

const upstream = await startPart<{ port: number }>('upstream.ts');
const relay = await startPart<{ port: number }>('relay.ts', [String(upstream.ready.port), model]);
const dataDir = path.join(temporaryFolder(), 'data');
await (await startServer({ DATA_DIR: dataDir })).stop();
const database = await openEmbedded({ dataDir, create: 'never' });
const people = await insertPeople(database.pglite, 5);
await database.close();
const server = await startServer({ DATA_DIR: dataDir, ...connectedTo(upstream.ready.port, model) });

const agent = agentOf();
const readers: Reader[] = [
  pipeReader(`http://127.0.0.1:${relay.ready.port}`, agent),
  inTurn(await Promise.all(people.map((person) => productReader(server.url, person, agent)))),
];
const times = readers.map(() => [] as number[]);
for (let index = 0; index < warmUp + questions; index++) {
  for (const [at, reader] of readers.entries()) {
    const { askedAt, firstTextAt } = await reader.ask(`Question ${index}: where will rates be in a year?`);
    if (index >= warmUp) times[at]?.push(firstTextAt - askedAt);
  }
}
for (const reader of readers) reader.close();

const [relayed, own] = times.map(spread) as [Spread, Spread];
report(`First token, ${questions} questions one after another, on the embedded database`, [
  known('bare relay, piped', `median ${relayed.p50.toFixed(2)} ms, p95 ${relayed.p95.toFixed(2)} ms`),
  known('existing conversation', `median ${own.p50.toFixed(2)} ms, p95 ${own.p95.toFixed(2)} ms`),
  known('existing conversation, relative to the bare relay', `${(own.p50 / relayed.p50).toFixed(1)} ×`),
]);

await server.stop();
await relay.stop();
await upstream.stop();
process.exit();
