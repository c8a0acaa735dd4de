import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { offerPriced, withoutBudget } from '~/server/testing/worlds/priced-model';
import { restartJobs } from '~/server/testing/worlds/restart-jobs';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '20' } });
});
beforeEach(async () => {
  ada = await signUp(server.deps, { suggestedQuestions: true });
});
afterAll(() => server.close());

const question = 'Wie haben sich die Zinsen entwickelt?';

async function answered(conversationId?: string, content = question) {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content, conversationId });
  const call = await model.nextCall();
  await call.emit('Sie sind gestiegen.');
  await call.finish();
  return { messageId: sent.assistantMessage.id, conversationId: sent.conversation.id };
}

async function write(call: ScriptedCall, text: string) {
  await call.emit(text);
  await call.finish();
  await server.deps.jobs.settled();
}

async function suggestedTo({ conversationId }: { conversationId: string }) {
  const { items } = await ada.call.messages.list({ conversationId });
  return items.at(-1)?.metadata.suggestedQuestions;
}

/** Resolves once nothing is running or queued, without another call of the model. */
async function settledWithoutCall() {
  const before = model.calls.length;
  await expect.poll(() => server.deps.generation.runningAnswers).toBe(0);
  await server.deps.jobs.settled();
  expect(model.calls).toHaveLength(before);
}
const uses = () =>
  server.deps.db.usageEvent.findMany({
    where: { userId: ada.user.id, purpose: 'suggestions' },
    select: { inputTokens: true },
  });

describe('suggested questions', () => {
  it('are written by the model after the answer, and readers are notified', async () => {
    const sent = await answered();
    const call = await model.nextCall();
    expect(call.request.systemPrompt).toContain("in the language of the user's question");
    expect(call.request.turns[0]?.content).toContain(`>\n${question}\n</user-`);
    expect(call.request.turns[0]?.content).toMatch(/<assistant-(\w+)>\nSie sind gestiegen\.\n<\/assistant-\1>/);
    expect(await suggestedTo(sent)).toBeUndefined();
    const suggestionsEvent = new Promise((resolve) => {
      server.deps.bus.subscribe(
        `conversation:${sent.conversationId}`,
        (event) => event.type === 'checked' && resolve(event),
      );
    });
    await call.emit({ type: 'usage', usage: { inputTokens: 90, outputTokens: 20 } });
    await write(call, '1. Warum?\n2. Wie lange noch?');
    const suggestedQuestions = ['Warum?', 'Wie lange noch?'];
    expect(await suggestionsEvent).toMatchObject({
      messageId: sent.messageId,
      message: { metadata: { suggestedQuestions } },
    });
    expect(await suggestedTo(sent)).toEqual(suggestedQuestions);
    expect(await uses()).toEqual([{ inputTokens: 90 }]);
  });

  it('are about the last turn, and are written after each answer', async () => {
    const first = await answered();
    await write(await model.nextCall(), 'Warum?');
    const second = await answered(first.conversationId, 'Und in den USA?');
    const call = await model.nextCall();
    expect(call.request.turns[0]?.content).not.toContain(question);
    await write(call, 'Und in Japan?');
    expect(await suggestedTo(second)).toEqual(['Und in Japan?']);
  });

  it('are not requested once the user has sent something else', async () => {
    const first = await answered();
    const call = await model.nextCall();
    const sent = await ada.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'And?',
      conversationId: first.conversationId,
    });
    await write(call, 'Warum?');
    const next = await model.nextCall();
    await server.deps.generation.stop(ada.user.id, sent.assistantMessage.id);
    expect(next.isAborted()).toBe(true);
    // A stopped answer gets none either.
    await settledWithoutCall();
  });

  it('are absent if the model fails, or if its output is unusable or too long', async () => {
    const failed = await answered();
    await (await model.nextCall()).fail(new ModelError('unavailable', 'Down'));
    await settledWithoutCall();
    expect(await suggestedTo(failed)).toBeUndefined();
    const prose = await answered();
    await write(await model.nextCall(), 'I have no questions.');
    expect(await suggestedTo(prose)).toBeUndefined();
    const novel = await answered();
    const call = await model.nextCall();
    await call.emit('It was a dark night. '.repeat(100));
    await server.deps.jobs.settled();
    expect(call.isAborted()).toBe(true);
    expect(await suggestedTo(novel)).toBeUndefined();
    expect(await server.deps.db.job.count({ where: { kind: 'answer.suggest-questions' } })).toBe(0);
  });

  it('are written by another process if the first one was killed during the request', async () => {
    const sent = await answered();
    await (await model.nextCall()).fail(new ModelError('unavailable', 'Down'));
    await settledWithoutCall();
    const { db, jobs, models } = server.deps;
    const modelId = (await models.choose(ada.user)).id;
    // The state left by the killed process once its lease has expired: one unfinished attempt.
    const work = { kind: 'answer.suggest-questions', key: sent.messageId, userId: ada.user.id, attempts: 1 };
    await db.job.create({ data: { ...work, payload: { messageId: sent.messageId, modelId } } });
    jobs.wake();
    await write(await model.nextCall(), 'Warum?');
    expect(await suggestedTo(sent)).toEqual(['Warum?']);
  });

  it('are requested again if a restart cuts them off, and both requests count', async () => {
    const sent = await answered();
    await (await model.nextCall()).emit({ type: 'usage', usage: { inputTokens: 80, outputTokens: 1 } });
    await restartJobs(server.deps);
    const call = await model.nextCall();
    await call.emit({ type: 'usage', usage: { inputTokens: 90, outputTokens: 20 } });
    await write(call, 'Warum?');
    expect(await suggestedTo(sent)).toEqual(['Warum?']);
    expect(await uses()).toEqual(expect.arrayContaining([{ inputTokens: 80 }, { inputTokens: 90 }]));
  });

  it('are absent if the budget is used up', async () => {
    offerPriced(server.deps);
    const { conversationId } = await answered();
    await write(await model.nextCall(), 'Warum?');
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'And?', conversationId });
    const call = await model.nextCall();
    await withoutBudget(server.deps, ada.user.id, async () => {
      await call.emit('Yes.');
      await call.finish();
      await settledWithoutCall();
    });
    expect(await suggestedTo({ conversationId: sent.conversation.id })).toBeUndefined();
  });

  it('are absent once the user has turned them off', async () => {
    expect(await ada.call.account.chatPreferences()).toMatchObject({ suggestedQuestions: true });
    expect(await ada.call.account.saveChatPreferences({ suggestedQuestions: false })).toMatchObject({
      suggestedQuestions: false,
    });
    const sent = await answered();
    await settledWithoutCall();
    expect(await suggestedTo(sent)).toBeUndefined();
  });
});
