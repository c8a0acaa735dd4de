/**
 * What the database keeps of an answer being written. Each function is one statement, so one transaction and one
 * round trip: a question, its answer's row and, where needed, its conversation exist together or not at all.
 */

import type { Database } from '~/server/db/client';
import { AppError, tooMany } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { answerNotFound, conversationGone, notTheNewestAnswer, tooManyConversations } from './generation.errors';
import type { MessageRow } from './message-row';

/** Marks an answer as being written. Renewed by nobody: whether its writer lives is told by its process's heartbeat. */
export const leaseSeconds = 3600;

export interface NewTurn {
  userId: string;
  conversation: { id: string; isNew: boolean; title: string };
  questionId: string;
  messageId: string;
  clientRequestId: string;
  content: string;
  attachments: unknown[];
  /** Uploads that become part of the question, in the same transaction. */
  objectIds: string[];
  owner: string;
  maxConcurrent: number;
  /** Of the user; 0: no limit. Concurrent answers bound by how many questions sent at the same moment could pass it. */
  maxConversations: number;
}

export interface BegunTurn {
  conversation: { id: string; title: string; updatedAt: Date };
  createdAt: Date;
}

const running: MessageMetadata = { processing: true };
export const runningMetadata = JSON.stringify(running);

/** What a client request id stands for; the same id with another hash is a conflict. */
export const hashOf = (turn: { conversationId: string | null; content: string; attachments: unknown[] }): string =>
  sha256(JSON.stringify([turn.conversationId, turn.content, turn.attachments]));

/** Null when nothing was written: the request id was used before, the conversation is absent, or all slots are taken. */
export async function insertTurn(db: Database, turn: NewTurn, requestHash: string): Promise<BegunTurn | null> {
  const { conversation } = turn;
  const [row] = await db.sql<{ id: string; title: string; updated_at: Date }>`
    WITH begun AS (
      INSERT INTO generations
        (message_id, question_id, conversation_id, user_id, client_request_id, request_hash, slot, owner, lease_until)
      SELECT ${turn.messageId}::uuid, ${turn.questionId}::uuid, ${conversation.id}::uuid, ${turn.userId}::uuid,
             ${turn.clientRequestId}, ${requestHash}, free.slot, ${turn.owner}, now() + make_interval(secs => ${leaseSeconds})
      FROM (
        SELECT slots.slot FROM generate_series(1, ${turn.maxConcurrent}::int) AS slots(slot)
        WHERE NOT EXISTS (SELECT 1 FROM generations g WHERE g.user_id = ${turn.userId}::uuid AND g.slot = slots.slot)
        ORDER BY 1 LIMIT 1
      ) AS free
      WHERE ${conversation.isNew} AND (${turn.maxConversations}::int = 0 OR EXISTS (
              SELECT 1 FROM account_usage u WHERE u.user_id = ${turn.userId}::uuid AND u.conversations < ${turn.maxConversations}::int))
         OR EXISTS (SELECT 1 FROM conversations c WHERE c.id = ${conversation.id}::uuid AND c.user_id = ${turn.userId}::uuid)
      ON CONFLICT DO NOTHING
      RETURNING conversation_id
    ), conversation AS (
      INSERT INTO conversations (id, user_id, title)
      SELECT begun.conversation_id, ${turn.userId}::uuid, ${conversation.title} FROM begun
      ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at
      RETURNING id, title, updated_at
    ), turn AS (
      INSERT INTO messages (id, conversation_id, role, content, attachments, metadata)
      SELECT t.id, begun.conversation_id, t.role, t.content, t.attachments, t.metadata
      FROM begun CROSS JOIN (VALUES
        (1, ${turn.questionId}::uuid, 'user', ${turn.content}, ${JSON.stringify(turn.attachments)}::jsonb, '{}'::jsonb),
        (2, ${turn.messageId}::uuid, 'assistant', '', '[]'::jsonb, ${runningMetadata}::jsonb)
      ) AS t(place, id, role, content, attachments, metadata)
      ORDER BY t.place
    ), attached AS (
      UPDATE objects SET message_id = ${turn.questionId}::uuid
      FROM begun WHERE objects.id = ANY(${turn.objectIds}::uuid[]) AND objects.user_id = ${turn.userId}::uuid
        AND objects.message_id IS NULL
    )
    SELECT id, title, updated_at FROM conversation`;
  if (!row) return null;
  return { conversation: { id: row.id, title: row.title, updatedAt: row.updated_at }, createdAt: row.updated_at };
}

