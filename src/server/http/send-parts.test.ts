import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import compression from 'compression';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import type { HttpCall } from './http-call';
import { sendParts } from './send-parts';

const warnings: string[] = [];
const onWarning = ({ name }: Error) => void warnings.push(name);
afterEach(() => void process.off('warning', onWarning));

it('adds no listener per part to a compressed response', async () => {
  // More than a buffer each, so that each is waited for.
  const parts = Array.from({ length: 20 }, () => randomBytes(50_000).toString('hex'));
  const file = { fileName: 'a.csv', mediaType: 'text/csv', first: 'first', last: 'last' };
  const read = async (cursor = '0') => {
    const next = Number(cursor) + 1;
    return { text: parts[next - 1] ?? '', nextCursor: next < parts.length ? String(next) : null };
  };
  const app = express().use(compression());
  app.get('/', (request, response) =>
    sendParts({ request, response } as HttpCall, read, { ...file, write: ({ text }) => text }),
  );
  const server = createServer(app);
  const port = await listen(server);
  process.on('warning', onWarning);
  const response = await fetch(`http://127.0.0.1:${port}`);
  expect(response.headers.get('content-encoding')).not.toBeNull();
  expect(await response.text()).toBe(['first', ...parts, 'last'].join(''));
  expect(warnings).toEqual([]);
  server.close();
});
