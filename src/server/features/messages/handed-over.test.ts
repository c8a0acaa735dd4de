/** Answers handed over by a stopping process: another process continues them seamlessly. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '~/server/deps';
import { readBackground } from '~/server/features/context/background';
import { closeAbandoned } from '~/server/generation/abandoned-answers';
import { requestStop } from '~/server/generation/answer-store';
import { Generation } from '~/server/generation/generation';
import { ProcessState } from '~/server/lib/process-state';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { closeAnswers, storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { sendMessage } from './send-message';

const model = createScriptedModel();
let server: TestServer;
let search: SearchServer;
let ada: TestUser;
/** The process that stops; the test server is the one that stays. */
let stopping: Generation;
let takeoverMs = 60_000;

beforeAll(async () => {
  search = await startSearchServer();
  const env = { MAX_CONCURRENT_ANSWERS: '100', SEARXNG_URL: search.baseUrl };
  server = await startTestServer({ model, env });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  await search.close();
});

beforeEach(async () => {
  takeoverMs = 60_000;
  await stays(true);
});
afterEach(async () => {
  await stopping.drain(0);
  await server.deps.db.serverProcess.deleteMany();
});

/** The heartbeat of the process that stays; with the embedded database, the only process sends none. */
async function stays(isThere: boolean): Promise<void> {
  const { db, env } = server.deps;
  const data = { seenAt: new Date(Date.now() + 3_600_000), isStopping: !isThere };
  await db.serverProcess.upsert({ where: { id: env.processId }, create: { id: env.processId, ...data }, update: data });
}

async function ask(input: { content?: string; parameters?: { temperature: number } } = {}) {
  const { deps } = server;
  const { db, bus, logger, usage, metrics } = deps;
  stopping = new Generation({
    ...{ db, bus, logger, usage, metrics, takeoverMs },
    processId: `stopping-${randomUUID()}`,
    processState: new ProcessState(),
    isOnlyProcess: false,
    maxConcurrentAnswers: 100,
    maxConversations: 0,
    maxMessages: 0,
  });
  await stopping.start();
  const there: Deps = { ...deps, generation: stopping };
  const request = { clientRequestId: randomUUID(), content: 'Why do rates move?', attachments: [], ...input };
  const sent = await sendMessage(there, ada.user, request, 'request-9');
  return { messageId: sent.assistantMessage.id, conversationId: sent.conversation.id, call: await model.nextCall() };
}

async function stored(messageId: string) {
  const { db } = server.deps;
  const row = await db.message.findUniqueOrThrow({ where: { id: messageId } });
  const generation = await db.generation.findUniqueOrThrow({ where: { messageId } });
  return { content: row.content, metadata: row.metadata as MessageMetadata, generation };
}

/** The model calls a tool of its request. */
const runTool = ({ request }: ScriptedCall, name: string, input: object) =>
  request.tools?.list.find((tool) => tool.name === name)?.run(input, new AbortController().signal);

async function ended(messageId: string) {
  await until(async () => (await stored(messageId)).metadata.processing !== true);
  return stored(messageId);
}

/** The events that a reader on the remaining process receives. */
function readerOf(conversationId: string) {
  const control = new AbortController();
  const events: ConversationEvent[] = [];
  const watched = server.deps.generation.watch({ conversationId, signal: control.signal }, (_id, event) => event);
  const reading = watched.forEach((event) => void events.push(event));
  return {
    events,
    async leave() {
      control.abort();
      await reading;
    },
  };
}

const texts = (events: ConversationEvent[], attempt: number) =>
  events.flatMap((event) => (event.type === 'text' && event.attempt === attempt ? event.text : [])).join('');

