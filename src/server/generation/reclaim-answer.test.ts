import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '~/server/db/client';
import { createInProcessBus } from '~/server/realtime/bus';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { readElsewhere } from '~/server/testing/worlds/read-elsewhere';
import { closeAnswers, storedAnswers, storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { interruptedError } from './answer-end';
import { requestStop, saveCheckpoints, saveEnd } from './answer-store';
import { LiveAnswer } from './live-answer';
import { toChatMessage } from './message-row';
import { reclaim, saveOwnEnd, showReclaimed } from './reclaim-answer';

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

/** Another process considers this one dead and notifies its subscribers, as over Redis. */
async function closeElsewhere(messageId: string, onPublished = async () => {}) {
  const { db, bus } = server.deps;
  const metadata = { processing: false, status: 'interrupted' as const, error: interruptedError };
  const row = await db.message.findUniqueOrThrow({ where: { id: messageId } });
  const message = toChatMessage({ ...row, metadata });
  // Published first: once it is closed, the answer can be taken back before anything else happens.
  bus.publish(`conversation:${row.conversationId}`, { type: 'finished', messageId, attempt: 1, message });
  await onPublished();
  const closed = await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
  expect(closed).toMatchObject([{ messageId, attempt: 1 }]);
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

/** An answer of the process `writer`, which another one has closed. */
async function closedAnswer() {
  const { db } = server.deps;
  const answer = await storeRunningAnswer(db, { owner: 'writer', content: 'Rates' });
  const metadata = { processing: false, status: 'interrupted' as const };
  const closed = await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
  expect(closed.map(({ messageId }) => messageId)).toContain(answer.messageId);
  return answer;
}

/** The database, with a change to the rows of statements that contain a text. */
const changing = (part: string, change: (rows: object[]) => Promise<object[]>) =>
  new Proxy(server.deps.db, {
    get(target, name) {
      if (name !== 'sql') return Reflect.get(target, name);
      return async (...query: Parameters<Database['sql']>) => {
        const rows = await target.sql(...query);
        return query[0].join('').includes(part) ? change(rows) : rows;
      };
    },
  });

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

  it('is shown as running again to readers on other processes, before there is more text', async () => {
    const { messageId, conversationId, call } = await begin(ada, 'Rates fell ');
    // Comparing conversations with the database would find it as well, only later.
    const db = changing('WITH running AS', () => Promise.reject(new Error('not now')));
    const bus = { ...server.deps.bus, reachesOtherProcesses: true, receivesFromOtherProcesses: () => true };
    const reader = readElsewhere(server.deps, conversationId, { db, bus });
    await until(() => reader.textOf(1) === 'Rates fell ');
    await closeElsewhere(messageId, () => until(() => reader.ends().length === 1));
    expect(reader.ends()[0]).toMatchObject({ attempt: 1, message: { metadata: { status: 'interrupted' } } });
    await until(() => reader.textOf(2) === 'Rates fell ');
    await call.emit('because.');
    await call.finish();
    await until(() => reader.ends().length === 2);
    const whole = 'Rates fell because.';
    expect(reader.ends()[1]).toMatchObject({ attempt: 2, message: { content: whole } });
    expect(reader.textOf(2)).toBe(whole);
    await reader.leave();
  });

  it('is followed to its end by a reader elsewhere whose process had just read that it was closed', async () => {
    const { db } = server.deps;
    const { messageId, conversationId } = await storeRunningAnswer(db, { owner: 'writer', content: 'Rates' });
    let isRead = false;
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    const slow = changing('m.parent_id AS "parentId", m.role,', async (rows) => {
      const isClosed = rows.some((row) => 'isRunning' in row && row.isRunning === false);
      if (isClosed && !isRead) {
        isRead = true;
        await delivered;
      }
      return rows;
    });
    // Only the database connects the two.
    const bus = createInProcessBus(() => {});
    const reader = readElsewhere(server.deps, conversationId, { db: slow, bus });
    await until(() => reader.textOf(1) === 'Rates');
    const metadata = { processing: false, status: 'interrupted' as const };
    await closeAnswers(db, { owner: 'a third process', allOthers: true, metadata });
    await until(() => isRead);
    expect(await reclaim(db, 'writer', { messageId, attempt: 1 })).toBe(2);
    bus.publish('answers', { type: 'reconnected' });
    await until(() => reader.textOf(2) === 'Rates');
    deliver();
    const end = { content: 'Rates fell.', metadata: { processing: false, status: 'complete' as const } };
    await saveEnd(db, { messageId, attempt: 2, owner: 'writer', ...end });
    await until(() => reader.ends().some(({ attempt }) => attempt === 2));
    expect(reader.ends().at(-1)).toMatchObject({ attempt: 2, message: end });
    expect(reader.textOf(2)).toBe('Rates fell.');
    await reader.leave();
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

  it('is stored whole, if a checkpoint takes it back while its end is being stored', async () => {
    const { db } = server.deps;
    const { messageId } = await closedAnswer();
    const live = new LiveAnswer(messageId, 1, 'Rates fell.');
    const slow = changing('touched AS', async (rows) => {
      if (live.attempt === 1) live.restart((await reclaim(db, 'writer', { messageId, attempt: 1 })) ?? 0);
      return rows;
    });
    const end = { messageId, owner: 'writer', content: live.text, metadata: { status: 'complete' as const } };
    expect(await saveOwnEnd(slow, end, live)).toMatchObject({ message: { content: 'Rates fell.' } });
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

  it('stops if its user stopped it in between', async () => {
    const { db } = server.deps;
    const { messageId } = await closedAnswer();
    const { userId } = await rowOf(messageId);
    expect(await requestStop(db, userId, messageId)).toBe(true);
    expect(await reclaim(db, 'writer', { messageId, attempt: 1 })).toBe(2);
    const states = await saveCheckpoints(db, 'writer', [{ messageId, attempt: 2, text: null }]);
    expect(states.get(messageId)).toMatchObject({ stopRequested: true });
    await saveEnd(db, { messageId, attempt: 2, owner: 'writer', content: 'Rates', metadata: { status: 'stopped' } });
  });

  it('is shown again, if closing it has shown the version before it', async () => {
    const { db } = server.deps;
    const bob = await signUp(server.deps);
    const { messageId, conversationId, call } = await begin(bob, 'Rates fell.');
    await call.finish();
    await ended(messageId);
    const shown = async () => (await bob.call.messages.list({ conversationId })).items.at(-1)?.id;
    const newId = (await bob.call.messages.retry({ messageId })).assistantMessage.id;
    const second = await model.nextCall();
    const abort = new AbortController();
    const events: string[] = [];
    const watching = server.deps.generation
      .watch({ conversationId, signal: abort.signal }, (_id, event) => event)
      .forEach((event) => void events.push(event.type));
    await until(() => events.includes('ready'));
    await closeElsewhere(newId);
    await until(async () => (await rowOf(newId)).attempt === 2 && (await shown()) === newId);
    await until(() => events.includes('switched'));
    await second.emit('Rates rose.');
    await second.finish();
    expect(await ended(newId)).toMatchObject({ content: 'Rates rose.' });
    expect(await shown()).toBe(newId);
    abort.abort();
    await watching;
    // A message in between keeps the version that it follows.
    const third = (await bob.call.messages.retry({ messageId: newId })).assistantMessage.id;
    const last = await model.nextCall();
    await db.generation.update({ where: { messageId: third }, data: { attempt: 2 } });
    const metadata = { processing: false, status: 'interrupted' as const };
    await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
    expect(await shown()).toBe(newId);
    await db.message.create({ data: { conversationId, role: 'user', content: 'Really?' } });
    expect(await reclaim(db, 'writer', { messageId: third, attempt: 2 })).toBe(3);
    expect(await showReclaimed(db, third)).toBe(false);
    await last.finish();
    await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
  });

  it('stays closed if another version of it has been started', async () => {
    const { db } = server.deps;
    const { messageId, conversationId } = await closedAnswer();
    const { parentId } = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    await db.message.create({ data: { conversationId, parentId, isActive: false, role: 'assistant', content: '' } });
    expect(await reclaim(db, 'writer', { messageId, attempt: 1 })).toBeNull();
  });

  it.each(['', 'Rates '])(
    'is not started a second time by the process that writes it, after the text "%s"',
    async (text) => {
      const bob = await signUp(server.deps);
      const { messageId, call } = await begin(bob, text);
      await closeElsewhere(messageId);
      await expect(bob.call.messages.retry({ messageId })).rejects.toMatchObject({ code: 'CONFLICT' });
      await call.emit('rose.');
      await call.finish();
      await until(async () => (await stored(messageId)).metadata.status === 'complete');
      expect(await stored(messageId)).toMatchObject({ content: `${text}rose.` });
    },
  );
});
