/**
 * Sends thousands of invalid inputs to a server process: tRPC over HTTP, WebSocket frames, REST, SCIM, chat
 * completions, sign-in with a provider, pages and files, and damaged files. Fails on a 5xx response, leaked internals,
 * an exit, or growing memory.
 * Usage: npm run fuzz -- [inputs, 20000] [seed]. With DATABASE_URL it uses that PostgreSQL server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { createReaderPool } from '~/server/reading/pool/reader-pool';
import { openApiDocument } from '~/server/rest/openapi';
import { appRouter } from '~/server/router';
import { cookieOf } from '~/server/testing/clients/http-client';
import { type OpenSocket, openedSocket } from '~/server/testing/clients/socket-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { startOpenIdProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { makeDocx, makePdf, pngOfSize } from '~/server/testing/inputs/make-files';
import { almostValid, body, frame } from '~/server/testing/inputs/malformed-inputs';
import { isPublishedText, pageRequests } from '~/server/testing/inputs/malformed-page-inputs';
import { protocolRequests } from '~/server/testing/inputs/malformed-protocol-inputs';
import { oddRequests } from '~/server/testing/inputs/malformed-rest-inputs';
import type { Memory, Target } from './target';

const inputs = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
/** The share of each kind of input. Few are files, because each may need a reader process. */
const shares = { trpc: 0.33, frames: 0.22, rest: 0.25, protocols: 0.1, pages: 0.05, files: 0.05 };
const inFlight = 8;
const leak = /prisma|pglite|postgres|node_modules|\bat .*:\d+:\d+|SELECT |INSERT |\$argon2|Maximum call stack/i;
/** Requests that would end the sessions of the run; procedures.test.ts covers them. */
const endsSession = /^(auth\.logout|account\.delete|sessions\.end|auth\.changePassword|admin\.)/;

const found: string[] = [];
const outcomes = new Map<string, number>();
const count = (key: string) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);

const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-fuzz-'));
const providerPort = await freePort();
const provider = await startOpenIdProvider({
  port: providerPort,
  redirectUri: 'http://localhost/auth/oidc/sso/callback',
  logoutUri: 'http://localhost/auth/oidc/sso/backchannel-logout',
  user: { sub: 'ada', email: 'ada@example.com' },
});
const child = fork(path.join(import.meta.dirname, 'target.ts'), {
  execArgv: ['--import', 'tsx', '--expose-gc'],
  env: {
    ...process.env,
    DATA_DIR: folder,
    OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    OIDC_CLIENT_ID: testClient.id,
    OIDC_CLIENT_SECRET: testClient.secret,
  },
});
let isStopping = false;
child.on('exit', (code, signal) => {
  if (isStopping) return;
  process.stderr.write(`The server ended (${code ?? signal}). Seed ${seed}.\n`);
  process.exit(1);
});

const { address, sessions, known, tokens } = await nextMessage<Target>(child);
const callers = ['visitor', 'member', 'admin'] as const;
// tRPC's record is flat by path at run time, although its type is nested.
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
/** The support bundle contains the database's name and version on purpose, which the leak check would report. */
const names = Object.keys(procedures).filter((name) => !endsSession.test(name) && name !== 'status.supportBundle');

function nextMessage<T>(from: ChildProcess): Promise<T> {
  return new Promise((resolve) => from.once('message', (message) => resolve(message as T)));
}

async function memory(): Promise<Memory> {
  child.send('memory');
  return nextMessage<Memory>(child);
}

function check(surface: string, status: number, text: string, input: unknown): void {
  count(`${surface} ${status}`);
  if (status >= 500 || leak.test(text)) {
    found.push(`${surface} ${status} ${text.slice(0, 200)} for ${JSON.stringify(input).slice(0, 300)}`);
  }
}

/** Runs `work` for each item, `inFlight` at a time. */
async function each<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

