/**
 * Thousands of inputs generated from the API's own document: each gets a readable response, and none crashes the server
 * or leaks anything.
 */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { publishedComponent } from '~/server/testing/clients/response-schemas';
import { expectNoSecrets } from '~/server/testing/clients/rest-client';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { oddRequests } from '~/server/testing/inputs/malformed-rest-inputs';
import { createStopwatch } from '~/server/testing/stopwatch';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import { openApiDocument } from './openapi';

const { paths } = openApiDocument() as { paths: Record<string, Record<string, object>> };
const errorSchema = publishedComponent('Error');
const seed = 20261120;
/** Per kind of caller. `npm run fuzz` sends far more. */
const inputs = 250;

let world: RestWorld;
let good: TestUser;
let member: TestUser;
let admin: TestUser;
let known: string[];

beforeAll(async () => {
  world = await startRestWorld({ SETUP_ADMIN_EMAIL: 'setup@example.com' });
  // The limits have tests of their own, so they are lifted here.
  Object.assign(world.server.deps, {
    rateLimiter: unlimited,
  });
  [good, member, admin] = [await world.person(), await world.person(), await world.person({ isAdmin: true })];
  known = [
    await world.conversationOf(member),
    await world.conversationOf(member),
    await world.conversationOf(good),
    await world.position(good),
    await world.waitlistEntry(),
    (await world.person()).user.id,
  ];
});
afterAll(() => world.server.close());

afterEach(async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  // Valid requests still work.
  const { body } = await world.rest.call('POST', '/api/conversations', { title: 'Still here' }, good);
  expect(body).toMatchObject({ title: 'Still here' });
  expect((await fetch(`${world.address}/readyz`)).status).toBe(200);
});

const callers = ['nobody', 'member', 'admin'] as const;
/** A new session each time, because some of the random requests end it. */
async function sessionOf(caller: (typeof callers)[number]): Promise<string | null> {
  if (caller === 'nobody') return null;
  const { user } = caller === 'admin' ? admin : member;
  return (await world.server.deps.sessions.createSession(user.id, { sess: { device: '', ip: '', created: '' } })).id;
}

describe('the API', () => {
  it.each(callers)('returns a readable response to every random request of %s', async (caller) => {
    let sessionToken = await sessionOf(caller);
    const watch = createStopwatch(`REST, ${caller}`);
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(oddRequests(paths, known), async ({ method, path, headers, body }) => {
        const leave = new AbortController();
        const request = {
          method,
          headers: {
            'content-type': 'application/json',
            'x-request-id': randomUUID(),
            ...(sessionToken && { cookie: cookieOf(sessionToken) }),
            ...headers,
          },
          signal: leave.signal,
          ...(body !== undefined && { body }),
        };
        const response = await watch.time(() => fetch(world.address + path, request));
        const { status } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (response.headers.get('content-type')?.startsWith('text/event-stream')) return leave.abort();
        const text = await response.text();
        if (response.headers.get('content-type') === 'application/zip') return;
        if (path.startsWith('/api/logout') || status === 401) sessionToken = await sessionOf(caller);
        if (status >= 500) throw new Error(`${status} ${text.slice(0, 300)}`);
        // A file in its own format.
        if (response.headers.get('content-disposition')?.startsWith('attachment')) return;
        const parsed = text ? (JSON.parse(text) as unknown) : undefined;
        // Users may see what they typed, but never the server's internals.
        if (status < 400) expectNoSecrets('', parsed);
        else if (method !== 'HEAD') errorSchema.parse(parsed);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }),
      { seed, numRuns: inputs, endOnFailure: true },
    );
    watch.report();
    // Inputs reach beyond authentication: many succeed, and many fail validation.
    expect(statuses.get(400)).toBeGreaterThan(15);
    if (caller !== 'nobody') expect(statuses.get(200)).toBeGreaterThan(8);
  });
});
