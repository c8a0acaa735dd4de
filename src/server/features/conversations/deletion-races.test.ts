/** Deleting a conversation while other statements use its rows, which only a PostgreSQL server runs at the same time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

describe.runIf(testDatabaseUrl())('on a PostgreSQL server', () => {
  let server: TestServer;
  let ada: TestUser;
  beforeAll(async () => {
    server = await startTestServer({ model: createScriptedModel() });
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
    await end.run(
      (tx) => tx.$executeRaw`UPDATE conversations SET is_unread = true WHERE id = ${conversationId}::uuid`,
    );
    await end.commit();
    await deleted;
    expect(await isThere(conversationId)).toBe(false);
  });
});
