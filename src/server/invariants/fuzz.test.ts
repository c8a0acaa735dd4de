/** Thousands of random inputs: each is rejected with a message or ignored, and the server keeps running. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '~/server/router';
import { socketLimits } from '~/server/sockets/socket-limits';
import { cookieOf } from '~/server/testing/clients/http-client';
import { type OpenSocket, openedSocket } from '~/server/testing/clients/socket-client';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { almostValid, body, frame } from '~/server/testing/inputs/malformed-inputs';
import { createStopwatch } from '~/server/testing/stopwatch';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

// At run time tRPC's record is flat, keyed by path; its type claims that it is nested.
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
/** The support bundle names the database and its version on purpose; its own tests check what it must not contain. */
const paths = Object.keys(procedures).filter((path) => path !== 'status.supportBundle');
const typeOf = (path: string) => procedures[path]?._def.type;
const seed = 20261120;
/** Per kind of caller: requests over HTTP, and frames over the socket. `npm run fuzz` sends far more. */
const requests = 500;
const frames = 400;
/** Internals that a message must not contain: queries, files, stacks. */
const leak =
  /prisma|pglite|postgres|node_modules|\bat .*:\d+:\d+|SELECT |INSERT |\$argon2|RangeError|Maximum call stack/i;

let server: TestServer;
let address: string;
let good: TestUser;
let member: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  // The limits have tests of their own, so they are lifted here.
  Object.assign(server.deps, {
    rateLimiter: unlimited,
  });
  address = await server.listen();
  good = await signUp(server.deps);
  member = await signUp(server.deps);
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

afterEach(async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect([].constructor.prototype.polluted).toBeUndefined();
  // Valid requests still work.
  const { id } = await good.call.conversations.create({ title: 'Still here' });
  const socket = await openedSocket(address, good);
  expect((await socket.call('query', 'conversations.get', { conversationId: id })).data).toMatchObject({ id });
  socket.socket.terminate();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

const callers = ['nobody', 'member', 'admin'] as const;
/** A new session each time, because some of the random requests sign out. */
async function sessionOf(caller: (typeof callers)[number]): Promise<string | null> {
  if (caller === 'nobody') return null;
  const { user } = caller === 'admin' ? admin : member;
  return (await server.deps.sessions.createSession(user.id, { sess: { device: '', ip: '', created: '' } })).id;
}

interface MalformedRequest {
  names: readonly string[];
  method: string;
  isBatch: boolean;
  bodies: string[];
  headers: Record<string, string>;
  query: string;
}

/** Procedures, variants of their path, and inputs. */
const anyRequest: fc.Arbitrary<MalformedRequest> = fc.record({
  names: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...paths).map((path): string[] => [path]) },
    {
      weight: 3,
      arbitrary: fc.array(fc.constantFrom(...paths, 'none.such', '__proto__', ''), { minLength: 1, maxLength: 4 }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ['%'],
        ['%E0%A4%A'],
        ['a'.repeat(3000)],
        ['..%2f..%2fadmin'],
        ['%00'],
        ['auth'],
        ['toString'],
      ),
    },
  ),
  method: fc.constantFrom('POST', 'POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
  isBatch: fc.boolean(),
  bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-7' },
    { 'content-type': 'multipart/form-data' },
    { 'content-encoding': 'gzip' },
    { 'trpc-accept': 'application/jsonl' },
    { accept: 'text/event-stream' },
    { 'last-event-id': 'x'.repeat(500) },
    { cookie: 'qinsight_session=;;;=;qinsight_session' },
    { 'x-forwarded-for': 'x'.repeat(1000) },
    { 'user-agent': '\xff'.repeat(400) },
  ),
  query: fc.constantFrom('', '', '&connectionParams=1', '&connectionParams={"a":7}', '&batch=x', '&input=2', '&%=%'),
});

const sensible = almostValid.map(({ path, body }): MalformedRequest => {
  const method = typeOf(path) === 'query' ? 'GET' : 'POST';
  return { names: [path], method, isBatch: false, bodies: [body], headers: {}, query: '' };
});
const request = fc.oneof(anyRequest, sensible);

