import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { ModelError, type ReportedUsage } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { generationElsewhere } from '~/server/testing/worlds/read-elsewhere';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { askModel } from './ask-model';
import { recordUsage, releaseBudget, reserveBudget } from './usage.service';

const model = createScriptedModel();
let server: TestServer;
let chosen: ChosenModel;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  chosen = offerPriced(server.deps, { input: '2.5', output: '10' });
});
beforeEach(async () => {
  ada = await signUp(server.deps);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

async function ask() {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Well?' });
  return { messageId: sent.assistantMessage.id, conversationId: sent.conversation.id, call: await model.nextCall() };
}

const usage = { type: 'usage', usage: { inputTokens: 1000, outputTokens: 100 } } as const;
const metadataOf = async (id: string) =>
  (await server.deps.db.message.findUniqueOrThrow({ where: { id } })).metadata as MessageMetadata;
const ended = (id: string) => until(async () => (await metadataOf(id)).processing === false);
const sumsOf = async (userId = ada.user.id) => {
  const rows = await server.deps.db.usageDay.findMany({ where: { userId } });
  return rows.map(({ requests, unknownRequests, inputTokens, outputTokens, cost }) => ({
    requests,
    unknownRequests,
    tokens: [Number(inputTokens), Number(outputTokens)],
    cost: cost?.toString() ?? null,
  }));
};
/** The model reports this when it is aborted. */
function reportWhenAborted(reported: ReportedUsage): void {
  const { stream } = model;
  vi.spyOn(model, 'stream').mockImplementation(async function* (request, signal) {
    yield* stream(request, signal);
    if (signal.aborted) yield reported;
  });
}
const cutOffs: [string, ReportedUsage['cutOff'], number][] = [
  ['while tools ran counts with the rounds before only', null, 100],
  ['during a later round counts the text before it once', { text: ' this', reasoning: ' year' }, 102],
];
const openEvents = () => server.deps.db.usageEvent.count({ where: { userId: ada.user.id, settledAt: null } });

describe('an answer', () => {
  it('stores its tokens and their cost, and adds them to the day', async () => {
    const { messageId, call } = await ask();
    expect(await openEvents()).toBe(1);
    await call.emit('Yes.');
    await call.emit(usage);
    await call.finish();
    await ended(messageId);
    const expected = { inputTokens: 1000, outputTokens: 100, cost: '0.0035' };
    expect((await metadataOf(messageId)).usage).toEqual(expected);
    expect(await sumsOf()).toEqual([{ requests: 1, unknownRequests: 0, tokens: [1000, 100], cost: '0.0035' }]);
    expect(await openEvents()).toBe(0);
  });

  it('that failed after using tokens counts, and so does its retry', async () => {
    const { messageId, call } = await ask();
    await call.emit('Half');
    await call.emit(usage);
    await call.fail(new ModelError('cut_off', 'The answer was cut off.'));
    await ended(messageId);
    const { assistantMessage } = await ada.call.messages.retry({ messageId });
    const second = await model.nextCall();
    await second.emit(usage);
    await second.emit('Whole');
    await second.finish();
    await until(async () => (await metadataOf(assistantMessage.id)).status === 'complete');
    expect(await sumsOf()).toEqual([{ requests: 2, unknownRequests: 0, tokens: [2000, 200], cost: '0.007' }]);
  });

  it('that was stopped before its usage was reported counts with estimated tokens', async () => {
    const { messageId, call } = await ask();
    await call.emit('Half');
    await ada.call.messages.stop({ messageId });
    await ended(messageId);
    const { inputTokens = 0, outputTokens, cost, isEstimated } = (await metadataOf(messageId)).usage ?? {};
    // The system prompt alone has more than a hundred.
    expect(inputTokens).toBeGreaterThan(100);
    expect({ outputTokens, isEstimated }).toEqual({ outputTokens: 1, isEstimated: true });
    expect(await sumsOf()).toEqual([{ requests: 1, unknownRequests: 0, tokens: [inputTokens, 1], cost }]);
  });

  it.each([
    ['stopped', (messageId: string) => ada.call.messages.stop({ messageId })],
    ['cut off', (_: string, call: ScriptedCall) => call.fail(new ModelError('cut_off', 'The answer was cut off.'))],
  ])('that was %s while its model was thinking counts with estimated thoughts', async (_name, end) => {
    const { messageId, call } = await ask();
    // More than is kept of thoughts.
    const thoughts = Array.from({ length: 10 }, () => 'rates '.repeat(1000));
    for (const text of thoughts) await call.emit({ type: 'reasoning', text });
    await end(messageId, call);
    await ended(messageId);
    const { inputTokens = 0, outputTokens = 0, reasoningTokens } = (await metadataOf(messageId)).usage ?? {};
    expect(inputTokens).toBeGreaterThan(100);
    expect(outputTokens).toBeGreaterThan(9900);
    expect(outputTokens).toBeLessThan(10_100);
    expect(reasoningTokens).toBe(outputTokens);
    expect(await sumsOf()).toMatchObject([{ requests: 1, unknownRequests: 0, tokens: [inputTokens, outputTokens] }]);
  });

  it('that was stopped during a later round counts with the rounds before and an estimate of the last one', async () => {
    reportWhenAborted(usage);
    const { messageId, call } = await ask();
    await call.emit('Half');
    await ada.call.messages.stop({ messageId });
    await ended(messageId);
    const { inputTokens = 0, outputTokens, isEstimated } = (await metadataOf(messageId)).usage ?? {};
    expect(inputTokens).toBeGreaterThan(1100);
    expect({ outputTokens, isEstimated }).toEqual({ outputTokens: 101, isEstimated: true });
    expect(await sumsOf()).toMatchObject([{ requests: 1, unknownRequests: 0, tokens: [inputTokens, 101] }]);
  });

  it.each(cutOffs)('that was stopped %s', async (_name, cutOff, outputTokens) => {
    reportWhenAborted({ ...usage, cutOff });
    const { messageId, call } = await ask();
    await call.emit('Rates have fallen as expected.\n\n this');
    await ada.call.messages.stop({ messageId });
    await ended(messageId);
    const stored = (await metadataOf(messageId)).usage;
    expect(stored).toMatchObject({ outputTokens });
    expect(stored?.inputTokens === 1000).toBe(cutOff === null);
    expect(await sumsOf()).toMatchObject([{ requests: 1, tokens: [stored?.inputTokens, outputTokens] }]);
  });

  it('that the endpoint rejected costs nothing and reserves nothing', async () => {
    const { messageId, call } = await ask();
    await call.fail(new ModelError('unauthorized', 'The key was refused.'));
    await ended(messageId);
    expect(await sumsOf()).toEqual([]);
    expect(await openEvents()).toBe(0);
  });

  it('counts if its conversation is deleted while it is running', async () => {
    const { conversationId, call } = await ask();
    await call.emit(usage);
    await ada.call.conversations.delete({ conversationId });
    expect(await sumsOf()).toMatchObject([{ requests: 1, cost: '0.0035' }]);
  });

  it('of a stopped process reserves nothing any more, and counts fully if the process comes back', async () => {
    const { messageId, call } = await ask();
    const key = `answer:${messageId}:1`;
    await server.deps.usage.closeAbandoned([key]);
    expect(await openEvents()).toBe(0);
    expect(await sumsOf()).toMatchObject([{ requests: 1, unknownRequests: 1 }]);
    await call.emit(usage);
    await call.finish();
    await ended(messageId);
    expect(await sumsOf()).toEqual([{ requests: 1, unknownRequests: 0, tokens: [1000, 100], cost: '0.0035' }]);
  });

  it('of a killed process counts as its first attempt if that process had restarted it', async () => {
    const { messageId, call } = await ask();
    await call.emit('Hm. ');
    await call.emit({ type: 'recall', from: 0 });
    const attempt = async () => (await server.deps.db.generation.findUniqueOrThrow({ where: { messageId } })).attempt;
    await until(async () => (await attempt()) === 2);
    await server.deps.db.generation.update({ where: { messageId }, data: { owner: 'killed process' } });
    const next = generationElsewhere(server.deps, { isOnlyProcess: true });
    await next.start();
    expect(await openEvents()).toBe(0);
    expect(await sumsOf()).toMatchObject([{ requests: 1, unknownRequests: 1 }]);
    await next.drain(0);
    await call.finish();
  });
});

describe('a use by another feature', () => {
  const useOf = (key: string) => ({ key, userId: ada.user.id, purpose: 'summary', chosen }) as const;
  const tokens = { inputTokens: 10, outputTokens: 1, reasoningTokens: 1, cachedTokens: 4 };

  it('counts once however often and from wherever it is recorded', async () => {
    const use = useOf(randomUUID());
    await reserveBudget(server.deps, use);
    const recorded = await Promise.all(Array.from({ length: 8 }, () => recordUsage(server.deps, use, tokens)));
    expect(recorded[0]).toEqual({ ...tokens, cost: '0.000035' });
    await recordUsage(server.deps, use, undefined);
    expect(await sumsOf()).toEqual([{ requests: 1, unknownRequests: 0, tokens: [10, 1], cost: '0.000035' }]);
  });

  it.each([
    ['thoughts', { type: 'reasoning', text: 'They ask about rates.' } as const],
    ['text', 'Rates fell.'],
  ])('that failed after %s counts with an estimate', async (_name, written) => {
    const question = { systemPrompt: 'Summarize.', turns: [{ role: 'user' as const, content: 'Well?' }] };
    const asked = askModel(server.deps, useOf(randomUUID()), question, new AbortController().signal);
    const call = await model.nextCall();
    await call.emit(written);
    await Promise.all([expect(asked).rejects.toThrow('cut'), call.fail(new ModelError('cut_off', 'It was cut off.'))]);
    const [day] = await sumsOf();
    expect(day?.tokens[1]).toBeGreaterThan(2);
    expect(await openEvents()).toBe(0);
  });

  it.each(cutOffs)('that was aborted %s', async (_name, cutOff, outputTokens) => {
    reportWhenAborted({ ...usage, cutOff });
    const question = { systemPrompt: 'Summarize.', turns: [{ role: 'user' as const, content: 'Well?' }] };
    const stop = new AbortController();
    const asked = askModel(server.deps, useOf(randomUUID()), question, stop.signal);
    await (await model.nextCall()).emit('Rates have fallen as expected.\n\n this');
    stop.abort();
    await expect(asked).rejects.toThrow();
    const [day] = await sumsOf();
    expect(day?.tokens[1]).toBe(outputTokens);
    expect(day?.tokens[0] === 1000).toBe(cutOff === null);
  });

  it('counts without a reservation, but not once it is released', async () => {
    await recordUsage(server.deps, useOf(randomUUID()), tokens);
    const released = useOf(randomUUID());
    await reserveBudget(server.deps, released);
    await releaseBudget(server.deps, released);
    expect(await openEvents()).toBe(0);
    expect(await sumsOf()).toMatchObject([{ requests: 1 }]);
  });

  it('stores tokens without a cost for a model without a price', async () => {
    const { prices: _, ...free } = chosen;
    await recordUsage(server.deps, { ...useOf(randomUUID()), chosen: { ...free, id: 'free' } }, tokens);
    expect(await sumsOf()).toEqual([{ requests: 1, unknownRequests: 0, tokens: [10, 1], cost: null }]);
  });

  it('is counted as missing in the cost if its model had no price then', async () => {
    const { prices: _, ...free } = chosen;
    const unpriced = async () => (await ada.call.usage.own({})).total.unpricedRequests;
    // Without tokens, it counts as unknown until they are recorded.
    const use = { ...useOf(randomUUID()), chosen: free };
    await recordUsage(server.deps, use, undefined);
    expect(await unpriced()).toBe(0);
    await recordUsage(server.deps, use, tokens);
    await recordUsage(server.deps, useOf(randomUUID()), tokens);
    expect(await unpriced()).toBe(1);
    expect(await sumsOf()).toEqual([{ requests: 2, unknownRequests: 0, tokens: [20, 2], cost: '0.000035' }]);
  });
});