async function fuzzTrpc(runs: number, part: number): Promise<void> {
  const odd = fc.record({
    path: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: fc.constantFrom('', '%', '..%2f', '__proto__', '/messages.watch', 'x/messages.watch') },
    ),
    body,
  });
  const right = almostValid.filter(({ path }) => !endsSession.test(path));
  await each(fc.sample(fc.oneof(odd, right), { seed: seed + part, numRuns: runs }), async (one, index) => {
    const session = sessions[callers[index % callers.length] ?? 'visitor'];
    const isQuery = procedures[one.path]?._def.type === 'query';
    const query = isQuery ? `?input=${encodeURIComponent(one.body.toWellFormed()).slice(0, 12_000)}` : '';
    const response = await fetch(`${address}/trpc/${one.path}${query}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(session && { cookie: cookieOf(session) }) },
      ...(!isQuery && { body: one.body }),
    });
    check('tRPC', response.status, await response.text(), one);
  });
}

async function fuzzRest(runs: number, part: number): Promise<void> {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, object>> };
  const endsOwnSession = (route: string) => /logout|account|sessions|password|admin/.test(route);
  const kept = Object.fromEntries(Object.entries(paths).filter(([route]) => !endsOwnSession(route)));
  await each(fc.sample(oddRequests(kept, known), { seed: seed + part, numRuns: runs }), async (one, index) => {
    const session = sessions[callers[index % callers.length] ?? 'visitor'];
    const response = await fetch(address + one.path, {
      method: one.method,
      headers: { 'content-type': 'application/json', ...(session && { cookie: cookieOf(session) }), ...one.headers },
      ...(one.body !== undefined && { body: one.body }),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      count(`REST stream ${response.status}`);
      await response.body?.cancel();
      return;
    }
    check('REST', response.status, await response.text(), { method: one.method, path: one.path });
  });
}

async function fuzzProtocols(runs: number, part: number): Promise<void> {
  await each(fc.sample(protocolRequests(tokens), { seed: seed + part, numRuns: runs }), async (one) => {
    const { surface, method, path: at, headers, body: sent } = one;
    const init = { method, headers, redirect: 'manual' as const, ...(sent !== undefined && { body: sent }) };
    const response = await fetch(address + at, init);
    check(surface, response.status, await response.text(), one);
  });
}

/**
 * Shared links, feeds, uploads and other routes outside the API. No links are shared here; malformed-pages.test.ts
 * covers those.
 */
async function fuzzPages(runs: number, part: number): Promise<void> {
  const [object = '', share = object] = known;
  const feed = 'a'.repeat(43);
  const requests = pageRequests({ share, protectedShare: 'b'.repeat(43), feed, object });
  await each(fc.sample(requests, { seed: seed + part, numRuns: runs }), async (one) => {
    const { method, path: at, headers, body: sent } = one;
    const init = { method, headers, redirect: 'manual' as const, ...(sent !== undefined && { body: sent }) };
    const response = await fetch(address + at, init);
    const text = await response.text();
    check('page', response.status, isPublishedText(at) ? '' : text, one);
  });
}

async function fuzzFrames(runs: number, part: number): Promise<void> {
  let socket: OpenSocket | undefined;
  const look = ({ frames }: OpenSocket) => {
    for (const frame of frames.splice(0)) {
      const text = JSON.stringify(frame);
      check('socket', Number(/"httpStatus":(\d+)/.exec(text)?.[1] ?? 200), text, frame);
    }
  };
  for (const one of fc.sample(frame(names), { seed: seed + part, numRuns: runs })) {
    if (!socket || socket.socket.readyState !== socket.socket.OPEN) {
      if (socket) look(socket);
      socket = await openedSocket(address, { sessionToken: sessions.member });
    }
    socket.socket.send(one, { binary: typeof one !== 'string' });
    // Yields for responses, so that most frames arrive at an idle socket and some at a busy one.
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Lets pending responses arrive before the socket closes.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (socket) look(socket);
  socket?.socket.terminate();
}

/** Valid files with some bytes changed and the end cut off. They may fail, but only with an error message. */
async function fuzzFiles(runs: number): Promise<void> {
  const samples = [
    { kind: 'pdf', name: 'a.pdf', type: 'application/pdf', bytes: makePdf([['One line'], ['Two lines', 'of text']]) },
    {
      kind: 'docx',
      name: 'a.docx',
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      bytes: makeDocx(['A paragraph', 'Another']),
    },
    { kind: 'image', name: 'a.png', type: 'image/png', bytes: pngOfSize(40, 30) },
  ] as const;
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  const damage = fc.record({
    sample: fc.constantFrom(...samples),
    changes: fc.array(fc.tuple(fraction, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 }),
    kept: fc.oneof(fc.constant(1), fraction),
  });
  const pool = createReaderPool({ timeoutMs: 10_000 });
  await each(fc.sample(damage, { seed, numRuns: runs }), async ({ sample, changes, kept }) => {
    const bytes = Buffer.from(sample.bytes.subarray(0, Math.ceil(sample.bytes.length * (0.2 + 0.8 * kept))));
    for (const [place, value] of changes) bytes[Math.min(bytes.length - 1, Math.floor(place * bytes.length))] = value;
    const { kind, name, type } = sample;
    try {
      const { processingError } = await pool.read({ kind, name, type, bytes });
      check('file', processingError ? 422 : 200, processingError ?? '', name);
    } catch (error) {
      found.push(`file: the pool failed: ${error}`);
    }
  });
  await pool.close();
}

async function sendAll(part: number, share: number): Promise<void> {
  await fuzzTrpc(Math.round(inputs * shares.trpc * share), part);
  await fuzzRest(Math.round(inputs * shares.rest * share), part);
  await fuzzProtocols(Math.round(inputs * shares.protocols * share), part);
  await fuzzPages(Math.round(inputs * shares.pages * share), part);
  await fuzzFrames(Math.round(inputs * shares.frames * share), part);
}

const started = performance.now();
// Warms up caches and compiled code before the first memory measurement.
await sendAll(1, 0.3);
const before = await memory();
await sendAll(2, 0.7);
await fuzzFiles(Math.round(inputs * shares.files));
const after = await memory();
const ready = await fetch(`${address}/readyz`);
await ready.text();
isStopping = true;
child.send('stop');
await provider.close();
await new Promise((resolve) => child.once('exit', resolve));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

console.log(`${inputs} inputs, seed ${seed}, ${Math.round((performance.now() - started) / 1000)} s`);
for (const [outcome, times] of [...outcomes].sort()) console.log(`  ${outcome}: ${times}`);
console.log(`memory after 30% ${JSON.stringify(before)}, at the end ${JSON.stringify(after)}`);
console.log(`/readyz ${ready.status}`);
for (const one of found.slice(0, 20)) console.log(`FOUND ${one}`);
process.exit(found.length === 0 && ready.status === 200 ? 0 : 1);
