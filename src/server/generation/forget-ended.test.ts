/** Rows of answers that ended long ago, and what users can still do with such an answer. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { dayMs } from '~/shared/utc-day';
import { forgetEnded } from './forget-ended';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const never = new AbortController().signal;
const rowOf = (messageId: string) => server.deps.db.generation.findUnique({ where: { messageId } });

interface Kind {
  content?: string;
  age?: number;
  changed?: number;
  isRunning?: boolean;
  clientRequestId?: string;
  conversationId?: string;
}

/** An answer in its own conversation, as stored after `age` days. */
async function answer({ content = 'Rates fell.', age = 31, changed = 31, isRunning = false, ...ids }: Kind = {}) {
  const { db } = server.deps;
  const userId = ada.user.id;
  const conversationId =
    ids.conversationId ?? (await db.conversation.create({ data: { userId, updatedAt: daysAgo(changed) } })).id;
  const question = await db.message.create({ data: { conversationId, role: 'user', content: 'Rates?' } });
  const { id: messageId } = await db.message.create({
    data: { conversationId, parentId: question.id, role: 'assistant', content, metadata: { status: 'complete' } },
  });
  const clientRequestId = ids.clientRequestId ?? randomUUID();
  const running = isRunning ? { slot: 2, owner: 'another', leaseUntil: new Date(Date.now() + dayMs) } : {};
  await db.generation.create({
    data: {
      messageId,
      questionId: question.id,
      conversationId,
      userId,
      clientRequestId,
      requestHash: '',
      createdAt: daysAgo(age),
      ...running,
    },
  });
  await db.conversation.update({ where: { id: conversationId }, data: { updatedAt: daysAgo(changed) } });
  return { messageId, conversationId };
}

async function stopped(): Promise<{ conversationId: string; clientRequestId: string }> {
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({ data: { userId: ada.user.id } });
  const research = {
    userId: ada.user.id,
    conversationId,
    question: 'Rates?',
    modelId: 'scripted',
    minutes: 5,
    pages: 5,
  };
  const { id } = await db.research.create({ data: { ...research, state: 'stopped' } });
  return { conversationId, clientRequestId: id };
}

it('rows of answers with text are deleted after a month, those still needed stay', async () => {
  const old = await answer();
  const needed = [
    await answer({ age: 29 }),
    await answer({ content: '' }),
    await answer({ isRunning: true }),
    await answer({ changed: 0.5 }),
    await answer(await stopped()),
  ];
  expect(await forgetEnded(server.deps.db, never)).toBe(1);
  expect(await rowOf(old.messageId)).toBeNull();
  for (const { messageId } of needed) expect(await rowOf(messageId)).not.toBeNull();
  await server.deps.db.conversation.deleteMany({ where: { id: { in: needed.map((row) => row.conversationId) } } });
});

it('the message stays, can be stopped without effect and answered again', async () => {
  const { messageId, conversationId } = await answer();
  await forgetEnded(server.deps.db, never);
  const { items } = await ada.call.messages.list({ conversationId });
  expect(items.map(({ content }) => content)).toEqual(['Rates?', 'Rates fell.']);
  await ada.call.messages.stop({ messageId });
  const bob = await signUp(server.deps);
  const refusal = (id: string) => bob.call.messages.stop({ messageId: id }).catch((error: Error) => error.message);
  expect(await refusal(messageId)).toBe(await refusal(randomUUID()));
  const { assistantMessage } = await ada.call.messages.retry({ messageId });
  const call = await model.nextCall();
  await call.emit('Rates rose.');
  await call.finish();
  await until(async () => (await rowOf(assistantMessage.id))?.slot === null);
  expect((await ada.call.messages.versions({ messageId })).items.map(({ content }) => content)).toEqual([
    'Rates fell.',
    'Rates rose.',
  ]);
});

it('an answer without text is rewritten in place, however old it is', async () => {
  const { messageId } = await answer({ content: '', age: 400 });
  await forgetEnded(server.deps.db, never);
  expect(await ada.call.messages.retry({ messageId })).toMatchObject({
    attempt: 2,
    assistantMessage: { id: messageId },
  });
  const call = await model.nextCall();
  await call.emit('Rates rose.');
  await call.finish();
  await until(async () => (await rowOf(messageId))?.slot === null);
});

it('batches skip the rows that stay, and an interruption leaves the rest for later', async () => {
  const before = await server.deps.db.generation.count();
  for (let n = 0; n < 3; n++) await answer({ content: '', age: 90 - n });
  for (let n = 0; n < 4; n++) await answer({ age: 80 - n });
  const stop = new AbortController();
  stop.abort();
  expect(await forgetEnded(server.deps.db, stop.signal)).toBe(0);
  expect(await forgetEnded(server.deps.db, never, 2)).toBe(4);
  expect(await server.deps.db.generation.count()).toBe(before + 3);
});
