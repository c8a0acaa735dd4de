import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import type { MessageMetadata } from '~/shared/schemas/messages';

const model = createScriptedModel();
let server: TestServer;
let user: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  user = await signUp(server.deps);
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

async function ask(requester = user, conversationId?: string) {
  const sent = await requester.call.messages.send({
    clientRequestId: randomUUID(),
    content: 'What moves rates?',
    attachments: [],
    ...(conversationId && { conversationId }),
  });
  return { call: await model.nextCall(), sent };
}

async function ended(messageId: string) {
  let metadata: MessageMetadata = {};
  let content = '';
  await until(async () => {
    const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
    metadata = row.metadata as MessageMetadata;
    content = row.content;
    return metadata.processing === false;
  });
  return { content, metadata };
}

describe('the thoughts of a model', () => {
  it('are kept apart from the answer, with their duration', async () => {
    const { call, sent } = await ask();
    await call.emit({ type: 'reasoning', text: 'They ask about ' });
    await call.emit({ type: 'reasoning', text: 'rates.' });
    await call.emit('Inflation moves them.');
    await call.finish();
    const { content, metadata } = await ended(sent.assistantMessage.id);
    expect(content).toBe('Inflation moves them.');
    expect(metadata.reasoning).toEqual({ text: 'They ask about rates.', milliseconds: expect.any(Number) });
    expect(metadata.activities).toBeUndefined();
    const next = await ask(user, sent.conversation.id);
    expect(JSON.stringify(next.call.request.turns)).not.toContain('They ask about');
    await next.call.finish();
    await ended(next.sent.assistantMessage.id);
  });

  it('are shown as an activity until the answer begins', async () => {
    const { call, sent } = await ask();
    const events: unknown[] = [];
    const abort = new AbortController();
    const { id: conversationId } = sent.conversation;
    const watched = server.deps.generation
      .watch({ conversationId, lastEventId: undefined, signal: abort.signal }, (_, event) => event)
      .forEach((event) => {
        if (event.type === 'progress') events.push(...event.activities);
      });
    await call.emit({ type: 'reasoning', text: 'Hm.' });
    await until(async () => events.length > 0);
    expect(events.at(-1)).toEqual({ kind: 'thinking', label: 'Thinking', state: 'running' });
    await call.emit('Rates fell.');
    await until(async () => (events.at(-1) as { state: string }).state === 'done');
    await call.finish();
    await ended(sent.assistantMessage.id);
    abort.abort();
    await watched;
  });

  it('are cut at their limit and cleaned of characters that the database rejects', async () => {
    const { call, sent } = await ask();
    await call.emit({ type: 'reasoning', text: `a\u0000b${'🤔'.repeat(limits.reasoningCharacters)}` });
    await call.emit('Done.');
    await call.finish();
    const { text = '' } = (await ended(sent.assistantMessage.id)).metadata.reasoning ?? {};
    expect(text.startsWith('ab🤔')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(limits.reasoningCharacters);
  });

  it('are removed from the answer if only their end was marked', async () => {
    const { call, sent } = await ask();
    const thought = 'They want "rates".\n';
    await call.emit(thought);
    await call.emit({ type: 'recall', from: 0 });
    await call.emit('\n\nRates fell.');
    const url = 'https://ecb.example/1';
    const start = thought.length + 2;
    await call.emit({ type: 'citation', citation: { source: 'ecb.example', url, start, end: start + 11 } });
    await call.finish();
    const { content, metadata } = await ended(sent.assistantMessage.id);
    expect(content).toBe('Rates fell.');
    expect(metadata.reasoning?.text).toBe(thought.trim());
    expect(metadata.citations).toMatchObject([{ source: 'ecb.example', url, start: 0, end: 11 }]);
  });

  it('are restored if they were the answer', async () => {
    const { call, sent } = await ask();
    await call.emit({ type: 'reasoning', text: 'Hm. Rates fell.' });
    await call.emit({ type: 'not_reasoning', characters: 11 });
    await call.emit('Rates fell.');
    await call.finish();
    const { content, metadata } = await ended(sent.assistantMessage.id);
    expect({ content, thought: metadata.reasoning?.text }).toEqual({ content: 'Rates fell.', thought: 'Hm.' });
  });

  it('are kept if the answer is stopped', async () => {
    const { call, sent } = await ask();
    await call.emit({ type: 'reasoning', text: 'Let me think.' });
    await user.call.messages.stop({ messageId: sent.assistantMessage.id });
    const { content, metadata } = await ended(sent.assistantMessage.id);
    expect({ content, text: metadata.reasoning?.text, status: metadata.status }).toEqual({
      content: '',
      text: 'Let me think.',
      status: 'stopped',
    });
  });
});

describe('the provider’s message for an error', () => {
  const failure = () => new ModelError('refused', 'The AI model rejected this request.', { reason: 'max_tokens: 7' });

  it.each([
    ['are shown to administrators', true],
    ['are not shown to others', false],
  ])('%s', async (_name, isAdmin) => {
    const { call, sent } = await ask(isAdmin ? admin : user);
    await call.fail(failure());
    const { metadata } = await ended(sent.assistantMessage.id);
    expect(metadata.error).toEqual({
      code: 'refused',
      message: 'The AI model rejected this request.',
      ...(isAdmin && { reason: 'max_tokens: 7' }),
    });
  });
});
