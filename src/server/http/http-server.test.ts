import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { until } from '~/server/testing/until';
import { boundBodies } from './http-server';

const bounds = { bodyMs: 200, uploadPeriodMs: 1500, uploadBytes: 1000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('a body that has arrived', () => {
  it.each([
    ['empty', 'Content-Length: 0', ''],
    ['small', 'Content-Length: 2', '{}'],
    ['without a length', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
  ])('does not end a long response if it is %s and the endpoint does not read it', async (_name, length, body) => {
    const sendError = vi.fn();
    const app = express().use(boundBodies(() => sendError, bounds));
    const started = new Promise<express.Response>((resolve) => {
      app.post('/', (_request, response) => resolve(response));
    });
    const server = createServer(app);
    const socket = connect(await listen(server), '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${length}\r\n\r\n${body}`);
    const received = text(socket);
    const response = await started;
    await until(() => response.req.complete);
    vi.advanceTimersByTime(2 * bounds.bodyMs);
    expect(sendError).not.toHaveBeenCalled();
    response.write('first ');
    vi.advanceTimersByTime(2 * bounds.bodyMs);
    response.end('last');
    expect(await received).toMatch(/^HTTP\/1\.1 200 .*first .*last/s);
    server.close();
    await once(server, 'close');
  });
});
