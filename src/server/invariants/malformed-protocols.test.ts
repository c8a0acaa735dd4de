/**
 * Random requests to SCIM, chat completions and sign-in with a provider: each gets a readable error without internals,
 * and the server keeps running. `npm run fuzz` sends far more.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { freePort } from '~/server/testing/fakes/free-port';
import { startOpenIdProvider, type TestProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { type ProtocolRequest, protocolRequests } from '~/server/testing/inputs/malformed-protocol-inputs';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';

const seed = 20261125;
const requests = 400;
const leak =
  /prisma|pglite|postgres|node_modules|\bat .*:\d+:\d+|SELECT |INSERT |\$argon2|RangeError|Maximum call stack/i;

let provider: TestProvider;
let server: TestServer;
let address: string;
beforeAll(async () => {
  const port = await freePort();
  server = await startTestServer({
    env: {
      PUBLIC_URL: 'https://insight.example.com',
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
    },
  });
  Object.assign(server.deps, { rateLimiter: unlimited });
  address = await server.listen();
  const redirectUri = `${address}/auth/oidc/sso/callback`;
  const logoutUri = `${address}/auth/oidc/sso/backchannel-logout`;
  provider = await startOpenIdProvider({
    port,
    redirectUri,
    logoutUri,
    user: { sub: 'ada', email: 'ada@example.com' },
  });
});
afterAll(async () => {
  await provider?.close();
  await server?.close();
});

async function send({ method, path, headers, body }: ProtocolRequest) {
  const response = await fetch(address + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

it('no request breaks the server or reveals its internals', async () => {
  const { deps } = server;
  const [admin, member] = [await signUp(deps, { isAdmin: true }), await signUp(deps)];
  const { token: scim } = await admin.call.scim.createToken({ name: 'Directory', password: testPassword });
  const acting = { by: member.user, caller: null };
  const { token: api } = await createToken(deps, acting, { name: 'Program', scope: 'write', password: testPassword });
  const group = await deps.db.group.create({ data: { name: 'Research', nameKey: 'research' } });
  const tokens = { scim, api, known: [(await signUp(deps)).user.id, group.id] };
  const found: string[] = [];
  const seen = new Map<string, Set<number>>();
  for (const sent of fc.sample(protocolRequests(tokens), { seed, numRuns: requests })) {
    const { status, text } = await send(sent);
    seen.set(sent.surface, (seen.get(sent.surface) ?? new Set()).add(status));
    if (status >= 500 || leak.test(text))
      found.push(`${status} ${text.slice(0, 200)} for ${JSON.stringify(sent).slice(0, 300)}`);
  }
  expect(found).toEqual([]);
  // Some passed the first check.
  expect(seen.get('SCIM')).toContain(200);
  expect(seen.get('SCIM')).toContain(400);
  expect(seen.get('completions')).toContain(400);
  expect(seen.get('OpenID Connect')).toContain(303);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  // The administrator is still one, and can sign in.
  expect(await admin.call.auth.user()).toMatchObject({ id: admin.user.id, isAdmin: true });
});
