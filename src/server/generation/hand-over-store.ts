/**
 * Answers that a stopping process hands over to another one. The row of such an answer has no owner, but contains what
 * the next process needs; it keeps its slot. The first process to claim it continues it as another attempt. If none does
 * within seconds, the stopping process closes it as interrupted; if that process dies, any other one does.
 */
import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { Bus } from '~/server/realtime/bus';
import type { AnswerSources } from '~/shared/answer-sources';
import type { Attachment, ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { silentSeconds } from './abandoned-answers';
import type { EndReason } from './answer-end';
import { answerKey } from './answer-key';
import { leaseSeconds, runningMetadata } from './answer-store';
import { conversationGone } from './generation.errors';
import { toChatMessage } from './message-row';
import type { ChosenModel } from './model-catalog-types';
import type { PartialAnswer, PreparedAnswer, StoredQuestion } from './prepared-answer';
import { rethrowBudgetError } from './rethrow-budget-error';
import type { Resumable, Turn } from './turn';
import type { Reservation } from './usage-ledger-types';

/** After this long, any process may close an answer that was handed over but not taken over. */
const leftSeconds = 10;

/** An answer that another process has handed over. */
export interface OrphanedAnswer {
  userId: string;
  messageId: string;
  questionId: string;
  conversationId: string;
  attempt: number;
  resumable: Resumable;
}

/** How features continue it. */
export interface ResumedAnswer {
  chosen: ChosenModel;
  sources: AnswerSources | null;
  /** The text so far, which is continued; without text the answer starts over. */
  partial: PartialAnswer;
  /** The current attachments of the message. */
  attachments: Attachment[];
  prepare(question: StoredQuestion, signal: AbortSignal): Promise<PreparedAnswer>;
}

/** Whether another process could continue the answers of this one. */
export async function hasOtherProcess(db: Database, owner: string): Promise<boolean> {
  const [other] = await db.sql`
    SELECT 1 FROM server_processes
    WHERE id <> ${owner} AND NOT is_stopping AND seen_at > now() - make_interval(secs => ${silentSeconds}::float8) LIMIT 1`;
  return other !== undefined;
}

/**
 * Stores the text so far and gives up ownership. Returns how the answer ends here: handed over, stopped by its user, or
 * interrupted if that failed. A checkpoint in flight has locked the row: it is stored first, so that the statement after
 * the lock sees and removes its text.
 */
export async function releaseOwnership(
  { db, owner, bus, logger }: { db: Database; owner: string; bus: Bus; logger: Logger },
  { messageId, attempt, resumable, requestId }: Pick<Turn, 'messageId' | 'attempt' | 'resumable' | 'requestId'>,
  { content, metadata }: { content: string; metadata: MessageMetadata },
): Promise<EndReason> {
  try {
    const text = await db.texts.seal(messageId, content);
    const entries = await db.texts.sealMetadata(messageId, { ...metadata, processing: true });
    const reason = await db.$transaction(async (tx): Promise<EndReason> => {
      const [row] = await tx.$queryRaw<{ stop_requested: boolean }[]>`
        SELECT stop_requested FROM generations WHERE message_id = ${messageId}::uuid FOR UPDATE`;
      if (row?.stop_requested) return 'stopped';
      const released = await tx.$queryRaw<object[]>`
        WITH released AS (
          UPDATE generations SET owner = NULL, hand_over = ${JSON.stringify({ ...resumable, requestId })}::jsonb,
            lease_until = now() + make_interval(secs => ${leftSeconds})
          WHERE message_id = ${messageId}::uuid AND owner = ${owner} AND attempt = ${attempt}
            AND lease_until IS NOT NULL
          RETURNING message_id
        ), removed AS (
          DELETE FROM answer_pieces USING released WHERE answer_pieces.message_id = released.message_id
        )
        UPDATE messages SET content = ${text}, metadata = ${JSON.stringify(entries)}::jsonb
        FROM released WHERE id = released.message_id RETURNING id`;
      return released.length > 0 ? 'handed-over' : 'interrupted';
    });
    if (reason === 'handed-over') bus.publish('answers', { type: 'handed-over' });
    return reason;
  } catch (error) {
    logger.warn({ err: error, messageId }, 'failed to hand over an answer');
    return 'interrupted';
  }
}

/** Claims answers that were handed over, unless another process claims them first. */
export async function claimOrphaned(db: Database, owner: string): Promise<OrphanedAnswer[]> {
  return db.sql<OrphanedAnswer>`
    WITH left_over AS (
      SELECT message_id, hand_over FROM generations
      WHERE lease_until IS NOT NULL AND owner IS NULL AND hand_over IS NOT NULL
      FOR UPDATE SKIP LOCKED
    )
    UPDATE generations g SET owner = ${owner}, hand_over = NULL, attempt = attempt + 1,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    FROM left_over WHERE g.message_id = left_over.message_id
    RETURNING g.user_id AS "userId", g.message_id AS "messageId", g.question_id AS "questionId",
              g.conversation_id AS "conversationId", g.attempt, left_over.hand_over AS resumable`;
}

/** How many of the answers no process has claimed yet. */
export async function countOrphaned(db: Database, messageIds: readonly string[]): Promise<number> {
  const [row] = await db.sql<{ count: number }>`
    SELECT count(*)::int AS count FROM generations
    WHERE message_id = ANY(${[...messageIds]}::uuid[]) AND hand_over IS NOT NULL AND owner IS NULL`;
  return row?.count ?? 0;
}

/** Takes back and expires answers that no process has claimed, so that this process closes them at its next check. */
export async function expire(db: Database, owner: string, messageIds: readonly string[]): Promise<void> {
  await db.sql`
    UPDATE generations SET owner = ${owner}, hand_over = NULL, lease_until = now()
    WHERE message_id = ANY(${[...messageIds]}::uuid[]) AND lease_until IS NOT NULL
      AND (owner = ${owner} OR (owner IS NULL AND hand_over IS NOT NULL))`;
}

/**
 * Resets the answer's message to the text to continue, and reserves usage if a reservation is given. Returns both
 * messages. Throws if the budget does not allow it, if the user has stopped the answer, or if this process no longer
 * owns it: another process may have closed it, or the conversation was deleted.
 */
export async function resetForResume(
  db: Database,
  owner: string,
  { userId, messageId, questionId, attempt }: OrphanedAnswer,
  { chosen, sources, partial, attachments }: ResumedAnswer,
  reservation: Reservation | null,
): Promise<{ userMessage: ChatMessage; assistantMessage: ChatMessage }> {
  const content = await db.texts.seal(messageId, partial?.text ?? '');
  const metadata = await db.texts.sealMetadata(messageId, runningMetadata(chosen.id, sources, partial));
  const restarted = await db.sql`
    WITH own AS (
      SELECT message_id FROM generations
      WHERE message_id = ${messageId}::uuid AND owner = ${owner} AND attempt = ${attempt} AND lease_until IS NOT NULL
        AND NOT stop_requested
      FOR SHARE
    ), reserved AS (
      SELECT reserve_usage(${answerKey({ messageId, attempt })}, ${userId}::uuid, ${reservation?.purpose ?? null},
                           ${reservation?.model ?? null}, ${reservation?.modelName ?? null},
                           ${reservation?.usd ?? null}::numeric, ${leaseSeconds})
      FROM own WHERE ${reservation !== null}
    )
    UPDATE messages SET content = ${content}, metadata = ${JSON.stringify(metadata)}::jsonb
    FROM own WHERE id = own.message_id RETURNING (SELECT count(*) FROM reserved)`.catch(rethrowBudgetError);
  if (restarted.length === 0) throw new Error('the answer was stopped, or another process has closed it');
  const rows = await db.texts.openMessages(
    await db.message.findMany({ where: { id: { in: [questionId, messageId] } } }),
  );
  const question = rows.find(({ id }) => id === questionId);
  const answer = rows.find(({ id }) => id === messageId);
  if (!question || !answer) throw conversationGone();
  return { userMessage: { ...toChatMessage(question), attachments }, assistantMessage: toChatMessage(answer) };
}
