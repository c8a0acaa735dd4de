import { randomUUID } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { closeAbandoned } from '~/server/generation/abandoned-answers';
import type { ScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import type { MessageMetadata } from '~/shared/schemas/messages';
import type { TestServer, TestUser } from './test-server';

/** Answers in the database of a test server. */
export function storedAnswers(server: () => TestServer) {
  async function stored(messageId: string) {
    const row = await server().deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
    return { content: row.content, metadata: row.metadata as MessageMetadata };
  }
  return {
    stored,
    async ended(messageId: string) {
      await until(async () => (await stored(messageId)).metadata.processing === false);
      return stored(messageId);
    },
  };
}

/**
 * Closes answers of another process. One whose text or lease is being stored at that moment is left to the next call,
 * as in a server, which tries it every second.
 */
export async function closeAnswers(...closing: Parameters<typeof closeAbandoned>) {
  let closed: Awaited<ReturnType<typeof closeAbandoned>> = [];
  await until(async () => {
    closed = await closeAbandoned(...closing);
    return closed.length > 0;
  }, 'an answer that can be closed');
  return closed;
}

/** The rows of an answer in progress that a process with this name would write. */
export async function storeRunningAnswer(
  db: Database,
  { owner, content, userId }: { owner: string; content: string; userId?: string },
) {
  const email = `person-${randomUUID()}@example.com`;
  const user = userId ?? (await db.user.create({ data: { email, password: '-' } })).id;
  const { id: conversationId } = await db.conversation.create({ data: { userId: user, title: 'Rates' } });
  const { id: questionId } = await db.message.create({ data: { conversationId, role: 'user', content: 'Rates?' } });
  const { id: messageId } = await db.message.create({
    data: { conversationId, role: 'assistant', content, metadata: { processing: true } },
  });
  const leaseUntil = new Date(Date.now() + 3_600_000);
  const request = { clientRequestId: messageId, requestHash: '', slot: 1, owner, leaseUntil };
  await db.generation.create({ data: { messageId, questionId, conversationId, userId: user, ...request } });
  return { messageId, conversationId };
}

/** An answer in progress, with a text and a source for its first five characters. */
export async function answerInProgress(user: TestUser, model: ScriptedModel, text: string) {
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?', attachments: [] });
  const call = await model.nextCall();
  await call.emit(text);
  await call.emit({
    type: 'citation',
    citation: { source: 'ecb.example', url: 'https://ecb.example', start: 0, end: 5 },
  });
  return { messageId: sent.assistantMessage.id, call };
}
