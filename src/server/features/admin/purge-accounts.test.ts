import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { purgeAccounts } from './purge-accounts';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

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

it('hands over what requests that were under way add for the organization after the account was closed', async () => {
  const { db } = server.deps;
  const [eve, second] = [await signUp(server.deps, { isAdmin: true }), await signUp(server.deps, { isAdmin: true })];
  const userId = eve.user.id;
  await manyMessages(userId);
  await second.call.admin.delete({ userId });
  expect(await left(userId)).toBeGreaterThan(0);

  const position = { userId, name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '10', purchaseDate: new Date(0) };
  await db.investmentPosition.create({ data: position });
  const { id: own } = await db.collection.create({ data: { userId, name: 'Own', scope: 'organization' } });
  const { id: theirs } = await db.collection.create({
    data: { userId: admin.user.id, name: 'Handbook', scope: 'organization' },
  });
  const { id: personal } = await db.collection.create({ data: { userId, name: 'Personal' } });
  const files = [];
  for (const collectionId of [own, theirs, personal]) {
    const { id: documentId } = await db.collectionDocument.create({
      data: { collectionId, title: 'Rules', content: '' },
    });
    const file = { id: randomUUID(), userId, name: 'a.txt', type: 'text/plain', size: 3, documentId };
    await db.storedObject.create({ data: file });
    files.push(file.id);
  }
  await purgeAccounts(server.deps, new AbortController().signal);

  expect(await db.user.findUnique({ where: { id: userId } })).toBeNull();
  expect(await db.investmentPosition.findMany()).toMatchObject([{ userId: second.user.id, ticker: 'TSLA' }]);
  const stored = await db.storedObject.findMany({ where: { id: { in: files } } });
  expect(new Map(stored.map((file) => [file.id, file.userId]))).toEqual(
    new Map(files.slice(0, 2).map((id) => [id, second.user.id])),
  );
  expect(await db.collection.findMany({ where: { id: { in: [own, personal] } } })).toMatchObject([
    { id: own, userId: second.user.id },
  ]);
});

it.runIf(testDatabaseUrl())('waits for a position that is being added, and hands it over', async () => {
  const { db } = server.deps;
  const { user } = await signUp(server.deps, { isAdmin: true });
  await db.user.update({ where: { id: user.id }, data: { deletedAt: new Date(), isLocked: true } });
  const id = randomUUID();
  const adding = await openTransaction(
    db,
    (tx) => tx.$executeRaw`
      INSERT INTO investment_positions (id, user_id, name, ticker, avg_entry_price, purchase_date)
      VALUES (${id}::uuid, ${user.id}::uuid, 'Tesla', 'TSLA', 10, now())`,
  );
  const purging = purgeAccounts(server.deps, new AbortController().signal);
  await untilBlocked(db);
  await adding.commit();
  await purging;
  expect(await db.user.findUnique({ where: { id: user.id } })).toBeNull();
  expect(await db.investmentPosition.findUnique({ where: { id } })).toMatchObject({ userId: admin.user.id });
});

it('goes on with other accounts after one that fails, and reports the failure', async () => {
  const { db, logger } = server.deps;
  const [first, other] = [await signUp(server.deps), await signUp(server.deps)];
  for (const [n, { user }] of [first, other].entries())
    await db.user.update({ where: { id: user.id }, data: { deletedAt: new Date(n) } });
  const failure = new Error('a row is in the way');
  vi.spyOn(db, '$transaction').mockRejectedValueOnce(failure);
  const logged = vi.spyOn(logger, 'error');
  const purging = purgeAccounts(server.deps, new AbortController().signal);
  await expect(purging).rejects.toThrow('a row is in the way');
  const rows = await db.user.findMany({ where: { id: { in: [first.user.id, other.user.id] } }, select: { id: true } });
  expect(rows).toEqual([{ id: first.user.id }]);
  expect(logged).toHaveBeenCalledWith({ err: failure, userId: first.user.id }, expect.any(String));
  await purgeAccounts(server.deps, new AbortController().signal);
  expect(await db.user.findUnique({ where: { id: first.user.id } })).toBeNull();
});
