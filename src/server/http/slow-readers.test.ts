import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '~/server/testing/until';
import { cutSlowReader } from './slow-readers';

const bounds = { periodMs: 1000, bytes: 64 * 1024 };
const chunk = Buffer.alloc(64 * 1024);
let server: Server;
let port: number;
let body: Readable;
let response: ServerResponse | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  response = undefined;
  server = createServer((_request, started) => {
    response = started;
    cutSlowReader(started, bounds);
    body.pipe(started);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function* endless() {
  for (;;) yield chunk;
}

it('cuts the connection of a client that stops reading', async () => {
  body = Readable.from(endless());
  // A socket without a listener for data reads nothing.
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // The buffers of the system take some megabytes before the response waits.
  let before = -1;
  await until(() => {
    const now = response?.socket?.bytesWritten ?? 0;
    const isFull = response?.writableNeedDrain === true && now === before;
    before = now;
    return isFull;
  });
  vi.advanceTimersByTime(2 * bounds.periodMs);
  expect(response?.destroyed).toBe(true);
  socket.destroy();
  body.destroy();
});

it('does not cut a response whose data is late', async () => {
  const late = new PassThrough();
  body = late;
  const asked = fetch(`http://127.0.0.1:${port}/`);
  await until(() => response !== undefined);
  late.write(chunk);
  const { body: received } = await asked;
  vi.advanceTimersByTime(10 * bounds.periodMs);
  late.end(chunk);
  let size = 0;
  for await (const part of received ?? []) size += part.length;
  expect(size).toBe(2 * chunk.length);
});
