import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, registerAt, signUpAt, watchOver } from '~/server/testing/clients/api-client';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { until } from '~/server/testing/until';
import { processWorld } from '~/server/testing/worlds/process-world';
import { startServer, statusOf } from '~/server/testing/worlds/server-process';

const world = processWorld();

/** How long the port stays open: a busy machine sends its last request seconds after the signal. */
const openSeconds = '8';

/** A request sent except for its last byte, so that its connection is older than the stop signal. */
async function halfSentRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await new Promise<void>((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`, () => resolve()));
  return {
    async finish() {
      socket.write('\r\n');
      await until(() => response.includes('\r\n\r\n'), `${path} answers`);
      socket.end();
      return response;
    },
  };
}

describe('a server that receives a stop signal', () => {
  it('reports it at once, lets the running answer finish, and stores it', async () => {
    const settings = world.settings();
    const server = await startServer(settings);
    const user = await signUpAt(server.url);
    const client = apiClient(server.url, user.cookie);
    const tokens = scriptedTokens(30);
    world.model.queue({ text: tokens, pauseAfterTokens: 10 });
    const sent = await client.messages.send.mutate(question());
    const { id: messageId, conversationId } = sent.assistantMessage;
    const socket = openSocket({ port: server.port, cookie: user.cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.text(messageId) === tokens.slice(0, 10).join(''), 'the answer is under way');

    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    const readiness = await fetch(`${server.url}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ server: 'stopping', database: 'ok' });
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    await expect(client.messages.send.mutate(question('Too late?'))).rejects.toMatchObject({
      message: 'The server is restarting. Try again in a few seconds.',
      data: { httpStatus: 503 },
    });
    // Reading still works, also over a new socket.
    expect((await client.messages.list.query({ conversationId })).items).toHaveLength(2);
    const late = openSocket({ port: server.port, cookie: user.cookie });
    const lateWatch = watchOver(late, conversationId);
    await until(() => lateWatch.text(messageId) === tokens.slice(0, 10).join(''), 'a late reader sees the text so far');

    world.model.release();
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(watch.text(messageId)).toBe(tokens.join(''));
    expect(watch.finished(messageId)?.metadata.status).toBe('complete');
    expect(lateWatch.text(messageId)).toBe(tokens.join(''));
    expect(socket.closed).toContain(1012);
    for (const { stop } of [watch, lateWatch]) stop();
    await Promise.all([socket.close(), late.close()]);
    expect(await statusOf(`${server.url}/livez`)).toBe(0);

    const next = await startServer(settings);
    const { items } = await apiClient(next.url, user.cookie).messages.list.query({ conversationId });
    expect(items[1]).toMatchObject({ content: tokens.join(''), metadata: { processing: false, status: 'complete' } });
    expect(await next.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('answers every message it accepts, and rejects the others', async () => {
    const settings = { ...world.settings(), MAX_CONCURRENT_ANSWERS: '100', SHUTDOWN_DELAY_SECONDS: openSeconds };
    const server = await startServer(settings);
    const { cookie } = await signUpAt(server.url);
    const client = apiClient(server.url, cookie);
    const tokens = scriptedTokens(20);
    const asked = 40;
    for (let n = 0; n <= asked; n++) world.model.queue({ text: tokens, delayMs: 50 });
    await client.messages.send.mutate(question());
    const send = () => client.messages.send.mutate(question());
    // Messages arrive before, at and after the signal.
    const sent = Array.from({ length: asked - 1 }, send);
    await Promise.race(sent);
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    const results = await Promise.allSettled([...sent, send()]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    const accepted = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.assistantMessage : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []));
    expect(accepted.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error.data?.httpStatus).toBe(503);

    const next = await startServer(settings);
    const again = apiClient(next.url, cookie);
    for (const { conversationId } of accepted) {
      const { items } = await again.messages.list.query({ conversationId });
      expect(items[1]).toMatchObject({ content: tokens.join(''), metadata: { status: 'complete' } });
    }
    await next.end('SIGTERM');
  });

  it('keeps the port open for the configured delay', async () => {
    const server = await startServer({ ...world.settings(), SHUTDOWN_DELAY_SECONDS: openSeconds });
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get('connection')).toBe('close');
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it('responds to accepted requests before it ends', async () => {
    const server = await startServer(world.settings());
    const slow = await halfSentRequest(server.port, '/livez');
    // One request per connection: the port may be closed for a second one.
    const registering = Array.from({ length: 4 }, () => registerAt(server.url));
    await Promise.race(registering);
    // Connections are accepted in order, so those before this one have been.
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    const stopped = server.end('SIGTERM');
    await until(() => server.log().includes('stopping'), 'the stop has begun');
    // No answer is running: only these requests keep it alive.
    await Promise.all(registering);
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});
