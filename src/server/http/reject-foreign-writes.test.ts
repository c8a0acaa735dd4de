/** Writes with an Origin that is not the installation's: pages of other sites may not, programs with a token may. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { cookieOf } from '~/server/testing/clients/http-client';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const tokenOf = async ({ user }: TestUser, scope: 'read' | 'write' = 'write') => {
  const input = { name: 'Program', scope, password: testPassword };
  return (await createToken(server.deps, { by: user, caller: null }, input)).token;
};
const foreign = [{ origin: 'http://tauri.localhost' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookieFrom = ({ sessionToken }: TestUser) => ({ cookie: cookieOf(sessionToken) });
const post = (path: string, body: object, headers: object) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const create = (headers: object) => post('/api/conversations', { title: 'Rates' }, headers);
const conversations = () => server.deps.db.conversation.count();

describe.each(foreign)('a write with $origin', (origin) => {
  it('has the rights of its API token', async () => {
    const response = await create({ ...origin, ...bearer(await tokenOf(ada)) });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    expect(await server.deps.db.conversation.findUnique({ where: { id } })).toMatchObject({ userId: ada.user.id });
    expect((await create({ ...origin, ...bearer(await tokenOf(ada, 'read')) })).status).toBe(403);
  });

  it('never has the rights of its cookie, whatever else it carries', async () => {
    const before = await conversations();
    const { token: scim } = await bob.call.scim.createToken({ name: 'Okta', password: testPassword });
    const expected: [object, number][] = [
      [{}, 403],
      [bearer('sk-other'), 403],
      [bearer(scim), 403],
      [{ authorization: 'Basic cWlfeDpx' }, 403],
      [bearer('qi_unknown'), 401],
      [bearer(await tokenOf(ada, 'read')), 403],
    ];
    for (const [more, status] of expected)
      expect((await create({ ...origin, ...cookieFrom(bob), ...more })).status).toBe(status);
    expect(await conversations()).toBe(before);
    const response = await create({ ...origin, ...cookieFrom(bob), ...bearer(await tokenOf(ada)) });
    const { id } = (await response.json()) as { id: string };
    expect(await server.deps.db.conversation.findUnique({ where: { id } })).toMatchObject({ userId: ada.user.id });
    // An endpoint for administrators, such as Bob.
    const group = { ...origin, ...cookieFrom(bob), ...bearer(await tokenOf(ada)) };
    expect((await post('/api/admin/groups', { name: 'Foreign' }, group)).status).toBe(403);
    expect(await server.deps.db.group.count()).toBe(0);
  });

  it('gets errors in the format of its API', async () => {
    const response = await post('/v1/chat/completions', {}, { ...origin, ...cookieFrom(bob), ...bearer('qi_unknown') });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } });
    const allowed = await post('/v1/chat/completions', {}, { ...origin, ...bearer(await tokenOf(ada)) });
    expect(await allowed.json()).toMatchObject({ error: { message: expect.stringContaining('messages') } });
  });

  it('creates users with a SCIM token', async () => {
    const { token } = await bob.call.scim.createToken({ name: 'Okta', password: testPassword });
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: `${randomUUID()}@example.com` };
    expect((await post('/scim/v2/Users', user, { ...origin, ...bearer(token) })).status).toBe(201);
    expect((await post('/scim/v2/Users', user, { ...origin, ...cookieFrom(bob) })).status).toBe(403);
  });

  it('is rejected at the endpoints of our own pages', async () => {
    const headers = { ...origin, ...cookieFrom(ada), ...bearer(await tokenOf(ada)) };
    const response = await post('/trpc/conversations.create', { json: { title: 'Rates' } }, headers);
    expect(response.status).toBe(403);
  });
});
