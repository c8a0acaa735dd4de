/**
 * No one can find out who has an account: known and unknown emails get the same response after the same work. Times are
 * only compared with each other, never with a clock: of eighty interleaved attempts, those with a known email must be
 * neither slower nor faster.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHttp } from '~/server/testing/clients/http-client';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

const tries = 80;
let server: TestServer;
let address: string;
let known: string;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } });
  address = await server.listen();
  known = `known-${randomUUID()}@example.com`;
  const { status } = await callHttp(address, 'mutation', 'auth.register', { email: known, password: 'correct horse' });
  expect(status).toBe(200);
});
afterAll(() => server.close());

/**
 * The probability that an attempt of one kind takes longer than one of the other: about a half if they are the same.
 */
function chanceOfLonger(ones: number[], others: number[]): number {
  let longer = 0;
  for (const one of ones) for (const other of others) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (ones.length * others.length);
}

interface Try {
  isKnown: boolean;
  ms: number;
  response: object;
  /** Database queries and rate limits before the response. */
  work: string;
}

async function interleaved(path: string, input: (email: string) => object): Promise<Try[]> {
  const { deps } = server;
  const done: string[] = [];
  const consume = deps.rateLimiter.consume;
  deps.rateLimiter.consume = async (action) => void done.push(`limit ${action}`);
  const spied = (['findUnique', 'findFirst', 'upsert', 'update'] as const).map((name) => {
    const original = deps.db.user[name] as (...args: unknown[]) => unknown;
    Object.assign(deps.db.user, {
      [name]: (...args: unknown[]) => {
        done.push(`user ${name}`);
        return original.apply(deps.db.user, args);
      },
    });
    return () => Object.assign(deps.db.user, { [name]: original });
  });
  const results: Try[] = [];
  try {
    for (let n = 0; n < tries; n++) {
      const isKnown = n % 2 === 0;
      const email = isKnown ? known : `${randomUUID()}@example.com`;
      done.length = 0;
      const from = performance.now();
      const { status, text, headers } = await callHttp(address, 'mutation', path, input(email), {
        headers: { 'x-request-id': 'the-same-request' },
      });
      const ms = performance.now() - from;
      const names = [...headers.keys()].sort().join();
      results.push({ isKnown, ms, response: { status, text, names }, work: done.join(', ') });
      // Work after the response is not counted.
      await deps.background.settled();
    }
  } finally {
    deps.rateLimiter.consume = consume;
    for (const restore of spied) restore();
  }
  return results;
}

function expectSameResponse(results: Try[]): void {
  const [ofKnown, ofUnknown] = [true, false].map((kind) => results.filter(({ isKnown }) => isKnown === kind));
  if (!ofKnown || !ofUnknown) throw new Error('two kinds');
  const [first] = results;
  for (const { response } of results) expect(response).toEqual(first?.response);
  const chance = chanceOfLonger(
    ofKnown.map(({ ms }) => ms),
    ofUnknown.map(({ ms }) => ms),
  );
  // Forty attempts against forty of the same kind differ from a half by about 0.065; skipped work would give 0 or 1.
  expect(chance).toBeGreaterThan(0.2);
  expect(chance).toBeLessThan(0.8);
}

describe("known and unknown emails can't be distinguished", () => {
  it('when signing in with a wrong password', async () => {
    const results = await interleaved('auth.login', (email) => ({ email, password: 'not this one' }));
    expect(results[0]?.response).toMatchObject({ status: 401 });
    expect(new Set(results.map(({ work }) => work))).toEqual(
      new Set(['limit signInByAddress, limit signInByCaller, limit signInByAccount, user findUnique']),
    );
    expectSameResponse(results);
  });

  it('when requesting a password reset link', async () => {
    const results = await interleaved('passwordReset.request', (email) => ({ email }));
    expect(results[0]?.response).toMatchObject({ status: 200 });
    for (const { work } of results) expect(work).toMatch(/^limit resetByAddress, limit resetByCaller\b/);
    expectSameResponse(results);
  });
});
