import { randomUUID } from 'node:crypto';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sessionIdOf } from '~/server/lib/session-token';
import type { AppRouter } from '~/server/router';
import { cookieOf, serveApp } from '~/server/testing/clients/http-client';
import { type OpenSocket, openedSocket, openSocket } from '~/server/testing/clients/socket-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { attachSockets } from './ws';

const model = createScriptedModel();
let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  // Without the regular check of sessions, only an event can close a socket.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  address = await server.listen();
  vi.useRealTimers();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

async function ask(user = ada) {
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'What moves rates?' });
  return { call: await model.nextCall(), conversationId: sent.conversation.id, messageId: sent.assistantMessage.id };
}

describe('a socket is rejected', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the null origin', { origin: 'null' }],
    ['no origin', { origin: null }],
    ['an origin that starts like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['an origin that only ends like ours', { origin: 'http://evil-127.0.0.1' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['something that is no origin', { origin: 'javascript:alert(1)' }],
    ['a page that the browser marks as cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ])('with 403 from %s, even with a valid cookie', async (_from, options) => {
    expect(await openSocket(address, { sessionToken: ada.sessionToken, ...options })).toBe(403);
  });

  it('with 401 without a valid cookie', async () => {
    const expired = await signUp(server.deps);
    const where = { id: sessionIdOf(expired.sessionToken) };
    await server.deps.db.session.update({ where, data: { expiresAt: new Date(Date.now() - 1000) } });
    const locked = await signUp(server.deps);
    await server.deps.db.user.update({ where: { id: locked.user.id }, data: { isLocked: true } });
    const left = await signUp(server.deps);
    await left.call.auth.logout();
    const stored = sessionIdOf(ada.sessionToken);
    for (const sessionToken of [
      null,
      'x',
      'a'.repeat(40),
      expired.sessionToken,
      locked.sessionToken,
      left.sessionToken,
      stored,
    ]) {
      expect(await openSocket(address, { sessionToken })).toBe(401);
    }
    expect(await openSocket(address, { headers: { authorization: `Bearer ${ada.sessionToken}` } })).toBe(401);
    expect(await openSocket(address, { path: `/ws?connectionParams=1&session=${ada.sessionToken}` })).toBe(401);
  });

  it('with 429 if its user has a hundred, and another user is not affected', async () => {
    const eve = await signUp(server.deps);
    const sockets: OpenSocket[] = [];
    while (sockets.length < 100) sockets.push(await openedSocket(address, eve));
    expect(await openSocket(address, eve)).toBe(429);
    (await openedSocket(address, ada)).socket.terminate();
    for (const { socket } of sockets) socket.terminate();
  });

  it('with 404 at another path', async () => {
    for (const path of ['/', '/ws/', '/wss', '/trpc', '/ws/../ws2']) {
      expect(await openSocket(address, { sessionToken: ada.sessionToken, path })).toBe(404);
    }
  });

  it('unless it comes from our own page, under any name of this machine', async () => {
    for (const origin of [address, address.replace('127.0.0.1', 'localhost')]) {
      const { socket } = await openedSocket(address, { sessionToken: ada.sessionToken, origin });
      expect(socket.readyState).toBe(socket.OPEN);
      socket.terminate();
    }
  });
});

describe('a frame', () => {
  it('of more than 64 KB closes its socket, and no other', async () => {
    const [large, good] = [await openedSocket(address, ada), await openedSocket(address, ada)];
    large.socket.send('x'.repeat(64 * 1024 + 1));
    expect(await large.closed).toBe(1009);
    const fits = JSON.stringify({ id: 1, method: 'query', params: { path: 'x'.repeat(60 * 1024) } });
    good.socket.send(fits);
    await until(() => good.frames.length === 1);
    expect((await good.call('query', 'auth.user')).data).toMatchObject({ id: ada.user.id });
    good.socket.terminate();
  });
});

describe('a socket ends with', () => {
  let other: OpenSocket;
  let bob: TestUser;
  beforeAll(async () => {
    bob = await signUp(server.deps, { isAdmin: true });
    other = await openedSocket(address, bob);
  });

  it('its session, while another session of the same user stays open', async () => {
    const eve = await signUp(server.deps);
    const phone = await server.deps.sessions.createSession(eve.user.id, { sess: { device: '', ip: '', created: '' } });
    const [here, there] = [await openedSocket(address, eve), await openedSocket(address, { sessionToken: phone.id })];
    await eve.call.auth.logout();
    expect(await here.closed).toBe(4401);
    expect((await there.call('query', 'auth.user')).data).toMatchObject({ id: eve.user.id });
    there.socket.terminate();
  });

  it.each(['lock', 'delete'] as const)('its account, when an admin uses %s, and so does its answer', async (action) => {
    const eve = await signUp(server.deps);
    const sockets = [await openedSocket(address, eve), await openedSocket(address, eve)];
    const { call, conversationId } = await ask(eve);
    await sockets[0]?.call('subscription', 'messages.watch', { conversationId });
    await call.emit('Half');
    if (action === 'lock') await bob.call.admin.lock({ userId: eve.user.id, isLocked: true });
    else await bob.call.admin.delete({ userId: eve.user.id });
    for (const { closed } of sockets) expect(await closed).toBe(4401);
    await until(() => call.isAborted());
    expect(await openSocket(address, eve)).toBe(401);
  });

  it('the server, with the code for a restart', async () => {
    const app = await serveApp(server.deps);
    const attached = attachSockets(server.deps, app.server);
    const socket = await openedSocket(app.address, ada);
    await attached.close();
    expect(await socket.closed).toBe(1012);
    await app.close();
  });

  it('its maximum age, and the client is asked to reconnect', async () => {
    const app = await serveApp(server.deps);
    const attached = attachSockets(server.deps, app.server, { maxAgeMs: 50 });
    const [first, second] = [await openedSocket(app.address, ada), await openedSocket(app.address, ada)];
    expect(await Promise.all([first.closed, second.closed])).toEqual([1012, 1012]);
    expect(await (await openedSocket(app.address, ada)).closed).toBe(1012);
    await attached.close();
    await app.close();
  });

  it('nothing of another user', async () => {
    expect((await other.call('query', 'auth.user')).data).toMatchObject({ id: bob.user.id });
    other.socket.terminate();
  });
});

