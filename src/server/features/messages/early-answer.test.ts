import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EarlyQuestion, type Place, readBackground } from '~/server/features/context/background';
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { EarlyAnswer } from './early-answer';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let adaId: string;

beforeAll(async () => {
  server = await startTestServer({ model });
});
beforeEach(async () => {
  [ada, bob] = await Promise.all([signUp(server.deps), signUp(server.deps)]);
  adaId = ada.user.id;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Questions are not stored before this is called. */
function holdStoring(): () => void {
  const { generation } = server.deps;
  const ask = generation.ask.bind(generation);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(generation, 'ask').mockImplementation(async (question) => {
    await released;
    return ask(question);
  });
  return release;
}

const send = (conversationId?: string, clientRequestId = randomUUID()) =>
  ada.call.messages.send({ clientRequestId, content: 'Well?', conversationId });

async function answerIn(conversationId: string) {
  const { items } = await ada.call.messages.list({ conversationId });
  return items.find(({ role }) => role === 'assistant');
}

describe('while the question is stored', () => {
  it.each(['new', 'existing'])('the model is asked in a %s conversation, and read once it is', async (kind) => {
    const conversationId = kind === 'new' ? undefined : (await ada.call.conversations.create({})).id;
    const release = holdStoring();
    const sending = send(conversationId);
    const call = await model.nextCall();
    await call.emit('Well enough.');
    expect(await server.deps.db.message.count({ where: { conversation: { userId: adaId } } })).toBe(0);
    const asked = model.calls.length;
    release();
    const { conversation } = await sending;
    await call.finish();
    await until(async () => (await answerIn(conversation.id))?.metadata.status === 'complete');
    expect((await answerIn(conversation.id))?.content).toBe('Well enough.');
    const again = model.calls.slice(asked).filter(({ request }) => request.turns.at(-1)?.content === 'Well?');
    expect(again).toEqual([]);
  });

  it('a failure of the model waits, and is the answer of the stored question', async () => {
    const release = holdStoring();
    const sending = send();
    const call = await model.nextCall();
    await call.fail(new ModelError('refused', 'The AI model refused the request.'));
    release();
    const { conversation } = await sending;
    await until(async () => (await answerIn(conversation.id))?.metadata.status === 'failed');
    expect((await answerIn(conversation.id))?.metadata.error?.message).toBe('The AI model refused the request.');
  });

  it('a question that is refused ends the request, and nothing is stored', async () => {
    const { id } = await ada.call.conversations.create({});
    const release = holdStoring();
    const sending = send(id);
    const call = await model.nextCall();
    await call.emit('Unheard.');
    await server.deps.db.conversation.delete({ where: { id } });
    release();
    await expect(sending).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(call.isAborted()).toBe(true);
    expect(await server.deps.db.generation.count({ where: { userId: adaId } })).toBe(0);
  });

  it('a repeated question ends its own request only', async () => {
    const clientRequestId = randomUUID();
    const release = holdStoring();
    const sending = [send(undefined, clientRequestId), send(undefined, clientRequestId)];
    const calls = [await model.nextCall(), await model.nextCall()];
    release();
    const [first, second] = await Promise.all(sending);
    expect(second?.assistantMessage.id).toBe(first?.assistantMessage.id);
    await until(() => calls.some((call) => call.isAborted()));
    expect(calls.filter((call) => call.isAborted())).toHaveLength(1);
    for (const call of calls) if (!call.isAborted()) await Promise.all([call.emit('Once.'), call.finish()]);
    const id = first?.conversation.id ?? '';
    await until(async () => (await answerIn(id))?.metadata.status === 'complete');
  });

  it('stopping the answer ends the request', async () => {
    const release = holdStoring();
    const sending = send();
    const call = await model.nextCall();
    release();
    const { assistantMessage } = await sending;
    await ada.call.messages.stop({ messageId: assistantMessage.id });
    await until(() => call.isAborted());
  });

  it('a message in between makes the model be asked again, with it', async () => {
    const { id } = await ada.call.conversations.create({});
    const release = holdStoring();
    const sending = send(id);
    const early = await model.nextCall();
    await server.deps.db.message.create({ data: { conversationId: id, role: 'assistant', content: 'In between.' } });
    release();
    await sending;
    const call = await model.nextCall();
    expect(early.isAborted()).toBe(true);
    expect(call.request.turns.map(({ content }) => content)).toEqual(['In between.', 'Well?']);
    await Promise.all([call.emit('Yes.'), call.finish()]);
    await until(
      async () => (await server.deps.db.generation.count({ where: { userId: adaId, slot: { not: null } } })) === 0,
    );
  });
});

describe('nothing is asked beforehand', () => {
  const question: EarlyQuestion = {
    clientRequestId: randomUUID(),
    isPriced: true,
    maxConcurrentAnswers: 2,
    maxMessages: 0,
    maxConversations: 0,
  };
  const mayAsk = async (place: Partial<Place> = {}, more: Partial<EarlyQuestion> = {}) => {
    const early = { ...question, ...more };
    return (await readBackground(server.deps, adaId, { conversationId: null, early, ...place }, 8192)).mayAskEarly;
  };

  it('in the conversation of another user, or one that is gone', async () => {
    const own = await ada.call.conversations.create({});
    const foreign = await bob.call.conversations.create({});
    expect(await mayAsk({ conversationId: own.id })).toBe(true);
    expect(await mayAsk({ conversationId: foreign.id })).toBe(false);
    expect(await mayAsk({ conversationId: randomUUID() })).toBe(false);
  });

  it('for a model with a price while a budget can count it', async () => {
    const { db } = server.deps;
    expect(await mayAsk()).toBe(true);
    for (const scope of ['user', 'installation']) {
      await db.budget.update({ where: { scope }, data: { monthlyUsd: '1000' } });
      expect([await mayAsk(), await mayAsk({}, { isPriced: false })]).toEqual([false, true]);
      await db.budget.update({ where: { scope }, data: { monthlyUsd: null } });
    }
    await db.userBudget.create({ data: { userId: adaId, monthlyUsd: '1000' } });
    expect([await mayAsk(), await mayAsk({}, { isPriced: false })]).toEqual([false, true]);
  });

  it('for a question that was sent before, or while another answer is being written', async () => {
    const clientRequestId = randomUUID();
    await send(undefined, clientRequestId);
    const call = await model.nextCall();
    expect(await mayAsk()).toBe(false);
    await Promise.all([call.emit('Yes.'), call.finish()]);
    await until(() => mayAsk());
    expect(await mayAsk({}, { clientRequestId })).toBe(false);
  });

  it('near the limits of messages and conversations', async () => {
    const { db } = server.deps;
    await ada.call.conversations.create({});
    await db.accountUsage.update({ where: { userId: adaId }, data: { messages: 10, conversations: 10 } });
    expect(await mayAsk({}, { maxMessages: 14, maxConversations: 12 })).toBe(true);
    expect(await mayAsk({}, { maxMessages: 13 })).toBe(false);
    expect(await mayAsk({}, { maxConversations: 11 })).toBe(false);
  });

  it('without being wanted', async () => {
    expect(await mayAsk({ early: undefined })).toBe(false);
  });

  it('once the question was dropped while it was prepared', async () => {
    const { calls } = model;
    const before = calls.length;
    const answer: PreparedAnswer = { model, request: { systemPrompt: '', turns: [] } } as never;
    let prepared = (_: { answer: PreparedAnswer; mayAsk: boolean }) => {};
    const early = new EarlyAnswer(
      new Promise((resolve) => {
        prepared = resolve;
      }),
    );
    early.drop();
    prepared({ answer, mayAsk: true });
    expect(await early.take(new AbortController().signal)).toBe(answer);
    expect(calls.length).toBe(before);
  });
});
