import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callHttp, serveApp, sessionFrom } from '~/server/testing/clients/http-client';
import { openedSocket, openSocket } from '~/server/testing/clients/socket-client';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';

const password = 'correct horse';
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());
beforeEach(() => server.deps.rateLimiter.reset('registerByAddress', '127.0.0.1'));

const login = (email: string, word = password) =>
  callHttp(address, 'mutation', 'auth.login', { email, password: word });
const whoIs = async (sessionToken: string | null) =>
  (await callHttp(address, 'query', 'auth.user', undefined, { sessionToken })).data as CurrentUser | null;
async function account() {
  const email = `person-${randomUUID()}@example.com`;
  const { headers, data } = await callHttp(address, 'mutation', 'auth.register', { email, password, firstName: 'Ada' });
  return { email, id: (data as CurrentUser).id, sessionToken: sessionFrom(headers) as string };
}

describe('the profile', () => {
  const update = (sessionToken: string, input: object) =>
    callHttp(address, 'mutation', 'auth.updateProfile', input, { sessionToken });

  it('stores both names, trimmed, and returns the user', async () => {
    const { sessionToken, email } = await account();
    const { data } = await update(sessionToken, { firstName: ' Grace ', lastName: 'Hopper' });
    expect(data).toMatchObject({ email, firstName: 'Grace', lastName: 'Hopper' });
    expect(await whoIs(sessionToken)).toEqual(data);
  });

  it('keeps a missing name and clears an empty one', async () => {
    const { sessionToken } = await account();
    expect((await update(sessionToken, { lastName: 'Lovelace' })).data).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    expect((await update(sessionToken, { firstName: '  ', lastName: null })).data).toMatchObject({
      firstName: null,
      lastName: null,
    });
    expect((await update(sessionToken, {})).data).toMatchObject({ firstName: null, lastName: null });
  });

  it('ignores other fields, and rejects names without a visible character', async () => {
    const { sessionToken, email } = await account();
    const more = { email: 'other@example.com', isAdmin: true, password: 'x', id: randomUUID() };
    expect((await update(sessionToken, { ...more, firstName: 'Ada' })).data).toMatchObject({ email, isAdmin: false });
    for (const firstName of ['x'.repeat(101), 'A\u0000', '\ud800', 7, {}, []])
      expect((await update(sessionToken, { firstName })).status).toBe(400);
  });
});

describe('the password', () => {
  const change = (sessionToken: string, input: object, to = address) =>
    callHttp(to, 'mutation', 'auth.changePassword', input, { sessionToken });

  it('is changed by its owner, who gets a new session; all old ones end with their sockets', async () => {
    const { email, sessionToken } = await account();
    const other = sessionFrom((await login(email)).headers) as string;
    const [mine, theirs] = [
      await openedSocket(address, { sessionToken }),
      await openedSocket(address, { sessionToken: other }),
    ];
    const response = await change(sessionToken, { currentPassword: password, newPassword: 'battery staple' });
    expect(response).toMatchObject({ status: 200, data: { message: 'Your password has been successfully changed.' } });
    expect(await theirs.closed).toBe(4401);
    // A copy of the old cookie no longer works.
    for (const ended of [sessionToken, other]) expect(await whoIs(ended)).toBeNull();
    const renewed = sessionFrom(response.headers) as string;
    expect(renewed).not.toBe(sessionToken);
    expect(await whoIs(renewed)).toMatchObject({ email });
    // The current browser's socket is closed last, and reconnects with the new cookie.
    expect(await mine.closed).toBe(4401);
    expect(await openSocket(address, { sessionToken })).toBe(401);
    const back = await openedSocket(address, { sessionToken: renewed });
    expect((await back.call('query', 'auth.user')).data).toMatchObject({ email });
    back.socket.terminate();
    expect((await login(email)).status).toBe(401);
    expect((await login(email, 'battery staple')).status).toBe(200);
  });

  it.each([
    [{}, 'Current password is required'],
    [{ currentPassword: '', newPassword: 'long enough' }, 'Current password is required'],
    [{ currentPassword: password }, 'New password must be at least 6 characters'],
    [{ currentPassword: password, newPassword: '12345' }, 'New password must be at least 6 characters'],
    [{ currentPassword: password, newPassword: 'x'.repeat(257) }, 'New password can have at most 256 characters'],
    [{ currentPassword: 'wrong one', newPassword: 'long enough' }, 'Current password is incorrect'],
    [{ currentPassword: 'x'.repeat(300), newPassword: 'long enough' }, 'Current password is incorrect'],
  ])('is not changed by %j', async (input, words) => {
    const { email, sessionToken } = await account();
    expect(await change(sessionToken, input)).toMatchObject({ status: 400, message: words });
    expect((await login(email)).status).toBe(200);
  });

  it('must have the configured length', async () => {
    const { sessionToken } = await account();
    const app = await serveApp({ ...server.deps, env: { ...server.deps.env, PASSWORD_MIN_LENGTH: 12 } });
    const refused = await change(sessionToken, { currentPassword: password, newPassword: 'elevenchars' }, app.address);
    const message = 'New password must be at least 12 characters';
    expect(refused).toMatchObject({ status: 400, message });
    const missing = await change(sessionToken, { currentPassword: password }, app.address);
    expect(missing).toMatchObject({ status: 400, message, error: { fieldErrors: { newPassword: message } } });
    await app.close();
  });

  it("can't be guessed in an unattended browser", async () => {
    const { sessionToken } = await account();
    const guess = () => change(sessionToken, { currentPassword: 'wrong one', newPassword: 'long enough' });
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is changed once by two concurrent changes', async () => {
    const { email, sessionToken } = await account();
    const responses = await Promise.all(
      ['first choice', 'second choice'].map((newPassword) =>
        change(sessionToken, { currentPassword: password, newPassword }),
      ),
    );
    // The other request fails, because the password or its session has changed.
    expect(responses.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([400, 401])]);
    const kept = responses[0]?.status === 200 ? 'first choice' : 'second choice';
    expect((await login(email, kept)).status).toBe(200);
  });
});
