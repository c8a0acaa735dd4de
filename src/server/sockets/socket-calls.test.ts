import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSocket, openedSocket } from '~/server/testing/clients/socket-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model: createScriptedModel() });
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

interface Frame {
  id: unknown;
  jsonrpc?: string;
  result?: { type: string; data?: { json: unknown }; id?: string };
  error?: { json: { message: string; code: number; data: Record<string, unknown> } };
}

async function connected() {
  const opened: OpenSocket = await openedSocket(address, { sessionToken: ada.sessionToken });
  const frames = opened.frames as Frame[];
  return {
    ...opened,
    frames,
    send: (frame: unknown) => opened.socket.send(JSON.stringify(frame)),
    of: (id: unknown) => frames.filter((frame) => frame.id === id),
  };
}

const query = (id: unknown, path = 'auth.user', more = {}) => ({
  id,
  method: 'query',
  params: { path, input: { json: null } },
  ...more,
});
const watch = (id: unknown, conversationId: string, more = {}) => ({
  id,
  method: 'subscription',
  params: { path: 'messages.watch', input: { json: { conversationId } }, ...more },
});

describe('calls over the socket', () => {
  it('respond to each request of one frame under its own id', async () => {
    const peer = await connected();
    peer.send([query(1), query('two', 'auth.user', { jsonrpc: '2.0' }), query(3, 'nothing.here')]);
    await until(() => peer.frames.length === 3);
    expect(peer.of(1)[0]?.result).toMatchObject({ type: 'data', data: { json: { id: ada.user.id } } });
    expect(peer.of('two')[0]).toMatchObject({ jsonrpc: '2.0', result: { type: 'data' } });
    expect(peer.of(3)[0]?.error?.json.data).toMatchObject({ httpStatus: 404, path: 'nothing.here' });
    peer.socket.terminate();
  });

  it('reject invalid requests and continue', async () => {
    const peer = await connected();
    const bad = [
      '{',
      'null',
      '[]',
      '[1]',
      '{"id":1}',
      '{"id":{},"method":"query"}',
      '{"id":1,"method":"drop","params":{}}',
    ];
    for (const frame of bad) peer.socket.send(frame);
    peer.socket.send(Buffer.from([0, 1, 2]));
    peer.send({ ...query(null) });
    peer.send(query(9));
    await until(() => peer.of(9).length === 1);
    // An empty list gets no response; two of the others have an id to respond to.
    const refusals = [...peer.of(null), ...peer.of(1)].map(({ error }) => error?.json.data.httpStatus);
    expect(refusals).toEqual(Array.from({ length: bad.length + 1 }, () => 400));
    expect(peer.of(1)).toHaveLength(2);
    peer.socket.terminate();
  });

  it('respond to a ping', async () => {
    const peer = await connected();
    peer.socket.send('PING');
    await until(() => (peer.frames as unknown[]).includes('PONG'));
    peer.socket.terminate();
  });
});

describe('a subscription over the socket', () => {
  it('starts, sends events, stops on request, and can start again under the same id', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    const peer = await connected();
    for (let times = 1; times <= 2; times++) {
      peer.send(watch(1, conversationId));
      await until(() => peer.of(1).length === times * 3 - 1);
      peer.send({ id: 1, method: 'subscription.stop' });
      await until(() => peer.of(1).length === times * 3);
    }
    const types = ['started', 'data', 'stopped'];
    expect(peer.of(1).map(({ result }) => result?.type)).toEqual([...types, ...types]);
    expect(peer.of(1)[1]?.result).toEqual({
      type: 'data',
      data: { json: { id: 'start', data: { type: 'ready', running: [] } } },
      id: 'start',
    });
    expect(server.deps.generation.watchedConversations).toBe(0);
    peer.socket.terminate();
  });

  it('resumes after the event id that the client sends beside the input', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    const lastEventId = `${randomUUID()}:1:4`;
    const peer = await connected();
    peer.send(watch(1, conversationId, { lastEventId }));
    await until(() => peer.of(1).length === 2);
    expect(peer.of(1)[1]?.result?.id).toBe(lastEventId);
    peer.socket.terminate();
  });

  it('fails a second time under the same id, and for another user’s conversation like for a missing one', async () => {
    const bob = await signUp(server.deps);
    const own = await ada.call.conversations.create({});
    const theirs = await bob.call.conversations.create({});
    const peer = await connected();
    peer.send(watch(1, own.id));
    await until(() => peer.of(1).length === 2);
    peer.send(watch(1, own.id));
    peer.send(watch(2, theirs.id));
    peer.send(watch(3, randomUUID()));
    await until(() => peer.of(1).length === 3 && peer.of(2).length === 1 && peer.of(3).length === 1);
    expect(peer.of(1)[2]?.error?.json.data).toMatchObject({ httpStatus: 400 });
    const { message, data } = peer.of(2)[0]?.error?.json ?? {};
    expect(data?.httpStatus).toBe(404);
    expect(peer.of(3)[0]?.error?.json.message).toBe(message);
    peer.socket.terminate();
    await until(() => server.deps.generation.watchedConversations === 0);
  });
});
