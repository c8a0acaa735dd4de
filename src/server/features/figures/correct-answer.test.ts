/** The second attempt at an answer whose first text has figures that the portfolio does not confirm. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { closeAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ChatMessage } from '~/shared/schemas/messages';
import { answerCorrector } from './correct-answer';
import { FigureWriter } from './figure-writer';
import { Figures } from './figures';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '20' } });
  const admin = await signUp(server.deps, { isAdmin: true });
  const position = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25' };
  await admin.call.positions.add({ ...position, purchaseDate: '2024-01-02T00:00:00.000Z' });
  await server.deps.db.stockPriceCache.create({
    data: {
      ticker: 'TSLA',
      latestPrice: '250.10',
      marketTime: new Date('2026-11-20T21:00:00Z'),
      source: 'Yahoo Finance',
    },
  });
});
beforeEach(async () => {
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const firstText = 'Tesla is up 41% since you bought it, and trades at $1,234.';
const usage = (inputTokens: number, outputTokens: number) => ({
  type: 'usage' as const,
  usage: { inputTokens, outputTokens },
});

/** An answer whose first text is complete, and the request for its second one. */
async function firstWritten(text = firstText, reasoning = '') {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'How is Tesla?' });
  const first = await model.nextCall();
  if (reasoning) await first.emit({ type: 'reasoning', text: reasoning });
  await first.emit(text);
  await first.emit(usage(100, 20));
  await first.finish();
  const { id: messageId, conversationId } = sent.assistantMessage;
  return { messageId, conversationId, second: await model.nextCall() };
}

async function read({
  messageId,
  conversationId,
}: {
  messageId: string;
  conversationId: string;
}): Promise<ChatMessage> {
  const { items } = await ada.call.messages.list({ conversationId });
  return items.find(({ id }) => id === messageId) as ChatMessage;
}

async function ended(answer: { messageId: string; conversationId: string }): Promise<ChatMessage> {
  await expect.poll(async () => (await read(answer)).metadata.processing).toBe(false);
  return read(answer);
}

async function write(call: ScriptedCall, text: string) {
  await call.emit(text);
  await call.emit(usage(50, 10));
  await call.finish();
}

function expectFirst(answer: ChatMessage) {
  expect(answer.content).toBe(firstText);
  expect(answer.metadata).toMatchObject({ status: 'complete', hasUnconfirmedFigures: true });
  expect(answer.metadata.unconfirmedFigures?.map(({ text }) => text)).toEqual(['41%', '$1,234']);
  expect(answer.metadata).not.toHaveProperty('correction');
  expect(answer.metadata.activities ?? []).toEqual([]);
}

