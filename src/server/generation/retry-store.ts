/**
 * Stores retries. An answer with text is kept: the new one is another version, on its own branch. One without text,
 * which has no following messages, is rewritten in place, also if it is the newest version of the answer to retry. It
 * keeps the changes of the memory that it has made. The version that was active before becomes active again if the new
 * one ends without text; see show_earlier().
 */

import { randomUUID } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { codeOf } from '~/server/lib/caught';
import { tooMany } from '~/server/lib/errors';
import type { AnswerSources } from '~/shared/answer-sources';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { leaseSeconds, runningMetadata } from './answer-store';
import { answerInProgress, answerNotFound, answerWithoutQuestion, serverBusy } from './generation.errors';
import type { PartialAnswer } from './prepared-answer';
import { storeAttempts } from './question-store';
import { rethrowBudgetError } from './rethrow-budget-error';
import type { Reservation } from './usage-ledger-types';

/** The SQLSTATE of a second row with a unique value. */
const slotTaken = '23505';

export interface Retry {
  userId: string;
  messageId: string;
  /** The id of the model used for this attempt. */
  modelId: string;
  sources: AnswerSources | null;
  /** The text that the new version continues. */
  partial?: PartialAnswer | undefined;
  owner: string;
  maxConcurrentAnswers: number;
  reservation: Reservation | null;
}

export interface RetriedTurn {
  messageId: string;
  conversationId: string;
  questionId: string;
  attempt: number;
  /** Another version was the active one. */
  isSwitched: boolean;
}

/** An answer that is written again from its start: the changes of the memory that it has made stay with it. */
export const rewritten = ({ memory }: MessageMetadata): PartialAnswer => ({
  text: '',
  metadata: memory ? { memory } : {},
  sumOfUsage: (_earlier, usage) => usage,
});

/** Throws if the answer is another user's, or if another answer to its message is running. */
export async function storeRetry(db: Database, retry: Retry): Promise<RetriedTurn> {
  for (let attempt = 0; attempt < storeAttempts; attempt++) {
    try {
      const started = (await restartTurn(db, retry)) ?? (await insertVersion(db, retry));
      if (started) return started;
      await explainRejectedRetry(db, retry);
    } catch (error) {
      if (codeOf(error) !== slotTaken) throw error;
    }
    // Another answer took the same free slot in between; there may be a further one.
  }
  throw serverBusy();
}

async function explainRejectedRetry(db: Database, retry: Retry): Promise<void> {
  const known = await db.message.findFirst({
    where: { id: retry.messageId, role: 'assistant', conversation: { userId: retry.userId } },
    select: { parentId: true, conversationId: true },
  });
  if (!known) throw answerNotFound();
  if (known.parentId === known.conversationId) throw answerWithoutQuestion();
  const usedSlots = await db.generation.count({ where: { userId: retry.userId, slot: { not: null } } });
  const running = await db.generation.count({ where: { questionId: known.parentId, leaseUntil: { not: null } } });
  if (running > 0) throw answerInProgress();
  if (usedSlots >= retry.maxConcurrentAnswers)
    throw tooMany('Another answer is still being written. Wait for it to finish, or stop it.', 5);
}

