import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { closeAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import { closeAbandoned } from './abandoned-answers';
import type { NumberedEvent } from './watch-conversation';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '2' } });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
// An answer that is still being stored takes one of the two places.
afterEach(() => until(() => server.deps.generation.runningAnswers === 0, 'no answer is running'));
afterAll(() => server.close());

const question = (content = 'What moves rates?', more = {}) => ({
  clientRequestId: randomUUID(),
  content,
  attachments: [],
  ...more,
});

async function ask(user = ada, content?: string, more = {}) {
  const sent = await user.call.messages.send(question(content, more));
  return { ...sent, model: await model.nextCall(), messageId: sent.assistantMessage.id };
}

async function stored(messageId: string) {
  const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
  return { content: row.content, metadata: row.metadata as Record<string, unknown> };
}

const isOver = (messageId: string) => async () => (await stored(messageId)).metadata.processing === false;

/** Subscribes to a conversation in the background, as a socket would. */
function reader(conversationId: string, lastEventId?: string) {
  const abort = new AbortController();
  const seen: NumberedEvent[] = [];
  const done = (async () => {
    const options = { conversationId, lastEventId, signal: abort.signal };
    const watch = server.deps.generation.watch(options, (id, event) => ({ id, event }));
    await watch.forEach((event) => void seen.push(event));
  })();
  const events = <T extends ConversationEvent['type']>(type: T) =>
    seen
      .map(({ event }) => event)
      .filter((event): event is Extract<ConversationEvent, { type: T }> => event.type === type);
  const text = () => events('text').reduce((sum, { at, text }) => sum.slice(0, at) + text, '');
  return {
    seen,
    events,
    text,
    async leave() {
      abort.abort();
      await done;
    },
  };
}

describe('the end of an answer', () => {
  it('reaches a subscriber once, even if it is published twice', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    const reading = reader(conversationId);
    const { model: call, messageId } = await ask(ada, 'Twice?', { conversationId });
    await call.emit('Once.');
    server.deps.bus.subscribe(`conversation:${conversationId}`, (signal) => {
      if (signal.type === 'finished' && signal.message.content !== 'again')
        server.deps.bus.publish(`conversation:${conversationId}`, {
          ...signal,
          message: { ...signal.message, content: 'again' },
        });
    });
    await call.finish();
    await until(() => reading.events('finished').length > 0);
    await until(isOver(messageId));
    await new Promise((resolve) => setImmediate(resolve));
    expect(reading.events('finished').map(({ message }) => message.content)).toEqual(['Once.']);
    await reading.leave();
  });
});

