import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { storedAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { closeAbandoned } from './abandoned-answers';
import { interruptedError } from './answer-end';
import { toChatMessage } from './message-row';
import { reclaim } from './reclaim-answer';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const { stored, ended } = storedAnswers(() => server);

/** An answer that has begun. */
async function begin(user: TestUser, text: string) {
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?', attachments: [] });
  const { id: messageId, conversationId } = sent.assistantMessage;
  const call = await model.nextCall();
  await call.emit(text);
  return { messageId, conversationId, call };
}

const rowOf = (messageId: string) => server.deps.db.generation.findUniqueOrThrow({ where: { messageId } });

/** Another process takes this one for dead, and readers here learn of it, as over Redis. */
async function closeElsewhere(messageId: string) {
  const { db, bus } = server.deps;
  const metadata = { processing: false, status: 'interrupted' as const, error: interruptedError };
  const closed = await closeAbandoned(db, { owner: 'another process', allOthers: true, metadata });
  expect(closed).toMatchObject([{ messageId, attempt: 1 }]);
  const row = await db.message.findUniqueOrThrow({ where: { id: messageId } });
  const message = toChatMessage({ ...row, metadata });
  bus.publish(`conversation:${row.conversationId}`, { type: 'finished', messageId, attempt: 1, message });
}

/** Reads as a page does, until the answer ends. */
async function readToTheEnd(conversationId: string) {
  const events: ConversationEvent[] = [];
  let text = '';
  const { signal } = new AbortController();
  for await (const event of server.deps.generation.watch({ conversationId, signal }, (_id, one) => one)) {
    events.push(event);
    if (event.type === 'text') text = text.slice(0, event.at) + event.text;
    if (event.type === 'finished') return { text, end: event, events };
  }
  throw new Error('The conversation was closed before the answer ended.');
}

describe('an answer that another process closed although its writer lives', () => {
  it('continues, and is stored as its readers saw it', async () => {
    const { messageId, conversationId, call } = await begin(ada, 'Rates fell ');
    const reading = readToTheEnd(conversationId);
    await call.emit('because ');
    await closeElsewhere(messageId);
    await until(async () => (await rowOf(messageId)).attempt === 2);
    expect(await stored(messageId)).toMatchObject({ metadata: { processing: true } });
    expect((await stored(messageId)).metadata).not.toHaveProperty('status');
    await call.emit('inflation did.');
    await until(async () => (await stored(messageId)).content === 'Rates fell because inflation did.');
    await call.finish();
    const { text, end } = await reading;
    expect(text).toBe('Rates fell because inflation did.');
    expect(end).toMatchObject({ attempt: 2, message: { content: text, metadata: { status: 'complete' } } });
    expect(await ended(messageId)).toMatchObject({ content: text, metadata: { status: 'complete' } });
    expect(await rowOf(messageId)).toMatchObject({ slot: null, owner: null, leaseUntil: null });
  });

  it('may end at that moment, and loses nothing', async () => {
    const { messageId, conversationId, call } = await begin(ada, 'Rates ');
    const reading = readToTheEnd(conversationId);
    await Promise.all([closeElsewhere(messageId), call.emit('rose.')]);
    await call.finish();
    const { text, end } = await reading;
    expect(text).toBe('Rates rose.');
    expect(end.message).toMatchObject({ content: text, metadata: { status: 'complete' } });
    expect(await ended(messageId)).toMatchObject({ content: text, metadata: { status: 'complete' } });
  });

  it('is taken back once, by the attempt that was closed, and into a free slot', async () => {
    const { db, env } = server.deps;
    const { processId } = env;
    const bob = await signUp(server.deps);
    const { messageId, call } = await begin(bob, 'Prices');
    const first = { messageId, attempt: 1 };
    expect(await reclaim(db, processId, first)).toBeNull();
    await call.finish();
    await ended(messageId);
    expect(await reclaim(db, processId, first)).toBeNull();
    await db.message.update({ where: { id: messageId }, data: { metadata: { status: 'interrupted' } } });
    expect(await reclaim(db, processId, { messageId, attempt: 2 })).toBeNull();
    expect(await reclaim(db, processId, { messageId: randomUUID(), attempt: 1 })).toBeNull();

    const other = await begin(bob, 'Yields');
    expect(await rowOf(other.messageId)).toMatchObject({ slot: 1 });
    expect(await reclaim(db, processId, first)).toBe(2);
    expect(await rowOf(messageId)).toMatchObject({ slot: 2, owner: processId, attempt: 2 });
    // The response to the first statement may have been lost.
    expect(await reclaim(db, processId, first)).toBe(2);
    expect(await reclaim(db, 'another process', first)).toBeNull();
    await other.call.finish();
  });
});
