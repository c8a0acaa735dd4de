import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openServerDatabase } from '~/server/db/client';
import { ProcessState } from '~/server/lib/process-state';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { createTestDatabase } from '~/server/testing/worlds/test-db';
import { sendHeartbeat } from './abandoned-answers';
import { saveCheckpoints } from './answer-store';

const serverUrl = testDatabaseUrl();
const poolSize = 2;

describe.runIf(serverUrl)('while requests use all connections', () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Pick<OpenDatabase, 'db' | 'pool' | 'close'>;
  beforeAll(async () => {
    test = await createTestDatabase(serverUrl as string);
    database = await openServerDatabase(test.url, { poolSize, statementMs: 60_000 });
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('heartbeats and checkpoints get through, so that no other process closes the answers', async () => {
    const { db } = database;
    // An advisory lock that another connection holds keeps every request waiting.
    const holder = await openServerDatabase(test.url, { poolSize: 1, statementMs: 60_000 });
    await holder.db.sql`SELECT pg_advisory_lock(1)`;
    const requests = Array.from({ length: poolSize + 1 }, () => db.sql`SELECT pg_advisory_lock_shared(1)`);
    expect(database.pool?.()).toMatchObject({ idle: 0, waiting: 1 });

    await sendHeartbeat(db, 'busy', new ProcessState(), 1);
    const messageId = randomUUID();
    expect(await saveCheckpoints(db, 'busy', [{ messageId, attempt: 1, text: { whole: 'Rates' } }])).toEqual(new Map());
    expect(database.pool?.()).toMatchObject({ idle: 0, waiting: 1 });

    await holder.db.sql`SELECT pg_advisory_unlock(1)`;
    await Promise.all(requests);
    expect(await db.sql`SELECT id FROM server_processes`).toEqual([{ id: 'busy' }]);
    await holder.close();
  });

  it('heartbeats get through while a checkpoint waits for a row', async () => {
    const { db } = database;
    const { messageId } = await storeRunningAnswer(db, { owner: 'waiting', content: '' });
    const holding = await openTransaction(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM messages WHERE id = ${messageId}::uuid FOR UPDATE`,
    );
    const saved = saveCheckpoints(db, 'waiting', [{ messageId, attempt: 1, text: { whole: 'Rates' } }]);
    await untilBlocked(db);
    await sendHeartbeat(db, 'waiting', new ProcessState(), 1);
    expect(await db.sql`SELECT answers FROM server_processes WHERE id = 'waiting'`).toEqual([{ answers: 1 }]);
    await holding.commit();
    expect((await saved).has(messageId)).toBe(true);
  });
});