describe('an answer of a process that stops', () => {
  it('restarts on another process if it has no text yet, with the same request', async () => {
    const { messageId, conversationId, call } = await ask({ parameters: { temperature: 0.25 } });
    const reader = readerOf(conversationId);
    const log = vi.spyOn(server.deps.logger, 'info');
    await until(() => reader.events.length > 0);
    await call.emit({ type: 'activity', activity: { kind: 'web_search', label: 'rates', state: 'running' } });
    const drained = stopping.drain(0);
    const next = await model.nextCall();
    expect(call.isAborted()).toBe(true);
    // The reader leaves before the answer ends.
    await drained;
    expect((await stored(messageId)).metadata.processing).toBe(true);
    expect(next.request.turns).toEqual(call.request.turns);
    expect(next.request.parameters).toEqual({ temperature: 0.25 });
    await next.emit('Because of inflation.');
    await next.finish();
    const { content, metadata, generation } = await ended(messageId);
    expect(content).toBe('Because of inflation.');
    expect(metadata.status).toBe('complete');
    expect(generation).toMatchObject({ attempt: 2, handOver: null, owner: null, slot: null });
    const line = expect.objectContaining({ messageId, attempt: 2, requestId: 'request-9', outcome: 'complete' });
    expect(log).toHaveBeenCalledWith(line, 'answer ended');
    log.mockRestore();
    await until(() => reader.events.some(({ type }) => type === 'finished'));
    expect(reader.events.filter(({ type }) => type === 'finished')).toEqual([
      expect.objectContaining({ messageId, attempt: 2, message: expect.objectContaining({ content }) }),
    ]);
    await reader.leave();
  });

  it('continues after its last word, with the sources and tokens of both parts', async () => {
    const { messageId, conversationId, call } = await ask();
    const reader = readerOf(conversationId);
    await call.emit('Rates fell because the com');
    const source = { source: 'ecb.example', url: 'https://ecb.example', start: 0, end: 5 };
    await call.emit({ type: 'citation', citation: source });
    await call.emit({ type: 'usage', usage: { inputTokens: 100, outputTokens: 10 } });
    await stopping.drain(0);
    const next = await model.nextCall();
    expect(next.request.turns[1]).toMatchObject({ role: 'assistant', content: 'Rates fell because the com' });
    await next.emit('fell because the company paid.');
    await next.emit({ type: 'usage', usage: { inputTokens: 130, outputTokens: 5 } });
    await next.finish();
    const { content, metadata } = await ended(messageId);
    expect(content).toBe('Rates fell because the company paid.');
    expect(metadata).toMatchObject({ status: 'complete', usage: { inputTokens: 230, outputTokens: 15 } });
    expect(metadata.citations?.map(({ url }) => url)).toEqual(['https://ecb.example']);
    await until(() => reader.events.some(({ type }) => type === 'finished'));
    expect(texts(reader.events, 2)).toBe(content);
    await reader.leave();
  });

  it('is closed as interrupted if no process takes it in time', async () => {
    takeoverMs = 0;
    const { messageId, call } = await ask();
    await call.emit('Only this');
    // Its heartbeat is the last one before it stops too.
    server.deps.generation.isDraining = true;
    try {
      await stopping.drain(0);
    } finally {
      server.deps.generation.isDraining = false;
    }
    expect(call.isAborted()).toBe(true);
    expect(await stored(messageId)).toMatchObject({ content: 'Only this', metadata: { status: 'interrupted' } });
  });

  // On a PostgreSQL server, the test server sends its own heartbeats, so there is another process.
  it.skipIf(databaseServer)('ends at once as interrupted if no process could take it', async () => {
    await stays(false);
    const { messageId, call } = await ask();
    await call.emit('Only this');
    await stopping.drain(0);
    const { content, metadata, generation } = await stored(messageId);
    expect({ content, status: metadata.status }).toEqual({ content: 'Only this', status: 'interrupted' });
    expect(generation.attempt).toBe(1);
  });

  it('does not start on a process that took it and found it closed by another one', async () => {
    const { messageId, call } = await ask();
    await call.emit('Only this');
    const { db, models, logger } = server.deps;
    const { list } = models;
    const warned = vi.spyOn(logger, 'warn');
    let isAsked = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.list = async (user) => {
      isAsked = true;
      await released;
      return list(user);
    };
    try {
      await stopping.drain(0);
      await until(() => isAsked);
      const metadata = { processing: false, status: 'interrupted' as const };
      const closed = await closeAbandoned(db, { owner: 'a third process', allOthers: true, metadata });
      expect(closed).toEqual([expect.objectContaining({ messageId, attempt: 2 })]);
      const before = model.calls.length;
      release();
      const isGivenUp = () => warned.mock.calls.some((said) => said[1]?.includes('cannot be continued'));
      await until(() => isGivenUp() || model.calls.length > before);
      expect(model.calls).toHaveLength(before);
      expect(await stored(messageId)).toMatchObject({
        content: 'Only this',
        metadata,
        generation: { attempt: 2, owner: null, leaseUntil: null },
      });
    } finally {
      models.list = list;
      warned.mockRestore();
    }
  });

  it('is not continued if its user stops it during the hand-over', async () => {
    const { messageId, call } = await ask();
    await call.emit('Only this');
    const { models, bus } = server.deps;
    const { list } = models;
    let stopped: Promise<void> | undefined;
    const unsubscribe = bus.subscribe('answers', ({ type }) => {
      if (type === 'handed-over') stopped = stopping.stop(ada.user.id, messageId);
    });
    models.list = async (user) => {
      await stopped;
      return list(user);
    };
    const before = model.calls.length;
    try {
      await stopping.drain(0);
      await until(() => stopped !== undefined);
      const { content, metadata } = await ended(messageId);
      expect({ content, status: metadata.status }).toEqual({ content: 'Only this', status: 'stopped' });
      expect(model.calls).toHaveLength(before);
    } finally {
      unsubscribe();
      models.list = list;
    }
  });

  it('ends as stopped if its user had stopped it, although the signal was lost', async () => {
    const { messageId, call } = await ask();
    await call.emit('Only this');
    await requestStop(server.deps.db, ada.user.id, messageId);
    await stopping.drain(0);
    const { content, metadata, generation } = await stored(messageId);
    expect({ content, status: metadata.status }).toEqual({ content: 'Only this', status: 'stopped' });
    expect(metadata.isUnreviewed).toBe(true);
    expect(generation.attempt).toBe(1);
  });

  it("is closed if the process that took it can't write it", async () => {
    const { messageId, call } = await ask();
    await call.emit('Only this');
    const { models } = server.deps;
    const { list } = models;
    models.list = () => Promise.reject(new Error('no models today'));
    try {
      await stopping.drain(0);
      const { content, metadata } = await ended(messageId);
      expect({ content, status: metadata.status }).toEqual({ content: 'Only this', status: 'interrupted' });
    } finally {
      models.list = list;
    }
  });

  it.each([
    ['after its first words', 'Noted, '],
    ['before its first word', ''],
  ])('keeps its change of the memory %s', async (_name, text) => {
    await ada.call.memory.saveSettings({ isEnabled: true });
    const { messageId, call } = await ask();
    const fact = `Prefers euros ${text}`;
    expect(await runTool(call, 'remember', { fact })).toBe('Remembered.');
    if (text) await call.emit(text);
    await stopping.drain(0);
    const next = await model.nextCall();
    if (!text) await runTool(next, 'remember', { fact: 'Works in Bern' });
    await next.emit('Euros it is.');
    await next.finish();
    const { content, metadata } = await ended(messageId);
    expect(content).toBe(`${text}Euros it is.`);
    expect(metadata.memory?.map((change) => change.text)).toEqual([fact.trim(), ...(text ? [] : ['Works in Bern'])]);
    // What it is based on was handed over, too.
    expect(metadata).not.toHaveProperty('hasUnknownSources');
    await ada.call.memory.deleteAll();
    await ada.call.memory.saveSettings({ isEnabled: false });
  });

  it('is written again from its start if it is the report of a research', async () => {
    const { messageId, conversationId, call } = await ask();
    await call.emit('## Summary\nHalf of');
    const { db } = server.deps;
    const { questionId } = await db.generation.findUniqueOrThrow({ where: { messageId } });
    const about = { userId: ada.user.id, conversationId, questionId, messageId, question: 'Rates?', modelId: 'm' };
    await db.research.create({ data: { ...about, state: 'done', minutes: 5, pages: 5 } });
    await stopping.drain(0);
    const next = await model.nextCall();
    expect(next.request.turns).toHaveLength(1);
    await next.emit('## Summary\nThe whole report.');
    await next.finish();
    const { content, metadata } = await ended(messageId);
    expect(content).toBe('## Summary\nThe whole report.');
    expect(metadata.status).toBe('complete');
  });

  it('keeps its thoughts, and the pages that it has read but not cited', async () => {
    search.serve({ url: 'https://ecb.example', title: 'Rates', content: 'They fell.' });
    const { messageId, call } = await ask();
    await call.emit({ type: 'reasoning', text: 'Rates? ' });
    await runTool(call, 'web_search', { query: 'rates' });
    await call.emit('Rates fell because the com');
    await stopping.drain(0);
    const next = await model.nextCall();
    await next.emit({ type: 'reasoning', text: 'The company.' });
    await next.emit('fell because the company paid.');
    await next.finish();
    const { metadata } = await ended(messageId);
    expect(metadata.reasoning?.text).toBe('Rates?\n\nThe company.');
    expect(metadata.webReading).toMatchObject({ pages: 0 });
  });
});

