/** A thousand sockets with invalid WebSocket bytes: each closes its own socket and affects nothing else. */

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { type OpenSocket, openedSocket } from '~/server/testing/clients/socket-client';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { createStopwatch } from '~/server/testing/stopwatch';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const sockets = 1000;
const atOnce = 20;
const seed = 20261121;

let server: TestServer;
let address: string;
let bad: TestUser;
let good: { user: TestUser; open: OpenSocket }[];

beforeAll(async () => {
  server = await startTestServer();
  // The limits have tests of their own, so they are lifted here.
  Object.assign(server.deps, {
    rateLimiter: unlimited,
  });
  address = await server.listen();
  bad = await signUp(server.deps);
  good = [];
  for (let n = 0; n < 50; n++) {
    const user = await signUp(server.deps);
    good.push({ user, open: await openedSocket(address, user) });
  }
});
afterAll(async () => {
  for (const { open } of good) open.socket.terminate();
  await server.close();
});

/** A raw frame: the first byte is FIN, RSV and opcode; masked, as clients must, unless `isMasked` is false. */
function frame(first: number, payload: Buffer, options: { isMasked?: boolean; announced?: Buffer } = {}): Buffer {
  const { isMasked = true } = options;
  const bit = isMasked ? 0x80 : 0;
  const length =
    options.announced ??
    (payload.length < 126
      ? Buffer.from([payload.length])
      : Buffer.from([126, payload.length >> 8, payload.length & 255]));
  length[0] = (length[0] ?? 0) | bit;
  if (!isMasked) return Buffer.concat([Buffer.from([first]), length, payload]);
  const mask = randomBytes(4);
  const masked = payload.map((byte, index) => byte ^ (mask[index & 3] as number));
  return Buffer.concat([Buffer.from([first]), length, mask, masked]);
}

const some = fc.uint8Array({ minLength: 1, maxLength: 120 }).map((bytes) => Buffer.from(bytes));
/** Each violates a rule of the protocol. */
const violation: fc.Arbitrary<Buffer> = fc.oneof(
  // Not masked.
  some.map((payload) => frame(0x81, payload, { isMasked: false })),
  // An undefined opcode.
  fc.tuple(fc.constantFrom(3, 4, 5, 6, 7, 11, 12, 13, 14, 15), some).map(([opcode, p]) => frame(0x80 | opcode, p)),
  // Reserved bits, although no extension was negotiated.
  fc.tuple(fc.constantFrom(0xc1, 0xa1, 0x91, 0xf1), some).map(([first, p]) => frame(first, p)),
  // A continuation without a first frame; a new message in the middle of another.
  some.map((payload) => frame(0x80, payload)),
  some.map((payload) => Buffer.concat([frame(0x01, Buffer.from('a')), frame(0x81, payload)])),
  // A fragmented ping, and one that is too long.
  some.map((payload) => frame(0x09, payload)),
  fc.constant(frame(0x89, Buffer.alloc(126))),
  // Lengths beyond the safe integers, and beyond the limit.
  fc.constant(frame(0x81, Buffer.alloc(0), { announced: Buffer.from([127, 255, 255, 255, 255, 255, 255, 255, 255]) })),
  fc.constant(frame(0x81, Buffer.alloc(10), { announced: Buffer.from([127, 0, 0, 0, 0, 0, 16, 0, 0]) })),
  // Text that is not valid UTF-8.
  fc
    .constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80])
    .map((p) => frame(0x81, Buffer.from(p))),
  // A close frame with half a code, and with undefined codes.
  fc.constant(frame(0x88, Buffer.from([3]))),
  fc.constantFrom(0, 999, 1005, 1006, 2999, 65_535).map((code) => frame(0x88, Buffer.from([code >> 8, code & 255]))),
);
const noise = some.map((bytes) => Buffer.concat([Buffer.from([0x7f]), bytes]));

/** An upgraded raw TCP connection, without a WebSocket library. */
async function rawSocket(): Promise<Socket> {
  const { port, host } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const upgrade = [
    'GET /ws HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${address}`,
    `Cookie: ${cookieOf(bad.sessionToken)}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  socket.write(`${upgrade.join('\r\n')}\r\n\r\n`);
  const response = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  expect(response).toMatch(/^HTTP\/1\.1 101 /);
  socket.resume();
  return socket;
}

/** Resolves when the server has closed its side. */
const closed = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), 20_000);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(true);
    });
    socket.once('end', () => socket.end());
  });

describe('bytes that are not frames', () => {
  it('close their socket, while fifty valid ones keep working', async () => {
    const attempts = fc.sample(fc.oneof({ weight: 9, arbitrary: violation }, { weight: 1, arbitrary: noise }), {
      seed,
      numRuns: sockets,
    });
    const watch = createStopwatch('good sockets during the flood');
    const useGood = async ({ user, open }: (typeof good)[number]) => {
      const { data } = await watch.time(() => open.call('query', 'auth.user'));
      expect(data).toMatchObject({ id: user.user.id });
    };
    const waiting = [...attempts];
    const attack = async () => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
        const left = waiting.length;
        const socket = await rawSocket();
        const end = closed(socket);
        socket.write(bytes);
        if (left % 100 === 0) await Promise.all(good.map(useGood));
        expect({ bytes: bytes.toString('hex'), isClosed: await end }).toMatchObject({ isClosed: true });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, attack));
    watch.report();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('of a message in a thousand fragments are joined, and pings in between are answered', async () => {
    const socket = await rawSocket();
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    const call = Buffer.from(JSON.stringify({ id: 1, method: 'query', params: { path: 'auth.user', input: {} } }));
    for (const [index, byte] of call.entries()) {
      const isLast = index === call.length - 1;
      socket.write(frame((isLast ? 0x80 : 0) | (index === 0 ? 1 : 0), Buffer.from([byte])));
      if (index % 10 === 0) socket.write(frame(0x89, Buffer.from('there?')));
    }
    await until(() => received.includes(bad.user.id));
    expect(received).toContain('there?');
    socket.destroy();
  });

  it('with endless pings close the socket as well', async () => {
    const socket = await rawSocket();
    const end = closed(socket);
    const ping = frame(0x89, Buffer.from('x'));
    for (let n = 0; n < 5000; n++) socket.write(ping);
    expect(await end).toBe(true);
    expect((await good[0]?.open.call('query', 'account.usage'))?.data).toBeTruthy();
  });
});
