/** Sends the same frames to our handler and to tRPC's own, over real sockets, and compares the responses. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { initTRPC, TRPCError, tracked } from '@trpc/server';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { until } from '~/server/testing/until';
import { serveSocketCalls } from './socket-calls';

const t = initTRPC.context<{ caller: string }>().create({
  transformer: superjson,
  errorFormatter: ({ shape: { message, code, data } }) => ({
    message,
    code,
    data: { code: data.code, httpStatus: data.httpStatus, path: data.path },
  }),
});

const router = t.router({
  echo: t.procedure.input(z.unknown()).query(({ input, ctx }) => ({ input, caller: ctx.caller })),
  day: t.procedure.input(z.object({ day: z.date() })).mutation(({ input }) => new Date(input.day.getTime() + 1)),
  nothing: t.procedure.mutation(() => undefined),
  refused: t.procedure.query(() => {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Not for you' });
  }),
  broken: t.procedure.mutation(() => {
    throw new Error('broken');
  }),
  count: t.procedure
    .input(z.object({ to: z.number(), lastEventId: z.string().optional() }))
    .subscription(async function* ({ input }) {
      for (let n = Number(input.lastEventId ?? 0) + 1; n <= input.to; n++)
        yield tracked(String(n), { n, at: new Date(n) });
    }),
  words: t.procedure.subscription(async function* () {
    yield* ['one', undefined, null, 'four'];
  }),
  breaks: t.procedure.subscription(async function* () {
    yield 1;
    throw new TRPCError({ code: 'CONFLICT', message: 'Someone was faster' });
  }),
  endless: t.procedure.subscription(async function* ({ signal }) {
    yield 'here';
    if (!signal?.aborted) await once(signal as AbortSignal, 'abort');
  }),
});

const servers = { ours: new WebSocketServer({ port: 0 }), theirs: new WebSocketServer({ port: 0 }) };
const createContext = () => ({ caller: 'ada' });

beforeAll(async () => {
  applyWSSHandler({ wss: servers.theirs, router, createContext });
  const options = { router, createContext, onError: () => {} };
  servers.ours.on('connection', (socket, request) => serveSocketCalls(options, socket, request));
  await Promise.all(Object.values(servers).map((server) => server.address() ?? once(server, 'listening')));
});
afterAll(() => {
  for (const server of Object.values(servers)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

async function connect(server: WebSocketServer) {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  socket.on('message', (data) => received.push(data.toString()));
  await once(socket, 'open');
  return {
    socket,
    received,
    responses: () => received.filter((text) => text !== 'PONG').map((text) => JSON.parse(text)),
  };
}

/** The responses to some frames. The last frame is a ping, whose response shows that nothing more is pending. */
async function answersOf(server: WebSocketServer, frames: readonly string[], expected: number): Promise<unknown[]> {
  const { socket, received, responses } = await connect(server);
  for (const frame of frames) socket.send(frame);
  await until(() => received.length >= expected);
  socket.send('PING');
  await until(() => received.includes('PONG'));
  socket.terminate();
  return responses();
}

const call = (id: unknown, method: string, path: string, input?: unknown, more = {}) => ({
  id,
  method,
  params: { path, input: superjson.serialize(input), ...more },
});
const one = (...parts: Parameters<typeof call>) => JSON.stringify(call(...parts));

/** Frames, and the number of expected responses. */
const conversations: Record<string, [string[], number]> = {
  'a query': [[one(1, 'query', 'echo', { text: 'Wörter', when: new Date(0), many: new Set([1n]) })], 1],
  'a mutation with an id of letters': [[one('a', 'mutation', 'day', { day: new Date(5) })], 1],
  'the version of JSON-RPC': [[JSON.stringify({ ...call(7, 'query', 'echo', 1), jsonrpc: '2.0' })], 1],
  'an answer without a value': [[one(1, 'mutation', 'nothing')], 1],
  'input that does not fit': [[one(1, 'mutation', 'day', { day: 'today' })], 1],
  'an unknown path': [[one(1, 'query', 'not.there')], 1],
  'a query as a mutation': [[one(1, 'mutation', 'echo')], 1],
  'a query as a subscription': [[one(1, 'subscription', 'echo')], 1],
  'a subscription as a query': [[one(1, 'query', 'words')], 1],
  'a refusal': [[one(1, 'query', 'refused')], 1],
  'an unexpected error': [[one(1, 'mutation', 'broken')], 1],
  'a subscription with event ids': [[one(1, 'subscription', 'count', { to: 3 })], 5],
  'a subscription that goes on after an event': [[one(1, 'subscription', 'count', { to: 4 }, { lastEventId: '2' })], 4],
  'a subscription with plain events': [[one(1, 'subscription', 'words')], 6],
  'a subscription that breaks': [[one(1, 'subscription', 'breaks')], 4],
  'the end of a subscription that is not there': [[JSON.stringify({ id: 5, method: 'subscription.stop' })], 0],
  'what is no JSON': [['{'], 1],
  'what is no request': [['7'], 1],
  'an empty list': [['[]'], 0],
  'a request without an id': [[JSON.stringify({ ...call(null, 'query', 'echo') })], 1],
};

describe('our handler responds as tRPC’s does to', () => {
  it.each(Object.entries(conversations))('%s', async (_name, [frames, expected]) => {
    const [ours, theirs] = await Promise.all([
      answersOf(servers.ours, frames, expected),
      answersOf(servers.theirs, frames, expected),
    ]);
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThanOrEqual(expected);
  });

  it('the end of a subscription', async () => {
    const received = Object.values(servers).map(async (server) => {
      const { socket, responses } = await connect(server);
      socket.send(one(1, 'subscription', 'endless'));
      await until(() => responses().length === 2);
      socket.send(JSON.stringify({ id: 1, method: 'subscription.stop' }));
      await until(() => responses().length === 3);
      socket.terminate();
      return responses();
    });
    const [ours, theirs] = await Promise.all(received);
    expect(ours?.at(-1)).toEqual({ id: 1, result: { type: 'stopped' } });
    expect(ours).toEqual(theirs);
  });

  it('several requests in one frame, in any order', async () => {
    const frame = JSON.stringify([
      call(1, 'query', 'echo', 1),
      call(2, 'query', 'refused'),
      call(3, 'mutation', 'nothing'),
    ]);
    const sorted = (responses: unknown[]) => (responses as { id: number }[]).sort((a, b) => a.id - b.id);
    const [ours, theirs] = await Promise.all([
      answersOf(servers.ours, [frame], 3),
      answersOf(servers.theirs, [frame], 3),
    ]);
    expect(sorted(ours).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(sorted(ours)).toEqual(sorted(theirs));
  });
});

it('a request that cannot be parsed fails under its own id, where tRPC returns none', async () => {
  const frames = [JSON.stringify({ id: 4, method: 'drop', params: {} })];
  const [ours, theirs] = [await answersOf(servers.ours, frames, 1), await answersOf(servers.theirs, frames, 1)];
  expect(ours).toMatchObject([{ id: 4, error: { json: { data: { code: 'PARSE_ERROR' } } } }]);
  expect(theirs).toMatchObject([{ id: null, error: { json: { data: { code: 'PARSE_ERROR' } } } }]);
});
