import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiUser,
  apiClient,
  openSocket,
  question,
  signUpAt,
  watchOver,
} from '~/server/testing/clients/api-client';
import { type ChaosProxy, startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

let model: ModelServer;
let database: ProcessDatabase;
let server: ServerProcess;
let proxy: ChaosProxy;
let silent: ChaosProxy;
let user: ApiUser;

beforeAll(async () => {
  model = await startModelServer();
  database = await createProcessDatabase();
  server = await startServer({ ...database.settings, AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' });
  proxy = await startChaosProxy(server.port);
  silent = await startChaosProxy(server.port);
  user = await signUpAt(server.url);
});
afterAll(async () => {
  await endAllServers();
  await Promise.all([proxy?.close(), silent?.close(), model?.close()]);
  await database?.drop();
});

const throughProxy = () => openSocket({ port: proxy.port, serverPort: server.port, cookie: user.cookie });
const client = () => apiClient(server.url, user.cookie);

/** A client whose network falls silent at the start, because the server takes a while to notice; see the last test. */
async function dropReaderConnection() {
  const { id } = await client().conversations.create.mutate({});
  const socket = openSocket({ port: silent.port, serverPort: server.port, cookie: user.cookie });
  const watch = watchOver(socket, id);
  await until(() => watch.events.length > 0, 'the reader is there');
  silent.freeze();
  return { socket, watch };
}
let lost: Awaited<ReturnType<typeof dropReaderConnection>>;
beforeAll(async () => {
  lost = await dropReaderConnection();
});

describe('a client on a bad network', () => {
  it('receives every byte once, in order, although the connection is cut twenty times in one answer', async () => {
    const tokens = scriptedTokens(500);
    model.queue({ text: tokens, delayMs: 15, pauseAfterTokens: 450 });
    const sent = await client().messages.send.mutate(question());
    const { id: messageId, conversationId } = sent.assistantMessage;
    const socket = throughProxy();
    const watch = watchOver(socket, conversationId);
    const connections = () => watch.events.filter(({ type }) => type === 'ready').length;
    const whole = tokens.slice(0, 450).join('').length;
    for (let cut = 1; cut <= 20; cut++) {
      // The first event of every connection is `ready`; how much text follows before the next cut is random.
      await until(() => connections() === cut, `the reader is there for the ${cut}. time`);
      const enough = Math.min(whole, watch.text(messageId).length + Math.floor(Math.random() * 50));
      await until(() => watch.text(messageId).length >= enough, 'some text follows');
      proxy.cut(cut % 2 ? 'reset' : 'close');
    }
    expect(watch.finished(messageId)).toBeUndefined();
    await until(() => watch.text(messageId).length === whole, 'it has caught up');
    model.release();
    await until(() => watch.finished(messageId) !== undefined, 'the answer is finished');
    expect(watch.text(messageId)).toBe(tokens.join(''));
    expect(watch.finished(messageId)?.content).toBe(tokens.join(''));
    expect(watch.misplaced).toEqual([]);
    expect(connections()).toBe(21);
    watch.stop();
    await socket.close();
  });

  it('receives the end of an answer that finished while it was disconnected', async () => {
    const tokens = scriptedTokens(40);
    model.queue({ text: tokens, pauseAfterTokens: 20 });
    const sent = await client().messages.send.mutate(question());
    const { id: messageId, conversationId } = sent.assistantMessage;
    const socket = throughProxy();
    const watch = watchOver(socket, conversationId);
    await until(() => watch.text(messageId) === tokens.slice(0, 20).join(''), 'the first half is there');
    proxy.refuse(true);
    proxy.cut();
    model.release();
    const stored = async () => (await client().messages.list.query({ conversationId })).items[1];
    await until(async () => (await stored())?.metadata.processing === false, 'the answer is stored');
    const seen = watch.events.length;
    proxy.refuse(false);
    await until(() => watch.events.length > seen, 'the reader is back');
    // No answer is running any more, so it loads the conversation again.
    expect(watch.events[seen]).toEqual({ type: 'ready', running: [] });
    expect(await stored()).toMatchObject({ content: tokens.join(''), metadata: { status: 'complete' } });
    watch.stop();
    await socket.close();
  });

  it('receives the same text over a slow line', async () => {
    proxy.latency(120);
    const tokens = scriptedTokens(60);
    model.queue({ text: tokens, delayMs: 5 });
    const sent = await client().messages.send.mutate(question());
    const socket = throughProxy();
    const watch = watchOver(socket, sent.conversation.id);
    // The client may connect after the end; it then receives the stored answer.
    await until(() => watch.events.length > 0, 'the reader is there');
    const { id: messageId } = sent.assistantMessage;
    const stored = async () => (await client().messages.list.query({ conversationId: sent.conversation.id })).items[1];
    await until(async () => (await stored())?.metadata.processing === false, 'the answer is stored');
    if (watch.events[0]?.type === 'ready' && watch.events[0].running.length > 0) {
      await until(() => watch.finished(messageId) !== undefined, 'the end arrives');
      expect(watch.text(messageId)).toBe(tokens.join(''));
    }
    expect((await stored())?.content).toBe(tokens.join(''));
    proxy.latency(0);
    watch.stop();
    await socket.close();
  });
});

describe('the server', () => {
  it('survives upgrade requests for invalid paths', async () => {
    for (const address of ['//', '/other', '*', 'http://', '/ws/../..//', '/%', '?', '/ws#']) {
      const response = await rawUpgrade(server.port, address);
      expect(response, address).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
  });

  it('closes a connection that is open but silent', async () => {
    expect(silent.connections()).toBe(1);
    await until(() => silent.freedByServer() === 1, 'the server gives the connection up');
    // Once its own end is closed, the client reconnects automatically.
    silent.thaw();
    const seen = lost.watch.events.length;
    silent.cut();
    await until(() => lost.watch.events.length > seen, 'the reader is back');
    lost.watch.stop();
    await lost.socket.close();
  });
});

/** The response to a WebSocket upgrade of any path; the server must then close the connection. */
function rawUpgrade(port: number, address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      const key = 'dGhlIHNhbXBsZSBub25jZQ==';
      const headers = `Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ${key}\r\n`;
      socket.write(`GET ${address} HTTP/1.1\r\n${headers}Sec-WebSocket-Version: 13\r\n\r\n`);
    });
    let response = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    socket.once('close', () => resolve(response));
    socket.once('error', reject);
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to an upgrade of ${address}`)));
  });
}
