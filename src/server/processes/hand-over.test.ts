/** A process that stops before its answers have ended: another one continues them, and users notice a pause. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, signUpAt, type Watch, watchOver } from '~/server/testing/clients/api-client';
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

const tokens = scriptedTokens(20);
const whole = tokens.join('');

describe.skipIf(missing)(`a process that stops while generating answers${missing}`, () => {
  const world = processWorld();
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.kill());

  const read = async (server: ServerProcess, cookie: string, conversationId: string) => {
    const socket = openSocket({ port: server.port, cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.events.length > 0, 'the reader is there');
    return { socket, watch };
  };
  const ends = ({ events }: Watch, messageId: string) =>
    events.filter((event) => event.type === 'finished' && event.messageId === messageId);

  it('hands them over to another one, in a tool round and in the middle of a text', async () => {
    const settings = { ...world.settings(), REDIS_URL: redis.url, SHUTDOWN_ANSWERS_SECONDS: '0' };
    const [a, b] = [await startServer(settings), await startServer(settings)];
    const user = await signUpAt(a.url);
    const on = (server: ServerProcess) => apiClient(server.url, user.cookie);
    const { model } = world;

    model.queue(
      { toolCalls: [{ name: 'get_quote', input: { tickers: ['AAPL'] } }] },
      { text: tokens, pauseAfterTokens: 0 },
    );
    const searching = (await on(a).messages.send.mutate(question('What do we own?'))).assistantMessage;
    await model.request(1);
    const firstReader = await read(b, user.cookie, searching.conversationId);

    const middle = tokens.slice(0, 10).join('');
    model.queue({ text: tokens, pauseAfterTokens: 10 });
    const writing = (await on(a).messages.send.mutate(question('Why?'))).assistantMessage;
    const secondReader = await read(b, user.cookie, writing.conversationId);
    await until(() => secondReader.watch.text(writing.id) === middle, 'the text so far is there');
    const third = openSocket({ port: a.port, cookie: user.cookie });
    const watchedThere = watchOver(third, writing.conversationId);
    await until(() => watchedThere.text(writing.id) === middle, 'a reader of the process that stops has it, too');

    // In either order: one starts over, and the other repeats its last words and continues.
    model.queue({ text: tokens }, { text: tokens });
    expect(await a.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const readers = [
      { ...firstReader, ...searching, before: '' },
      { ...secondReader, ...writing, before: middle },
    ];
    for (const { watch, id } of readers) await until(() => watch.finished(id) !== undefined, 'the answer has its end');
    for (const { watch, socket, id, before, conversationId } of readers) {
      const message = watch.finished(id);
      // A process too busy to take it over within two seconds leaves it interrupted, with its text.
      const expected = message?.metadata.status === 'complete' ? [before + whole, whole] : [before];
      expect(['complete', 'interrupted']).toContain(message?.metadata.status);
      expect(expected).toContain(message?.content);
      expect(ends(watch, id)).toHaveLength(1);
      expect(watch.misplaced).toEqual([]);
      expect(watch.text(id)).toBe(message?.content);
      const { items } = await on(b).messages.list.query({ conversationId });
      expect(items.map(({ role, content }) => [role, content])).toEqual([
        ['user', expect.any(String)],
        ['assistant', message?.content],
      ]);
      watch.stop();
      await socket.close();
    }
    watchedThere.stop();
    expect(third.closed).toContain(1012);
    await third.close();
    // Their slots are free again: the user's next answer comes from the remaining process.
    model.queue({ text: tokens });
    const next = await on(b).messages.send.mutate(question('And now?'));
    const { conversationId } = next.assistantMessage;
    const stored = async () => (await on(b).messages.list.query({ conversationId })).items[1];
    await until(async () => (await stored())?.metadata.processing === false, 'the next answer has its end');
    expect(await stored()).toMatchObject({ content: whole, metadata: { status: 'complete' } });
    await b.end('SIGTERM');
  });
});
