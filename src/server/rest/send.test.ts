import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieOf, serveApp } from '~/server/testing/clients/http-client';
import { expectError, restClient } from '~/server/testing/clients/rest-client';
import { modelIsAway } from '~/server/testing/fakes/obedient-model';
import { until } from '~/server/testing/until';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import type { ChatMessage } from '~/shared/schemas/messages';

let world: RestWorld;
let ada: TestUser;
let id: string;
beforeAll(async () => {
  world = await startRestWorld({ MAX_CONCURRENT_ANSWERS: '10' });
  ada = await world.person();
  id = await world.conversationOf(ada);
});
afterAll(() => world.server.close());

const ask = (content: string, caller: TestUser = ada, conversation = id) =>
  world.rest.call('POST', `/api/conversations/${conversation}/messages`, { content }, caller);
const messages = async (caller = ada, conversation = id) =>
  (await world.rest.call('GET', `/api/conversations/${conversation}/messages`, undefined, caller))
    .body as ChatMessage[];
/** Waits until the model has started, then lets the answer end. */
const release = async (conversationId = id) => {
  const { db } = world.server.deps;
  await until(async () => {
    world.model.release();
    return (await db.generation.count({ where: { conversationId, slot: { not: null } } })) === 0;
  });
};
const isRunning = async (conversationId = id) =>
  (await world.server.deps.db.generation.count({ where: { conversationId, slot: { not: null } } })) > 0;

describe('a message', () => {
  it('gets a response when its answer is finished, with both as stored', async () => {
    const { status, body } = await ask('What moves rates?');
    expect(status).toBe(201);
    const [question, answer] = (await messages()).slice(-2);
    expect(body).toEqual({ userMessage: question, assistantMessage: answer });
    expect(question).toMatchObject({ role: 'user', content: 'What moves rates?', attachments: [], metadata: {} });
    expect(answer).toMatchObject({
      role: 'assistant',
      content: 'You asked: What moves rates?',
      metadata: { processing: false, status: 'complete', model: 'obedient-1' },
    });
  });

  it('may be only a file', async () => {
    const url = await world.fileOf(ada);
    const attachments = [{ type: 'application/pdf', name: 'report.pdf', size: 1, url }];
    const path = `/api/conversations/${await world.conversationOf(ada)}/messages`;
    const { status, body } = await world.rest.call('POST', path, { attachments }, ada);
    expect(status).toBe(201);
    const { attachments: stored } = (body as { userMessage: ChatMessage }).userMessage;
    expect(stored).toEqual([
      expect.objectContaining({ name: 'report.pdf', url, processedType: 'pdf', state: 'ready' }),
    ]);
    const file = await fetch(world.address + url, { headers: { authorization: `Bearer ${await world.tokenOf(ada)}` } });
    expect(file.status).toBe(200);
    await file.arrayBuffer();
    expect((await fetch(world.address + url)).status).toBe(401);
  });

  it('whose model failed is kept, and the response contains the error', async () => {
    expectError(await ask('FAIL'), 502, modelIsAway);
    const [question, answer] = (await messages()).slice(-2);
    expect(question).toMatchObject({ role: 'user', content: 'FAIL' });
    expect(answer?.metadata).toMatchObject({ processing: false, status: 'failed', error: { message: modelIsAway } });
  });

  it('whose answer is stopped returns the text so far', async () => {
    const asked = ask('WAIT');
    await until(async () => (await messages()).at(-1)?.content === 'You asked: ');
    await ada.call.messages.stop({ messageId: (await messages()).at(-1)?.id as string });
    const { status, body } = await asked;
    expect(status).toBe(201);
    expect(body).toMatchObject({ assistantMessage: { content: 'You asked: ', metadata: { status: 'stopped' } } });
  });

  it('is answered although its sender has disconnected', async () => {
    const { port } = new URL(world.address);
    const sender = httpRequest({
      port,
      method: 'POST',
      path: `/api/conversations/${id}/messages`,
      headers: { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken) },
    });
    sender.on('error', () => {});
    sender.end('{"content":"WAIT, I am gone"}');
    await until(() => isRunning());
    sender.destroy();
    await release();
    expect((await messages()).at(-1)).toMatchObject({
      content: 'You asked: WAIT, I am gone',
      metadata: { status: 'complete' },
    });
    await until(() => world.server.deps.generation.watchedConversations === 0);
  });

  it('returns 404 if its conversation is deleted before the answer ends', async () => {
    const gone = await world.conversationOf(ada);
    const asked = ask('WAIT', ada, gone);
    await until(() => isRunning(gone));
    await ada.call.conversations.delete({ conversationId: gone });
    expectError(await asked, 404, 'Conversation not found');
  });

  it('returns no answer if the account is locked before the answer ends', async () => {
    const [eve, admin] = [await world.person(), await world.person({ isAdmin: true })];
    const theirs = await world.conversationOf(eve);
    const asked = ask('WAIT', eve, theirs);
    await until(() => isRunning(theirs));
    await admin.call.admin.lock({ userId: eve.user.id, isLocked: true });
    expectError(await asked, 401);
  });

  it('is answered through one process while another generates the answer', async () => {
    // Simulates a second process, which shares the database but no memory.
    const { Generation } = await import('~/server/generation/generation');
    const { createInProcessBus } = await import('~/server/realtime/bus');
    const { deps } = world.server;
    const bus = createInProcessBus(() => {});
    const generation = new Generation({
      db: deps.db,
      bus,
      logger: deps.logger,
      usage: deps.usage,
      metrics: deps.metrics,
      processId: 'another',
      processState: deps.processState,
      isOnlyProcess: false,
      maxConcurrentAnswers: deps.env.MAX_CONCURRENT_ANSWERS,
      maxConversations: 0,
      maxMessages: 0,
    });
    const other = await serveApp({ ...deps, bus, generation });
    const theirs = await world.conversationOf(ada);
    const key = { ...ada, headers: { 'idempotency-key': 'from-another-process' } };
    const path = `/api/conversations/${theirs}/messages`;
    const here = world.rest.call('POST', path, { content: 'WAIT here' }, key);
    await until(() => isRunning(theirs));
    // As if the first process had died right after starting: its key is free, its answer still runs.
    await deps.db.idempotencyKey.deleteMany({ where: { key: 'from-another-process' } });
    const watch = vi.spyOn(generation, 'watch');
    const there = restClient(other.address).call('POST', path, { content: 'WAIT here' }, key);
    await until(() => watch.mock.calls.length > 0);
    await release(theirs);
    expect((await here).status).toBe(201);
    expect((await there).body).toEqual((await here).body);
    await generation.drain(0);
    await other.close();
  });
});