/** The turn that a request id has made before. Throws when it stands for another message. */
export async function findEarlier(db: Database, userId: string, clientRequestId: string, requestHash: string) {
  const earlier = await db.generation.findUnique({
    where: { userId_clientRequestId: { userId, clientRequestId } },
    include: { message: true, question: true, conversation: { select: { id: true, title: true, updatedAt: true } } },
  });
  if (earlier && earlier.requestHash !== requestHash) {
    throw new AppError('conflict', 'This request id was already used for another message.');
  }
  return earlier;
}
export type EarlierTurnRows = NonNullable<Awaited<ReturnType<typeof findEarlier>>>;

/** Says why insertTurn wrote nothing, as the error to throw; or finds the turn that the request id already made. */
export async function explainRefusal(db: Database, turn: NewTurn, requestHash: string) {
  const earlier = await findEarlier(db, turn.userId, turn.clientRequestId, requestHash);
  if (earlier) return earlier;
  if (!turn.conversation.isNew) {
    const own = await db.conversation.findFirst({
      where: { id: turn.conversation.id, userId: turn.userId },
      select: { id: true },
    });
    if (!own) throw conversationGone();
  }
  if (turn.conversation.isNew && turn.maxConversations > 0) {
    const usage = await db.accountUsage.findUnique({ where: { userId: turn.userId } });
    if (usage && usage.conversations >= turn.maxConversations) throw tooManyConversations(turn.maxConversations);
  }
  const taken = await db.generation.count({ where: { userId: turn.userId, slot: { not: null } } });
  if (taken >= turn.maxConcurrent) {
    const answers = taken === 1 ? 'An answer is' : `${taken} answers are`;
    throw tooMany(`${answers} still being written. Wait for one to finish, or stop it.`, 5);
  }
  return null;
}

/** Starts an ended answer anew, with an empty text. Throws when it is not the person's, runs, or is not the newest. */
export async function restartTurn(
  db: Database,
  retry: { userId: string; messageId: string; owner: string; maxConcurrent: number },
): Promise<{ conversationId: string; questionId: string; attempt: number }> {
  const [row] = await db.sql<{ conversation_id: string; question_id: string; attempt: number }>`
    WITH begun AS (
      UPDATE generations g
      SET attempt = g.attempt + 1, slot = free.slot, owner = ${retry.owner}, stop_requested = false,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
      FROM (
        SELECT slots.slot FROM generate_series(1, ${retry.maxConcurrent}::int) AS slots(slot)
        WHERE NOT EXISTS (SELECT 1 FROM generations o WHERE o.user_id = ${retry.userId}::uuid AND o.slot = slots.slot)
        ORDER BY 1 LIMIT 1
      ) AS free
      WHERE g.message_id = ${retry.messageId}::uuid AND g.user_id = ${retry.userId}::uuid AND g.lease_until IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM messages later JOIN messages own ON own.id = g.message_id
          WHERE later.conversation_id = g.conversation_id AND later.seq > own.seq
        )
      RETURNING g.message_id, g.question_id, g.conversation_id, g.attempt
    ), removed AS (
      DELETE FROM answer_pieces USING begun WHERE answer_pieces.message_id = begun.message_id
    ), emptied AS (
      UPDATE messages SET content = '', metadata = ${runningMetadata}::jsonb
      FROM begun WHERE id = begun.message_id
    )
    SELECT question_id, conversation_id, attempt FROM begun`;
  if (row) return { conversationId: row.conversation_id, questionId: row.question_id, attempt: row.attempt };
  const known = await db.generation.findFirst({ where: { messageId: retry.messageId, userId: retry.userId } });
  if (!known) throw answerNotFound();
  if (known.leaseUntil) throw new AppError('conflict', 'This answer is being written already.');
  const taken = await db.generation.count({ where: { userId: retry.userId, slot: { not: null } } });
  if (taken >= retry.maxConcurrent)
    throw tooMany('Another answer is still being written. Wait for it to finish, or stop it.', 5);
  throw notTheNewestAnswer();
}

export interface Checkpoint {
  messageId: string;
  /** A checkpoint that is late must not land in the next attempt. */
  attempt: number;
  /** What is new: the whole text, or what follows on the text up to `place`. Null when nothing is. */
  text: { whole: string } | { place: number; piece: string } | null;
}

/**
 * Stores what is new in the answers of this process in one statement. Mostly pieces, whose cost does not grow with the
 * text; a whole text replaces the pieces before it. Returns the answers the process still owns and whether they are to
 * end: somebody asked to stop them, or their account is locked. One that is missing was deleted or closed by another
 * process; the lock on its row keeps that from happening while its text is stored.
 */
