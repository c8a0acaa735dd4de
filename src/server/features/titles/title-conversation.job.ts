/** Titles a new conversation after its first answer, with the model that wrote it. Users' own titles always stay. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { FollowUp } from '~/server/generation/answer-store';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { defineJob, followUpConcurrency, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { AppError } from '~/server/lib/errors';
import { ModelError } from '~/server/providers/llm/types';
import { writeTitle } from './write-title';

const payload = z.object({ conversationId: z.uuid(), messageId: z.uuid(), modelId: z.string() });
type TitleConversation = z.infer<typeof payload>;

export const titleConversationJob: JobKind<Deps, TitleConversation> = defineJob<Deps, TitleConversation>({
  kind: 'conversation.title',
  payload,
  concurrency: followUpConcurrency,
  attempts: 2,
  firstPauseMs: 5000,
  run: titleConversation,
});

export const titleFollowUp = (work: TitleConversation): FollowUp => ({
  kind: titleConversationJob.kind,
  key: work.conversationId,
  payload: work,
});

async function titleConversation(deps: Deps, work: TitleConversation, context: JobContext): Promise<void> {
  const { conversationId, messageId } = work;
  const found = await readUntitled(deps, work);
  if (!found) return;
  const chosen = await chooseModel(deps, found, work.modelId);
  if (!chosen?.model.isConnected) return;
  const key = `title:${messageId}:${randomUUID()}`;
  const use: ModelUse = { key, userId: found.userId, purpose: 'title', chosen };
  try {
    const title = await writeTitle(deps, use, found, context.signal);
    if (title) await storeTitle(deps, conversationId, title);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.isTransient && !context.isLastAttempt) throw error;
    // Not an error: the title derived from the message is good enough.
    deps.logger.info({ err: error, conversationId }, 'a model could not title a conversation');
  }
}

interface Untitled {
  userId: string;
  isAdmin: boolean;
  questionId: string;
  question: string;
  answer: string;
}

/** Undefined if the conversation has another title by now, or its user has turned generated titles off. */
async function readUntitled({ db }: Deps, { conversationId, messageId }: TitleConversation) {
  const [row] = await db.sql<Untitled>`
    SELECT u.id AS "userId", u.is_admin AS "isAdmin", question.id AS "questionId", question.content AS question, answer.content AS answer
    FROM conversations c JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
    JOIN messages answer ON answer.conversation_id = c.id AND answer.id = ${messageId}::uuid
    JOIN messages question ON question.id = answer.parent_id
    WHERE c.id = ${conversationId}::uuid AND c.titled_by = 'question' AND c.temporary_until IS NULL AND u.model_titles AND NOT u.is_locked
      AND answer.content <> ''`;
  if (!row) return undefined;
  const question = await db.texts.open(row.questionId, row.question);
  return { ...row, question, answer: await db.texts.open(messageId, row.answer) };
}

/** Null if the model is no longer available to the user. */
async function chooseModel({ models }: Deps, { userId, isAdmin }: Untitled, modelId: string) {
  try {
    return await models.choose({ id: userId, isAdmin }, modelId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A title set by the user in the meantime stays. */
async function storeTitle({ db, bus }: Deps, id: string, title: string): Promise<void> {
  const { count } = await db.conversation.updateMany({
    where: { id, titledBy: 'question' },
    data: { title, titledBy: 'model' },
  });
  if (count > 0) bus.publish(`conversation:${id}`, { type: 'renamed', title });
}
