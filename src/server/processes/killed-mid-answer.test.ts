import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, signUpAt, watchOver } from '~/server/testing/clients/api-client';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

let model: ModelServer;
let database: ProcessDatabase;

beforeAll(async () => {
  model = await startModelServer();
  database = await createProcessDatabase();
});
afterAll(async () => {
  await endAllServers();
  await model?.close();
  await database?.drop();
});

describe('a server killed in the middle of an answer', () => {
  it('keeps the message once and the text so far, closes the answer, and continues it', async () => {
    // Its pieces are encrypted, and joined by a process that did not write them.
    const encrypted = { ENCRYPT_MESSAGES: 'on', SECRET_KEY: 'k'.repeat(40) };
    const settings = { ...database.settings, ...encrypted, AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' };
    const tokens = scriptedTokens(60);
    const soFar = tokens.slice(0, 40).join('');
    model.queue({ text: tokens, delayMs: 5, pauseAfterTokens: 40 });

    const first = await startServer(settings);
    const user = await signUpAt(first.url);
    const before = apiClient(first.url, user.cookie);
    const asked = question('What moves rates?');
    const sent = await before.messages.send.mutate(asked);
    const { id: conversationId } = sent.conversation;
    const answer = async (client = before) =>
      (await client.messages.list.query({ conversationId })).items.find(({ role }) => role === 'assistant');
    await until(async () => (await answer())?.content === soFar, 'the text so far is in the database');
    await first.end('SIGKILL');

    const second = await startServer(settings);
    const after = apiClient(second.url, user.cookie);
    const isClosed = async () => (await answer(after))?.metadata.processing === false;
    await until(isClosed, 'the answer is closed', { details: second.log });
    const { items } = await after.messages.list.query({ conversationId });
    expect(items.map(({ id, role }) => ({ id, role }))).toEqual([
      { id: sent.userMessage.id, role: 'user' },
      { id: sent.assistantMessage.id, role: 'assistant' },
    ]);
    expect(items[0]?.content).toBe(asked.content);
    expect(items[1]).toMatchObject({
      content: soFar,
      metadata: { processing: false, status: 'interrupted', error: { code: 'interrupted' } },
    });

    // A browser without a response to the first request repeats it: same messages, no second model request.
    const calls = model.requests.length;
    const repeated = await after.messages.send.mutate(asked);
    expect(repeated.userMessage.id).toBe(sent.userMessage.id);
    expect(repeated.assistantMessage).toMatchObject({ id: sent.assistantMessage.id, content: soFar });
    expect(model.requests).toHaveLength(calls);

    const socket = openSocket({ port: second.port, cookie: user.cookie });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.events.length > 0, 'the reader is there');
    model.queue({ text: tokens });
    const retried = await after.messages.retry.mutate({ messageId: sent.assistantMessage.id });
    const newId = retried.assistantMessage.id;
    await until(() => watch.finished(newId) !== undefined, 'the second try is finished');
    expect(watch.text(newId)).toBe(tokens.join(''));
    expect(await answer(after)).toMatchObject({ content: tokens.join(''), metadata: { status: 'complete' } });
    watch.stop();
    await socket.close();
    await second.end('SIGTERM');
  });

  it('in the middle of a tool round loses nothing, and runs the tools again on Retry', async () => {
    const settings = { ...database.settings, AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' };
    const call = { name: 'get_positions', input: {} };
    const index = model.requests.length;
    model.queue(
      { text: 'Let me look at the portfolio.', toolCalls: [call] },
      { fault: { kind: 'hang_before_headers' } },
    );

    const first = await startServer(settings);
    const user = await signUpAt(first.url);
    const sent = await apiClient(first.url, user.cookie).messages.send.mutate(question('What do we hold?'));
    const { id: messageId, conversationId } = sent.assistantMessage;
    // The tool has run, and the endpoint has its result.
    expect(resultsIn((await model.request(index + 1)).body)).toHaveLength(1);
    const answer = async (url: string) => {
      const { items } = await apiClient(url, user.cookie).messages.list.query({ conversationId });
      return items.find(({ role }) => role === 'assistant');
    };
    const isStored = async () => (await answer(first.url))?.content.startsWith('Let me look') ?? false;
    await until(isStored, 'the text before the call is in the database');
    await first.end('SIGKILL');

    const second = await startServer(settings);
    const after = apiClient(second.url, user.cookie);
    const isClosed = async () => (await answer(second.url))?.metadata.processing === false;
    await until(isClosed, 'the answer is closed', { details: second.log });
    expect(await answer(second.url)).toMatchObject({
      id: messageId,
      content: 'Let me look at the portfolio.',
      metadata: { status: 'interrupted', error: { code: 'interrupted' } },
    });

    model.queue({ toolCalls: [call] }, { text: 'Nothing yet.' });
    await after.messages.retry.mutate({ messageId });
    expect(resultsIn((await model.request(index + 3)).body)).toHaveLength(1);
    await until(async () => (await answer(second.url))?.metadata.status === 'complete', 'the retry is finished');
    expect(await answer(second.url)).toMatchObject({ content: 'Nothing yet.' });
    // The earlier text stays readable as another version.
    const { items } = await after.messages.list.query({ conversationId, branches: 'all' });
    expect(items.map(({ content }) => content)).toEqual([
      'What do we hold?',
      'Let me look at the portfolio.',
      'Nothing yet.',
    ]);
  });
});

/** The tool results in a request. */
const resultsIn = (body: Record<string, unknown>) =>
  (body.messages as { role: string }[]).filter(({ role }) => role === 'tool');
