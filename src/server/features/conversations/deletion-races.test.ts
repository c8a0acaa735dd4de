/** Deleting a conversation while other statements use its rows, which only a PostgreSQL server runs at the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { deleteOldConversations, deleteOldResearches } from '~/server/features/housekeeping/retention';
import { testDatabaseUrl } from '~/server/testing/environment';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { openTransaction, type Transaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { deleteDiscarded } from './discard-conversations';
import { deleteTemporary } from './temporary-conversations';

describe.runIf(testDatabaseUrl())('on a PostgreSQL server', () => {
  let server: TestServer;
  let ada: TestUser;
  beforeAll(async () => {
    const env = { RETENTION_CONVERSATIONS_DAYS: '30', RETENTION_RESEARCH_DAYS: '30' };
    server = await startTestServer({ model: createScriptedModel(), env });
    ada = await signUp(server.deps);
  });
  afterAll(() => server.close());

  const running = () =>
    storeRunningAnswer(server.deps.db, { owner: 'another process', content: 'Rates', userId: ada.user.id });
  const isThere = async (id: string) => (await server.deps.db.conversation.count({ where: { id } })) === 1;

  it('a conversation whose answer is being stored is deleted afterwards', async () => {
    const { db } = server.deps;
    const { messageId, conversationId } = await running();
    const checkpoint = await openTransaction(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM generations WHERE message_id = ${messageId}::uuid FOR SHARE`,
    );
    const deleted = ada.call.conversations.delete({ conversationId });
    await untilBlocked(db);
    await checkpoint.run(
      (tx) => tx.$executeRaw`UPDATE messages SET content = 'Rates fell' WHERE id = ${messageId}::uuid`,
    );
    await checkpoint.commit();
    await deleted;
    expect(await isThere(conversationId)).toBe(false);
  });

  it('a conversation whose answer ends at that moment is deleted afterwards', async () => {
    const { db } = server.deps;
    const { messageId, conversationId } = await running();
    const end = await openTransaction(
      db,
      (tx) => tx.$executeRaw`
        UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL WHERE message_id = ${messageId}::uuid`,
    );
    const deleted = ada.call.conversations.delete({ conversationId });
    await untilBlocked(db);
    await end.run((tx) => tx.$executeRaw`UPDATE conversations SET is_unread = true WHERE id = ${conversationId}::uuid`);
    await end.commit();
    await deleted;
    expect(await isThere(conversationId)).toBe(false);
  });

  /** A conversation from long ago, with a research that has ended. */
  async function old() {
    const { db } = server.deps;
    const at = new Date(0);
    const { id } = await db.conversation.create({
      data: { userId: ada.user.id, title: 'Rates', updatedAt: at, temporaryUntil: at },
    });
    const row = { userId: ada.user.id, conversationId: id, question: '?', modelId: 'm', minutes: 1, pages: 1 };
    await db.research.create({ data: { ...row, state: 'done', createdAt: at, updatedAt: at } });
    return id;
  }
  const { signal } = new AbortController();
  const before = new Date();

  it.each<[string, (tx: Transaction, id: string) => Promise<unknown>, (deps: Deps) => Promise<unknown>]>([
    [
      'an old conversation that is continued',
      (tx, id) => tx.$executeRaw`UPDATE conversations SET updated_at = now() WHERE id = ${id}::uuid`,
      (deps) => deleteOldConversations(deps, signal),
    ],
    [
      'an old research that runs again',
      (tx, id) => tx.$executeRaw`
        UPDATE researches SET state = 'queued', updated_at = now() WHERE conversation_id = ${id}::uuid`,
      (deps) => deleteOldResearches(deps, signal),
    ],
    [
      'a temporary conversation that is extended',
      (tx, id) =>
        tx.$executeRaw`UPDATE conversations SET temporary_until = now() + interval '1h' WHERE id = ${id}::uuid`,
      (deps) => deleteTemporary(deps, { before, signal }),
    ],
  ])('%s at that moment is not deleted', async (_name, use, clean) => {
    const { db } = server.deps;
    const id = await old();
    const using = await openTransaction(db, (tx) => use(tx, id));
    const cleaned = clean(server.deps);
    await untilBlocked(db);
    await using.commit();
    await cleaned;
    expect(await isThere(id)).toBe(true);
    expect(await db.research.count({ where: { conversationId: id } })).toBe(1);
    await db.conversation.delete({ where: { id } });
  });

  it('a discarded conversation that is restored at that moment is not deleted', async () => {
    const { db } = server.deps;
    const { id } = await ada.call.conversations.create({});
    await ada.call.conversations.discard({ conversationIds: [id] });
    const restoring = await openTransaction(
      db,
      (tx) => tx.$executeRaw`
        UPDATE conversations SET user_id = discarded_by, discarded_by = NULL, discarded_at = NULL WHERE id = ${id}::uuid`,
    );
    const cleaned = deleteDiscarded(server.deps, { before: new Date(Date.now() + 60_000), signal });
    await untilBlocked(db);
    await restoring.commit();
    await cleaned;
    expect(await isThere(id)).toBe(true);
  });
});
