import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  await server.close();
});

it('finds missed events as soon as the process that could not send them has reconnected', async () => {
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
  const seen: ConversationEvent[] = [];
  const abort = new AbortController();
  const reading = reader
    .watch({ conversationId, signal: abort.signal }, (_id, event) => event)
    .forEach((event) => void seen.push(event));
  await until(() => seen.length > 0);

  await db.conversation.update({ where: { id: conversationId }, data: { title: 'Not sent' } });
  bus.publish('answers', { type: 'reconnected' });
  await until(() => seen.length > 1);
  expect(seen[1]).toEqual({ type: 'renamed', title: 'Not sent' });
  abort.abort();
  await reading;
  await reader.drain(0);
});
