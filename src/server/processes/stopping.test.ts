import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, signUpAt, until, watchOver } from '~/server/testing/api-client';
import { scriptedTokens } from '~/server/testing/model-script';
import { processWorld } from '~/server/testing/process-world';
import { startServer, statusOf } from '~/server/testing/server-process';

const world = processWorld();

/** A request of which all but the last byte is sent, so that it arrives on a connection older than the stop. */
async function halfSentRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
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
  };
}

describe('a server that is told to stop', () => {
  it('says so at once, lets the running answer finish, and stores it', async () => {
    const settings = world.settings();
    const server = await startServer(settings);
    const user = await signUpAt(server.url);
    const client = apiClient(server.url, user.cookie);
    const tokens = scriptedTokens(30);
    world.model.queue({ text: tokens, holdAfter: 10 });
    const sent = await client.messages.send.mutate(question());
    const { id: messageId, conversationId } = sent.assistantMessage;
    const socket = openSocket({ port: server.port, cookie: user.cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.text(messageId) === tokens.slice(0, 10).join(''), 'the answer is under way');

    const readiness = await halfSentRequest(server.port, '/readyz');
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    const answer = await readiness.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain('"server":"stopping"');
    expect(await statusOf(`${server.url}/livez`)).toBe(0);

    world.model.release();
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
    const server = await startServer(world.settings());
    const slow = await halfSentRequest(server.port, '/livez');
    const registering = Array.from({ length: 4 }, () => signUpAt(server.url));
    await Promise.race(registering);
    // Connections are taken in their order: with this one, those before it were.
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    // No answer is running: nothing but these requests keeps it.
    await Promise.all(registering);
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});