it('an answer whose process is killed keeps its changes of the memory', async () => {
  const { db } = server.deps;
  await ada.call.memory.saveSettings({ isEnabled: true });
  const { messageId, call } = await ask();
  for (const fact of ['Prefers euros', 'Works in Bern']) await runTool(call, 'remember', { fact });
  const metadata = { processing: false, status: 'interrupted' as const };
  // The attempt of a process that was killed: this one does not take it back.
  await db.generation.update({ where: { messageId }, data: { attempt: 2 } });
  await closeAbandoned(db, { owner: 'a third process', allOthers: true, metadata });
  const { metadata: closed } = await stored(messageId);
  expect(closed.memory?.map(({ text }) => text)).toEqual(['Prefers euros', 'Works in Bern']);
  expect(closed.status).toBe('interrupted');
  await ada.call.memory.deleteAll();
  await ada.call.memory.saveSettings({ isEnabled: false });
});

it('an answer whose process is killed before it could stop is kept as stopped, and as not reviewed', async () => {
  const { db } = server.deps;
  const owner = 'a killed process';
  const { messageId, conversationId } = await storeRunningAnswer(db, { owner, content: 'Half', userId: ada.user.id });
  await requestStop(db, ada.user.id, messageId);
  const metadata = { processing: false, status: 'interrupted' as const };
  await closeAnswers(db, { owner: server.deps.env.processId, allOthers: true, metadata });
  const closed = { processing: false, status: 'stopped', isUnreviewed: true };
  expect(await stored(messageId)).toMatchObject({ content: 'Half', metadata: closed });
  // It may repeat what a page says, so it must not reach the memory.
  const { hasForeignText } = await readBackground(server.deps, ada.user.id, { conversationId }, 1000);
  expect(hasForeignText).toBe(true);
});
