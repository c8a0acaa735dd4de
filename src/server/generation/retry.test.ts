import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
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

async function stored(messageId: string) {
  const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
  return { content: row.content, metadata: row.metadata as MessageMetadata };
}

async function ended(messageId: string) {
  await until(async () => (await stored(messageId)).metadata.processing === false);
  return stored(messageId);
}

/** An answer that broke off after a few words, and is asked again. */
async function retried() {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?', attachments: [] });
  const messageId = sent.assistantMessage.id;
  const first = await model.nextCall();
  await first.emit('Rates fell because');
  await first.emit({
    type: 'citation',
    citation: { source: 'ecb.example', url: 'https://ecb.example', start: 0, end: 5 },
  });
  await first.fail(new ModelError('cut_off', 'The connection to the AI model was lost. Try again.'));
  const before = await ended(messageId);
  await ada.call.messages.retry({ messageId });
  return { messageId, before, call: await model.nextCall() };
}

const versionsOf = async (messageId: string) => (await ada.call.messages.versions({ messageId })).items;

describe('a retry', () => {
  it('that writes a new text keeps the earlier one as a version', async () => {
    const { messageId, before, call } = await retried();
    await call.emit('Rates fell.');
    await call.finish();
    expect((await ended(messageId)).content).toBe('Rates fell.');
    const versions = await versionsOf(messageId);
    expect(versions).toEqual([{ attempt: 1, ...before, retriedAt: expect.any(Date) }]);
  });

  it.each([
    ['fails', 'failed'],
    ['is stopped', 'stopped'],
  ])('that %s before its first word puts the earlier text back, with its sources', async (_name, status) => {
    const { messageId, before, call } = await retried();
    if (status === 'failed') await call.fail(new ModelError('unauthorized', 'The key was rejected.'));
    else await ada.call.messages.stop({ messageId });
    const { content, metadata } = await ended(messageId);
    expect(content).toBe('Rates fell because');
    expect(metadata).toMatchObject({ status, citations: before.metadata.citations, numSourcesUsed: 1 });
    expect(metadata.error?.message).toBe(status === 'failed' ? 'The key was rejected.' : undefined);
    expect(await versionsOf(messageId)).toEqual([]);
  });

  it('that breaks off after its first word keeps both texts', async () => {
    const { messageId, call } = await retried();
    await call.emit('This time');
    await call.fail(new ModelError('cut_off', 'Lost.'));
    expect((await ended(messageId)).content).toBe('This time');
    expect((await versionsOf(messageId)).map(({ content }) => content)).toEqual(['Rates fell because']);
  });

  it('whose process dies before its first word puts the earlier text back', async () => {
    const { messageId, call } = await retried();
    const metadata: MessageMetadata = { processing: false, status: 'interrupted' };
    const closed = await closeAbandoned(server.deps.db, { owner: 'another process', everyOther: true, metadata });
    expect(closed.map((one) => one.messageId)).toEqual([messageId]);
    expect(await stored(messageId)).toMatchObject({ content: 'Rates fell because', metadata });
    expect(await versionsOf(messageId)).toEqual([]);
    await call.finish();
  });

  it('is in the list of the versions of its owner only', async () => {
    const { messageId, call } = await retried();
    await call.finish();
    const bob = await signUp(server.deps);
    const theirs = await bob.call.messages.versions({ messageId }).catch((error: Error) => error.message);
    const absent = await bob.call.messages.versions({ messageId: randomUUID() }).catch((error: Error) => error.message);
    expect(theirs).toBe(absent);
    await ended(messageId);
  });
});
