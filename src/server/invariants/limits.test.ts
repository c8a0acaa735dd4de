/** Limits that protect others from one caller: of actions, of IP addresses behind proxies, and of sockets. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { tooMany } from '~/server/lib/errors';
import { createRateLimiter } from '~/server/lib/rate-limit';
import { appRouter } from '~/server/router';
import { socketLimits } from '~/server/sockets/socket-limits';
import { attachSockets } from '~/server/sockets/ws';
import { callHttp, serveApp } from '~/server/testing/clients/http-client';
import { openedSocket, openSocket } from '~/server/testing/clients/socket-client';
import { until } from '~/server/testing/until';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const mutations = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'mutation');

describe('a mutation', () => {
  /** Mutations that need no account are limited by IP address, each in its own service. */
  const byAddress = [
    'auth.login',
    'auth.register',
    'waitlist.signup',
    'passwordReset.request',
    'passwordReset.open',
    'passwordReset.complete',
    'emailConfirmation.confirm',
    'invitations.request',
    'invitations.open',
    'invitations.accept',
    'secondFactor.signIn',
    'secondFactor.signInWithPasskey',
    'secondFactor.passkeyOptions',
    'passkeys.signIn',
    'passkeys.signInOptions',
  ];
  /** Ends a session and costs almost nothing; must always work. */
  const unlimited = ['auth.logout'];

  it('is counted by user, whichever it is, also a future one', async () => {
    const asked: string[] = [];
    const refusing = {
      consume: async (action: string) => {
        asked.push(action);
        throw tooMany('Too many changes.', 7);
      },
      reset: async () => {},
    };
    const deps = Object.assign(Object.create(server.deps), { rateLimiter: refusing });
    const call = callerFor(deps, ada.sessionToken) as unknown as Record<
      string,
      Record<string, (input?: unknown) => Promise<unknown>>
    >;
    for (const path of mutations) {
      if (byAddress.includes(path) || unlimited.includes(path)) continue;
      const [feature = '', name = ''] = path.split('.');
      asked.length = 0;
      const error = (await call[feature]?.[name]?.().catch((refusal) => refusal)) as { code?: string };
      expect({ path, code: error?.code, asked }).toEqual({
        path,
        code: 'TOO_MANY_REQUESTS',
        asked: ['writesByAccount'],
      });
    }
  });

  it('returns Retry-After over HTTP', async () => {
    const eve = await signUp(server.deps);
    const { rateLimiter } = server.deps;
    await Promise.allSettled(Array.from({ length: 700 }, () => rateLimiter.consume('writesByAccount', eve.user.id)));
    const response = await callHttp(address, 'mutation', 'conversations.create', {}, eve);
    expect(response).toMatchObject({ status: 429, message: 'Too many changes. Try again in a minute.' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    // Reads still work, and so do other users.
    expect((await callHttp(address, 'query', 'conversations.list', {}, eve)).status).toBe(200);
    expect((await callHttp(address, 'mutation', 'conversations.create', {}, ada)).status).toBe(200);
  });
});

