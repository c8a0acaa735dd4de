import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumOfUsage } from '~/server/features/usage/cost';
import { closeAbandoned } from '~/server/generation/abandoned-answers';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { answerInProgress, closeAnswers, storedAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { continuedAnswer, reservePartialTokens } from './continued-answer';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '100' } });
  ada = await signUp(server.deps);
  eve = await signUp(server.deps);
});
afterAll(() => server.close());

const { stored, ended } = storedAnswers(() => server);

const partial = 'Rates fell because the com';
const tooLong = new ModelError('refused', 'The answer reached its limit.');

/** An answer cut off by the model's limit, with a source and its tokens. */
async function cut() {
  const { messageId, call } = await answerInProgress(ada, model, partial);
  await call.emit({ type: 'usage', usage: { inputTokens: 100, outputTokens: 10 } });
  await call.fail(tooLong);
  return { messageId, before: await ended(messageId) };
}

async function continued(messageId: string) {
  const { assistantMessage } = await ada.call.messages.retry({ messageId, continues: true });
  return { started: assistantMessage, newId: assistantMessage.id, call: await model.nextCall() };
}

describe('a continued answer', () => {
  it('is another version that begins with the text, and has the sources and tokens of both', async () => {
    const { messageId, before } = await cut();
    const { started, newId, call } = await continued(messageId);
    expect(started.content).toBe(partial);
    const turns = call.request.turns.map(({ role, content }) => [role, content]);
    expect(turns.slice(0, 2)).toEqual([
      ['user', 'Rates?'],
      ['assistant', partial],
    ]);
    expect(turns[2]).toEqual(['user', expect.stringContaining(JSON.stringify(partial))]);
    expect(turns).toHaveLength(3);

    await call.emit('fell because the company paid. ');
    await call.emit({
      type: 'citation',
      citation: { source: 'fed.example', url: 'https://fed.example', start: 25, end: 29 },
    });
    await call.emit({ type: 'usage', usage: { inputTokens: 150, outputTokens: 20 } });
    await call.finish();
    const { content, metadata } = await ended(newId);
    expect(content).toBe('Rates fell because the company paid. ');
    expect(metadata).toMatchObject({
      status: 'complete',
      usage: { inputTokens: 250, outputTokens: 30 },
    });
    const cited = metadata.citations?.map(({ source, start, end }) => [source, content.slice(start, end)]);
    expect(cited).toEqual([
      ['ecb.example', 'Rates'],
      ['fed.example', 'paid'],
    ]);
    expect(await stored(messageId)).toEqual(before);
  });

  it('keeps the changes of the memory, the thoughts and the pages of the text', async () => {
    const { messageId, before } = await cut();
    const kept = {
      memory: [{ change: 'remembered' as const, id: randomUUID(), text: 'Prefers euros.' }],
      reasoning: { text: 'Rates?', milliseconds: 1000 },
      webReading: { pages: 2, milliseconds: 300 },
    };
    const { db } = server.deps;
    await db.message.update({ where: { id: messageId }, data: { metadata: { ...before.metadata, ...kept } } });
    const { started, newId, call } = await continued(messageId);
    expect(started.metadata).toMatchObject({ processing: true, ...kept });
    await call.emit('fell because the company paid.');
    await call.finish();
    expect((await ended(newId)).metadata).toMatchObject({ status: 'complete', ...kept });
  });

  it("can't change the memory, because the text may repeat what files and pages say", async () => {
    await ada.call.memory.saveSettings({ isEnabled: true });
    const { messageId } = await cut();
    const { newId, call } = await continued(messageId);
    expect(call.request.tools?.list.map(({ name }) => name)).not.toContain('remember');
    expect(call.request.systemPrompt).toContain('You cannot change what you remember');
    await call.finish();
    await ended(newId);
    await ada.call.memory.saveSettings({ isEnabled: false });
  });

  it.each(['interrupted', 'stopped'])(
    'keeps the next message from changing the memory if its beginning was %s by the end of a process',
    async (status) => {
      await ada.call.memory.saveSettings({ isEnabled: true });
      const { db } = server.deps;
      const { messageId, call } = await answerInProgress(ada, model, partial);
      await until(async () => (await stored(messageId)).content === partial);
      // The attempt of a process that was killed: this one does not take it back.
      const stopRequested = status === 'stopped';
      const { conversationId } = await db.generation.update({
        where: { messageId },
        data: { attempt: 2, stopRequested },
      });
      const metadata = { processing: false, status: 'interrupted' } as const;
      await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
      expect((await stored(messageId)).metadata.status).toBe(status);
      await until(async () => server.deps.generation.runningAnswers === 0);
      expect(call.isAborted()).toBe(true);

      const again = await continued(messageId);
      await again.call.fail(tooLong);
      await ended(again.newId);
      const { newId, call: last } = await continued(again.newId);
      await last.emit('fell because the company paid.');
      await last.finish();
      expect((await ended(newId)).metadata).toMatchObject({ status: 'complete', hasUnknownSources: true });
      await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'And now?', conversationId });
      const next = await model.nextCall();
      expect(next.request.tools?.list.map(({ name }) => name)).not.toContain('remember');
      await next.finish();
      await until(async () => server.deps.generation.runningAnswers === 0);
      await ada.call.memory.saveSettings({ isEnabled: false });
    },
  );

  it('keeps the text if it fails or is stopped before its first word', async () => {
    const { messageId } = await cut();
    const failing = await continued(messageId);
    await failing.call.fail(new ModelError('unauthorized', 'The key was rejected.'));
    expect(await ended(failing.newId)).toMatchObject({ content: partial, metadata: { status: 'failed' } });
    const { newId } = await continued(failing.newId);
    await ada.call.messages.stop({ messageId: newId });
    const stopped = await ended(newId);
    expect(stopped).toMatchObject({ content: partial, metadata: { status: 'stopped' } });
    expect(stopped.metadata.citations?.map(({ source }) => source)).toEqual(['ecb.example']);
  });

  it('keeps the text and its sources if the process that writes it crashes', async () => {
    const { messageId } = await cut();
    const { newId, call } = await continued(messageId);
    const interrupted = { processing: false, status: 'interrupted' } as const;
    // The attempt of a process that crashed: this one does not take it back.
    await server.deps.db.generation.update({ where: { messageId: newId }, data: { attempt: 2 } });
    await closeAbandoned(server.deps.db, { owner: 'another process', allOthers: true, metadata: interrupted });
    const { content, metadata } = await stored(newId);
    expect(content).toBe(partial);
    expect(metadata).toMatchObject({ status: 'interrupted', usage: { outputTokens: 10 } });
    expect(metadata.citations?.map(({ source }) => source)).toEqual(['ecb.example']);
    await call.finish();
    await until(async () => server.deps.generation.runningAnswers === 0);
  });

  it('is written once if two tabs request it', async () => {
    const { messageId } = await cut();
    const asked = await Promise.allSettled([1, 2].map(() => ada.call.messages.retry({ messageId, continues: true })));
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const call = await model.nextCall();
    await call.finish();
    const versions = await ada.call.messages.versions({ messageId });
    expect(versions.items).toHaveLength(2);
  });

  it('is rejected for a complete answer, and for that of another user as for an unknown one', async () => {
    const { messageId } = await cut();
    const { newId, call } = await continued(messageId);
    await call.emit('fell because the company.');
    await call.finish();
    await ended(newId);
    await expect(ada.call.messages.retry({ messageId: newId, continues: true })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const unknown = eve.call.messages.retry({ messageId: randomUUID(), continues: true });
    const { message } = await unknown.then(
      () => ({ message: 'no error' }),
      (error: Error) => error,
    );
    await expect(eve.call.messages.retry({ messageId, continues: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message,
    });
  });

  it('is rejected for the report of a research', async () => {
    const { messageId } = await cut();
    const { db } = server.deps;
    const { conversationId, questionId } = await db.generation.findUniqueOrThrow({ where: { messageId } });
    const about = { userId: ada.user.id, conversationId, questionId, question: 'Rates?', modelId: 'm' };
    await db.research.create({ data: { ...about, state: 'failed', minutes: 5, pages: 5 } });
    await expect(ada.call.messages.retry({ messageId, continues: true })).rejects.toThrow(
      "A research report can't be continued.",
    );
  });

  it('has the check of a page only for sentences that it has not continued', async () => {
    const text = 'Tesla rose 5% [1]. Prices rose 3% [2]';
    const whole = `${text} and your position is up 41%.`;
    const cite = async (_whole: string, citations: readonly Citation[]) => [...citations];
    const request = { systemPrompt: '', turns: [], library: {} };
    const prepared = { model, request, cite } as unknown as PreparedAnswer;
    const { cite: citeAll } = continuedAnswer(prepared, { text, metadata: {}, sumOfUsage }, {
      limits: { contextTokens: 8192 },
    } as ChosenModel);
    const check = { verdict: 'figures', checkedAt: new Date().toISOString() } as const;
    const marked = ['[1]', '[2]'].map((mark) => {
      const start = whole.indexOf(mark);
      return { source: 'x', url: `https://site.example/${mark}`, start, end: start + 3, check };
    });
    const citations = await citeAll?.(whole, marked);
    expect(citations?.map((citation) => citation.check)).toEqual([check, undefined]);
  });

  it.each([
    ['of a short Chinese text', '率'.repeat(100), 100],
    ['of a long one, of which the end is sent', '率'.repeat(9000), 2048],
    ['of a Latin text', 'rate'.repeat(300), 400],
  ])('leaves room for the tokens %s', (_name, text, tokens) => {
    const chosen = { limits: { contextTokens: 8192 } } as ChosenModel;
    expect(reservePartialTokens(chosen, { text, metadata: {}, sumOfUsage }).limits.contextTokens).toBe(8192 - tokens);
  });

  it('is requested with less of its text if the endpoint rejects it as too long, at last with its last words', () => {
    const turns = [{ role: 'user', content: 'Rates?' }];
    const request = { systemPrompt: '', turns, library: {}, shorten: () => request };
    const text = `${'Rates fell. '.repeat(100)}The company paid less and less for its loans in the last ye`;
    const chosen = { limits: { contextTokens: 8192 } } as ChosenModel;
    const prepared = { model, request } as unknown as PreparedAnswer;
    const continuation = continuedAnswer(prepared, { text, metadata: {}, sumOfUsage }, chosen);
    const shortened = (factor: number) => continuation.request.shorten?.(factor).turns ?? [];
    expect(shortened(0.5).map(({ content }) => content)).toEqual([
      'Rates?',
      text.slice(Math.floor(text.length / 2)),
      expect.stringContaining('loans in the last ye'),
    ]);
    expect(shortened(0).map(({ content }) => content)).toEqual([
      'Rates?',
      '',
      expect.stringContaining('loans in the last ye'),
    ]);
  });

  it('has the collections and pages of both parts also if it is handed over', async () => {
    const [ecb, fed] = ['ECB', 'Fed'].map((name) => ({ id: randomUUID(), name }));
    const soFar = async () => ({
      collectionsUsed: [fed, ecb],
      numCollectionsUsed: 2,
      webReading: { pages: 1, milliseconds: 5 },
    });
    const request = { systemPrompt: '', turns: [], library: {} };
    const before = { collectionsUsed: [ecb], numCollectionsUsed: 1, webReading: { pages: 2, milliseconds: 5 } };
    const chosen = { limits: { contextTokens: 8192 } } as ChosenModel;
    const prepared = { model, request, soFar } as unknown as PreparedAnswer;
    const continuation = continuedAnswer(
      prepared,
      { text: 'x', metadata: before as MessageMetadata, sumOfUsage },
      chosen,
    );
    expect(await continuation.soFar?.([])).toEqual({
      collectionsUsed: [ecb, fed],
      numCollectionsUsed: 2,
      webReading: { pages: 3, milliseconds: 10 },
    });
  });

  it('has each figure that waits for its source once, keeps what the earlier review decided, and adds up pages', async () => {
    const text = 'Your position is up 41%';
    const figure = { start: 20, end: 23, text: '41%', sources: [0] };
    const later = { ...figure, start: 40, end: 43 };
    const review = async () => ({ citedFigures: [figure, later], webReading: { pages: 1, milliseconds: 100 } });
    const prepared = {
      model,
      request: { systemPrompt: '', turns: [], library: {} },
      review,
    } as unknown as PreparedAnswer;
    const reviewed = async (metadata: Partial<MessageMetadata>) => {
      const chosen = { limits: { contextTokens: 8192 } } as ChosenModel;
      const continuation = continuedAnswer(prepared, { text, metadata, sumOfUsage }, chosen);
      return continuation.review?.(`${text} this year, and up 5%.`, [], { spans: [] } as never);
    };
    const { sources: _, ...mark } = figure;
    expect(await reviewed({ unconfirmedFigures: [mark] })).toMatchObject({
      citedFigures: [later],
      unconfirmedFigures: [mark],
    });
    expect(await reviewed({ webReading: { pages: 2, milliseconds: 300 } })).toMatchObject({
      webReading: { pages: 3, milliseconds: 400 },
    });
    expect(await reviewed({ citedFigures: [figure] })).toMatchObject({ citedFigures: [figure, later] });
    expect(await reviewed({ status: 'interrupted' })).toMatchObject({ citedFigures: [figure, later] });
    expect(await reviewed({ status: 'stopped' })).toMatchObject({ citedFigures: [later] });
    expect(await reviewed({ status: 'stopped', isUnreviewed: true })).toMatchObject({ citedFigures: [figure, later] });
  });
});
