import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inputBudget } from '~/server/features/context/budget';
import { writeQuestions } from '~/server/features/suggested-questions/write-questions';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { ModelError, type ModelLimits } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { offerPriced, withoutBudget } from '~/server/testing/worlds/priced-model';
import { restartJobs } from '~/server/testing/worlds/restart-jobs';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { writeTitle } from './write-title';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '20' } });
});
beforeEach(async () => {
  ada = await signUp(server.deps, { modelTitles: true });
});
afterAll(() => server.close());

const question = 'Wie haben sich die Zinsen im Euroraum in den letzten zehn Jahren entwickelt?';

/** Sends a message and lets the model answer; its next call is the one for the title. */
async function answered(conversationId?: string, content = question) {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content, conversationId });
  const call = await model.nextCall();
  await call.emit('Sie sind gestiegen.');
  await call.finish();
  return sent.conversation.id;
}

async function write(call: ScriptedCall, text: string) {
  await call.emit(text);
  await call.finish();
  await server.deps.jobs.settled();
}

const titleOf = async (conversationId: string) => (await ada.call.conversations.get({ conversationId })).title;
const fromQuestion = `${question.slice(0, 50)}...`;
const titleUses = () =>
  server.deps.db.usageEvent.findMany({
    where: { userId: ada.user.id, purpose: 'title' },
    select: { inputTokens: true },
  });

/** Resolves once nothing of the conversation is running or queued, without a call of the model. */
async function settledWithoutCall(before: number) {
  await expect.poll(() => server.deps.generation.runningAnswers).toBe(0);
  await server.deps.jobs.settled();
  expect(model.calls).toHaveLength(before);
}

describe('the title of a new conversation', () => {
  it('is written by the model after the first answer, and readers are notified', async () => {
    const id = await answered();
    const call = await model.nextCall();
    expect(await titleOf(id)).toBe(fromQuestion);
    expect(call.request.systemPrompt).toContain('in the language of the question');
    expect(call.request.turns[0]?.content).toContain(`>\n${question}\n</user-`);
    expect(call.request.turns[0]?.content).toMatch(/<assistant-(\w+)>\nSie sind gestiegen\.\n<\/assistant-\1>/);
    const renamed = new Promise((resolve) => {
      server.deps.bus.subscribe(`conversation:${id}`, (event) => event.type === 'renamed' && resolve(event));
    });
    await call.emit({ type: 'usage', usage: { inputTokens: 120, outputTokens: 5 } });
    await write(call, '"Zinsen im Euroraum"');
    expect(await renamed).toEqual({ type: 'renamed', title: 'Zinsen im Euroraum' });
    expect(await titleOf(id)).toBe('Zinsen im Euroraum');
    expect(await titleUses()).toEqual([{ inputTokens: 120 }]);
    const { items } = await ada.call.conversations.list({ search: 'Euroraum' });
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  it('is written once', async () => {
    const id = await answered();
    await write(await model.nextCall(), 'Zinsen');
    await answered(id, 'Und in den USA?');
    await settledWithoutCall(model.calls.length);
    expect(await titleOf(id)).toBe('Zinsen');
  });

  it('stays if its user changes it while the model writes', async () => {
    const id = await answered();
    const call = await model.nextCall();
    await ada.call.conversations.rename({ conversationId: id, title: 'Mine' });
    await write(call, 'Zinsen');
    expect(await titleOf(id)).toBe('Mine');
  });

  it('is written for a conversation that is discarded in between, and found after it is restored', async () => {
    const id = await answered();
    const call = await model.nextCall();
    await ada.call.conversations.discard({ conversationIds: [id] });
    await write(call, 'Leitzins der EZB');
    await ada.call.conversations.restore({ conversationIds: [id] });
    expect(await titleOf(id)).toBe('Leitzins der EZB');
    const { items } = await ada.call.search.messages({ q: 'Leitzins der EZB' });
    expect(items.map(({ conversationId }) => conversationId)).toEqual([id]);
  });

  it('stays if its user gave one', async () => {
    const { id } = await ada.call.conversations.create({ title: 'Mine' });
    await answered(id);
    await settledWithoutCall(model.calls.length);
    expect(await titleOf(id)).toBe('Mine');
  });

  it('is written for a conversation that was created without one', async () => {
    const { id } = await ada.call.conversations.create({});
    await answered(id);
    await write(await model.nextCall(), 'Zinsen');
    expect(await titleOf(id)).toBe('Zinsen');
  });

  it('stays if the model fails, and the job is not retried', async () => {
    const id = await answered();
    await (await model.nextCall()).fail(new ModelError('refused', 'No'));
    await server.deps.jobs.settled();
    expect(await titleOf(id)).toBe(fromQuestion);
    expect(await server.deps.db.job.count({ where: { kind: 'conversation.title' } })).toBe(0);
    expect(await titleUses()).toEqual([]);
  });

  it("stays if the model's output is too long and was cut off", async () => {
    const id = await answered();
    const call = await model.nextCall();
    await call.emit('It was a dark night. '.repeat(100));
    await server.deps.jobs.settled();
    expect(call.isAborted()).toBe(true);
    expect(await titleOf(id)).toBe(fromQuestion);
    expect(await titleUses()).toEqual([{ inputTokens: null }]);
  });

  it('stays if there was no answer', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: question });
    await (await model.nextCall()).fail(new ModelError('unavailable', 'Down'));
    await settledWithoutCall(model.calls.length);
    expect(await titleOf(sent.conversation.id)).toBe(fromQuestion);
  });

  it('is requested again if a restart cuts it off, and both requests count', async () => {
    const id = await answered();
    await (await model.nextCall()).emit({ type: 'usage', usage: { inputTokens: 110, outputTokens: 1 } });
    await restartJobs(server.deps);
    const call = await model.nextCall();
    await call.emit({ type: 'usage', usage: { inputTokens: 120, outputTokens: 5 } });
    await write(call, 'Zinsen');
    expect(await titleOf(id)).toBe('Zinsen');
    expect(await titleUses()).toEqual(expect.arrayContaining([{ inputTokens: 110 }, { inputTokens: 120 }]));
  });

  it('stays if the budget is used up', async () => {
    offerPriced(server.deps);
    const id = await answered();
    const call = await model.nextCall();
    await withoutBudget(server.deps, ada.user.id, async () => {
      await call.fail(new ModelError('unavailable', 'Down'));
      const before = model.calls.length;
      await server.deps.db.job.updateMany({ where: { kind: 'conversation.title' }, data: { runAt: new Date(0) } });
      await settledWithoutCall(before);
    });
    expect(await titleOf(id)).toBe(fromQuestion);
  });

  it('is not written by the model once its user has turned that off', async () => {
    expect(await ada.call.account.chatPreferences()).toMatchObject({ modelTitles: true });
    expect(await ada.call.account.saveChatPreferences({ modelTitles: false })).toMatchObject({ modelTitles: false });
    const id = await answered();
    await settledWithoutCall(model.calls.length);
    expect(await titleOf(id)).toBe(fromQuestion);
    const bob = await signUp(server.deps, { modelTitles: true });
    expect(await bob.call.account.chatPreferences()).toMatchObject({ modelTitles: true });
  });
});