export async function saveCheckpoints(
  db: Database,
  owner: string,
  checkpoints: Checkpoint[],
): Promise<Map<string, { stopRequested: boolean; isLocked: boolean }>> {
  const ids = checkpoints.map(({ messageId }) => messageId);
  const attempts = checkpoints.map(({ attempt }) => attempt);
  const wholes = checkpoints.flatMap(({ messageId, text }) =>
    text && 'whole' in text ? { messageId, text: text.whole } : [],
  );
  const pieces = checkpoints.flatMap(({ messageId, text }) =>
    text && 'piece' in text ? { messageId, place: text.place, text: text.piece } : [],
  );
  const rows = await db.sql<{ message_id: string; stop_requested: boolean; is_locked: boolean }>`
    WITH held AS (
      SELECT message_id, user_id, stop_requested
      FROM generations JOIN unnest(${ids}::uuid[], ${attempts}::int[]) AS written(id, attempt)
        ON message_id = written.id AND generations.attempt = written.attempt
      WHERE owner = ${owner} AND lease_until IS NOT NULL
      FOR SHARE OF generations
    ), rewritten AS (
      UPDATE messages SET content = whole.content
      FROM unnest(${wholes.map((w) => w.messageId)}::uuid[], ${wholes.map((w) => w.text)}::text[]) AS whole(id, content), held
      WHERE messages.id = whole.id AND held.message_id = whole.id
      RETURNING messages.id
    ), replaced AS (
      DELETE FROM answer_pieces USING rewritten WHERE message_id = rewritten.id
    ), added AS (
      INSERT INTO answer_pieces (message_id, place, text)
      SELECT id, place, text
      FROM unnest(${pieces.map((p) => p.messageId)}::uuid[], ${pieces.map((p) => p.place)}::int[],
                  ${pieces.map((p) => p.text)}::text[]) AS piece(id, place, text), held
      WHERE held.message_id = id
      ON CONFLICT (message_id, place) DO UPDATE SET text = excluded.text
    )
    SELECT message_id, stop_requested, is_locked FROM held JOIN users ON users.id = user_id`;
  return new Map(rows.map((row) => [row.message_id, { stopRequested: row.stop_requested, isLocked: row.is_locked }]));
}

/**
 * Stores the end of an answer, once: only the owner of the running attempt can. Null when it is no longer the owner,
 * because the conversation was deleted or another process closed the answer as interrupted.
 */
export async function saveEnd(
  db: Database,
  end: { messageId: string; attempt: number; owner: string; content: string; metadata: MessageMetadata },
): Promise<ChatMessage | null> {
  const [row] = await db.sql<{ conversation_id: string; created_at: Date }>`
    WITH ended AS (
      UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL
      WHERE message_id = ${end.messageId}::uuid AND owner = ${end.owner} AND attempt = ${end.attempt}
        AND lease_until IS NOT NULL
      RETURNING message_id, conversation_id
    ), touched AS (
      UPDATE conversations SET updated_at = now() FROM ended WHERE id = ended.conversation_id
    ), removed AS (
      DELETE FROM answer_pieces USING ended WHERE answer_pieces.message_id = ended.message_id
    )
    UPDATE messages SET content = ${end.content}, metadata = ${JSON.stringify(end.metadata)}::jsonb
    FROM ended WHERE id = ended.message_id
    RETURNING messages.conversation_id, messages.created_at`;
  if (!row) return null;
  return {
    id: end.messageId,
    conversationId: row.conversation_id,
    role: 'assistant',
    content: end.content,
    attachments: [],
    metadata: end.metadata,
    createdAt: row.created_at,
  };
}

/** Marks a running answer to be stopped by its writer. Null when it is absent or another's. */
export async function requestStop(
  db: Database,
  userId: string,
  messageId: string,
): Promise<{ wasRunning: boolean } | null> {
  const [row] = await db.sql<{ was_running: boolean }>`
    UPDATE generations SET stop_requested = lease_until IS NOT NULL
    WHERE message_id = ${messageId}::uuid AND user_id = ${userId}::uuid
    RETURNING lease_until IS NOT NULL AS was_running`;
  return row ? { wasRunning: row.was_running } : null;
}

/** Answers another process writes, read again: their text so far, or their end. */
export async function readAnswers(db: Database, messageIds: string[]): Promise<AnswerRow[]> {
  return db.sql<AnswerRow>`
    SELECT g.attempt, g.lease_until IS NOT NULL AS "isRunning", m.id, m.conversation_id AS "conversationId", m.role,
           m.content || coalesce(
             (SELECT string_agg(p.text, '' ORDER BY p.place) FROM answer_pieces p
              WHERE p.message_id = m.id AND g.lease_until IS NOT NULL), ''
           ) AS content, m.attachments, m.metadata, m.created_at AS "createdAt"
    FROM generations g JOIN messages m ON m.id = g.message_id
    WHERE g.message_id = ANY(${messageIds}::uuid[])`;
}

export type AnswerRow = MessageRow & { attempt: number; isRunning: boolean };
