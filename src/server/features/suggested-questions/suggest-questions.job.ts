/** Suggests follow-up questions with the model that wrote the answer, once the answer is finished. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { FollowUp } from '~/server/generation/answer-store';
import { type MessageRow, toChatMessage } from '~/server/generation/message-row';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { defineJob, followUpConcurrency, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { ModelError } from '~/server/providers/llm/types';
import { writeQuestions } from './write-questions';

const payload = z.object({ messageId: z.uuid(), modelId: z.string() });
type SuggestQuestions = z.infer<typeof payload>;

/**
 * A failed model call is not retried, because the user will have moved on. The other attempts are for jobs whose
 * process was killed.
 */
export const suggestQuestionsJob: JobKind<Deps, SuggestQuestions> = defineJob<Deps, SuggestQuestions>({
  kind: 'answer.suggest-questions',
  payload,
  concurrency: followUpConcurrency,
  attempts: 3,
  run: suggestQuestions,
});

export const suggestFollowUp = (work: SuggestQuestions): FollowUp => ({
  kind: suggestQuestionsJob.kind,
  key: work.messageId,
  payload: work,
});

async function suggestQuestions(deps: Deps, work: SuggestQuestions, context: JobContext): Promise<void> {
  const { messageId } = work;
  const found = await readLatest(deps, messageId);
  if (!found) return;
  const offered = await deps.models.list({ id: found.userId, isAdmin: found.isAdmin });
  const chosen = offered.find(({ id }) => id === work.modelId);
  if (!chosen?.model.isConnected) return;
  const key = `suggestions:${messageId}:${randomUUID()}`;
  const use: ModelUse = { key, userId: found.userId, purpose: 'suggestions', chosen };
  try {
    const questions = await writeQuestions(deps, use, found, context.signal);
    if (questions.length > 0) await storeQuestions(deps, messageId, questions);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    deps.logger.info({ err: error, messageId }, 'a model could not suggest questions');
  }
}

interface Latest {
  userId: string;
  isAdmin: boolean;
  questionId: string;
  question: string;
  answer: string;
}

/** Undefined if the answer is incomplete or no longer the latest, or if its user has turned suggestions off. */
async function readLatest({ db }: Deps, messageId: string) {
  const [row] = await db.sql<Latest>`
    SELECT u.id AS "userId", u.is_admin AS "isAdmin", question.id AS "questionId", question.content AS question, answer.content AS answer
    FROM messages answer JOIN conversations c ON c.id = answer.conversation_id
    JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL AND NOT u.is_locked AND u.suggested_questions
    JOIN messages question ON question.id = answer.parent_id
    WHERE answer.id = ${messageId}::uuid AND answer.is_active AND answer.content <> ''
      AND answer.metadata ->> 'status' = 'complete' AND answer.metadata -> 'suggestedQuestions' IS NULL
      AND NOT EXISTS (SELECT FROM messages next WHERE next.parent_id = answer.id)`;
  return row && { ...row, ...(await openedTurn(db, messageId, row)) };
}

const openedTurn = async ({ texts }: Deps['db'], messageId: string, { questionId, question, answer }: Latest) => ({
  question: await texts.open(questionId, question),
  answer: await texts.open(messageId, answer),
});

/** Readers are notified in the same way as of checked sources. */
async function storeQuestions({ db, bus }: Deps, messageId: string, questions: readonly string[]): Promise<void> {
  const entries = await db.texts.sealMetadata(messageId, { suggestedQuestions: questions });
  const [row] = await db.sql<MessageRow & { attempt: number }>`
    WITH stored AS (
      UPDATE messages SET metadata = metadata || ${JSON.stringify(entries)}::jsonb
      WHERE id = ${messageId}::uuid AND metadata ->> 'status' = 'complete' RETURNING *
    ), noted AS (
      UPDATE conversations SET checked_at = now() FROM stored WHERE conversations.id = stored.conversation_id
    )
    SELECT stored.id, stored.conversation_id AS "conversationId", stored.parent_id AS "parentId", stored.role,
           stored.content, stored.attachments, stored.metadata, stored.created_at AS "createdAt", g.attempt
    FROM stored JOIN generations g ON g.message_id = stored.id`;
  if (!row) return;
  const { attempt, ...stored } = row;
  const [opened] = await db.texts.openMessages([stored]);
  if (!opened) return;
  const message = toChatMessage(opened);
  bus.publish(`conversation:${message.conversationId}`, { type: 'checked', messageId, attempt, message });
}
