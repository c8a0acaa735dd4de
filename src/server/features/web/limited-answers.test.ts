/** Answers that the user has limited to some of the sources, from the message to the stored answer. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { closeAnswers } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { AnswerSources } from '~/shared/answer-sources';
import type { ChatMessage } from '~/shared/schemas/messages';

let model: ModelServer;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  model = await startModelServer();
  const connected = createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'chat' });
  server = await startTestServer({ model: connected, env: { SEARXNG_URL: 'http://127.0.0.1:9' } });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const ended = async ({ conversationId, id }: ChatMessage): Promise<ChatMessage> => {
  let found: ChatMessage | undefined;
  await until(async () => {
    const { items } = await ada.call.messages.list({ conversationId });
    found = items.find((message) => message.id === id);
    return found?.metadata.processing === false;
  });
  return found as ChatMessage;
};
async function ask(sources?: AnswerSources): Promise<ChatMessage> {
  model.queue({ text: 'Fine.' });
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Hello?', sources });
  return ended(sent.assistantMessage);
}
const offered = () =>
  ((model.requests.at(-1)?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const system = () => (model.requests.at(-1)?.body.messages as { content: string }[] | undefined)?.[0]?.content ?? '';

describe('an answer', () => {
  it('has the web and the portfolio without a limit, and does not mention one', async () => {
    const { metadata } = await ask();
    expect(offered()).toEqual(expect.arrayContaining(['web_search', 'read_page', 'get_positions']));
    expect(metadata.sources).toBeUndefined();
    expect((await ask('web')).metadata.sources).toBeUndefined();
  });

  it('without the web has no web tool', async () => {
    const { metadata } = await ask('offline');
    expect(offered()).toContain('get_positions');
    expect(offered()).not.toEqual(expect.arrayContaining(['web_search']));
    expect(offered()).not.toContain('read_page');
    expect(system()).toContain('You cannot search the web');
    expect(metadata.sources).toBe('offline');
  });

  it('from the files only does not have the portfolio either', async () => {
    const { metadata } = await ask('files');
    expect(offered()).toEqual([]);
    expect(system()).toContain('Answer from the files of this conversation and the collections of the person alone.');
    expect(metadata.sources).toBe('files');
  });

  it('keeps its limit when it is retried, unless another is given', async () => {
    const answer = await ask('offline');
    model.queue({ text: 'Fine.' }, { text: 'Fine.' });
    const again = await ada.call.messages.retry({ messageId: answer.id });
    expect(again.assistantMessage.metadata.sources).toBe('offline');
    expect((await ended(again.assistantMessage)).metadata.sources).toBe('offline');
    const open = await ada.call.messages.retry({ messageId: again.assistantMessage.id, sources: 'web' });
    expect((await ended(open.assistantMessage)).metadata.sources).toBeUndefined();
    expect(offered()).toContain('web_search');
  });

  it('keeps its limit when it is retried after its process has crashed', async () => {
    const { db } = server.deps;
    model.queue({ text: ['Fine ', 'so far.'], pauseAfterTokens: 1 });
    const question = { clientRequestId: randomUUID(), content: 'Hello?', sources: 'files' as const };
    const { assistantMessage: running } = await ada.call.messages.send(question);
    const { id: messageId } = running;
    await until(async () => (await db.message.findUniqueOrThrow({ where: { id: messageId } })).content === 'Fine ');
    // The attempt of a process that crashed: this one does not take it back.
    await db.generation.update({ where: { messageId }, data: { attempt: 2 } });
    const metadata = { processing: false, status: 'interrupted' as const };
    expect(await closeAnswers(db, { owner: 'another process', allOthers: true, metadata })).toHaveLength(1);
    expect((await ended(running)).metadata).toEqual({ ...metadata, modelId: expect.any(String), sources: 'files' });
    model.queue({ text: 'Fine.' });
    let again = running;
    // Rejected until this process notices that the answer is no longer its own.
    await until(async () => {
      const retried = await ada.call.messages.retry({ messageId }).catch(() => undefined);
      again = retried?.assistantMessage ?? again;
      return retried !== undefined;
    });
    expect((await ended(again)).metadata.sources).toBe('files');
    expect(offered()).toEqual([]);
  });

  it('is repeated under one request id only with the same limit', async () => {
    model.queue({ text: 'Fine.' });
    const request = { clientRequestId: randomUUID(), content: 'Hello?' };
    const sent = await ada.call.messages.send({ ...request, sources: 'files' });
    const repeated = await ada.call.messages.send({ ...request, sources: 'files' });
    expect(repeated.assistantMessage.id).toBe(sent.assistantMessage.id);
    await expect(ada.call.messages.send(request)).rejects.toThrow('already used');
    await ended(sent.assistantMessage);
  });
});

it('the offline analyst leaves the portfolio out of an answer from the files only', async () => {
  const other = await startTestServer();
  const bob = await signUp(other.deps);
  const content = 'What do we hold?';
  const sent = await bob.call.messages.send({ clientRequestId: randomUUID(), content, sources: 'files' });
  const read = async () =>
    (await bob.call.messages.list({ conversationId: sent.conversation.id })).items.at(-1) as ChatMessage;
  await until(async () => (await read()).metadata.processing === false);
  const answer = await read();
  expect(answer.metadata.activities?.map(({ kind }) => kind) ?? []).not.toContain('book');
  expect(answer.content).toContain('I found nothing about that');
  await other.close();
});
