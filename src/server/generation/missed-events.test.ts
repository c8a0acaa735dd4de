import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TextUnreadable } from '~/server/lib/stored-texts/stored-texts';
import { createInProcessBus } from '~/server/realtime/bus';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { Generation } from './generation';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  // The regular comparison would find everything as well, only later.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await server.close();
});

/** A process that reads the user's new conversation, and whose bus delivers no events of others. */
async function readAlone() {
  const { db, logger, usage, metrics, processState } = server.deps;
  const bus = { ...createInProcessBus(() => {}), receivesFromOtherProcesses: () => true };
  const reader = new Generation({
    ...{ db, logger, usage, metrics, processState, bus },
    processId: 'reader',
    isOnlyProcess: false,
    maxConcurrentAnswers: 2,
    maxConversations: 0,
    maxMessages: 0,
  });
  const { call } = await signUp(server.deps);
  const { id: conversationId } = await call.conversations.create({ title: 'Before' });
  const events: ConversationEvent[] = [];
  const abort = new AbortController();
  const reading = reader
    .watch({ conversationId, signal: abort.signal }, (_id, event) => event)
    .forEach((event) => void events.push(event));
  await until(() => events.length > 0);
  return {
    call,
    conversationId,
    events,
    compare: () => bus.publish('answers', { type: 'reconnected' }),
    async leave() {
      abort.abort();
      await reading;
      await reader.drain(0);
    },
  };
}

/** A message and its complete answer, sent elsewhere. */
async function exchange({ call, conversationId }: Awaited<ReturnType<typeof readAlone>>) {
  const request = { clientRequestId: randomUUID(), content: 'Rates?', conversationId };
  const { assistantMessage } = await call.messages.send(request);
  await until(() => server.deps.generation.runningAnswers === 0);
  return assistantMessage.id;
}

const finished = (events: readonly ConversationEvent[]) =>
  events.flatMap((event) => (event.type === 'finished' ? event.messageId : []));

it('finds missed events as soon as the process that could not send them has reconnected', async () => {
  const reader = await readAlone();
  const { conversationId, events } = reader;
  await server.deps.db.conversation.update({ where: { id: conversationId }, data: { title: 'Not sent' } });
  reader.compare();
  await until(() => events.length > 1);
  expect(events[1]).toEqual({ type: 'renamed', title: 'Not sent' });
  await reader.leave();
});

it('finds them at the next comparison if they cannot be read', async () => {
  const { db, logger } = server.deps;
  const reader = await readAlone();
  const messageId = await exchange(reader);
  const warned = vi.spyOn(logger, 'warn');
  vi.spyOn(db.generation, 'findMany').mockRejectedValueOnce(new Error('the connection was lost'));
  reader.compare();
  await until(() => warned.mock.calls.some((said) => said[1]?.includes('failed to poll conversations')));
  expect(finished(reader.events)).toEqual([]);
  reader.compare();
  await until(() => finished(reader.events).length > 0);
  expect(finished(reader.events)).toEqual([messageId]);
  await reader.leave();
});

it('finds the others if one of them cannot be decrypted', async () => {
  const { texts } = server.deps.db;
  const reader = await readAlone();
  const row = await exchange(reader);
  const messageId = await exchange(reader);
  vi.spyOn(texts, 'openMessages').mockRejectedValueOnce(new TextUnreadable({ row, field: 'message' }));
  reader.compare();
  await until(() => finished(reader.events).length > 0);
  expect(finished(reader.events)).toEqual([messageId]);
  await reader.leave();
});
