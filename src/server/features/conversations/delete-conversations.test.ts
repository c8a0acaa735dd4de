/** However many messages a conversation has, each statement that deletes some of them stays small. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deleteOldConversations } from '~/server/features/housekeeping/retention';
import { conversationGone } from '~/server/generation/generation.errors';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { deleteDiscarded, deleteDiscardedJob } from './discard-conversations';
import { deleteTemporary } from './temporary-conversations';

const longAgo = new Date(1000);
const { signal } = new AbortController();
let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ env: { RETENTION_CONVERSATIONS_DAYS: '30' } });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

/** Records how many messages each statement deletes, also through foreign keys. */
const recordDeletions = [
  'CREATE TABLE deletions (messages int)',
  `CREATE FUNCTION record_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN INSERT INTO deletions SELECT count(*) FROM gone; RETURN NULL; END $$`,
  `CREATE TRIGGER deletions_recorded AFTER DELETE ON messages REFERENCING OLD TABLE AS gone
   FOR EACH STATEMENT EXECUTE FUNCTION record_deletion()`,
];
const forgetDeletions = [
  'DROP TRIGGER deletions_recorded ON messages',
  'DROP FUNCTION record_deletion()',
  'DROP TABLE deletions',
];
const run = async (statements: string[]) => {
  for (const statement of statements) await server.deps.db.$executeRawUnsafe(statement);
};
beforeEach(() => run(recordDeletions));
afterEach(() => {
  vi.restoreAllMocks();
  return run(forgetDeletions);
});
const deletions = async () =>
  (
    await server.deps.db.$queryRawUnsafe<{ messages: number }[]>('SELECT messages FROM deletions WHERE messages > 0')
  ).map(({ messages }) => messages);

async function conversation(messages: number, more: { temporaryUntil?: Date; updatedAt?: Date } = {}) {
  const { db } = server.deps;
  const { id } = await db.conversation.create({ data: { userId: ada.user.id, title: 'Long', ...more } });
  await db.$executeRaw`
    INSERT INTO messages (conversation_id, parent_id, role, content)
    SELECT ${id}::uuid, ${id}::uuid, 'user', 'Why?' FROM generate_series(1, ${messages}::int)`;
  return id;
}
const isThere = async (id: string) => (await server.deps.db.conversation.count({ where: { id } })) === 1;

it.each<[string, object, (id: string) => Promise<unknown>]>([
  [
    'a discarded',
    {},
    async (id) => {
      await ada.call.conversations.discard({ conversationIds: [id] });
      await deleteDiscarded(server.deps, { before: new Date(Date.now() + 1000), signal });
    },
  ],
  ['a temporary', { temporaryUntil: longAgo }, () => deleteTemporary(server.deps, { before: new Date(), signal })],
  ['an old', { updatedAt: longAgo }, () => deleteOldConversations(server.deps, signal)],
  ['a deleted', {}, (id) => ada.call.conversations.delete({ conversationId: id })],
])('%s conversation is deleted by 500 messages per statement', async (_name, more, work) => {
  const id = await conversation(1201, more);
  await work(id);
  expect(await isThere(id)).toBe(false);
  expect(await deletions()).toEqual([500, 500, 201]);
});

it('a very long conversation is gone for its user at once, and deleted by the job', async () => {
  const runSoon = vi.spyOn(server.deps.jobs, 'runSoon');
  const id = await conversation(2600);
  await ada.call.conversations.delete({ conversationId: id });
  await expect(ada.call.conversations.restore({ conversationIds: [id] })).rejects.toThrow(conversationGone().message);
  await expect(ada.call.conversations.get({ conversationId: id })).rejects.toThrow(conversationGone().message);
  expect(await isThere(id)).toBe(true);
  await until(() => runSoon.mock.calls.some(([{ kind }]) => kind === deleteDiscardedJob.kind));
  await deleteDiscardedJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
  expect(await isThere(id)).toBe(false);
  expect(Math.max(...(await deletions()))).toBe(500);
});

it('a conversation that was discarded while another one waited is deleted after its own minute', async () => {
  const ids = [await conversation(1), await conversation(1), await conversation(1)];
  await ada.call.conversations.discard({ conversationIds: ids });
  await server.deps.background.settled();
  const secondsAgo = [70, 40, 10];
  for (const [n, id] of ids.entries()) {
    const discardedAt = new Date(Date.now() - (secondsAgo[n] ?? 0) * 1000);
    await server.deps.db.conversation.update({ where: { id }, data: { discardedAt } });
  }
  const runSoon = vi.spyOn(server.deps.jobs, 'runSoon');
  await deleteDiscardedJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
  expect(await Promise.all(ids.map(isThere))).toEqual([false, true, true]);
  const delays = runSoon.mock.calls.flatMap(([{ kind }, delayMs]) =>
    kind === deleteDiscardedJob.kind ? [delayMs] : [],
  );
  expect(delays).toEqual([expect.any(Number)]);
  // A minute and a second after it was discarded, less the time of this test.
  expect(delays[0]).toBeLessThanOrEqual(21_000);
  expect(delays[0]).toBeGreaterThan(1000);
});

it('a deletion that was interrupted can’t be undone, and goes on later', async () => {
  const id = await conversation(3);
  await ada.call.conversations.discard({ conversationIds: [id] });
  // What the job does first.
  await server.deps.db.conversation.update({ where: { id }, data: { discardedAt: new Date(0) } });
  await expect(ada.call.conversations.restore({ conversationIds: [id] })).rejects.toThrow(conversationGone().message);
  await deleteDiscarded(server.deps, { before: new Date(0), signal });
  expect(await isThere(id)).toBe(false);
});
