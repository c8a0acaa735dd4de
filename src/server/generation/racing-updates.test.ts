/** Statements of several processes on the same answer, one of which waits for the lock of another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '~/server/db/client';
import { createLogger } from '~/server/lib/logger';
import { createInProcessBus } from '~/server/realtime/bus';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { openTestDatabase } from '~/server/testing/worlds/test-db';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { closeAbandoned } from './abandoned-answers';
import { expire, releaseOwnership } from './hand-over';
import { LiveAnswer } from './live-answer';
import { reclaim } from './reclaim-answer';
import { reviseText } from './revise-text';

const owner = 'here';
const logger = createLogger({ level: 'silent', isProduction: true });
const interrupted = { processing: false, status: 'interrupted' } satisfies MessageMetadata;

describe.runIf(testDatabaseUrl())('on a PostgreSQL server', () => {
  let database: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    db = database.db;
  });
  afterAll(() => database.close());

  /** An answer that the process `here` generates. */
  const running = async (content: string) => (await storeRunningAnswer(db, { owner, content })).messageId;
  const pieces = (messageId: string) => db.answerPiece.findMany({ where: { messageId }, select: { text: true } });
  const stored = (messageId: string) =>
    db.message.findUniqueOrThrow({ where: { id: messageId }, select: { content: true, metadata: true } });

  it('an answer that another process closes is not marked as running by its correction', async () => {
    const messageId = await running('Rates fell.');
    const closing = await openTransaction(db, async (tx) => {
      await tx.$executeRaw`
        UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL WHERE message_id = ${messageId}::uuid`;
      await tx.$executeRaw`
        UPDATE messages SET metadata = ${JSON.stringify(interrupted)}::jsonb WHERE id = ${messageId}::uuid`;
    });
    const first = { content: 'Rates fell.', citations: [], metadata: {} };
    const live = new LiveAnswer(messageId, 1, first.content);
    const corrected = reviseText(
      { db, logger, owner },
      async (written, { announce }) => {
        announce('Checking figures');
        return written;
      },
      first,
      { turn: live, live, isSaved: () => true, place: (range) => [range], signal: new AbortController().signal },
    );
    await untilBlocked(db);
    await closing.commit();
    await corrected;
    expect((await stored(messageId)).metadata).toEqual(interrupted);
  });

  it('a checkpoint in flight leaves no piece behind when the answer is handed over', async () => {
    const messageId = await running('Rates');
    const checkpoint = await openTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM generations WHERE message_id = ${messageId}::uuid FOR SHARE`;
      await tx.$executeRaw`INSERT INTO answer_pieces VALUES (${messageId}::uuid, 5, ' fell')`;
    });
    const bus = createInProcessBus(() => {});
    const turn = { messageId, attempt: 1 };
    const given = releaseOwnership({ db, owner, bus, logger }, turn, { content: 'Rates fell', metadata: {} });
    await untilBlocked(db);
    await checkpoint.commit();
    expect(await given).toBe(true);
    expect(await pieces(messageId)).toEqual([]);
    await expire(db, owner, [messageId]);
    expect(await closeAbandoned(db, { owner, allOthers: false, metadata: interrupted })).toHaveLength(1);
    expect(await stored(messageId)).toEqual({ content: 'Rates fell', metadata: interrupted });
  });

  it('an answer whose process is storing its text is not closed, and has the text once', async () => {
    const messageId = await running('Rates');
    await db.answerPiece.create({ data: { messageId, place: 5, text: ' fell' } });
    const checkpoint = await openTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM generations WHERE message_id = ${messageId}::uuid FOR SHARE`;
      await tx.$executeRaw`UPDATE messages SET content = 'Rates fell by 2%' WHERE id = ${messageId}::uuid`;
      await tx.$executeRaw`DELETE FROM answer_pieces WHERE message_id = ${messageId}::uuid`;
    });
    const close = () => closeAbandoned(db, { owner: 'there', allOthers: true, metadata: interrupted });
    const closing = close();
    await Promise.race([closing, untilBlocked(db)]);
    await checkpoint.commit();
    expect(await closing).toEqual([]);
    expect(await close()).toHaveLength(1);
    expect(await stored(messageId)).toEqual({ content: 'Rates fell by 2%', metadata: interrupted });
  });

  it('an answer that its process takes back twice at the same moment is its own both times', async () => {
    const messageId = await running('Rates');
    await closeAbandoned(db, { owner: 'there', allOthers: true, metadata: interrupted });
    const holding = await openTransaction(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM generations WHERE message_id = ${messageId}::uuid FOR UPDATE`,
    );
    const taken = [1, 2].map(() => reclaim(db, owner, { messageId, attempt: 1 }));
    await untilBlocked(db, 2);
    await holding.commit();
    expect(await Promise.all(taken)).toEqual([2, 2]);
    expect(await reclaim(db, 'there', { messageId, attempt: 1 })).toBeNull();
  });
});