it.each([
  [true, { effort: 'low' }],
  [false, undefined],
  [null, undefined],
])(
  'a model that thinks (%s) is asked for a title and suggestions with these parameters: %o',
  async (reasoning, sent) => {
    const chosen = await server.deps.models.choose({ id: ada.user.id, isAdmin: false });
    const thinking = { ...chosen, abilities: { ...chosen.abilities, reasoning } };
    const texts = { question: 'What moves rates?', answer: 'Inflation.' };
    for (const [purpose, writeText] of [
      ['title', writeTitle],
      ['suggestions', writeQuestions],
    ] as const) {
      const use = { key: randomUUID(), userId: ada.user.id, purpose, chosen: thinking };
      const written = writeText(server.deps, use, texts, new AbortController().signal);
      const call = await model.nextCall();
      expect(call.request.parameters).toEqual(sent);
      await call.emit('Rates');
      await call.finish();
      await written;
    }
  },
);

describe.each([
  ['title', writeTitle, 1500],
  ['suggestions', writeQuestions, 3000],
] as const)('the request for %s', (purpose, writeText, characters) => {
  async function requested(limits: ModelLimits, texts: { question: string; answer: string }) {
    const chosen = await server.deps.models.choose({ id: ada.user.id, isAdmin: false });
    const use = { key: randomUUID(), userId: ada.user.id, purpose, chosen: { ...chosen, limits } };
    const written = writeText(server.deps, use, texts, new AbortController().signal);
    const call = await model.nextCall();
    await call.emit('Rates');
    await call.finish();
    await written;
    return { rules: call.request.systemPrompt, content: call.request.turns[0]?.content ?? '' };
  }

  it('fits into a small window in Chinese, with both texts', async () => {
    const answer = '国务院新闻办公室今天上午举行新闻发布会，介绍当前经济形势，并回答记者提问。'.repeat(500);
    const limits = { contextTokens: 2048 };
    const { rules, content } = await requested(limits, { question: '利率为什么上升？'.repeat(250), answer });
    const counts = await countTokens([rules, content]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(inputBudget(limits));
    expect(content).toMatch(/>\n利率为什么上升？.*>\n国务院新闻/s);
  });

  it('has the beginning and the end of both texts in English', async () => {
    const texts = { question: `Why? ${'x'.repeat(5000)} Why.`, answer: `So. ${'x'.repeat(9000)} So!` };
    const { content } = await requested({ contextTokens: 8192 }, texts);
    expect(content).toMatch(/>\nWhy\? x+\n\[…\]\nx+ Why\.\n<.*>\nSo\. x+\n\[…\]\nx+ So!\n</s);
    expect(content.match(/x/g)?.length).toBeGreaterThan(2 * characters - 25);
  });
});