describe('sending', () => {
  it('stores message, answer and conversation at once and responds before the text', async () => {
    const { conversation, userMessage, assistantMessage, model: call } = await ask(ada, `  ${'x'.repeat(60)}  `);
    expect(conversation.title).toBe(`${'x'.repeat(50)}...`);
    expect(userMessage).toMatchObject({ role: 'user', conversationId: conversation.id });
    expect(assistantMessage).toMatchObject({ role: 'assistant', content: '', metadata: { processing: true } });
    await call.emit('Inflation ');
    await call.emit('does.');
    await call.finish();
    await until(isOver(assistantMessage.id));
    expect(await stored(assistantMessage.id)).toMatchObject({
      content: 'Inflation does.',
      metadata: { processing: false, status: 'complete', model: 'scripted-1' },
    });
    const { items } = await ada.call.messages.list({ conversationId: conversation.id });
    expect(items.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('turns fifty requests with one id into one message and one model request', async () => {
    const before = model.calls.length;
    const same = question('Once, please');
    const sent = await Promise.all(Array.from({ length: 50 }, () => ada.call.messages.send(same)));
    expect(new Set(sent.map(({ assistantMessage }) => assistantMessage.id)).size).toBe(1);
    expect(new Set(sent.map(({ conversation }) => conversation.id)).size).toBe(1);
    const call = await model.nextCall();
    expect(model.calls.length).toBe(before + 1);
    const id = sent[0]?.conversation.id as string;
    expect(await server.deps.db.message.count({ where: { conversationId: id } })).toBe(2);
    await call.finish();
  });

  it('rejects another message under a used id', async () => {
    const first = question('First');
    const { conversation } = await ada.call.messages.send(first);
    await expect(ada.call.messages.send({ ...first, content: 'Second' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await (await model.nextCall()).finish();
    // Another user may use the same id.
    const other = await bob.call.messages.send(first);
    expect(other.conversation.id).not.toBe(conversation.id);
    await (await model.nextCall()).finish();
  });

  it('allows as many answers at once as configured, however many requests arrive together', async () => {
    await until(
      async () =>
        (await server.deps.db.generation.count({ where: { userId: ada.user.id, slot: { not: null } } })) === 0,
    );
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => ada.call.messages.send(question())));
    const sent = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(sent).toHaveLength(2);
    for (const refusal of refused) expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const _ of sent) await (await model.nextCall()).finish();
    for (const { assistantMessage } of sent) await until(isOver(assistantMessage.id));
    await (await ask()).model.finish();
  });

  it('sends the model the conversation so far, and nothing of another', async () => {
    const first = await ask(ada, 'My fund is called Heron.');
    await first.model.emit('Noted.');
    await first.model.finish();
    await until(isOver(first.messageId));
    const second = await ask(ada, 'What is it called?', { conversationId: first.conversation.id });
    expect(second.model.request.turns).toEqual([
      { role: 'user', content: 'My fund is called Heron.' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', content: 'What is it called?' },
    ]);
    await second.model.finish();
  });

  it('treats another user’s conversation like a missing one', async () => {
    const { conversation, model: call } = await ask();
    await call.finish();
    const theirs = bob.call.messages
      .send(question('Mine?', { conversationId: conversation.id }))
      .catch((error) => error);
    const absent = bob.call.messages.send(question('Mine?', { conversationId: randomUUID() })).catch((error) => error);
    expect(await theirs).toMatchObject({ code: 'NOT_FOUND', message: (await absent).message });
  });
});

describe('following a conversation', () => {
  it('delivers the same text to every subscriber, whenever they join', async () => {
    const { conversation, model: call, messageId } = await ask();
    const early = reader(conversation.id);
    await call.emit('One ');
    await call.emit('two ');
    const late = reader(conversation.id);
    await until(() => late.text() === 'One two ');
    await call.emit('three.');
    await call.finish();
    await until(() => early.events('finished').length === 1 && late.events('finished').length === 1);
    expect(early.text()).toBe('One two three.');
    expect(late.text()).toBe('One two three.');
    expect(early.events('ready')[0]).toEqual({ type: 'ready', running: [{ messageId, attempt: 1 }] });
    await Promise.all([early.leave(), late.leave()]);
    expect(server.deps.generation.watchedConversations).toBe(0);
  });

  it('delivers every word live to a subscriber from before the message or a Retry, not only the stored text', async () => {
    const { id } = await ada.call.conversations.create({});
    const watching = reader(id);
    await until(() => watching.events('ready').length === 1);
    const { model: call, messageId } = await ask(ada, 'Hello', { conversationId: id });
    // Ends before a checkpoint is due: these words can only have arrived live.
    await call.emit('At ');
    await call.emit('once.');
    await call.fail(new ModelError('cut_off', 'The answer was cut off.'));
    await until(() => watching.events('finished').length === 1);
    expect(watching.text()).toBe('At once.');
    const { assistantMessage } = await ada.call.messages.retry({ messageId });
    const again = await model.nextCall();
    await again.emit('And again.');
    await again.finish();
    await until(() => watching.events('finished').length === 2);
    expect(watching.events('text').at(-1)).toMatchObject({ messageId: assistantMessage.id, at: 0, text: 'And again.' });
    expect(watching.events('switched')).toHaveLength(1);
    await watching.leave();
  });

  it('resumes a reconnecting subscriber exactly at its position', async () => {
    const { conversation, model: call } = await ask();
    const first = reader(conversation.id);
    await call.emit('Alpha ');
    await until(() => first.text() === 'Alpha ');
    const lastEventId = first.seen.at(-1)?.id as string;
    await first.leave();
    await call.emit('beta ');
    const second = reader(conversation.id, lastEventId);
    await call.emit('gamma');
    await call.finish();
    await until(() => second.events('finished').length === 1);
    expect(second.events('text')[0]).toMatchObject({ at: 6 });
    expect(
      second
        .events('text')
        .map(({ text }) => text)
        .join(''),
    ).toBe('beta gamma');
    await second.leave();
  });

  it.each([
    ['is not a position', () => 'nonsense'],
    ['lies beyond the text', (messageId: string) => `${messageId}:1:99999`],
    ['names an attempt that does not exist', (messageId: string) => `${messageId}:7:2`],
    ['names another answer', () => `${randomUUID()}:1:2`],
  ])('sends the whole answer to a subscriber whose event id %s', async (_, idFor) => {
    const { conversation, model: call, messageId } = await ask();
    const first = reader(conversation.id);
    await call.emit('From the start');
    await until(() => first.text() === 'From the start');
    await first.leave();
    const watching = reader(conversation.id, idFor(messageId));
    await until(() => watching.events('text').length > 0);
    expect(watching.events('ready')).toEqual([{ type: 'ready', running: [{ messageId, attempt: 1 }] }]);
    expect(watching.events('text')).toMatchObject([{ messageId, attempt: 1, at: 0, text: 'From the start' }]);
    await call.emit(' to the end.');
    await call.finish();
    await until(() => watching.events('finished').length === 1);
    expect(watching.text()).toBe('From the start to the end.');
    await watching.leave();
  });

  it('reports a message sent on another process, a new title and the deletion of the conversation', async () => {
    const { id } = await ada.call.conversations.create({});
    const watching = reader(id);
    await until(() => watching.events('ready').length === 1);
    const { model: call, messageId } = await ask(ada, 'Hello', { conversationId: id });
    await call.emit('Hi');
    await until(() => watching.text() === 'Hi');
    expect(watching.seen.map(({ event }) => event.type)).toEqual(['ready', 'started', 'text']);
    expect(watching.events('started')[0]).toMatchObject({ attempt: 1, assistantMessage: { id: messageId } });
    await ada.call.conversations.rename({ conversationId: id, title: 'New name' });
    await ada.call.conversations.delete({ conversationId: id });
    await until(() => watching.events('deleted').length === 1);
    expect(watching.events('renamed')).toEqual([{ type: 'renamed', title: 'New name' }]);
    expect(call.isAborted()).toBe(true);
    expect(await server.deps.db.generation.count({ where: { conversationId: id } })).toBe(0);
  });

  it('keeps a repeated citation once, and a source cited in two places twice', async () => {
    const { model: call, messageId } = await ask();
    const source = 'https://example.com/a';
    await call.emit('One and two.');
    for (const start of [0, 8, 0]) {
      await call.emit({ type: 'citation', citation: { source, url: source, start, end: start + 3 } });
    }
    await call.finish();
    await until(isOver(messageId));
    expect((await stored(messageId)).metadata.citations).toMatchObject([
      { source, url: source, start: 0, end: 3 },
      { source, url: source, start: 8, end: 11 },
    ]);
  });

  it('removes characters that PostgreSQL cannot store', async () => {
    const { model: call, messageId } = await ask();
    await call.emit('a\u0000b\ud800c');
    await call.finish();
    await until(isOver(messageId));
    expect((await stored(messageId)).content).toBe('ab\ufffdc');
  });

  it('also removes them from what the model and its pages report', async () => {
    const { model: call, messageId } = await ask();
    await call.emit({
      type: 'activity',
      activity: { kind: 'web_search', label: "Searching 'a\u0000'", state: 'done' },
    });
    const source = 'https://example.com/';
    await call.emit({ type: 'citation', citation: { source, url: source, title: 'Half \ud83d' } });
    await call.emit({ type: 'done', model: 'm\u0000' });
    await call.fail(new ModelError('refused', 'Rejected.', { reason: 'Why\u0000' }));
    await until(isOver(messageId));
    const { metadata } = await stored(messageId);
    expect(metadata).toMatchObject({ status: 'failed', model: 'm\ufffd', citations: [{ title: 'Half \ufffd' }] });
    expect(metadata.activities).toMatchObject([{ label: "Searching 'a\ufffd'" }]);
  });

  it('ends if the database rejects its metadata all the same', async () => {
    const { db } = server.deps;
    await db.sql`
      CREATE FUNCTION reject_model() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.metadata ->> 'model' = 'rejected' THEN RAISE SQLSTATE '22023'; END IF;
        RETURN NEW;
      END $$`;
    await db.sql`CREATE TRIGGER reject_model BEFORE UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION reject_model()`;
    const { model: call, messageId } = await ask();
    await call.emit('Kept.');
    await call.emit({ type: 'done', model: 'rejected' });
    // finish() would report another model.
    await call.fail(new ModelError('refused', 'Rejected.'));
    await until(isOver(messageId));
    await db.sql`DROP TRIGGER reject_model ON messages`;
    expect(await stored(messageId)).toEqual({
      content: 'Kept.',
      metadata: {
        processing: false,
        status: 'failed',
        modelId: expect.any(String),
        error: { code: 'refused', message: 'Rejected.' },
        hasUnknownSources: true,
      },
    });
  });
});

describe('ending', () => {
  it('is kept if its review fails, and marked as unreviewed', async () => {
    const { db } = server.deps;
    const { sql } = db;
    const failing = vi.spyOn(db, 'sql').mockImplementation((parts, ...values) => {
      if (parts.join('').includes('FROM investment_positions'))
        return Promise.reject(new Error('The database is away'));
      return sql(parts, ...values);
    });
    try {
      const { messageId, model: call } = await ask();
      await call.emit('It rose by 12%.');
      await call.finish();
      await until(isOver(messageId));
      expect(await stored(messageId)).toMatchObject({
        content: 'It rose by 12%.',
        metadata: { status: 'complete', isUnreviewed: true },
      });
    } finally {
      failing.mockRestore();
    }
  });

  it('stops with exactly the text so far, once', async () => {
    const { conversation, model: call, messageId } = await ask();
    const watching = reader(conversation.id);
    await call.emit('So far');
    await until(() => watching.text() === 'So far');
    await Promise.all([ada.call.messages.stop({ messageId }), ada.call.messages.stop({ messageId })]);
    expect(call.isAborted()).toBe(true);
    await call.emit(' and no further');
    await until(() => watching.events('finished').length === 1);
    expect(await stored(messageId)).toMatchObject({
      content: 'So far',
      metadata: { processing: false, status: 'stopped' },
    });
    await ada.call.messages.stop({ messageId });
    await expect(bob.call.messages.stop({ messageId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await watching.leave();
  });

  it('keeps the message of a failed answer and offers a retry', async () => {
    const { conversation, model: call, messageId } = await ask();
    const watching = reader(conversation.id);
    await call.emit('Half');
    await call.fail(new ModelError('rate_limited', 'The model is busy.'));
    await until(() => watching.events('finished').length === 1);
    expect(await stored(messageId)).toMatchObject({
      content: 'Half',
      metadata: { status: 'failed', error: { code: 'rate_limited', message: 'The model is busy.' } },
    });
    const retried = await ada.call.messages.retry({ messageId });
    expect(retried).toMatchObject({ attempt: 1, assistantMessage: { content: '' } });
    const newId = retried.assistantMessage.id;
    const again = await model.nextCall();
    expect(again.request.turns.at(-1)).toEqual({ role: 'user', content: 'What moves rates?' });
    await again.emit('Whole');
    await again.finish();
    await until(() => watching.events('finished').length === 2);
    expect(watching.events('started').at(-1)).toMatchObject({ assistantMessage: { id: newId } });
    expect(await stored(newId)).toMatchObject({ content: 'Whole', metadata: { status: 'complete' } });
    expect(await stored(messageId)).toMatchObject({ content: 'Half', metadata: { status: 'failed' } });
    await watching.leave();
  });

  it('reveals nothing about internal errors', async () => {
    const { model: call, messageId } = await ask();
    await call.fail(new Error('connect to db.internal:5432 with secret'));
    await until(isOver(messageId));
    expect(JSON.stringify((await stored(messageId)).metadata)).not.toMatch(/internal:5432|secret/);
  });

  it('retries an answer only after it has ended', async () => {
    const first = await ask();
    await expect(ada.call.messages.retry({ messageId: first.messageId })).rejects.toMatchObject({ code: 'CONFLICT' });
    await first.model.finish();
    await until(isOver(first.messageId));
    const theirs = await bob.call.messages.retry({ messageId: first.messageId }).catch((error) => error);
    const absent = await bob.call.messages.retry({ messageId: randomUUID() }).catch((error) => error);
    expect(theirs).toMatchObject({ code: 'NOT_FOUND', message: absent.message });
  });

  it('saves the running text about once a second', async () => {
    const { model: call, messageId } = await ask();
    await call.emit('Safe before the end');
    await until(async () => (await stored(messageId)).content === 'Safe before the end');
    expect((await stored(messageId)).metadata).toEqual({ processing: true, modelId: 'scripted' });
    await call.finish();
  });

  it('ends the answers of a user locked on another process, without a signal', async () => {
    const eve = await signUp(server.deps);
    const { model: call, messageId } = await ask(eve);
    await call.emit('Half');
    await server.deps.db.user.update({ where: { id: eve.user.id }, data: { isLocked: true } });
    await until(isOver(messageId));
    expect(call.isAborted()).toBe(true);
    expect(await stored(messageId)).toMatchObject({ content: 'Half', metadata: { status: 'interrupted' } });
  });

  it('closes the answer of a process that died as interrupted, with its text', async () => {
    const { conversation, model: call, messageId } = await ask();
    await call.emit('Cut');
    await until(async () => (await stored(messageId)).content === 'Cut');
    // Another process finds that the lease has expired.
    const metadata = { processing: false, status: 'interrupted' as const };
    expect(await closeAbandoned(server.deps.db, { owner: 'other', allOthers: false, metadata })).toEqual([]);
    const ofDead = { leaseUntil: new Date(0), owner: 'dead', attempt: 2 };
    await server.deps.db.generation.update({ where: { messageId }, data: ofDead });
    const closed = await closeAnswers(server.deps.db, { owner: 'other', allOthers: false, metadata });
    expect(closed).toEqual([{ messageId, conversationId: conversation.id, attempt: 2, isSwitched: false }]);
    expect(await stored(messageId)).toMatchObject({ content: 'Cut', metadata: { status: 'interrupted' } });
    // The first process, whose attempt was replaced, ends its model's stream and can no longer change the answer.
    await until(() => call.isAborted());
    expect(await stored(messageId)).toMatchObject({ content: 'Cut', metadata: { status: 'interrupted' } });
  });
});
