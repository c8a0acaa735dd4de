import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { purgeAccounts } from './purge-accounts';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

/** More rows than are deleted at once. */
async function manyMessages(userId: string) {
  await server.deps.db.$executeRaw`
    WITH c AS (
      INSERT INTO conversations (user_id, title) SELECT ${userId}::uuid, 'Many ' || n FROM generate_series(1, 120) AS n RETURNING id
    )
    INSERT INTO messages (conversation_id, role, content) SELECT c.id, 'user', 'Text' FROM c CROSS JOIN generate_series(1, 40)`;
}
const left = (userId: string) => server.deps.db.message.count({ where: { conversation: { userId } } });

it('closes a large account at once, and deletes its rows in batches that resume after an interruption', async () => {
  const { deps } = server;
  const ada = await signUp(deps);
  const bob = await signUp(deps);
  await manyMessages(ada.user.id);
  await manyMessages(bob.user.id);
  const { email, id: userId } = ada.user;
  const lists = async () => [...(await admin.call.admin.userPage({ limit: 50 })).items.map(({ id }) => id)];
  expect(await lists()).toContain(userId);
  await admin.call.admin.delete({ userId });

  expect(await left(userId)).toBeGreaterThan(0);
  expect(await lists()).not.toContain(userId);
  expect((await admin.call.admin.userPage({ limit: 50, search: email })).items).toEqual([]);
  await expect(ada.call.conversations.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  for (const act of [
    () => admin.call.admin.delete({ userId }),
    () => admin.call.admin.lock({ userId, isLocked: false }),
    () => admin.call.admin.delete({ userId: randomUUID() }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'User not found' });
  // The email can be used again.
  expect(await deps.db.user.findUnique({ where: { email } })).toBeNull();

  const stop = new AbortController();
  const first = purgeAccounts(deps, stop.signal, 100);
  stop.abort();
  await first;
  expect(await left(userId)).toBeGreaterThan(0);
  await purgeAccounts(deps, new AbortController().signal, 500);
  expect(await left(userId)).toBe(0);
  expect(await deps.db.user.findUnique({ where: { id: userId } })).toBeNull();
  expect(await left(bob.user.id)).toBe(4800);

  // One entry at the end, found by the account's former email, with the counts of both runs.
  const { items } = await admin.call.audit.list({ person: email, kind: 'account-data-erased' });
  expect(items).toMatchObject([
    { actor: null, subject: email, subjectId: userId, details: { conversations: 120, messages: 4800, files: 0 } },
  ]);
});

it('counts files of messages and others, and records an event even for an empty account', async () => {
  const { deps } = server;
  const [eve, dan] = [await signUp(deps), await signUp(deps)];
  const userId = eve.user.id;
  const { id: conversationId } = await deps.db.conversation.create({ data: { userId } });
  const { id: messageId } = await deps.db.message.create({
    data: { conversationId, role: 'user', content: 'Read it' },
  });
  for (const attached of [messageId, null]) {
    const file = { id: randomUUID(), userId, name: 'a.txt', type: 'text/plain', size: 3, messageId: attached };
    await deps.db.storedObject.create({ data: file });
  }
  for (const { user } of [eve, dan]) await admin.call.admin.delete({ userId: user.id });
  const erased = async (person: string) =>
    (await admin.call.audit.list({ person, kind: 'account-data-erased' })).items.map(({ details }) => details);
  expect(await erased(eve.user.email)).toEqual([{ conversations: 1, messages: 1, files: 2 }]);
  expect(await erased(dan.user.email)).toEqual([{ conversations: 0, messages: 0, files: 0 }]);
});