describe('following a conversation with the product’s own client', () => {
  /** Like a browser, it sends cookie and origin automatically. */
  function connectAs(user: TestUser) {
    const made: WebSocket[] = [];
    class BrowserSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie: cookieOf(user.sessionToken), origin: address } });
        made.push(this);
      }
    }
    const client = createWSClient({
      url: `${address.replace('http', 'ws')}/ws`,
      WebSocket: BrowserSocket as never,
      retryDelayMs: () => 20,
    });
    const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer: superjson })] });
    return { trpc, close: () => client.close(), cut: () => made.at(-1)?.terminate(), made };
  }

  /** Assembles an answer as a page does: each event contains the position of its text. */
  function watch(trpc: ReturnType<typeof connectAs>['trpc'], conversationId: string) {
    const events: ConversationEvent[] = [];
    const seen = { text: '', gaps: 0, repeated: 0, events };
    const subscription = trpc.messages.watch.subscribe(
      { conversationId },
      {
        onData({ data }) {
          events.push(data);
          if (data.type !== 'text') return;
          if (data.at > seen.text.length) seen.gaps++;
          seen.repeated += Math.max(0, seen.text.length - data.at);
          seen.text = seen.text.slice(0, data.at) + data.text;
        },
      },
    );
    return { seen, unsubscribe: () => subscription.unsubscribe() };
  }

  it('delivers the whole text once, however often the connection breaks', async () => {
    const client = connectAs(ada);
    const { call, conversationId, messageId } = await ask();
    const { seen, unsubscribe } = watch(client.trpc, conversationId);
    const words = Array.from({ length: 120 }, (_, n) => ['Zins', '🙂', '利率 ', 'e\u0301 ', `${n} `][n % 5] as string);
    for (const [n, word] of words.entries()) {
      await call.emit(word);
      if (n % 25 !== 20) continue;
      const from = client.made.length;
      client.cut();
      // Some words are generated while the client is disconnected.
      if (n % 2) await until(() => client.made.length > from);
    }
    await call.finish();
    await until(() => seen.events.some(({ type }) => type === 'finished'));
    const { content } = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
    expect(content).toBe(words.join(''));
    expect(seen.text).toBe(content);
    expect(seen).toMatchObject({ gaps: 0, repeated: 0 });
    expect(client.made.length).toBe(5);
    expect(seen.events.filter(({ type }) => type === 'ready').length).toBeGreaterThan(1);
    unsubscribe();
    await client.close();
    await until(() => server.deps.generation.watchedConversations === 0);
  });

  it('delivers the same to two subscribers, and leaves nothing behind when they disconnect', async () => {
    const [one, two] = [connectAs(ada), connectAs(ada)];
    const { call, conversationId } = await ask();
    const first = watch(one.trpc, conversationId);
    await call.emit('Early. ');
    const second = watch(two.trpc, conversationId);
    await call.emit('Late.');
    await until(() => [first, second].every(({ seen }) => seen.text === 'Early. Late.'));
    await Promise.all([one.close(), two.close()]);
    await until(() => server.deps.generation.watchedConversations === 0);
    // Answers belong to the server: this one continues without subscribers.
    expect(call.isAborted()).toBe(false);
    await call.finish();
  });
});

describe('a client that does not read', () => {
  it('costs the server a bounded amount of memory, and still gets everything', async () => {
    const app = await serveApp(server.deps);
    let connection: { writableLength: number } | undefined;
    app.server.on('upgrade', (_request, socket) => {
      connection = socket;
    });
    const attached = attachSockets(server.deps, app.server);
    const { socket, call: callProcedure, frames } = await openedSocket(app.address, ada);
    const { call, conversationId } = await ask();
    await callProcedure('subscription', 'messages.watch', { conversationId });
    socket.pause();
    const piece = 'x'.repeat(512 * 1024);
    let max = 0;
    // More than the buffers of both ends of a local connection.
    for (let n = 0; n < 40; n++) {
      await call.emit(piece);
      max = Math.max(max, connection?.writableLength ?? 0);
    }
    expect(max).toBeGreaterThan(0);
    expect(max).toBeLessThan(4 * 1024 * 1024);
    socket.resume();
    const length = () =>
      frames.reduce<number>((sum, frame) => {
        const { data } =
          (frame as { result?: { data?: { json?: { data?: { text?: string } } } } }).result?.data?.json ?? {};
        return sum + (data?.text?.length ?? 0);
      }, 0);
    await until(() => length() === 40 * piece.length);
    // The text is not needed: delete it without storing.
    await ada.call.conversations.delete({ conversationId });
    await attached.close();
    await app.close();
  });
});