/** Null if no version is to be rewritten in place, another one is running, or all slots are taken. */
async function restartTurn(db: Database, retry: Retry): Promise<RetriedTurn | null> {
  if (retry.partial) return null;
  const { reservation } = retry;
  const [row] = await db.sql<RetriedTurn>`
    WITH empty AS MATERIALIZED (
      SELECT m.id, m.parent_id
      FROM messages asked JOIN conversations c ON c.id = asked.conversation_id
      JOIN messages m ON m.parent_id = asked.parent_id
      WHERE asked.id = ${retry.messageId}::uuid AND asked.role = 'assistant' AND c.user_id = ${retry.userId}::uuid
        AND m.content = '' AND NOT EXISTS (SELECT 1 FROM messages later WHERE later.parent_id = m.id)
        AND (m.id = asked.id OR asked.content <> '' AND NOT EXISTS (
          SELECT 1 FROM messages newer WHERE newer.parent_id = m.parent_id AND newer.seq > m.seq))
      FOR UPDATE OF c
    ), started AS (
      UPDATE generations g
      SET attempt = g.attempt + 1, slot = free.slot, owner = ${retry.owner}, stop_requested = false,
          lease_until = now() + make_interval(secs => ${leaseSeconds}),
          earlier_id = coalesce((
            SELECT v.id FROM messages v WHERE v.parent_id = empty.parent_id AND v.is_active AND v.id <> empty.id
          ), g.earlier_id)
      FROM empty CROSS JOIN (
        SELECT slots.slot FROM generate_series(1, ${retry.maxConcurrentAnswers}::int) AS slots(slot)
        WHERE NOT EXISTS (SELECT 1 FROM generations o WHERE o.user_id = ${retry.userId}::uuid AND o.slot = slots.slot)
        ORDER BY 1 LIMIT 1
      ) AS free
      WHERE g.message_id = empty.id AND g.lease_until IS NULL
        AND NOT EXISTS (SELECT 1 FROM generations o WHERE o.question_id = g.question_id AND o.lease_until IS NOT NULL)
      RETURNING g.message_id, g.question_id, g.conversation_id, g.attempt
    ), removed AS (
      DELETE FROM answer_pieces USING started WHERE answer_pieces.message_id = started.message_id
    ), emptied AS (
      UPDATE messages SET metadata = ${JSON.stringify(runningMetadata(retry.modelId, retry.sources))}::jsonb
        || jsonb_strip_nulls(jsonb_build_object('memory', metadata -> 'memory'))
      FROM started WHERE id = started.message_id RETURNING started.*
    ), reserved AS (
      SELECT reserve_usage('answer:' || started.message_id || ':' || started.attempt, ${retry.userId}::uuid,
                           ${reservation?.purpose ?? null}, ${reservation?.model ?? null},
                           ${reservation?.modelName ?? null}, ${reservation?.usd ?? null}::numeric, ${leaseSeconds})
      FROM started WHERE ${reservation !== null}
    )
    SELECT message_id AS "messageId", question_id AS "questionId", conversation_id AS "conversationId", attempt,
           show_branch(message_id) AS "isSwitched", (SELECT count(*) FROM reserved) FROM emptied`.catch(
    rethrowBudgetError,
  );
  return row ?? null;
}

/** Null if the answer is absent, another answer to its message is running, or all slots are taken. */
async function insertVersion(db: Database, retry: Retry): Promise<RetriedTurn | null> {
  const { reservation } = retry;
  const messageId = randomUUID();
  const content = await db.texts.seal(messageId, retry.partial?.text ?? '');
  const running = runningMetadata(retry.modelId, retry.sources, retry.partial);
  const metadata = await db.texts.sealMetadata(messageId, running);
  const [row] = await db.sql<RetriedTurn>`
    WITH earlier AS MATERIALIZED (
      SELECT m.parent_id AS question_id, m.conversation_id
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.id = ${retry.messageId}::uuid AND m.role = 'assistant' AND c.user_id = ${retry.userId}::uuid
        AND m.parent_id <> m.conversation_id
      FOR UPDATE OF c
    ), started AS (
      INSERT INTO generations
        (message_id, question_id, conversation_id, user_id, client_request_id, request_hash, slot, owner, lease_until,
         earlier_id)
      SELECT ${messageId}::uuid, earlier.question_id, earlier.conversation_id, ${retry.userId}::uuid, ${messageId}, '',
             free.slot, ${retry.owner}, now() + make_interval(secs => ${leaseSeconds}),
             coalesce((SELECT v.id FROM messages v WHERE v.parent_id = earlier.question_id AND v.is_active),
                      ${retry.messageId}::uuid)
      FROM earlier CROSS JOIN (
        SELECT slots.slot FROM generate_series(1, ${retry.maxConcurrentAnswers}::int) AS slots(slot)
        WHERE NOT EXISTS (SELECT 1 FROM generations o WHERE o.user_id = ${retry.userId}::uuid AND o.slot = slots.slot)
        ORDER BY 1 LIMIT 1
      ) AS free
      WHERE NOT EXISTS (
        SELECT 1 FROM generations g WHERE g.question_id = earlier.question_id AND g.lease_until IS NOT NULL)
      ON CONFLICT DO NOTHING
      RETURNING message_id, question_id, conversation_id, attempt
    ), version AS (
      INSERT INTO messages (id, conversation_id, parent_id, is_active, role, content, metadata)
      SELECT message_id, conversation_id, question_id, false, 'assistant', ${content},
             ${JSON.stringify(metadata)}::jsonb
      FROM started RETURNING id
    ), shown AS (
      SELECT show_branch(version.id) FROM version
    ), reserved AS (
      SELECT reserve_usage('answer:' || started.message_id || ':' || started.attempt, ${retry.userId}::uuid,
                           ${reservation?.purpose ?? null}, ${reservation?.model ?? null},
                           ${reservation?.modelName ?? null}, ${reservation?.usd ?? null}::numeric, ${leaseSeconds})
      FROM started WHERE ${reservation !== null}
    )
    SELECT message_id AS "messageId", question_id AS "questionId", conversation_id AS "conversationId", attempt,
           (SELECT count(*) FROM reserved), (SELECT count(*) FROM shown) > 0 AS "isSwitched" FROM started`.catch(
    rethrowBudgetError,
  );
  return row ?? null;
}
