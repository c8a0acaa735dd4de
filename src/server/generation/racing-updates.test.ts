/** Statements of several processes on the same answer or file, one of which waits for the lock of another. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '~/server/db/client';
import { createLogger } from '~/server/lib/logger';
import { ProcessState } from '~/server/lib/process-state';
import { createInProcessBus } from '~/server/realtime/bus';
import { testDatabaseUrl } from '~/server/testing/environment';
import { openTransaction, untilBlocked } from '~/server/testing/worlds/open-transaction';
import { storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { openTestDatabase } from '~/server/testing/worlds/test-db';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { closeAbandoned, sendHeartbeat } from './abandoned-answers';
import { saveCheckpoints } from './answer-store';
import { expire, releaseOwnership } from './hand-over-store';
import { LiveAnswer } from './live-answer';
import { storeQuestion } from './question-store';
import { reclaim, saveOwnEnd } from './reclaim-answer';
import { storeRetry } from './retry-store';
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
  afterEach(() => db.sql`UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL`);
  afterAll(() => database.close());

  /** An answer that the process `here` generates. */
  const running = async (content: string) => (await storeRunningAnswer(db, { owner, content })).messageId;
  const pieces = (messageId: string) => db.answerPiece.findMany({ where: { messageId }, select: { text: true } });
  const stored = (messageId: string) =>
    db.message.findUniqueOrThrow({ where: { id: messageId }, select: { content: true, metadata: true } });
  /** What other processes do with the answers of a silent one. */
  const closeSilent = () => closeAbandoned(db, { owner: 'there', allOthers: false, metadata: interrupted });
  /** The process `here` has sent no heartbeat for a while. */
  async function fallSilent() {
    await sendHeartbeat(db, owner, new ProcessState(), 1);
    await db.serverProcess.update({ where: { id: owner }, data: { seenAt: new Date(Date.now() - 60_000) } });
  }

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
    expect(await given).toBe('handed-over');
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

  it('texts that are stored while their answers are about to be closed are part of them, once', async () => {
    const [rewritten, extended] = [await running('Rates'), await running('Yields')];
    await db.answerPiece.create({ data: { messageId: rewritten, place: 5, text: ' fell' } });
    await fallSilent();
    // The search for silent processes waits for a lock.
    await db.$executeRaw`ALTER TABLE server_processes RENAME TO all_processes`;
    await db.$executeRaw`
      CREATE VIEW server_processes AS SELECT * FROM all_processes WHERE pg_advisory_xact_lock_shared(1) IS NOT NULL`;
    const searching = await openTransaction(db, (tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`);
    const closing = closeSilent();
    await untilBlocked(db);
    await saveCheckpoints(db, owner, [
      { messageId: rewritten, attempt: 1, text: { whole: 'Rates fell by 2%' } },
      { messageId: extended, attempt: 1, text: { place: 6, piece: ' rose' } },
    ]);
    await searching.commit();
    const closed = await closing;
    await db.$executeRaw`DROP VIEW server_processes`;
    await db.$executeRaw`ALTER TABLE all_processes RENAME TO server_processes`;
    expect(closed).toHaveLength(2);
    expect(await stored(rewritten)).toEqual({ content: 'Rates fell by 2%', metadata: interrupted });
    expect(await stored(extended)).toEqual({ content: 'Yields rose', metadata: interrupted });
    expect([await pieces(rewritten), await pieces(extended)]).toEqual([[], []]);
  });

  it('a retry without text stays active if a message that follows it is stored while it is closed', async () => {
    const messageId = await running('');
    const { conversationId, parentId } = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    const version = { conversationId, parentId, isActive: false, role: 'assistant', content: 'Rates fell.' };
    const { id: earlierId } = await db.message.create({ data: version });
    await db.generation.update({ where: { messageId }, data: { earlierId } });
    const asking = await openTransaction(db, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid FOR UPDATE`;
      await tx.$executeRaw`
        INSERT INTO messages (conversation_id, parent_id, role, content)
        VALUES (${conversationId}::uuid, ${messageId}::uuid, 'user', 'And now?')`;
    });
    const closing = closeAbandoned(db, { owner: 'there', allOthers: true, metadata: interrupted });
    await untilBlocked(db);
    await asking.commit();
    expect(await closing).toMatchObject([{ messageId, isSwitched: false }]);
    expect(await db.message.findUniqueOrThrow({ where: { id: earlierId } })).toMatchObject({ isActive: false });
  });

  it.each([
    ['in its place', ''],
    ['as another version', 'Rates fell.'],
  ])('a retry %s takes another slot than an answer that starts at the same moment', async (_how, content) => {
    const { messageId, conversationId } = await storeRunningAnswer(db, { owner, content });
    const { userId } = await db.generation.findUniqueOrThrow({ where: { messageId } });
    await db.sql`UPDATE generations SET slot = NULL, lease_until = NULL WHERE user_id = ${userId}::uuid`;
    const { messageId: otherId } = await storeRunningAnswer(db, { owner, content: 'Other', userId });
    await db.sql`UPDATE generations SET slot = NULL, lease_until = NULL WHERE user_id = ${userId}::uuid`;
    const other = await openTransaction(
      db,
      (tx) => tx.$executeRaw`
      UPDATE generations SET slot = 1, lease_until = now() + interval '1 hour' WHERE message_id = ${otherId}::uuid`,
    );
    const limits = { owner, maxConcurrentAnswers: 2, reservation: null };
    const retrying = storeRetry(db, { userId, messageId, modelId: 'scripted', sources: null, ...limits });
    await untilBlocked(db);
    await other.commit();
    const { messageId: retriedId } = await retrying;
    expect(retriedId === messageId).toBe(content === '');
    expect(await db.generation.findUnique({ where: { messageId: retriedId } })).toMatchObject({
      conversationId,
      slot: 2,
    });
  });

  async function waitingFile() {
    const id = randomUUID();
    const email = `${id}@example.com`;
    const { id: userId } = await db.user.create({ data: { email, password: '-' } });
    await db.storedObject.create({ data: { id, userId, name: 'rates.pdf', type: 'application/pdf', size: 1 } });
    const attachments = [{ name: 'rates.pdf', type: 'application/pdf', size: 1, url: `/objects/${id}` }];
    const send = async () => {
      const request = { clientRequestId: randomUUID(), content: 'Rates?', attachments };
      const question = { userId, request, title: 'Rates', modelId: 'scripted', reservation: null };
      const limits = { owner, maxConcurrentAnswers: 3, maxConversations: 0, maxMessages: 0 };
      const { sent, committed } = await storeQuestion(db, { ...question, attachments, objectIds: [id] }, limits);
      await committed;
      return sent.userMessage.id;
    };
    return { id, userId, send };
  }
  const conversationsOf = (userId: string) => db.conversation.count({ where: { userId } });

  it('a file of two messages sent at once belongs to one of them, and the other is rejected', async () => {
    const { id, userId, send } = await waitingFile();
    const holding = await openTransaction(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM objects WHERE id = ${id}::uuid FOR UPDATE`,
    );
    const sending = Promise.allSettled([send(), send()]);
    await untilBlocked(db, 2);
    await holding.commit();
    const [first, second] = (await sending).sort((a, b) => a.status.localeCompare(b.status));
    const { messageId } = await db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(first).toEqual({ status: 'fulfilled', value: messageId });
    expect(second).toMatchObject({ reason: { message: expect.stringContaining('already attached') } });
    expect(await conversationsOf(userId)).toBe(1);
  });

  it('a message whose file is removed at the same moment is rejected', async () => {
    const { id, userId, send } = await waitingFile();
    const removing = await openTransaction(db, (tx) => tx.$executeRaw`DELETE FROM objects WHERE id = ${id}::uuid`);
    const sending = send();
    const rejected = expect(sending).rejects.toThrow('File not found: rates.pdf.');
    await untilBlocked(db);
    await removing.commit();
    await rejected;
    expect(await conversationsOf(userId)).toBe(0);
  });

  it('an answer that its process has taken back is not closed again before its next heartbeat', async () => {
    const messageId = await running('Rates');
    await fallSilent();
    expect(await closeSilent()).toHaveLength(1);
    expect(await reclaim(db, owner, { messageId, attempt: 1 })).toBe(2);
    expect(await closeSilent()).toEqual([]);
  });

  it('an answer that is closed again before its end is stored is stored whole', async () => {
    const messageId = await running('Rates');
    await fallSilent();
    expect(await closeSilent()).toHaveLength(1);
    let closedAgain = 0;
    // The process falls silent again between its statements, twice.
    const slow = new Proxy(db, {
      get(target, name) {
        if (name !== 'sql') return Reflect.get(target, name);
        return async (...query: Parameters<Database['sql']>) => {
          const rows = await target.sql(...query);
          if (closedAgain < 2 && query[0].join('').includes('reopened')) {
            await fallSilent();
            closedAgain += (await closeSilent()).length;
          }
          return rows;
        };
      },
    });
    const live = new LiveAnswer(messageId, 1, 'Rates fell.');
    const end = { messageId, owner, content: live.text, metadata: { processing: false, status: 'complete' as const } };
    expect(await saveOwnEnd(slow, end, live)).toMatchObject({
      message: { content: 'Rates fell.', metadata: end.metadata },
    });
    expect([closedAgain, live.attempt]).toEqual([2, 4]);
    expect(await stored(messageId)).toEqual({ content: 'Rates fell.', metadata: end.metadata });
  });
});
