import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { answerInProgress, storedAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { closeAbandoned } from './abandoned-answers';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const { stored, ended } = storedAnswers(() => server);

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
    'that %s before its first word keeps the earlier answer, and is itself rewritten in place',
    async (_name, status) => {
      const { messageId, newId, before, call } = await retried();
      if (status === 'failed') await call.fail(new ModelError('unauthorized', 'The key was rejected.'));
      else await ada.call.messages.stop({ messageId: newId });
      expect(await ended(newId)).toMatchObject({ content: '', metadata: { status } });
      expect(await stored(messageId)).toEqual(before);
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

  it('whose process dies keeps both texts', async () => {
    const { messageId, newId, call } = await retried();
    await call.emit('This time');
    await until(async () => (await stored(newId)).content === 'This time');
    const metadata: MessageMetadata = { processing: false, status: 'interrupted' };
    // The attempt of a process that crashed: this one does not take it back.
    await server.deps.db.generation.update({ where: { messageId: newId }, data: { attempt: 2 } });
    const closed = await closeAbandoned(server.deps.db, { owner: 'another process', allOthers: true, metadata });
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