describe('the IP address that is counted', () => {
  /** The app with other settings and its own limits. */
  async function withProxy(TRUST_PROXY: string | undefined) {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const env = { ...server.deps.env, TRUST_PROXY: parseEnv(TRUST_PROXY ? { TRUST_PROXY } : {}).TRUST_PROXY };
    const deps = Object.assign(Object.create(server.deps), {
      env,
      rateLimiter: createRateLimiter(null),
      logger: pino({ level: 'warn' }, sink),
    });
    const app = await serveApp(deps);
    /** How many of twelve waitlist sign-ups (limit: 5 a minute) succeed with these headers. */
    const passing = async (headers: (n: number) => Record<string, string>) => {
      let passed = 0;
      for (let n = 0; n < 12; n++) {
        const input = { email: `w-${randomUUID()}@example.com` };
        const { status } = await callHttp(app.address, 'mutation', 'waitlist.signup', input, { headers: headers(n) });
        if (status === 200) passed++;
        else expect(status).toBe(429);
      }
      return passed;
    };
    const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY'));
    return { app, deps, passing, warnings };
  }
  const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

  it('without a proxy is the connection’s, whatever X-Forwarded-For contains; this is logged once', async () => {
    const { app, passing, warnings } = await withProxy(undefined);
    expect(await passing(() => ({}))).toBe(5);
    expect(warnings()).toEqual([]);
    expect(await passing((n) => from(`203.0.113.${n}`))).toBe(0);
    expect(warnings()).toHaveLength(1);
    await app.close();
  });

  it('behind one proxy is the last value it wrote, and none before it', async () => {
    const { app, passing, warnings } = await withProxy('1');
    expect(await passing((n) => from(`198.51.100.${n}, 203.0.113.7`))).toBe(5);
    expect(await passing((n) => from(`made up ${n}, 203.0.113.7`))).toBe(0);
    expect(await passing((n) => from(`::ffff:203.0.113.7, ${' ,'.repeat(n)} 203.0.113.7`))).toBe(0);
    expect(await passing((n) => from(`203.0.113.${100 + n}`))).toBe(12);
    expect(warnings()).toEqual([]);
    await app.close();
  });

  it('behind proxies named by address is the first that is not one of them', async () => {
    const { app, passing } = await withProxy('loopback, 10.0.0.0/8');
    expect(await passing((n) => from(`198.51.100.${n}, 203.0.113.8, 10.0.0.${n}`))).toBe(5);
    expect(await passing((n) => from(`203.0.113.${50 + n}, 10.1.2.3`))).toBe(12);
    await app.close();
    // The connection does not come from a trusted proxy, so its header is ignored.
    const stranger = await withProxy('10.0.0.0/8');
    expect(await stranger.passing((n) => from(`203.0.113.${n}`))).toBe(5);
    await stranger.app.close();
  });

  it('of IPv6 is the first half, in any notation', async () => {
    const { app, passing } = await withProxy('1');
    expect(await passing((n) => from(`2001:db8:a:b:${n.toString(16)}::${n}`))).toBe(5);
    expect(await passing((n) => from(`2001:0DB8:000a:b::${n.toString(16)}`))).toBe(0);
    expect(await passing((n) => from(`2001:db8:a:${(n + 16).toString(16)}::1`))).toBe(12);
    await app.close();
  });

  it('is the same for every invalid one', async () => {
    const { app, passing } = await withProxy('1');
    const garbage = [
      'unknown',
      '_hidden',
      '999.1.1.1',
      '[::1]',
      'x'.repeat(4000),
      '1.2.3',
      "' OR 1=1",
      '0x7f000001',
      '::g',
    ];
    expect(await passing((n) => from(garbage[n % garbage.length] as string))).toBeLessThanOrEqual(5);
    expect(await passing((n) => ({ forwarded: `for=203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}` }))).toBe(5);
    await app.close();
  });

  it('is the same for requests over a socket', async () => {
    const { app, deps } = await withProxy('1');
    const attached = attachSockets(deps, app.server);
    const signUps = async (headers: Record<string, string>) => {
      const socket = await openedSocket(app.address, { sessionToken: ada.sessionToken, headers });
      const responses = [];
      for (let n = 0; n < 7; n++)
        responses.push(await socket.call('mutation', 'waitlist.signup', { email: `w-${randomUUID()}@example.com` }));
      socket.socket.terminate();
      return responses.filter(({ error }) => !error).length;
    };
    expect(await signUps(from('198.51.100.1, 203.0.113.20'))).toBe(5);
    expect(await signUps(from('198.51.100.2, 203.0.113.20'))).toBe(0);
    expect(await signUps(from('198.51.100.2, 203.0.113.21'))).toBe(5);
    await attached.close();
    await app.close();
  });
});

