import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { answerInProgress, closeAnswers, storedAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { MessageMetadata } from '~/shared/schemas/messages';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const { stored, ended } = storedAnswers(() => server);
const rowOf = (id: string) => server.deps.db.message.findUniqueOrThrow({ where: { id } });
const shown = async (conversationId: string) =>
  (await ada.call.messages.list({ conversationId })).items.map(({ content }) => content);

/** An answer that failed after a few words, and is retried. */
async function retried() {
  const { messageId, call: first } = await answerInProgress(ada, model, 'Rates fell because');
  await first.fail(new ModelError('cut_off', 'The connection to the AI model was lost. Try again.'));
  const before = await ended(messageId);
  const { assistantMessage, attempt } = await ada.call.messages.retry({ messageId });
  expect(attempt).toBe(1);
  return { messageId, newId: assistantMessage.id, before, call: await model.nextCall() };
}

const versionsOf = async (messageId: string) =>
  (await ada.call.messages.versions({ messageId })).items.map(({ content, isActive }) => [content, isActive]);

describe('a retry', () => {
  it('of an answer without a question is rejected, and says what to do instead', async () => {
    const { id: conversationId } = await ada.call.conversations.create({});
    const row = { conversationId, role: 'assistant', content: 'Rates fell.', metadata: { status: 'complete' } };
    const { id: messageId } = await server.deps.db.message.create({ data: row });
    await expect(ada.call.messages.retry({ messageId })).rejects.toThrow('Send a new message instead.');
  });

  it('with new text keeps the earlier answer as it was, with its sources', async () => {
    const { messageId, newId, before, call } = await retried();
    await call.emit('Rates fell.');
    await call.finish();
    expect((await ended(newId)).content).toBe('Rates fell.');
    expect(await stored(messageId)).toEqual(before);
    expect(await versionsOf(messageId)).toEqual([
      ['Rates fell because', false],
      ['Rates fell.', true],
    ]);
  });

  it.each([
    ['fails', 'failed'],
    ['is stopped', 'stopped'],
  ])(
    'that %s before its first word shows the earlier answer again, and is itself rewritten in place',
    async (_name, status) => {
      const { messageId, newId, before, call } = await retried();
      if (status === 'failed') await call.fail(new ModelError('unauthorized', 'The key was rejected.'));
      else await ada.call.messages.stop({ messageId: newId });
      expect(await ended(newId)).toMatchObject({ content: '', metadata: { status } });
      expect(await stored(messageId)).toEqual(before);
      expect(await versionsOf(messageId)).toEqual([
        ['Rates fell because', true],
        ['', false],
      ]);
      const again = await ada.call.messages.retry({ messageId: newId });
      expect(again).toMatchObject({ attempt: 2, assistantMessage: { id: newId } });
      const second = await model.nextCall();
      await second.emit('Rates rose.');
      await second.finish();
      await ended(newId);
      expect(await versionsOf(messageId)).toEqual([
        ['Rates fell because', false],
        ['Rates rose.', true],
      ]);
    },
  );

  it('of an answer without text keeps the changes of the memory that it has made', async () => {
    const { newId, call } = await retried();
    await call.fail(new ModelError('unavailable', 'The model is down.'));
    const { metadata } = await ended(newId);
    const memory = [{ change: 'remembered' as const, id: randomUUID(), text: 'Prefers euros.' }];
    await server.deps.db.message.update({ where: { id: newId }, data: { metadata: { ...metadata, memory } } });
    const { assistantMessage } = await ada.call.messages.retry({ messageId: newId });
    expect(assistantMessage).toMatchObject({ id: newId, content: '', metadata: { processing: true, memory } });
    expect((await stored(newId)).metadata.memory).toEqual(memory);
    const second = await model.nextCall();
    await second.emit('Rates rose.');
    await second.finish();
    expect(await ended(newId)).toMatchObject({ content: 'Rates rose.', metadata: { status: 'complete', memory } });
    expect((await stored(newId)).metadata.error).toBeUndefined();
  });

  it('that fails before its first word is retried in its place, once at a time, and may fail again', async () => {
    const { messageId, newId, call } = await retried();
    await call.fail(new ModelError('unavailable', 'The model is down.'));
    await ended(newId);
    const racing = await Promise.allSettled([1, 2].map(() => ada.call.messages.retry({ messageId })));
    expect(racing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(racing.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(racing.find(({ status }) => status === 'fulfilled')).toMatchObject({
      value: { attempt: 2, assistantMessage: { id: newId } },
    });
    expect(await versionsOf(messageId)).toEqual([
      ['Rates fell because', false],
      ['', true],
    ]);
    await (await model.nextCall()).fail(new ModelError('unavailable', 'The model is down.'));
    await ended(newId);
    expect(await versionsOf(messageId)).toEqual([
      ['Rates fell because', true],
      ['', false],
    ]);
  });

  it('shows the version that was active before, with the messages after it', async () => {
    const { messageId, newId, call } = await retried();
    await call.emit('Rates rose.');
    await call.finish();
    await ended(newId);
    const { conversationId } = await rowOf(messageId);
    await ada.call.messages.show({ messageId });
    const next = await ada.call.messages.send({ clientRequestId: randomUUID(), conversationId, content: 'Really?' });
    await (await model.nextCall()).finish();
    await ended(next.assistantMessage.id);
    const third = await ada.call.messages.retry({ messageId: newId });
    expect(await shown(conversationId)).toEqual(['Rates?', '']);
    await (await model.nextCall()).fail(new ModelError('unavailable', 'The model is down.'));
    await ended(third.assistantMessage.id);
    expect((await shown(conversationId)).slice(0, 3)).toEqual(['Rates?', 'Rates fell because', 'Really?']);
  });

  it.each([
    ['another version', async (messageId: string) => void (await ada.call.messages.show({ messageId }))],
    [
      'a further message',
      async (messageId: string) => {
        const { conversationId } = await rowOf(messageId);
        await ada.call.messages.send({ clientRequestId: randomUUID(), conversationId, content: 'Really?' });
        await model.nextCall();
      },
    ],
  ])('that fails leaves %s that the user chose in between', async (_name, choose) => {
    const { messageId, newId, call } = await retried();
    await choose(messageId);
    const { conversationId } = await rowOf(messageId);
    const before = await shown(conversationId);
    await call.fail(new ModelError('unavailable', 'The model is down.'));
    await ended(newId);
    expect(await shown(conversationId)).toEqual(before);
    for (const running of await server.deps.db.generation.findMany({ where: { conversationId, slot: { not: null } } }))
      await ada.call.messages.stop({ messageId: running.messageId });
  });

  it('is listed with the earlier text while it has none, and its failure with the earlier version', async () => {
    const { messageId, newId, call } = await retried();
    const { conversationId } = await rowOf(messageId);
    const listed = async () => (await ada.call.messages.list({ conversationId })).items.at(-1);
    expect(await listed()).toMatchObject({ id: newId, content: '', versions: { earlierText: 'Rates fell because' } });
    await call.fail(new ModelError('unavailable', 'The model is down.'));
    await ended(newId);
    const failedRetry = { error: { code: 'unavailable', message: 'The model is down.' }, modelId: expect.any(String) };
    expect(await listed()).toMatchObject({ id: messageId, content: 'Rates fell because', versions: { failedRetry } });
    await ada.call.messages.retry({ messageId });
    const second = await model.nextCall();
    await second.emit('Rates rose.');
    await second.finish();
    await ended(newId);
    expect((await listed())?.versions).toEqual({ number: 2, count: 2, previousId: messageId, nextId: null });
    await ada.call.messages.show({ messageId });
    expect((await listed())?.versions).toEqual({ number: 1, count: 2, previousId: null, nextId: newId });
  });

  it('that fails is reported to all subscribers, as the end of the answer and a switch', async () => {
    const { messageId, call } = await retried();
    const { conversationId } = await rowOf(messageId);
    const abort = new AbortController();
    const events: string[] = [];
    const watching = server.deps.generation
      .watch({ conversationId, signal: abort.signal }, (_id, event) => event)
      .forEach((event) => void events.push(event.type));
    await until(() => events.includes('ready'));
    await call.fail(new ModelError('unavailable', 'The model is down.'));
    await until(() => events.includes('switched') && events.includes('finished'));
    abort.abort();
    await watching;
  });

  it('whose process dies before its first word shows the earlier answer again', async () => {
    const { db } = server.deps;
    const { messageId, newId, call } = await retried();
    await db.generation.update({ where: { messageId: newId }, data: { attempt: 2 } });
    const metadata: MessageMetadata = { processing: false, status: 'interrupted' };
    const closed = await closeAnswers(db, { owner: 'another process', allOthers: true, metadata });
    expect(closed).toMatchObject([{ messageId: newId, isSwitched: true }]);
    expect(await versionsOf(messageId)).toEqual([
      ['Rates fell because', true],
      ['', false],
    ]);
    await call.finish();
  });

  it('whose process dies keeps both texts', async () => {
    const { messageId, newId, call } = await retried();
    await call.emit('This time');
    await until(async () => (await stored(newId)).content === 'This time');
    const metadata: MessageMetadata = { processing: false, status: 'interrupted' };
    // The attempt of a process that crashed: this one does not take it back.
    await server.deps.db.generation.update({ where: { messageId: newId }, data: { attempt: 2 } });
    const closed = await closeAnswers(server.deps.db, { owner: 'another process', allOthers: true, metadata });
    expect(closed.map((generation) => generation.messageId)).toEqual([newId]);
    expect(await stored(newId)).toMatchObject({ content: 'This time', metadata });
    expect(await versionsOf(newId)).toEqual([
      ['Rates fell because', false],
      ['This time', true],
    ]);
    await call.finish();
    expect(await versionsOf(messageId)).toHaveLength(2);
  });

  it('is listed only among its owner’s versions', async () => {
    const { messageId, newId, call } = await retried();
    await call.finish();
    const bob = await signUp(server.deps);
    const theirs = await bob.call.messages.versions({ messageId }).catch((error: Error) => error.message);
    const absent = await bob.call.messages.versions({ messageId: randomUUID() }).catch((error: Error) => error.message);
    expect(theirs).toBe(absent);
    await ended(newId);
  });
});
