/**
 * A process that is paused while it generates answers, as on an overloaded or suspended machine: another one closes its
 * answers, and it continues without knowing that.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiUser,
  apiClient,
  openSocket,
  question,
  signUpAt,
  type Watch,
  watchOver,
} from '~/server/testing/clients/api-client';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { type RedisProcess, redisBinary, startRedis } from '~/server/testing/fakes/redis-process';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { processWorld } from '~/server/testing/worlds/process-world';
import { type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

const missing = !databaseServer
  ? ' (skipped: several servers need a PostgreSQL server; set TEST_DATABASE_URL)'
  : redisBinary
    ? ''
    : ' (skipped: this machine has no redis-server)';

const tokens = scriptedTokens(40);
const whole = tokens.join('');
const begun = tokens.slice(0, 15).join('');

describe.skipIf(missing)(`a process that is paused while generating answers${missing}`, () => {
  const world = processWorld();
  let redis: RedisProcess;
  let a: ServerProcess;
  let b: ServerProcess;
  let user: ApiUser;

  beforeAll(async () => {
    redis = await startRedis();
    const settings = { ...world.settings(), REDIS_URL: redis.url };
    [a, b] = await Promise.all([startServer(settings), startServer(settings)]);
    user = await signUpAt(a.url);
  });
  afterEach(() => resume());
  afterAll(() => redis?.kill());

  const on = (server: ServerProcess) => apiClient(server.url, user.cookie);
  const readOn = async (server: ServerProcess, conversationId: string) => {
    const socket = openSocket({ port: server.port, cookie: user.cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.events.length > 0, 'the reader is there');
    return { socket, watch };
  };
  /** An answer that process a generates, with a reader on each process. */
  async function begin(conversationId: string) {
    const [here, there] = [await readOn(a, conversationId), await readOn(b, conversationId)];
    const { assistantMessage } = await on(a).messages.send.mutate(question('Why?', { conversationId }));
    return { messageId: assistantMessage.id, here, there };
  }
  const pause = () => process.kill(a.pid, 'SIGSTOP');
  const resume = () => process.kill(a.pid, 'SIGCONT');
  const statusOf = (watch: Watch, messageId: string) => watch.finished(messageId)?.metadata.status;
  const stored = async (conversationId: string) => (await on(b).messages.list.query({ conversationId })).items.at(-1);
  const leave = (...readers: Awaited<ReturnType<typeof readOn>>[]) =>
    Promise.all(
      readers.map(({ watch, socket }) => {
        watch.stop();
        return socket.close();
      }),
    );

  it.each([
    ['ended in that time', { text: tokens, pauseAfterTokens: 15 }],
    ['goes on afterwards', { text: tokens, pauseAfterTokens: 15, delayMs: 100 }],
  ])('loses nothing of an answer whose model %s', async (_when, script) => {
    const { id: conversationId } = await on(a).conversations.create.mutate({});
    world.model.queue(script);
    const { messageId, here, there } = await begin(conversationId);
    for (const { watch } of [here, there]) await until(() => watch.text(messageId) === begun, 'the text so far');
    await until(async () => (await stored(conversationId))?.content === begun, 'it is stored');
    pause();
    await until(() => statusOf(there.watch, messageId) === 'interrupted', 'the answer is closed');
    expect(await stored(conversationId)).toMatchObject({ content: begun, metadata: { status: 'interrupted' } });
    world.model.release();
    resume();
    for (const { watch } of [here, there]) {
      await until(() => statusOf(watch, messageId) === 'complete', 'the answer has its end');
      expect([watch.text(messageId), watch.finished(messageId)?.content]).toEqual([whole, whole]);
    }
    expect(await stored(conversationId)).toMatchObject({ content: whole, metadata: { status: 'complete' } });
    // Readers of the process itself never saw it as interrupted.
    const ends = here.watch.events.filter(({ type }) => type === 'finished');
    expect(ends).toHaveLength(1);
    await leave(here, there);
  });

  it('leaves an answer that was retried in that time to the other one', async () => {
    const { id: conversationId } = await on(a).conversations.create.mutate({});
    const { model } = world;
    const index = model.requests.length;
    model.queue({ text: tokens, pauseAfterTokens: 0 });
    const { messageId, here, there } = await begin(conversationId);
    await model.request(index);
    pause();
    await until(() => statusOf(there.watch, messageId) === 'interrupted', 'the answer is closed');
    const again = ['Another ', 'answer.'];
    model.queue({ text: again, pauseAfterTokens: 1 });
    const retried = await on(b).messages.retry.mutate({ messageId });
    expect(retried).toMatchObject({ attempt: 2, assistantMessage: { id: messageId } });
    await until(() => there.watch.text(messageId) === again[0], 'the second attempt has begun');
    resume();
    await (await model.request(index)).aborted;
    model.release();
    for (const { watch } of [here, there]) {
      await until(() => statusOf(watch, messageId) === 'complete', 'the second attempt has its end');
      expect([watch.text(messageId), watch.finished(messageId)?.content]).toEqual([again.join(''), again.join('')]);
    }
    expect(await stored(conversationId)).toMatchObject({ content: again.join(''), metadata: { status: 'complete' } });
    await leave(here, there);
  });
});
