import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { seedDemo } from './seed-demo';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const seed = () => seedDemo(server.deps, { password: testPassword, isForced: false });
const accounts = () =>
  server.deps.db.user.findMany({ select: { email: true, isAdmin: true }, orderBy: { email: 'asc' } });

it("does not make a stranger's account an administrator, and then changes nothing", async () => {
  const email = 'ada.sample@example.com';
  const stranger = await signUp(server.deps, { email });
  await expect(seed()).rejects.toThrow(`${email} already exists and is not an administrator`);
  expect(await accounts()).toEqual([{ email, isAdmin: false }]);
  expect(await server.deps.db.conversation.count()).toBe(0);
  expect(await server.deps.db.investmentPosition.count()).toBe(0);
  await server.deps.db.user.delete({ where: { id: stranger.user.id } });
});

it('makes only its own account an administrator, and runs again without a change', async () => {
  const expected = [
    { email: 'ada.sample@example.com', isAdmin: true },
    { email: 'ben.sample@example.com', isAdmin: false },
    { email: 'cleo.sample@example.com', isAdmin: false },
  ];
  expect(await seed()).toEqual({ created: expected.map(({ email }) => email), conversations: 3, positions: 6 });
  expect(await accounts()).toEqual(expected);
  expect(await seed()).toEqual({ created: [], conversations: 0, positions: 0 });
  expect(await accounts()).toEqual(expected);
});
