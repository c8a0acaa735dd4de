import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, signUpAt, until, watchOver } from '~/server/testing/api-client';
import { scriptedTokens } from '~/server/testing/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/model-server';
import {
  endAllServers,
  type ServerDidNotStart,
  startServer,
  statusOf,
  temporaryFolder,
} from '~/server/testing/server-process';

let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
});
afterAll(async () => {
  await endAllServers();
  await model?.close();
});

/** A request of which all but the last byte is sent, so that it arrives on a connection older than the stop. */
async function halfSentRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await new Promise<void>((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`, () => resolve()));
  return {
    async finish() {
      socket.write('\r\n');
      await until(() => answer.includes('\r\n\r\n'), `${path} answers`);
      socket.end();
      return answer;
    },
    closed,
  };
}

const refusedStart = (settings: Record<string, string>) =>
  startServer(settings).then(
    () => null,
    (error: ServerDidNotStart) => error,
  );

describe('a server that is told to stop', () => {
  it('says so at once, lets the running answer finish, stores it, and gives the data folder free', async () => {
    const settings = { DATA_DIR: temporaryFolder(), AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' };
    const server = await startServer(settings);
    const user = await signUpAt(server.url);
    const client = apiClient(server.url, user.cookie);
    const tokens = scriptedTokens(30);
    model.queue({ text: tokens, holdAfter: 10 });
    const sent = await client.messages.send.mutate(question());
    const { id: messageId, conversationId } = sent.assistantMessage;
    const socket = openSocket({ port: server.port, cookie: user.cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.text(messageId) === tokens.slice(0, 10).join(''), 'the answer is under way');

    const readiness = await halfSentRequest(server.port, '/readyz');
    const lateQuestion = await halfSentRequest(server.port, '/livez');
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    const answer = await readiness.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('"server":"stopping"');
    expect(await lateQuestion.finish()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await statusOf(`${server.url}/livez`)).toBe(0);

    const refused = await refusedStart(settings);
    expect(refused?.exit.code).toBe(1);
    expect(refused?.log).toContain(`is in use by process ${server.pid}`);
    expect(refused?.log).not.toContain('    at ');

    model.release();
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(watch.text(messageId)).toBe(tokens.join(''));
    expect(watch.finished(messageId)?.metadata.status).toBe('complete');
    expect(socket.closed).toContain(1012);
    watch.stop();
    await socket.close();

    const next = await startServer(settings);
    const { items } = await apiClient(next.url, user.cookie).messages.list.query({ conversationId });
    expect(items[1]).toMatchObject({ content: tokens.join(''), metadata: { processing: false, status: 'complete' } });
    expect(await next.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('answers the requests it has taken before it ends', async () => {
    const server = await startServer({ DATA_DIR: temporaryFolder() });
    const registering = Array.from({ length: 8 }, () => signUpAt(server.url));
    await Promise.race(registering);
    const stopped = server.end('SIGTERM');
    const users = await Promise.all(registering);
    expect(users.every(({ cookie }) => cookie.length > 40)).toBe(true);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});

describe('one data folder', () => {
  it('goes to exactly one of several servers that start at once after a crash', async () => {
    const settings = { DATA_DIR: temporaryFolder() };
    await (await startServer(settings)).end('SIGKILL');
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startServer(settings)));
    const refusals = starts.flatMap((start) =>
      start.status === 'rejected' ? [start.reason as ServerDidNotStart] : [],
    );
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal.log).toContain('is in use by process');
  });
});