async function send(
  { names, method, isBatch, bodies, headers, query }: MalformedRequest,
  sessionToken: string | null,
): Promise<{ status: number; text: string }> {
  const input = isBatch ? `{${bodies.map((body, n) => `"${n}":${body || 'null'}`).join()}}` : (bodies[0] ?? '');
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  const inAddress = hasBody ? '' : `&input=${encodeURIComponent(input.toWellFormed()).slice(0, 12_000)}`;
  const response = await fetch(
    `${address}/trpc/${names.join()}?${isBatch ? 'batch=1' : 'single=1'}${query}${inAddress}`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(sessionToken && { cookie: cookieOf(sessionToken) }),
        ...headers,
      },
      ...(hasBody && { body: input }),
    },
  );
  return { status: response.status, text: await response.text() };
}

describe('over HTTP', () => {
  it.each(callers)('from %s: no request breaks or reveals anything', async (caller) => {
    let sessionToken = await sessionOf(caller);
    const watch = createStopwatch(`tRPC over HTTP, ${caller}`);
    await fc.assert(
      fc.asyncProperty(request, async (generated) => {
        const { status, text } = await watch.time(() => send(generated, sessionToken));
        if (generated.names.includes('auth.logout')) sessionToken = await sessionOf(caller);
        if (status >= 500 || leak.test(text) || /"httpStatus":5/.test(text))
          throw new Error(`${status} ${text.slice(0, 300)}`);
      }),
      { seed, numRuns: requests, endOnFailure: true },
    );
    watch.report();
  });

  it('accepts the deepest and longest inputs that fit into a request', async () => {
    const deep = `{"json":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    const wide = `{"json":[${'{},'.repeat(300_000)}{}]}`;
    for (const content of [deep, wide, `{"json":"${'x'.repeat(1_000_000)}"}`]) {
      const one = {
        names: ['conversations.create'],
        method: 'POST',
        isBatch: false,
        bodies: [content],
        headers: {},
        query: '',
      };
      expect((await send(one, good.sessionToken)).status).toBe(400);
    }
  });
});

const asFrame = ({ path, body }: { path: string; body: string }) =>
  `{"id":${JSON.stringify(path)},"method":"${typeOf(path)}","params":{"path":"${path}","input":${body}}}`;

describe('over the socket', () => {
  let socket: OpenSocket | undefined;

  it.each(['member', 'admin'] as const)('from %s: no frame breaks or reveals anything', async (caller) => {
    let answers = 0;
    const broken: unknown[] = [];
    const look = ({ frames }: OpenSocket) => {
      for (const said of frames.splice(0)) {
        answers++;
        const spelled = JSON.stringify(said);
        if (/"httpStatus":5/.test(spelled) || leak.test(spelled)) broken.push(said);
      }
    };
    for (const bytes of fc.sample(fc.oneof(frame(paths), almostValid.map(asFrame)), { seed, numRuns: frames })) {
      // Frames that are too large or not text close the socket; open a new one for the next.
      if (!socket || socket.socket.readyState !== socket.socket.OPEN) {
        if (socket) look(socket);
        socket = await openedSocket(address, { sessionToken: await sessionOf(caller) });
      }
      socket.socket.send(bytes, { binary: typeof bytes !== 'string' });
      // Lets responses arrive, so that most frames meet an idle socket and some a busy one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await socket?.call('query', 'account.usage');
    if (socket) look(socket);
    socket?.socket.terminate();
    socket = undefined;
    expect(broken).toEqual([]);
    expect(answers).toBeGreaterThan(300);
  });

  it('survives malformed connection parameters', async () => {
    // CVE-2025-43855: this once crashed the process.
    for (const first of [
      'null',
      '7',
      '[]',
      '{"data":7}',
      '{"method":"connectionParams","data":"x"}',
      '{',
      '',
      'PING',
      Buffer.from([0xff]),
    ]) {
      const odd = await openedSocket(address, { sessionToken: good.sessionToken, path: '/ws?connectionParams=1' });
      odd.socket.send(first);
      // It is closed, or it still responds.
      odd.socket.send('PING');
      expect(await Promise.race([odd.closed, until(() => odd.frames.length > 0)])).not.toBe(0);
      odd.socket.terminate();
    }
  });

  it('has many subscriptions per socket, and ends them all with it', async () => {
    const many = await openedSocket(address, good);
    const { id } = await good.call.conversations.create({});
    await Promise.all(
      Array.from({ length: socketLimits.subscriptions - 1 }, () =>
        many.call('subscription', 'messages.watch', { conversationId: id }),
      ),
    );
    const gone = many.call('subscription', 'messages.watch', { conversationId: randomUUID() });
    expect((await gone).error).toMatchObject({ httpStatus: 404 });
    expect(server.deps.generation.watchedConversations).toBe(1);
    many.socket.terminate();
    await until(() => server.deps.generation.watchedConversations === 0);
  });
});