describe('an answer with figures that the portfolio does not confirm', () => {
  it('is requested again with the figures to fix, and keeps its first text', async () => {
    const answer = await firstWritten();
    const { turns, tools } = answer.second.request;
    expect(turns).toHaveLength(1);
    expect(turns[0]?.content).toContain(firstText);
    expect(turns[0]?.content).toContain('- "41%" in "Tesla is up 41% since');
    expect(turns[0]?.content).toContain('- "$1,234"');
    const positions = tools?.list.find(({ name }) => name === 'get_positions');
    const returned = JSON.parse((await positions?.run({}, new AbortController().signal)) as string);
    const { gainPercent, latestPrice } = returned.positions[0];
    await write(
      answer.second,
      `Tesla is up ${gainPercent.write} since you bought it, and trades at ${latestPrice.write}.`,
    );
    const { content, metadata } = await ended(answer);
    expect(content).toMatch(/^Tesla is up \+38\.75% .*since you bought it, and trades at \$250\.10.*\.$/);
    expect(metadata).not.toHaveProperty('unconfirmedFigures');
    expect(metadata).not.toHaveProperty('hasUnconfirmedFigures');
    expect(metadata.confirmedFigures?.map(({ start, end }) => content.slice(start, end))).toEqual([
      expect.stringContaining('+38.75%'),
      expect.stringContaining('$250.10'),
    ]);
    expect(metadata).toMatchObject({
      status: 'complete',
      isAboutInvestments: true,
      usage: { inputTokens: 150, outputTokens: 30 },
      correction: { firstText, corrected: 2 },
    });
    const { figures = [] } = metadata.correction ?? {};
    expect(figures.map(({ start, end }) => firstText.slice(start, end))).toEqual(['41%', '$1,234']);
    expect(metadata.citations?.[0]?.source).toMatch(/^Prices of /);
  });

  it('has references instead of values in the request for the second text', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'How is Tesla?' });
    const first = await model.nextCall();
    const tool = first.request.tools?.list.find(({ name }) => name === 'get_quote');
    const returned = JSON.parse((await tool?.run({ tickers: ['TSLA'] }, new AbortController().signal)) as string);
    const { write: reference } = returned.quotes[0].price;
    await first.emit(`Tesla is at ${reference} and up 41%.`);
    await first.finish();
    const second = await model.nextCall();
    expect(second.request.turns[0]?.content).toContain(`Tesla is at ${reference} and up 41%.`);
    expect(second.request.turns[0]?.content).toContain(`- ${reference}: latest of TSLA, 250.10`);
    await write(second, `Tesla is at ${reference}.`);
    const { id: messageId, conversationId } = sent.assistantMessage;
    const { content, metadata } = await ended({ messageId, conversationId });
    expect(content).toMatch(/^Tesla is at \$250\.10 \(as of .*\)\.$/);
    expect(metadata.correction).toMatchObject({ corrected: 1 });
  });

  it('shows a notice and the first text while it is corrected, even after a reload', async () => {
    const answer = await firstWritten();
    const watched = await ada.call.messages.watch({ conversationId: answer.conversationId });
    let seen = '';
    for await (const [, event] of watched as AsyncIterable<[string, { type: string }]>) {
      seen += JSON.stringify(event);
      if (seen.includes('Checking figures') && seen.includes(firstText)) break;
    }
    expect(seen).toContain('Checking figures – correcting 2 figures');
    await expect.poll(async () => (await read(answer)).content).toBe(firstText);
    expect(await read(answer)).toMatchObject({ metadata: { processing: true } });
    await write(answer.second, 'Tesla is up since you bought it, and trades on the Nasdaq.');
    expect((await ended(answer)).content).toBe('Tesla is up since you bought it, and trades on the Nasdaq.');
  });

  it.each([
    ['has as many unconfirmed figures', 'Tesla is up 43% since you bought it, and trades at $1,250.'],
    ['is much shorter', 'Tesla is up.'],
    ['is another answer', 'The economy of the whole country grew by quite a bit in the last quarter.'],
    ['is empty', ' '],
  ])('keeps its first text if the second one %s, and counts both requests', async (_case, text) => {
    const answer = await firstWritten();
    await write(answer.second, text);
    const stored = await ended(answer);
    expectFirst(stored);
    expect(stored.metadata.usage).toMatchObject({ inputTokens: 150, outputTokens: 30 });
  });

  it('keeps its first text if the second one loses a source', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'How is Tesla?' });
    const first = await model.nextCall();
    const text = 'The plant opened in May. Tesla is up 41% since you bought it.';
    await first.emit(text);
    await first.emit({
      type: 'citation',
      citation: { source: 'Example', url: 'https://example.com/plant', start: 0, end: 24 },
    });
    await first.finish();
    const second = await model.nextCall();
    await write(second, 'A plant was opened. Tesla is up since you bought it in May.');
    const { id: messageId, conversationId } = sent.assistantMessage;
    const stored = await ended({ messageId, conversationId });
    expect(stored.content).toBe(text);
    expect(stored.metadata.citations?.map(({ url }) => url)).toEqual(['https://example.com/plant']);
  });

  it('moves the sources of passages that the second text repeats', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'How is Tesla?' });
    const first = await model.nextCall();
    await first.emit('Tesla is up 41% since you bought it. The plant opened in May.');
    await first.emit({
      type: 'citation',
      citation: { source: 'Example', url: 'https://example.com/plant', start: 37, end: 61 },
    });
    await first.finish();
    await write(await model.nextCall(), 'Tesla is up since you bought it. The plant opened in May.');
    const { id: messageId, conversationId } = sent.assistantMessage;
    const { content, metadata } = await ended({ messageId, conversationId });
    const cited = metadata.citations?.find(({ url }) => url);
    expect(content.slice(cited?.start, cited?.end)).toBe('The plant opened in May.');
  });

  it('keeps its first text if the model fails', async () => {
    const answer = await firstWritten();
    await answer.second.fail(new ModelError('unavailable', 'The model is not available.'));
    expectFirst(await ended(answer));
  });

  it('keeps its first text if the second one takes too long', async () => {
    const chosen = await server.deps.models.choose({ id: ada.user.id, isAdmin: false });
    const figures = new Figures();
    const about = {
      chosen,
      userId: ada.user.id,
      question: 'How is Tesla?',
      figures,
      writer: new FigureWriter(figures),
    };
    const correct = answerCorrector(server.deps, { ...about, cite: async (_text, citations) => [...citations] }, 30);
    const start = firstText.indexOf('41%');
    const metadata = { unconfirmedFigures: [{ start, end: start + 3, text: '41%' }] };
    const first = { content: firstText, citations: [], metadata };
    const announced: string[] = [];
    const { signal } = new AbortController();
    const announce = (label: string) => announced.push(label);
    const key = `answer:${randomUUID()}:1:correction`;
    const corrected = correct(first, { key, signal, announce, place: (range) => [range] });
    const call = await model.nextCall();
    expect(await corrected).toEqual(first);
    expect(call.isAborted()).toBe(true);
    expect(announced).toEqual(['Checking figures – correcting 1 figure']);
  });

  it('is not requested again if both texts would not fit, in any language', async () => {
    const chosen = await server.deps.models.choose({ id: ada.user.id, isAdmin: false });
    const figures = new Figures();
    const about = {
      chosen: { ...chosen, limits: { contextTokens: 8192 } },
      userId: ada.user.id,
      question: '?',
      figures,
    };
    const cite = async () => [];
    const correct = answerCorrector(server.deps, { ...about, writer: new FigureWriter(figures), cite }, 30);
    const correction = { key: '', signal: new AbortController().signal, announce: () => {}, place: () => [] };
    const before = model.calls.length;
    for (const content of [`${'Tesla rose. '.repeat(700)}41%`, `${'特斯拉上涨了'.repeat(1000)}41%`]) {
      const start = content.length - 3;
      const metadata = { unconfirmedFigures: [{ start, end: content.length, text: '41%' }] };
      const first = { content, citations: [], metadata };
      expect(await correct(first, correction)).toBe(first);
    }
    expect(model.calls).toHaveLength(before);
  });

  it('keeps its complete first text if the user stops the correction', async () => {
    const answer = await firstWritten();
    await answer.second.emit('Tesla is');
    await ada.call.messages.stop({ messageId: answer.messageId });
    expect(answer.second.isAborted()).toBe(true);
    expectFirst(await ended(answer));
  });

  it('keeps its first text with its flags if the process crashes during the correction', async () => {
    const answer = await firstWritten(firstText, 'About Tesla.');
    await expect.poll(async () => (await read(answer)).metadata.unconfirmedFigures).toHaveLength(2);
    const metadata = { processing: false, status: 'interrupted' as const };
    const closed = await closeAnswers(server.deps.db, { owner: 'another process', allOthers: true, metadata });
    expect(closed).toHaveLength(1);
    expectFirst(await ended(answer));
    expect((await read(answer)).metadata.reasoning?.text).toBe('About Tesla.');
    // The writer that was presumed dead must not overwrite the closed answer.
    await write(answer.second, 'Tesla is up since you bought it, and trades on the Nasdaq.');
    await expect.poll(() => server.deps.generation.runningAnswers).toBe(0);
    expectFirst(await read(answer));
  });

  it('is not requested again if the budget is used up, and its cost is counted once', async () => {
    const { models } = server.deps;
    offerPriced(server.deps);
    await server.deps.db.userBudget.create({ data: { userId: ada.user.id, monthlyUsd: '1' } });
    try {
      const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'How is Tesla?' });
      const first = await model.nextCall();
      const before = model.calls.length;
      await first.emit(firstText);
      await first.emit(usage(4000, 1000));
      await first.finish();
      const { id: messageId, conversationId } = sent.assistantMessage;
      const stored = await ended({ messageId, conversationId });
      expectFirst(stored);
      expect(stored.metadata.usage).toMatchObject({ inputTokens: 4000, cost: '1' });
      expect(model.calls).toHaveLength(before);
    } finally {
      server.deps.models = models;
    }
  });

  it('is counted as one row for the usage of both requests', async () => {
    const answer = await firstWritten();
    await write(answer.second, 'Tesla is up since you bought it, and trades on the Nasdaq.');
    await ended(answer);
    const rows = await server.deps.db.usageEvent.findMany({
      where: { userId: ada.user.id, purpose: 'answer' },
      orderBy: { inputTokens: 'desc' },
      select: { inputTokens: true, outputTokens: true },
    });
    expect(rows).toEqual([
      { inputTokens: 100, outputTokens: 20 },
      { inputTokens: 50, outputTokens: 10 },
    ]);
  });

  it('is not requested again if it names no company of the portfolio', async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'And inflation?' });
    const call = await model.nextCall();
    const before = model.calls.length;
    await call.emit('Inflation was 2.4% in May.');
    await call.finish();
    const { id: messageId, conversationId } = sent.assistantMessage;
    await ended({ messageId, conversationId });
    expect(model.calls).toHaveLength(before);
  });
});
