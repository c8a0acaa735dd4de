import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrationFiles } from '~/server/db/migrate';
import type { ProcessSignal } from '~/server/realtime/events';
import {
  type ApiSocket,
  type ApiUser,
  apiClient,
  openSocket,
  question,
  signInAt,
  signUpAt,
  type Watch,
  watchOver,
} from '~/server/testing/clients/api-client';
import { type ChaosProxy, startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type RedisProcess, redisBinary, startRedis } from '~/server/testing/fakes/redis-process';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

const missing = !databaseServer
  ? ' (skipped: several servers need a PostgreSQL server; set TEST_DATABASE_URL)'
  : redisBinary
    ? ''
    : ' (skipped: this machine has no redis-server)';

const admin = 'admin@example.com';
let model: ModelServer;
let database: ProcessDatabase;
let redis: RedisProcess;
/** The proxy between the servers and Redis. */
let line: ChaosProxy;
let a: ServerProcess;
let b: ServerProcess;

const settings = (more: Record<string, string> = {}) => ({
  ...database.settings,
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'test',
  SETUP_ADMIN_EMAIL: admin,
  SETUP_TOKEN: 'open sesame',
  ...more,
});

const on = (server: ServerProcess, user: ApiUser) => apiClient(server.url, user.cookie);

/** A new conversation with a message on one server and a subscriber on the other. */
async function readOn(server: ServerProcess, user: ApiUser, conversationId: string) {
  const socket = openSocket({ port: server.port, cookie: user.cookie });
  const watch = watchOver(socket, conversationId);
  await until(() => watch.events.length > 0, 'the reader is there');
  return { socket, watch };
}

async function leave(...readers: { socket: ApiSocket; watch: Watch }[]) {
  for (const { socket, watch } of readers) {
    watch.stop();
    await socket.close();
  }
}

/** Locks a user on one server who follows a running answer on the other, and expects everything of theirs to end. */
async function lockUserOfOtherServer(): Promise<void> {
  const user = await signUpAt(a.url);
  model.queue({ text: scriptedTokens(40), pauseAfterTokens: 25 });
  const index = model.requests.length;
  const sent = await on(b, user).messages.send.mutate(question());
  const { id: messageId, conversationId } = sent.assistantMessage;
  const reader = await readOn(b, user, conversationId);
  const soFar = scriptedTokens(40).slice(0, 25).join('');
  await until(() => reader.watch.text(messageId) === soFar, 'the text so far is there');
  const root = await signInAt(a.url, admin);
  await on(a, root).admin.lock.mutate({ userId: user.id, isLocked: true });
  await expect(on(b, user).conversations.list.query({})).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } });
  // Sooner than the regular session check every ten seconds, so the signal must have arrived.
  await until(() => reader.socket.closed.includes(4401), 'the socket is cut', { withinMs: 9000 });
  await (await model.request(index)).aborted;
  reader.watch.stop();
  await reader.socket.close();

  await on(a, root).admin.lock.mutate({ userId: user.id, isLocked: false });
  const back = await signInAt(b.url, user.email);
  const answer = async () => {
    const { items } = await on(b, back).messages.list.query({ conversationId });
    return items.find(({ id }) => id === messageId);
  };
  await until(async () => (await answer())?.metadata.processing === false, 'the answer is ended');
  expect(await answer()).toMatchObject({ content: soFar, metadata: { status: 'interrupted' } });
}

/**
 * An administrator offers a model, changes its price and sets a budget on one server; all of it applies on the other.
 */
async function changeModelsAndBudgets(): Promise<void> {
  const [root, user] = [await signInAt(a.url, admin), await signUpAt(b.url)];
  const there = on(b, user);
  const namesThere = async () => (await there.models.list.query()).map(({ name }) => name);
  const [house, lab] = ['test', `Lab ${user.id}`];
  // From here on, the other server has cached the models.
  expect(await namesThere()).toEqual([house]);
  // Sooner than that server's cache expires (30 seconds), so the signal must have arrived.
  const isThere = (names: string[]) =>
    until(async () => String(await namesThere()) === String(names), `the models ${names}`, { withinMs: 25_000 });

  const endpoint = await on(a, root).models.createEndpoint.mutate({ name: lab, baseUrl: model.baseUrl });
  const offered = await on(a, root).models.add.mutate({ endpointId: endpoint.id, name: 'lab', displayName: lab });
  await isThere([house, lab]);
  const askThere = () => there.messages.send.mutate({ ...question('Well?'), model: offered.id });
  model.queue({ text: 'From the lab.' });
  const index = model.requests.length;
  await askThere();
  expect((await model.request(index)).body.model).toBe('lab');

  await on(a, root).models.update.mutate({
    id: offered.id,
    displayName: `${lab} 2`,
    inputPrice: '1',
    outputPrice: '1',
  });
  await isThere([house, `${lab} 2`]);
  const budgetOf = (userUsd: string | null) => on(a, root).usage.setBudgets.mutate({ installationUsd: null, userUsd });
  await budgetOf('0');
  await expect(askThere()).rejects.toMatchObject({ data: { code: 'PAYMENT_REQUIRED' } });
  expect(await there.usage.budget.query()).toMatchObject({ state: 'used' });
  await budgetOf(null);
  model.queue({ text: 'Again.' });
  await askThere();

  await on(a, root).models.deleteEndpoint.mutate({ id: endpoint.id });
  await isThere([house]);
}

