/**
 * How much later the first token arrives than from a bare relay, one question at a time: with an account, a stored
 * question and a stored answer. Both sides take turns, so that other load on the machine affects both.
 * Usage: npx tsx scripts/bench/first-token.ts [questions] [model]
 * With the usual model, the first token takes no time; with `bench-10-6-5`, 5 ms (see upstream.ts).
 */
import { randomUUID } from 'node:crypto';
import { startSetup } from './lib/cast';
import { insertPeople, type Person } from './lib/people';
import { agentOf, inTurn, pipeReader, productReader, type Reader, relaySocketReader } from './lib/readers';
import { atMost, known, report } from './lib/report';
import { nowMs, spread } from './lib/stats';
import { ask, openSocket, readFrame, stopWatching, watch } from './lib/wire';

const questions = Number(process.argv[2] ?? 200);
const warmUp = 50;
const model = process.argv[3] ?? 'bench-10-6-0';

const cast = await startSetup(model);
const { relay, server, pool } = cast;
// Users take turns, because one user would exceed the rate limit.
const people = await insertPeople(pool, 5);
const newcomers = await insertPeople(pool, 5);
const agent = agentOf();
const relayUrl = `http://127.0.0.1:${relay.ready.port}`;

const piped = pipeReader(relayUrl, agent);
const overSocket = await relaySocketReader(relayUrl);
const existing = inTurn(await Promise.all(people.map((person) => productReader(server.url, person, agent))));
const fresh = inTurn(await Promise.all(newcomers.map(newConversationReader)));
const ways: { name: string; reader: Reader; times: number[] }[] = [
  { name: 'bare relay, piped', reader: piped, times: [] },
  { name: 'bare relay, over a socket', reader: overSocket, times: [] },
  { name: 'existing conversation', reader: existing, times: [] },
  { name: 'new conversation', reader: fresh, times: [] },
];
for (let index = 0; index < warmUp + questions; index++) {
  for (const { reader, times } of ways) {
    const { askedAt, firstTextAt } = await reader.ask(`Question ${index}: where will rates be in a year?`);
    if (index >= warmUp) times.push(firstTextAt - askedAt);
  }
}
for (const { reader } of ways) reader.close();

const [pipedP50, socketP50, existingP50, freshP50] = ways.map(({ times }) => spread(times).p50) as [
  number,
  number,
  number,
  number,
];
report(`First token, ${questions} questions one after another, on PostgreSQL`, [
  ...ways.map(({ name, times }) => {
    const { p50, p95 } = spread(times);
    return known(name, `median ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
  }),
  // Both are asked over HTTP; over an open WebSocket, the relay would need no request.
  atMost('existing conversation, median over the bare relay', existingP50 - pipedP50, 4, 'ms', 2),
  atMost('new conversation, median over the bare relay', freshP50 - pipedP50, 4, 'ms', 2),
  known('existing conversation, median over the relay asked by socket', `${(existingP50 - socketP50).toFixed(2)} ms`),
]);

await cast.stop();
process.exit();

/** Asks without a conversation, and watches it once the response contains its id. */
async function newConversationReader({ cookie }: Person): Promise<Reader> {
  const socket = await openSocket(server.url, cookie);
  let id = 0;
  return {
    async ask(content) {
      const askedAt = nowMs();
      let firstTextAt = 0;
      const number = ++id;
      const finished = new Promise<void>((resolve) => {
        const onFrame = (frame: Buffer) => {
          const received = readFrame(socket, String(frame));
          if (received?.type === 'text' && firstTextAt === 0) firstTextAt = nowMs();
          // The answer ended before it was watched; clients then read it from the list.
          const isOver = received?.type === 'finished' || (received?.type === 'ready' && received.running === 0);
          if (!isOver) return;
          firstTextAt ||= nowMs();
          socket.off('message', onFrame);
          resolve();
        };
        socket.on('message', onFrame);
      });
      watch(socket, number, await ask(server.url, { agent, cookie, clientRequestId: randomUUID(), content }));
      await finished;
      stopWatching(socket, number);
      return { askedAt, firstTextAt, text: '', pieces: [], closedEarly: 0 };
    },
    close: () => socket.terminate(),
  };
}
