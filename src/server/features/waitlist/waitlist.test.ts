import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callHttp } from '~/server/testing/clients/http-client';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.waitlistSignup.deleteMany());

/** Each visitor has a different IP address. */
const join = (email: unknown) => callerFor(server.deps, null).waitlist.signup({ email: email as string });
const rows = () => server.deps.db.waitlistSignup.count();

describe('joining', () => {
  it('is open to everyone and returns a thank-you message', async () => {
    expect(await join('visitor@example.com')).toEqual({ message: expect.stringContaining('added to the waitlist') });
    expect((await admin.call.waitlist.page({})).items).toMatchObject([{ email: 'visitor@example.com' }]);
  });

  it('ignores case and surrounding spaces of the email', async () => {
    await join('Visitor@Example.com');
    for (const again of ['visitor@example.com', ' VISITOR@example.com ']) {
      await expect(join(again)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This email is already on the waitlist.',
      });
    }
    expect(await rows()).toBe(1);
  });

  it('with one email fifty times concurrently creates one entry', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => join('visitor@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rows()).toBe(1);
  });

  it.each([
    '',
    '  ',
    'x',
    'a@b',
    'a b@example.com',
    `${'x'.repeat(250)}@example.com`,
    'a@example.com\u0000',
    ['a@example.com'],
    null,
    7,
  ])('rejects %j', async (email) => {
    await expect(join(email)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await rows()).toBe(0);
  });

  it('reports what is wrong with an email', async () => {
    for (const email of ['x', `${'x'.repeat(250)}@example.com`])
      await expect(join(email)).rejects.toThrow('Invalid email format');
  });

  it('is limited to five a minute per IP address, regardless of forged headers', async () => {
    const address = await server.listen();
    const signup = (n: number) =>
      callHttp(
        address,
        'mutation',
        'waitlist.signup',
        { email: `visitor-${n}@example.com` },
        {
          headers: { 'x-forwarded-for': `198.51.100.${n}` },
        },
      );
    for (let n = 0; n < 5; n++) expect((await signup(n)).status).toBe(200);
    const refused = await signup(5);
    expect(refused).toMatchObject({ status: 429, message: 'Too many requests. Try again in a minute.' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rows()).toBe(5);
  });
});

describe('removing', () => {
  it('removes an entry from the list, once, and returns its email', async () => {
    await join('visitor@example.com');
    const [entry] = (await admin.call.waitlist.page({})).items;
    const id = entry?.id as string;
    expect(await admin.call.waitlist.delete({ id })).toEqual({
      message: 'visitor@example.com was removed from the waitlist.',
    });
    for (const absent of [id, randomUUID()]) {
      await expect(admin.call.waitlist.delete({ id: absent })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    // A removed visitor may join again.
    await join('visitor@example.com');
  });
});