/** An administrator adds and removes a search provider on one server; the other offers web search in between. */
async function changeSearchProviders(): Promise<void> {
  const [root, user] = [await signInAt(a.url, admin), await signUpAt(b.url)];
  const offersWeb = async () => (await on(b, user).models.list.query())[0]?.abilities.webSearch;
  // From here on, the other server has cached the providers.
  expect(await offersWeb()).toBe(false);
  const untilWebIs = (isOffered: boolean) =>
    until(async () => (await offersWeb()) === isOffered, `web search: ${isOffered}`, { withinMs: 25_000 });
  await on(a, root).webSearch.saveProvider.mutate({ name: 'searxng', baseUrl: 'http://127.0.0.1:9' });
  await untilWebIs(true);
  await on(a, root).webSearch.removeProvider.mutate({ name: 'searxng' });
  await untilWebIs(false);
}

/** A server publishes on a connection of its own, which may reconnect later than the one it listens on. */
async function untilBothPublish(look: Redis, user: ApiUser, conversationId: string): Promise<void> {
  const publishing = new Set<ServerProcess>();
  const titles = new Map([a, b].map((server) => [`Renamed on port ${server.port}`, server]));
  look.on('message', (_channel, signal: string) => {
    const { type, title } = (JSON.parse(signal) as { json: { event: { type: string; title?: string } } }).json.event;
    const server = titles.get(title ?? '');
    if (type === 'renamed' && server) publishing.add(server);
  });
  const channel = `qinsight:conversation:${conversationId}`;
  await look.subscribe(channel);
  const bothPublish = async () => {
    for (const [title, server] of titles) await on(server, user).conversations.rename.mutate({ conversationId, title });
    return publishing.size === 2;
  };
  await until(bothPublish, 'and publish');
  await look.unsubscribe(channel);
}

const pieces = ({ events }: Watch) => events.filter(({ type }) => type === 'text').length;
const isFinished = (watch: Watch, messageId: string) => () => watch.finished(messageId) !== undefined;

