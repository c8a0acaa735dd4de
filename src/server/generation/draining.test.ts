import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInProcessBus } from '~/server/realtime/bus';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { Generation } from './generation';

let server: TestServer;
let ada: TestUser;
let model: ReturnType<typeof createScriptedModel>;

beforeEach(async () => {
  model = createScriptedModel();
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterEach(() => server.close());

async function ask() {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Well?', attachments: [] });
  return { messageId: sent.assistantMessage.id, call: await model.nextCall() };
}

async function stored(messageId: string) {
  const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
  return { content: row.content, metadata: row.metadata as Record<string, unknown> };
}

describe('draining', () => {
  it('waits for an answer that finishes in time and stores it as complete', async () => {
    const { messageId, call } = await ask();
    await call.emit('Nearly ');
    const drained = server.deps.generation.drain(20_000);
    await call.emit('there.');
    await call.finish();
    await drained;
    expect(await stored(messageId)).toMatchObject({ content: 'Nearly there.', metadata: { status: 'complete' } });
  });

  it('stores an answer that takes longer than the timeout as interrupted, with the text so far', async () => {
    const { messageId, call } = await ask();
    await call.emit('Only this');
    await server.deps.generation.drain(50);
    expect(call.isAborted()).toBe(true);
    expect(await stored(messageId)).toMatchObject({
      content: 'Only this',
      metadata: { processing: false, status: 'interrupted', error: { code: 'interrupted' } },
    });
    await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('restarting') });
  });

  it('is not delayed by an unresponsive database, and stores the end once it responds', async () => {
    const { messageId, call } = await ask();
    await call.emit('Held');
    let answerAgain = () => {};
    const silence = new Promise<void>((resolve) => {
      answerAgain = resolve;
    });
    let isHeld = false;
    const held = server.deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT message_id FROM generations WHERE message_id = ${messageId}::uuid FOR UPDATE`;
        isHeld = true;
        await silence;
      },
      { timeout: 300_000 },
    );
    await until(() => isHeld);
    await server.deps.generation.drain(0);
    answerAgain();
    await held;
    await until(async () => (await stored(messageId)).metadata.processing === false);
    expect((await stored(messageId)).content).toBe('Held');
  });
});

describe('processes that are gone', () => {
  it('close an answer in this process’s name that it does not generate', async () => {
    const { messageId, call } = await ask();
    await call.finish();
    await until(async () => (await stored(messageId)).metadata.processing === false);
    // As if the connection broke after the rows were stored and before the request received the result.
    const owner = server.deps.env.processId;
    await server.deps.db.message.update({ where: { id: messageId }, data: { metadata: { processing: true } } });
    await server.deps.db.generation.update({ where: { messageId }, data: { owner, slot: 1, leaseUntil: new Date(0) } });
    await until(async () => (await stored(messageId)).metadata.processing === false);
    expect((await stored(messageId)).metadata).toMatchObject({ status: 'interrupted' });
  });

  it('get time to come back after a database outage', async () => {
    const { messageId, call } = await ask();
    await call.finish();
    await until(async () => (await stored(messageId)).metadata.processing === false);
    // Another process generates an answer, but could not send heartbeats during the outage.
    await server.deps.generation.drain(0);
    const real = server.deps.db;
    await real.generation.update({
      where: { messageId },
      data: { owner: 'another', slot: 1, leaseUntil: new Date(Date.now() + 600_000) },
    });
    await real.serverProcess.create({ data: { id: 'another' } });

    let isUnavailable = false;
    let running = 0;
    const db = new Proxy(server.deps.db, {
      get(target, name) {
        if (name !== 'sql' && name !== 'reservedSql') return Reflect.get(target, name);
        return async (...statement: Parameters<typeof target.sql>) => {
          if (isUnavailable) throw new Error('the database is away');
          running++;
          try {
            return await target[name](...statement);
          } finally {
            running--;
          }
        };
      },
    });
    const { logger } = server.deps;
    const settings = {
      logger,
      model,
      usage: server.deps.usage,
      metrics: server.deps.metrics,
      processId: 'observer',
      processState: server.deps.processState,
      isOnlyProcess: false,
      maxConcurrentAnswers: 2,
      maxConversations: 0,
      maxMessages: 0,
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const observer = new Generation({ ...settings, db, bus: createInProcessBus(() => {}) });
    try {
      const isOpen = async () =>
        (await server.deps.db.generation.findUniqueOrThrow({ where: { messageId } })).leaseUntil !== null;
      await observer.start();
      const tick = async () => {
        await vi.advanceTimersByTimeAsync(1000);
        await until(() => running === 0);
      };
      isUnavailable = true;
      for (let n = 0; n < 5; n++) await tick();
      await real.serverProcess.update({ where: { id: 'another' }, data: { seenAt: new Date(0) } });
      isUnavailable = false;
      for (let n = 0; n < 3; n++) await tick();
      expect(await isOpen()).toBe(true);
      for (let n = 0; n < 3; n++) await tick();
      await until(async () => !(await isOpen()));
    } finally {
      vi.useRealTimers();
      await observer.drain(0);
    }
  });
});
