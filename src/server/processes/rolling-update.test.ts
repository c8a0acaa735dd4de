/** Processes behind a load balancer that are stopped and replaced while in use. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiSocket,
  type ApiUser,
  apiClient,
  openSocket,
  question,
  signUpAt,
  type Watch,
  watchOver,
} from '~/server/testing/clients/api-client';
import { watchedAnswer } from '~/server/testing/clients/watched-answer';
import { type Balancer, startBalancer } from '~/server/testing/fakes/balancer';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { processWorld } from '~/server/testing/worlds/process-world';
import { type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

const missing = databaseServer ? '' : ' (skipped: several servers need a PostgreSQL server; set TEST_DATABASE_URL)';
const tokens = scriptedTokens(20);
const whole = tokens.join('');

/** Below the rate limit of messages, so that every error counts. */
const pauseMs = 700;

/** A user who sends messages, and repeats a request with the same ID if a stopping process has not accepted it. */
class Traffic {
  readonly failures: string[] = [];
  readonly answers: { id: string; conversationId: string }[] = [];
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(balancer: Balancer, user: ApiUser) {
    this.#running = this.#use(apiClient(balancer.url, user.cookie));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #use(client: ReturnType<typeof apiClient>): Promise<void> {
    while (!this.#isStopped) {
      try {
        const asked = question();
        const { assistantMessage } = await untilAccepted(() => client.messages.send.mutate(asked));
        const { id, conversationId } = assistantMessage;
        this.answers.push({ id, conversationId });
        await untilAccepted(() => client.conversations.list.query({}));
      } catch (error) {
        this.failures.push(String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Repeats requests that a stopping process rejected, or whose connection it closed at that moment. */
async function untilAccepted<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { message, data } = error as { message: string; data?: { httpStatus?: number } };
      const isStopping = message === 'The server is restarting. Try again in a few seconds.';
      const isCut = data === undefined && /fetch failed|other side closed|terminated/.test(message);
      if ((!isStopping && !isCut) || tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A tab that shows a conversation. */
async function readerOf(balancer: Balancer, user: ApiUser): Promise<Reader> {
  const { id: conversationId } = await apiClient(balancer.url, user.cookie).conversations.create.mutate({});
  const socket = openSocket({ port: balancer.port, cookie: user.cookie });
  const watch = watchOver(socket, conversationId);
  await until(() => watch.events.length > 0, 'the reader is there');
  return { user, conversationId, socket, watch };
}

interface Reader {
  user: ApiUser;
  conversationId: string;
  socket: ApiSocket;
  watch: Watch;
}

describe.runIf(databaseServer !== '')(`behind a load balancer${missing}`, () => {
  const world = processWorld();
  let balancer: Balancer;

  beforeAll(async () => {
    balancer = await startBalancer();
  });
  afterAll(() => balancer?.close());

  const start = (more: Record<string, string> = {}) =>
    startServer({ ...world.settings(), PUBLIC_URL: balancer.url, ...more });

  /** Routes connections to these processes only. */
  async function use(...servers: ServerProcess[]): Promise<void> {
    balancer.processes = servers.map(({ port }) => port);
    await until(() => servers.every(({ port }) => balancer.isReady(port)), 'the balancer has found them');
  }

  it('a stopping process hands its clients and its unfinished answer over to the other one', async () => {
    const first = await start({ SHUTDOWN_ANSWERS_SECONDS: '0' });
    await use(first);
    const user = await signUpAt(balancer.url);
    world.model.queue({ text: tokens, pauseAfterTokens: 10 });
    const seen = tokens.slice(0, 10).join('');
    const { messageId, conversationId, socket, watch, leave } = await watchedAnswer(balancer, user, seen);

    const second = await start();
    await use(first, second);
    // For the remaining process, which requests the rest.
    world.model.queue({ text: tokens });
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null });
    // By an event, or by the list of running answers at the start of each connection.
    const hasEnded = () => {
      const [, ...later] = watch.events.flatMap((event) => (event.type === 'ready' ? [event.running] : []));
      const isMissing = later.length > 0 && !later.at(-1)?.some((running) => running.messageId === messageId);
      return watch.finished(messageId) !== undefined || isMissing;
    };
    await until(hasEnded, 'the reader receives the end');
    const client = apiClient(balancer.url, user.cookie);
    const { items } = await client.messages.list.query({ conversationId });
    const { content, metadata } = items[1] ?? {};
    // A process too busy to take it over within two seconds leaves it interrupted, with its text.
    expect(metadata?.status === 'complete' ? [seen + whole, whole] : [seen]).toContain(content);
    expect(metadata).toMatchObject({ processing: false });
    expect([undefined, content]).toContain(watch.finished(messageId)?.content);

    // The client has reconnected automatically to the other process, and follows the next attempt there.
    await until(() => balancer.connectionsTo(second.port) > 0, 'the reader is at the other process');
    world.model.queue({ text: tokens });
    const retried = (await client.messages.retry.mutate({ messageId })).assistantMessage.id;
    await until(() => watch.finished(retried) !== undefined, 'the next try is complete');
    expect(watch.finished(retried)).toMatchObject({ content: whole, metadata: { status: 'complete' } });
    expect(watch.misplaced).toEqual([]);
    expect(socket.closed).not.toEqual([]);
    await leave();
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('both processes are replaced one after the other: no request fails, and each answer is complete', async () => {
    const [a, b] = await Promise.all([start(), start()]);
    await use(a, b);
    const users = [await signUpAt(balancer.url), await signUpAt(balancer.url)];
    const readers = await Promise.all(users.flatMap((user) => [1, 2, 3].map(() => readerOf(balancer, user))));
    world.model.queue(...Array.from({ length: 400 }, () => ({ text: tokens, delayMs: 20 })));
    const traffic = users.map((user) => new Traffic(balancer, user));
    const sent = () => traffic.map(({ answers }) => answers.length);
    const more = async (what: string) => {
      const before = sent();
      await until(() => sent().every((count, index) => count >= (before[index] as number) + 2), what);
    };
    await more('both are in use');

    const replace = async (old: ServerProcess, other: ServerProcess) => {
      const replacement = await start();
      await use(other, old, replacement);
      expect(await old.end('SIGTERM')).toEqual({ code: 0, signal: null });
      await use(other, replacement);
      await more('the replacement is in use');
      return replacement;
    };
    const newA = await replace(a, b);
    const newB = await replace(b, newA);
    await Promise.all(traffic.map((user) => user.stop()));
    expect(traffic.flatMap(({ failures }) => failures)).toEqual([]);

    // Each answer exists once and complete, whichever process generated it.
    for (const [index, { answers }] of traffic.entries()) {
      const client = apiClient(balancer.url, users[index]?.cookie);
      for (const { id, conversationId } of answers) {
        const { items } = await client.messages.list.query({ conversationId });
        expect(items.map(({ role }) => role)).toEqual(['user', 'assistant']);
        expect(items[1]).toMatchObject({ id, content: whole, metadata: { status: 'complete' } });
      }
    }
    // All sockets are open again, on both of the new processes.
    for (const { socket } of readers) expect(socket.closed).not.toEqual([]);
    for (const { watch, user, conversationId } of readers) {
      const asked = question('Still there?', { conversationId });
      const { assistantMessage } = await apiClient(balancer.url, user.cookie).messages.send.mutate(asked);
      await until(() => watch.finished(assistantMessage.id)?.content === whole, 'the reader gets an answer');
    }
    for (const { port } of [newA, newB]) expect(balancer.connectionsTo(port)).toBeGreaterThan(0);
    for (const { watch, socket } of readers) {
      watch.stop();
      await socket.close();
    }
    await Promise.all([newA, newB].map((server) => server.end('SIGTERM')));
  });
});