describe.runIf(missing === '')(`two servers on one database${missing}`, () => {
  beforeAll(async () => {
    [model, database] = await Promise.all([startModelServer(), createProcessDatabase()]);
  });
  afterAll(async () => {
    await endAllServers();
    await Promise.all([redis?.kill(), line?.close(), model?.close()]);
    await database?.drop();
  });

  describe('with Redis between them', () => {
    beforeAll(async () => {
      redis = await startRedis();
      line = await startChaosProxy(redis.port);
      const REDIS_URL = `redis://127.0.0.1:${line.port}`;
      // Both start at once on an empty database: one migrates, the other waits.
      [a, b] = await Promise.all([startServer(settings({ REDIS_URL })), startServer(settings({ REDIS_URL }))]);
    });

    it('apply each migration to an empty database once', () => {
      // Either may take the lock for the next migration.
      const applied = [a, b].flatMap((server) =>
        [...server.log().matchAll(/"migrations":(\[[^\]]*\])/g)].flatMap(
          ([, list = '[]']) => JSON.parse(list) as string[],
        ),
      );
      expect(applied.sort()).toEqual(readMigrationFiles('prisma/migrations').map(({ name }) => name));
    });

    it('show an answer live on one while the other generates it', async () => {
      const user = await signUpAt(a.url);
      const { id: conversationId } = await on(a, user).conversations.create.mutate({});
      const reader = await readOn(b, user, conversationId);
      const tokens = scriptedTokens(160);
      model.queue({ text: tokens, delayMs: 20 });
      const sent = await on(a, user).messages.send.mutate(question('Live?', { conversationId }));
      const { id: messageId } = sent.assistantMessage;
      await until(isFinished(reader.watch, messageId), 'the answer is finished');
      expect(reader.watch.events[1]).toMatchObject({ type: 'started', userMessage: { content: 'Live?' } });
      expect(reader.watch.text(messageId)).toBe(tokens.join(''));
      expect(reader.watch.misplaced).toEqual([]);
      // The database alone would have delivered once a second.
      expect(pieces(reader.watch)).toBeGreaterThan(20);
      await leave(reader);
    });

    it('send no text through Redis that is followed where it is generated, and the rest in few pieces', async () => {
      const user = await signUpAt(a.url);
      const { id: conversationId } = await on(a, user).conversations.create.mutate({});
      const look = new Redis(redis.url);
      const sent: string[] = [];
      look.on('pmessage', (_pattern, channel: string) => {
        const [, topic = '', id] = channel.split(':');
        // An answer of an earlier test may end during this one.
        if (topic !== 'conversation' || id === conversationId) sent.push(topic);
      });
      await look.psubscribe('qinsight:*');
      const tokens = scriptedTokens(200);
      const answerOnA = async (content: string, watch: Watch) => {
        sent.length = 0;
        model.queue({ text: tokens, delayMs: 5 });
        const { assistantMessage } = await on(a, user).messages.send.mutate(question(content, { conversationId }));
        await until(isFinished(watch, assistantMessage.id), 'the answer is finished');
        expect(watch.text(assistantMessage.id)).toBe(tokens.join(''));
        const isEndSent = () => sent.filter((topic) => topic === 'conversation').length === 2;
        await until(isEndSent, 'its beginning and its end went through Redis');
        return sent.filter((topic) => topic !== 'jobs');
      };
      const here = await readOn(a, user, conversationId);
      expect(await answerOnA('Read here', here.watch)).toEqual(['conversation', 'conversation']);
      const there = await readOn(b, user, conversationId);
      const topics = await answerOnA('Read there, too', there.watch);
      const batches = topics.filter((topic) => topic === 'process').length;
      expect(batches).toBeGreaterThan(2);
      expect(batches).toBeLessThan(tokens.length / 2);
      look.disconnect();
      await leave(here, there);
    });

    it('stop an answer on one while the other generates it, with exactly the text so far', async () => {
      const user = await signUpAt(a.url);
      const tokens = scriptedTokens(40);
      model.queue({ text: tokens, pauseAfterTokens: 25 });
      const index = model.requests.length;
      const sent = await on(a, user).messages.send.mutate(question());
      const { id: messageId, conversationId } = sent.assistantMessage;
      const reader = await readOn(b, user, conversationId);
      const soFar = tokens.slice(0, 25).join('');
      await until(() => reader.watch.text(messageId) === soFar, 'the text so far is there');
      await on(b, user).messages.stop.mutate({ messageId });
      await (await model.request(index)).aborted;
      await until(isFinished(reader.watch, messageId), 'the stop arrives');
      expect(reader.watch.finished(messageId)).toMatchObject({ content: soFar, metadata: { status: 'stopped' } });
      await leave(reader);
    });

    it('close the sockets on one of a session that is signed out on the other', async () => {
      const user = await signUpAt(a.url);
      const other = await signInAt(a.url, user.email);
      const { id } = await on(a, user).conversations.create.mutate({});
      const [signedOut, staying] = [await readOn(b, user, id), await readOn(b, other, id)];
      await on(a, user).auth.logout.mutate();
      await until(() => signedOut.socket.closed.includes(4401), 'the socket is cut', { withinMs: 9000 });
      expect(staying.socket.closed).toEqual([]);
      await leave(signedOut, staying);
    });

    it('close the sockets and answers on one of an account that is locked on the other', async () => {
      const root = await signUpAt(a.url, admin);
      await on(a, root).setup.run.mutate({ seedPositions: false, token: 'open sesame' });
      await lockUserOfOtherServer();
    });

    it('offer on one the models, prices and budgets that are changed on the other', async () => {
      await changeModelsAndBudgets();
    });

    it('search on one with the providers that are changed on the other', async () => {
      await changeSearchProviders();
    });

    it('share rate limits', async () => {
      const { email } = await signUpAt(a.url);
      const wrong = (server: ServerProcess) =>
        apiClient(server.url)
          .auth.login.mutate({ email, password: 'wrong password' })
          .then(
            () => 'in',
            (error) => error.data?.code,
          );
      const answers: string[] = [];
      for (let n = 0; n < 10; n++) answers.push(await wrong(n % 2 ? a : b));
      expect(answers).toEqual(Array.from({ length: 10 }, () => 'UNAUTHORIZED'));
      expect([await wrong(a), await wrong(b)]).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    });

    it('lose nothing when Redis fails in the middle of an answer, and are live again when it is back', async () => {
      const user = await signUpAt(a.url);
      const { id: conversationId } = await on(a, user).conversations.create.mutate({});
      const [here, there] = [await readOn(a, user, conversationId), await readOn(b, user, conversationId)];
      const ask = async (content: string) =>
        (await on(a, user).messages.send.mutate(question(content, { conversationId }))).assistantMessage.id;
      const tokens = scriptedTokens(120);

      model.queue({ text: tokens, delayMs: 10, pauseAfterTokens: 30 });
      const first = await ask('Before');
      await until(() => there.watch.text(first) === tokens.slice(0, 30).join(''), 'the first part is there');
      await redis.kill();
      model.release();
      await until(isFinished(here.watch, first), 'the answer is finished where it is written');
      await until(isFinished(there.watch, first), 'and on the other side');

      // A message sent during the outage is found too, although its subscriber was not expecting one.
      model.queue({ text: tokens, delayMs: 5 });
      const second = await ask('While it is away');
      await until(isFinished(there.watch, second), 'the second question is answered there');

      await redis.restart();
      const look = new Redis(redis.url);
      // Three connections each, and this one.
      const connected = async () =>
        String(await look.client('LIST'))
          .trim()
          .split('\n').length >= 7;
      await until(connected, 'both are connected again');
      // The topics both subscribe to: the conversation, and the answers followed elsewhere.
      const topics = [`conversation:${conversationId}`, 'answers'].map((topic) => `qinsight:${topic}`);
      const listening = async () => {
        const [, first, , second] = (await look.pubsub('NUMSUB', ...topics)) as [string, number, string, number];
        return first === 2 && second === 2;
      };
      await until(listening, 'and listen');
      await untilBothPublish(look, user, conversationId);
      /** Length of the text that passed through Redis. */
      let length = 0;
      await look.psubscribe('qinsight:process:*');
      look.on('pmessage', (_pattern: string, _channel: string, signal: string) => {
        const { event } = (JSON.parse(signal) as { json: { event: ProcessSignal } }).json;
        for (const { piece } of event.pieces) {
          if (piece.type === 'text') length = Math.max(length, piece.at + piece.text.length);
        }
      });
      model.queue({ text: tokens, delayMs: 15 });
      const third = await ask('After');
      await until(isFinished(there.watch, third), 'the next is answered');
      for (const id of [second, third]) {
        await until(isFinished(here.watch, id), 'and where it is written, whose socket may be later');
      }
      await until(() => length === tokens.join('').length, 'and came through Redis');
      look.disconnect();

      for (const { watch } of [here, there]) {
        for (const id of [first, second, third]) {
          expect(watch.finished(id)).toMatchObject({ content: tokens.join(''), metadata: { status: 'complete' } });
        }
        expect(watch.misplaced).toEqual([]);
      }
      for (const id of [first, second, third]) expect(here.watch.text(id)).toBe(tokens.join(''));
      await leave(here, there);
    });

    it('do not block when Redis is unresponsive but connected', async () => {
      const user = await signUpAt(a.url);
      line.freeze();
      await signInAt(a.url, user.email);
      model.queue({ text: scriptedTokens(10) });
      const { id: conversationId } = await on(a, user).conversations.create.mutate({});
      const reader = await readOn(b, user, conversationId);
      const sent = await on(a, user).messages.send.mutate(question('Silent', { conversationId }));
      await until(isFinished(reader.watch, sent.assistantMessage.id), 'the answer arrives');
      line.thaw();
      await leave(reader);
      expect([a, b].flatMap((server) => server.log().match(/"level":"(error|fatal)".*/g) ?? [])).toEqual([]);
    });
  });

  describe('without Redis', () => {
    beforeAll(async () => {
      await Promise.all([a.end('SIGKILL'), b.end('SIGKILL')]);
      [a, b] = await Promise.all([startServer(settings()), startServer(settings())]);
    });

    it('deliver answers to subscribers on the other through the database', async () => {
      const user = await signUpAt(a.url);
      const { id: conversationId } = await on(a, user).conversations.create.mutate({});
      const reader = await readOn(b, user, conversationId);
      const tokens = scriptedTokens(100);
      model.queue({ text: tokens, pauseAfterTokens: 60 });
      const sent = await on(a, user).messages.send.mutate(question('Heard?', { conversationId }));
      const { id: messageId } = sent.assistantMessage;
      await until(() => reader.watch.text(messageId) === tokens.slice(0, 60).join(''), 'the first part is there');
      expect(reader.watch.events.map(({ type }) => type).slice(0, 4)).toEqual(['ready', 'renamed', 'started', 'text']);
      model.release();
      await until(isFinished(reader.watch, messageId), 'the end arrives');
      expect(reader.watch.finished(messageId)?.content).toBe(tokens.join(''));
      expect(reader.watch.text(messageId)).toBe(tokens.join(''));

      // Stops, renames and deletions also go through the database.
      model.queue({ text: tokens, pauseAfterTokens: 10 });
      const index = model.requests.length;
      const next = await on(a, user).messages.send.mutate(question('Stop me', { conversationId }));
      await on(b, user).messages.stop.mutate({ messageId: next.assistantMessage.id });
      await (await model.request(index)).aborted;
      await until(isFinished(reader.watch, next.assistantMessage.id), 'the stop arrives');
      await on(a, user).conversations.rename.mutate({ conversationId, title: 'New name' });
      const hasReceived = (type: string) => () => reader.watch.events.some((event) => event.type === type);
      await until(hasReceived('renamed'), 'the new name arrives');
      await on(a, user).conversations.delete.mutate({ conversationId });
      await until(hasReceived('deleted'), 'the end of the conversation arrives');
      expect(reader.watch.misplaced).toEqual([]);
      await leave(reader);
    });

    it('notify subscribers of the portfolio of each change on the other, including the first one right after they subscribe', async () => {
      const root = await signInAt(a.url, admin);
      const reader = openSocket({ port: b.port, cookie: (await signUpAt(b.url)).cookie });
      const received: string[] = [];
      let isThere = false;
      const { revision } = await on(a, root).positions.list.query();
      const watching = reader.client.positions.changed.subscribe(
        { lastEventId: revision },
        { onStarted: () => (isThere = true), onData: ({ id }) => received.push(id) },
      );
      await until(() => isThere, 'the reader is there');
      // Only the database connects the two, and it is compared only every few seconds.
      const isReceived = (revision: string) => until(() => received.at(-1) === revision, 'the change');
      const revisionNow = async () => (await on(b, root).positions.list.query()).revision;

      const { id } = await on(a, root).positions.add.mutate({
        name: 'LedgerEvent',
        ticker: 'TOLD',
        avgEntryPrice: '100.00',
        purchaseDate: '2026-01-05T00:00:00.000Z',
      });
      await isReceived(await revisionNow());
      await on(a, root).positions.close.mutate({ id, closePrice: '120.00' });
      await isReceived(await revisionNow());
      await on(a, root).positions.delete.mutate({ id });
      await isReceived(await revisionNow());
      expect(received).not.toContain(revision);
      watching.unsubscribe();
      await reader.close();
    });

    it('close the sockets and answers on one of an account that is locked on the other', async () => {
      await lockUserOfOtherServer();
    });

    it('offer on one the models, prices and budgets that are changed on the other', async () => {
      await changeModelsAndBudgets();
    });

    it('search on one with the providers that are changed on the other', async () => {
      await changeSearchProviders();
    });

    it('close what the other was generating when it was killed', async () => {
      const user = await signUpAt(a.url);
      const tokens = scriptedTokens(60);
      const soFar = tokens.slice(0, 40).join('');
      model.queue({ text: tokens, pauseAfterTokens: 40 });
      const sent = await on(a, user).messages.send.mutate(question());
      const { id: messageId, conversationId } = sent.assistantMessage;
      const reader = await readOn(b, user, conversationId);
      await until(() => reader.watch.text(messageId) === soFar, 'the text so far is in the database');
      await a.end('SIGKILL');
      // The other notices within five seconds; an expiring lease would take three times as long.
      await until(isFinished(reader.watch, messageId), 'the answer is closed', { withinMs: 13_000 });
      expect(reader.watch.finished(messageId)).toMatchObject({ content: soFar, metadata: { status: 'interrupted' } });
      // The slot is free again, and the other server continues the answer.
      model.queue({ text: tokens });
      const retried = await on(b, user).messages.retry.mutate({ messageId });
      const newId = retried.assistantMessage.id;
      const isComplete = () => reader.watch.finished(newId)?.metadata.status === 'complete';
      await until(isComplete, 'the second try is finished');
      expect(reader.watch.text(newId)).toBe(tokens.join(''));
      await leave(reader);
    });
  });
});