describe('one socket', () => {
  it('follows a limited number of conversations, until it ends one', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    const socket = await openedSocket(address, ada);
    const watch = () => socket.call('subscription', 'messages.watch', { conversationId });
    const held = await Promise.all(Array.from({ length: socketLimits.subscriptions }, watch));
    expect(held.filter(({ error }) => error)).toEqual([]);
    expect(await watch()).toMatchObject({
      message: 'Too many conversations are open at once. Please close some.',
      error: { httpStatus: 429, retryAfterSeconds: 1 },
    });
    // Ids count from 1: this ends the first subscription.
    socket.socket.send(JSON.stringify({ id: 1, method: 'subscription.stop' }));
    await until(async () => !(await watch()).error);
    socket.socket.terminate();
    await until(() => server.deps.generation.watchedConversations === 0);
  });

  it('has a limited number of pending requests; those above fail, the others get responses', async () => {
    const socket = await openedSocket(address, ada);
    const responses = await Promise.all(
      Array.from({ length: socketLimits.callsInFlight * 2 }, () => socket.call('query', 'account.usage')),
    );
    const refused = responses.filter(({ error }) => error);
    expect(refused.length).toBeGreaterThan(0);
    expect(responses.length - refused.length).toBeGreaterThanOrEqual(socketLimits.callsInFlight);
    for (const { message, error } of refused) {
      expect(message).toBe('Too many calls at once. Please wait for the others to finish.');
      expect(error).toMatchObject({ httpStatus: 429 });
    }
    expect((await socket.call('query', 'auth.user')).data).toMatchObject({ id: ada.user.id });
    socket.socket.terminate();
  });

  it('sends a limited number of requests in a frame', async () => {
    const socket = await openedSocket(address, ada);
    const calls = (count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, n) => ({
          id: `c${n}`,
          method: 'query',
          params: { path: 'account.usage', input: {} },
        })),
      );
    socket.socket.send(calls(socketLimits.callsInFrame));
    await until(() => socket.frames.length === socketLimits.callsInFrame);
    socket.socket.send(calls(socketLimits.callsInFrame + 1));
    await until(() => socket.frames.length === socketLimits.callsInFrame + 1);
    expect(socket.frames.at(-1)).toMatchObject({ id: null, error: { json: { data: { httpStatus: 400 } } } });
    socket.socket.terminate();
  });

  it('is closed when it floods, without affecting others', async () => {
    const [flood, good] = [await openedSocket(address, ada), await openedSocket(address, ada)];
    for (let n = 0; n < 20_000; n++) flood.socket.send('PING');
    expect(await flood.closed).toBe(1008);
    expect(flood.frames.filter((said) => said === 'PONG').length).toBeLessThan(socketLimits.frames.burst * 2);
    expect((await good.call('query', 'auth.user')).data).toMatchObject({ id: ada.user.id });
    good.socket.terminate();
  });
});

describe('one user', () => {
  it('opens as many sockets as allowed, and gets 429 with Retry-After above', async () => {
    const eve = await signUp(server.deps);
    const sockets = [];
    for (let n = 0; n < 100; n++) sockets.push(await openedSocket(address, eve));
    expect(await openSocket(address, eve)).toBe(429);
    expect(await openSocket(address, ada)).not.toBe(429);
    sockets[0]?.socket.terminate();
    await until(async () => typeof (await openSocket(address, eve)) !== 'number');
    for (const { socket } of sockets) socket.terminate();
  });

  it('opens a limited number of event streams', async () => {
    const eve = await signUp(server.deps);
    const { id } = await eve.call.conversations.create({});
    const leave = new AbortController();
    const open = () =>
      fetch(`${address}/api/conversations/${id}/events`, {
        headers: { cookie: `qinsight_session=${eve.sessionToken}` },
        signal: leave.signal,
      });
    const streams = await Promise.all(Array.from({ length: 50 }, open));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ message: 'Too many streams are open at once. Please close some.' });
    await streams[0]?.body?.cancel();
    await until(async () => (await open()).status === 200);
    leave.abort();
  });
});
