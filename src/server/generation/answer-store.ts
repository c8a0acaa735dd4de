/**
 * What the database keeps of an answer after its question is stored. Each function is one statement, so one transaction
 * and one round trip.
 */
import type { Database } from '~/server/db/client';
import { AppError, tooMany } from '~/server/lib/errors';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { answerNotFound, notTheNewestAnswer } from './generation.errors';
import type { MessageRow } from './message-row';
import { refusedByBudget } from './refused-by-budget';
import type { Reservation } from './usage-ledger';

/** Marks an answer as being written. It is never renewed: the heartbeat of its process shows whether the writer lives. */
export const leaseSeconds = 3600;

/** The metadata of an answer while it is being written. */
export const runningMetadata = (modelId: string): MessageMetadata => ({ processing: true, modelId });

/**
 * Restarts an ended answer with an empty text; the text so far becomes an earlier version. Throws when it is another
 * user's, is running, or is not the newest.
 */
export async function restartTurn(
  db: Database,
  retry: {
    userId: string;
    messageId: string;
    /** Of the model that answers this time. */
    modelId: string;
    owner: string;
    maxConcurrentAnswers: number;
    reservation: Reservation | null;
  },
): Promise<{ conversationId: string; questionId: string; attempt: number }> {
  const { reservation } = retry;
  const [row] = await db.sql<{ conversation_id: string; question_id: string; attempt: number }>`
    WITH started AS (
      UPDATE generations g
      SET attempt = g.attempt + 1, slot = free.slot, owner = ${retry.owner}, stop_requested = false,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
      FROM (
        SELECT slots.slot FROM generate_series(1, ${retry.maxConcurrentAnswers}::int) AS slots(slot)
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
      DELETE FROM answer_pieces USING started WHERE answer_pieces.message_id = started.message_id
    ), kept AS (
      INSERT INTO answer_versions (message_id, attempt, content, metadata)
      SELECT m.id, started.attempt - 1, m.content, m.metadata FROM started JOIN messages m ON m.id = started.message_id
      WHERE m.content <> ''
    ), emptied AS (
      UPDATE messages SET content = '', metadata = ${JSON.stringify(runningMetadata(retry.modelId))}::jsonb
      FROM started WHERE id = started.message_id
    ), reserved AS (
      SELECT reserve_usage('answer:' || started.message_id || ':' || started.attempt, ${retry.userId}::uuid,
                           ${reservation?.purpose ?? null}, ${reservation?.model ?? null},
                           ${reservation?.modelName ?? null}, ${reservation?.usd ?? null}::numeric, ${leaseSeconds})
      FROM started WHERE ${reservation !== null}
    )
    SELECT question_id, conversation_id, attempt, (SELECT count(*) FROM reserved) FROM started`.catch(refusedByBudget);
  if (row) return { conversationId: row.conversation_id, questionId: row.question_id, attempt: row.attempt };
  const known = await db.generation.findFirst({ where: { messageId: retry.messageId, userId: retry.userId } });
  if (!known) throw answerNotFound();
  if (known.leaseUntil) throw new AppError('conflict', 'This answer is already in progress.');
  const taken = await db.generation.count({ where: { userId: retry.userId, slot: { not: null } } });
  if (taken >= retry.maxConcurrentAnswers)
    throw tooMany('Another answer is still being written. Wait for it to finish, or stop it.', 5);
  throw notTheNewestAnswer();
}

export interface Checkpoint {
  messageId: string;
  /** A late checkpoint must not be stored in the next attempt. */
  attempt: number;
  /** What is new: the whole text, or what follows on the text up to `place`. Null when nothing is. */
  text: { whole: string } | { place: number; piece: string } | null;
}

/**
 * Stores what is new in the answers of this process in one statement. Mostly pieces, whose cost does not grow with the
 * text; a whole text replaces the pieces before it. Returns the answers the process still owns and whether they must
 * end because of a stop request or a locked account. A missing one was deleted or closed by another process; the lock on
 * its row prevents that while its text is stored.
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

/** What an attempt that wrote nothing says beside the text of the one before it. */
export const endOfRetry = ({ processing, status, error }: MessageMetadata): MessageMetadata => ({
  ...(processing !== undefined && { processing }),
  ...(status && { status }),
  ...(error && { error }),
});

/** A job that the end of an answer makes necessary. The kinds of jobs belong to the features. */
export interface FollowUp {
  kind: string;
  key: string;
  payload: object;
}

/**
 * Stores the end of an answer, once, and adds the job that follows it. An attempt that wrote nothing puts the earlier text back: only the owner of the running attempt can. Null when it is no longer the owner,
 * because the conversation was deleted or another process closed the answer as interrupted.
 */
export async function saveEnd(
  db: Database,
  end: {
    messageId: string;
    attempt: number;
    owner: string;
    content: string;
    metadata: MessageMetadata;
    followUp?: FollowUp | undefined;
  },
): Promise<ChatMessage | null> {
  const { followUp } = end;
  const [row] = await db.sql<{ conversation_id: string; created_at: Date; content: string; metadata: MessageMetadata }>`
    WITH ended AS (
      UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL
      WHERE message_id = ${end.messageId}::uuid AND owner = ${end.owner} AND attempt = ${end.attempt}
        AND lease_until IS NOT NULL
      RETURNING message_id, conversation_id, user_id
    ), touched AS (
      UPDATE conversations SET updated_at = now() FROM ended WHERE id = ended.conversation_id
    ), removed AS (
      DELETE FROM answer_pieces USING ended WHERE answer_pieces.message_id = ended.message_id
    ), restored AS (
      DELETE FROM answer_versions v USING ended
      WHERE ${end.content === ''} AND v.message_id = ended.message_id AND v.attempt = (
        SELECT max(latest.attempt) FROM answer_versions latest WHERE latest.message_id = ended.message_id)
      RETURNING v.content, v.metadata
    ), followed AS (
      SELECT enqueue_job(${followUp?.kind ?? null}, ${followUp?.key ?? null}, user_id,
                         ${JSON.stringify(followUp?.payload ?? {})}::jsonb, 0, true)
      FROM ended WHERE ${followUp !== undefined}
    )
    UPDATE messages SET content = coalesce((SELECT content FROM restored), ${end.content}),
           metadata = coalesce((SELECT metadata - 'error' || ${JSON.stringify(endOfRetry(end.metadata))}::jsonb FROM restored),
                               ${JSON.stringify(end.metadata)}::jsonb)
    FROM ended WHERE id = ended.message_id
    RETURNING messages.conversation_id, messages.created_at, messages.content, messages.metadata,
              (SELECT count(*) FROM followed)`;
  if (!row) return null;
  return {
    id: end.messageId,
    conversationId: row.conversation_id,
    role: 'assistant',
    content: row.content,
    attachments: [],
    metadata: row.metadata,
    createdAt: row.created_at,
  };
}

/** Marks a running answer to be stopped by its writer. Null when it does not exist or is another user's. */
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

/** Current rows of answers: their text so far, or their end. */
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
