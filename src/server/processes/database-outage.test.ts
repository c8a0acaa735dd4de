import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentSeconds } from '~/server/generation/abandoned-answers';
import { type ApiUser, apiClient, question, signUpAt, type Watch } from '~/server/testing/clients/api-client';
import { watchedAnswer } from '~/server/testing/clients/watched-answer';
import { type ChaosProxy, startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { processWorld } from '~/server/testing/worlds/process-world';
import { type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const missing = databaseServer ? '' : ' (skipped: needs a PostgreSQL server; set TEST_DATABASE_URL)';
const tokens = scriptedTokens(80);
/** DATABASE_AWAY_SECONDS=30 takes as long as a failover of a managed database; benchmarks.md has its result. */
const awayMs = Number(process.env.DATABASE_AWAY_SECONDS ?? 3) * 1000;
const testMs = 120_000 + 3 * awayMs;

let world: ReturnType<typeof processWorld>;
/** The proxy between the server and PostgreSQL. */
let line: ChaosProxy;
let settings: Record<string, string>;
let server: ServerProcess;
let user: ApiUser;

const client = () => apiClient(server.url, user.cookie);

/** A message whose answer is followed and has half arrived. */
async function askAndRead(on = server) {
  world.model.queue({ text: tokens, delayMs: 5, pauseAfterTokens: 40 });
  return watchedAnswer(on, user, tokens.slice(0, 40).join(''));
}

async function addText(url: string, collectionId: string): Promise<void> {
  const api = apiClient(url, user.cookie);
  const bytes = Buffer.from('Revenue rose by 7 percent.');
  const { uploadURL, headers } = await api.uploads.create.mutate({ size: bytes.length, type: 'text/plain' });
  const sent = await fetch(new URL(uploadURL, url), { method: 'PUT', headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBeLessThan(300);
  const { objectPath } = await api.uploads.claim.mutate({ fileURL: uploadURL, name: 'report.txt', type: 'text/plain' });
  await api.collections.addDocument.mutate({ collectionId, objectPath });
}

async function storedTimes(content: string): Promise<number> {
  const direct = new pg.Client({ connectionString: world.settings().DATABASE_URL });
  await direct.connect();
  const { rows } = await direct.query('SELECT 1 FROM messages WHERE content = $1', [content]);
  await direct.end();
  return rows.length;
}

/**
 * Messages sent during the outage, by pages and programs: each fails with 503 and a Retry-After. Sending both again
 * afterwards stores each once.
 */
async function askDuringOutage(conversationId: string) {
  const own = question(`Sent while away ${randomUUID()}`);
  const send = () => client().messages.send.mutate(own);
  const path = `${server.url}/api/conversations/${conversationId}/messages`;
  const headers = { cookie: user.cookie, origin: server.url, 'content-type': 'application/json' };
  const byKey = { ...headers, 'idempotency-key': randomUUID() };
  const body = JSON.stringify({ content: own.content });
  const post = () => fetch(path, { method: 'POST', headers: byKey, body, signal: AbortSignal.timeout(60_000) });
  const [page, program] = await Promise.all([send().catch((error: unknown) => error), post()]);
  expect(page).toMatchObject({ data: { httpStatus: 503 } });
  expect([program.status, Number(program.headers.get('retry-after')) > 0]).toEqual([503, true]);
  return async function sendAgain(): Promise<void> {
    const [first, second] = [await send(), await send()];
    expect(second.userMessage.id).toBe(first.userMessage.id);
    const statuses = [(await post()).status, (await post()).status];
    expect(statuses).toEqual([201, 201]);
    // One from the page and one from the program, which are different requests.
    expect(await storedTimes(own.content)).toBe(2);
  };
}

async function expectWhole({
  messageId,
  conversationId,
  watch,
}: {
  messageId: string;
  conversationId: string;
  watch: Watch;
}) {
  await until(() => watch.finished(messageId) !== undefined, 'the end is stored and received', {
    details: server.log,
  });
  expect(watch.text(messageId)).toBe(tokens.join(''));
  expect(watch.misplaced).toEqual([]);
  const { items } = await client().messages.list.query({ conversationId });
  expect(items[1]).toMatchObject({ content: tokens.join(''), metadata: { processing: false, status: 'complete' } });
}

describe.runIf(databaseServer !== '')(`a database outage in the middle of an answer${missing}`, () => {
  // Registered before the world's hook, so that it runs after it: the servers need the proxy until they have ended.
  afterAll(() => line?.close());
  world = processWorld();
  beforeAll(async () => {
    const direct = world.settings();
    const url = new URL(direct.DATABASE_URL);
    line = await startChaosProxy(Number(url.port || 5432), url.hostname);
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    settings = { ...direct, DATABASE_URL: url.href };
    server = await startServer(settings);
    user = await signUpAt(server.url);
  });

  it(
    'stores the end of the answer when the database is back after some seconds',
    async () => {
      const reading = await askAndRead();
      line.refuse(true);
      line.cut('reset');
      world.model.release();
      // New text still reaches the client. The process keeps running and reports that it is not ready.
      await until(() => reading.watch.text(reading.messageId) === tokens.join(''), 'the text reaches the reader');
      await until(() => server.log().includes('failed to save a finished answer, retrying'), 'storing was tried');
      expect(await statusOf(`${server.url}/readyz`)).toBe(503);
      expect(await statusOf(`${server.url}/livez`)).toBe(200);
      expect(reading.watch.finished(reading.messageId)).toBeUndefined();
      const sendAgain = await askDuringOutage(reading.conversationId);
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      line.refuse(false);
      await expectWhole(reading);
      expect(await statusOf(`${server.url}/readyz`)).toBe(200);
      await sendAgain();
      await reading.leave();
    },
    testMs,
  );

  it('may close every connection, again and again', async () => {
    const reading = await askAndRead();
    const direct = new pg.Client({ connectionString: world.settings().DATABASE_URL });
    await direct.connect();
    const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    const endConnections = () => direct.query(`SELECT pg_terminate_backend(pid, 10000) ${others}`);
    const connections = async () => (await direct.query(`SELECT 1 ${others}`)).rows.length;
    for (let n = 0; n < 5; n++) {
      await endConnections();
      await until(async () => (await connections()) > 0, 'the server has connected again');
    }
    world.model.release();
    await endConnections();
    await direct.end();
    await expectWhole(reading);
    await reading.leave();
  });

  it(
    'may leave its connections open and silent, as after a failover',
    async () => {
      const reading = await askAndRead();
      line.freeze();
      const asking = askDuringOutage(reading.conversationId);
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      line.thaw();
      const sendAgain = await asking;
      world.model.release();
      await expectWhole(reading);
      await until(async () => (await statusOf(`${server.url}/readyz`)) === 200, 'it is ready again');
      const exit = await Promise.race([server.exited, Promise.resolve('running')]);
      expect(exit).toBe('running');
      await sendAgain();
      await reading.leave();
    },
    testMs,
  );

  it(
    'may affect two processes: each stores the answers it generates, and background work continues',
    async () => {
      const other = await startServer(settings);
      const readings = [await askAndRead(), await askAndRead(other)];
      const { id: collectionId } = await client().collections.create.mutate({ name: 'Reports' });
      line.refuse(true);
      line.cut('reset');
      world.model.release();
      for (const process of [server, other])
        await until(() => process.log().includes('failed to check for dead processes'), 'a heartbeat was missed');
      await expect(client().conversations.list.query({})).rejects.toMatchObject({ data: { httpStatus: 503 } });
      // Longer than a process may be silent before others close its answers.
      await new Promise((resolve) => setTimeout(resolve, Math.max(awayMs, (silentSeconds + 1) * 1000)));
      line.refuse(false);

      for (const reading of readings) await expectWhole(reading);
      await until(async () => (await statusOf(`${other.url}/readyz`)) === 200, 'the other is ready again');
      // Each of the two runs jobs again: a document added on one is processed for both, by either.
      for (const { url } of [server, other]) await addText(url, collectionId);
      await until(async () => {
        const { items } = await client().collections.documents.query({ collectionId });
        return items.length === 2 && items.every(({ state }) => state === 'ready');
      }, 'both documents are read');
      for (const { leave } of readings) await leave();
      await other.end('SIGTERM');
    },
    testMs,
  );
});
