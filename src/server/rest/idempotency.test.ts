import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteIdempotencyKeys } from '~/server/features/housekeeping/delete-idempotency-keys';
import { housekeepingJob } from '~/server/features/housekeeping/housekeeping.job';
import { type StoredResponse, withIdempotency } from '~/server/http/idempotency';
import { expectError } from '~/server/testing/clients/rest-client';
import { until } from '~/server/testing/until';
import { newEmail, password, type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import { routes } from './routes';

let world: RestWorld;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await startRestWorld({ MAX_CONCURRENT_ANSWERS: '10' });
  ada = await world.person();
  bob = await world.person();
});
afterAll(() => world.server.close());

const db = () => world.server.deps.db;
const keyed = (caller: TestUser, key: string) => ({ ...caller, headers: { 'idempotency-key': key } });
const create = (key: string, title = 'Once', caller = ada) =>
  world.rest.call('POST', '/api/conversations', { title }, keyed(caller, key));
const storedUnder = (key: string) => db().idempotencyKey.findFirst({ where: { key } });
const used = 'This Idempotency-Key was already used for another request.';
const running = 'The first request with this Idempotency-Key is still in progress.';

describe('a request with a key', () => {
  it('is possible wherever a POST creates something, unless the response contains a secret', () => {
    const without = routes.filter(({ status, idempotency }) => status === 201 && !idempotency);
    expect(without.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'post /admin/invitations',
      'post /positions/following/feed',
      'post /register',
      'post /shares',
      'post /tokens',
    ]);
  });

  it('runs once and returns the same response each time, to the byte', async () => {
    const key = randomUUID();
    const first = await create(key, 'Only one');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (let n = 0; n < 3; n++) {
      const again = await create(key, 'Only one');
      expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await db().conversation.count({ where: { title: 'Only one' } })).toBe(1);
  });

  it('runs once even if it arrives many times at once', async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(key, 'A crowd')));
    for (const response of responses) {
      if (response.status === 201) continue;
      expectError(response, 409, running);
      expect(response.headers.get('retry-after')).toBe('2');
    }
    expect(responses.some(({ status }) => status === 201)).toBe(true);
    expect(await db().conversation.count({ where: { title: 'A crowd' } })).toBe(1);
  });

  it('is bound to its body and path', async () => {
    const key = randomUUID();
    await create(key);
    expectError(await create(key, 'Other'), 409, used);
    expectError(await world.rest.call('POST', '/api/objects/upload', { title: 'Once' }, keyed(ada, key)), 409, used);
  });

  it('is bound to its user', async () => {
    const key = randomUUID();
    const [mine, theirs] = [await create(key, 'Same'), await create(key, 'Same', bob)];
    expect(theirs.status).toBe(201);
    expect(theirs.text).not.toBe(mine.text);
  });

  it('may be retried with the same key after an error', async () => {
    const key = randomUUID();
    expectError(await create(key, 'x'.repeat(201)), 400);
    expect(await storedUnder(key)).toBeNull();
    expect((await create(key, 'Right now')).status).toBe(201);
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const first = await create(key);
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    await db().idempotencyKey.updateMany({ where: { key }, data: { createdAt: yesterday } });
    const later = await create(key);
    expect(later.status).toBe(201);
    expect(later.text).not.toBe(first.text);
  });

  it('is deleted by housekeeping after a day, in batches', async () => {
    const keys = Array.from({ length: 5 }, () => randomUUID());
    for (const key of keys) await create(key);
    const kept = randomUUID();
    await create(kept);
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    const old = { where: { key: { in: keys } } };
    await db().idempotencyKey.updateMany({ ...old, data: { createdAt: yesterday } });
    const { signal } = new AbortController();
    const stopped = AbortSignal.abort();
    expect(await deleteIdempotencyKeys(db(), stopped)).toBe(0);
    expect(await deleteIdempotencyKeys(db(), signal, 2)).toBe(5);
    await db().idempotencyKey.updateMany({ where: { key: kept }, data: { createdAt: yesterday } });
    await housekeepingJob.run(world.server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
    expect(await db().idempotencyKey.count({ where: { key: { in: [...keys, kept] } } })).toBe(0);
  });

  it('is released after its process died, and kept while it is alive', async () => {
    const key = randomUUID();
    await create(key, 'Died');
    const leave = (leaseUntil: Date) =>
      db().idempotencyKey.updateMany({ where: { key }, data: { status: null, answer: null, leaseUntil } });
    await leave(new Date(Date.now() + 60_000));
    expectError(await create(key, 'Died'), 409, running);
    await leave(new Date(Date.now() - 1000));
    expectError(await create(key, 'Another body'), 409, used);
    expect((await create(key, 'Died')).status).toBe(201);
  });

  it('requires a valid key', async () => {
    for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'é']) expect((await create(key)).status).toBe(400);
    expect((await create('x'.repeat(255))).status).toBe(201);
  });

  it('is deleted with its user', async () => {
    const [eve, admin] = [await world.person(), await world.person({ isAdmin: true })];
    const key = randomUUID();
    await create(key, 'Gone', eve);
    await admin.call.admin.delete({ userId: eve.user.id });
    expect(await storedUnder(key)).toBeNull();
  });
});

describe('a request that outlived its lease', () => {
  const start = (key: string, run: () => Promise<StoredResponse>) => {
    const request = { method: 'POST', baseUrl: '/api', path: '/conversations' } as Request;
    const response = { locals: {}, set: () => {} } as unknown as Response;
    return withIdempotency(world.server.deps, { userId: ada.user.id, key, kind: 'stored', request, response }, run);
  };
  const created = (body: string) => ({ status: 201, body });
  const unexpected = () => Promise.reject(new Error('ran again'));

  /** A request that runs until the test ends it. */
  const heldRequest = () => {
    let end: (result: StoredResponse | Error) => void = () => {};
    const ended = new Promise<StoredResponse | Error>((resolve) => {
      end = resolve;
    });
    const run = async () => {
      const result = await ended;
      if (result instanceof Error) throw result;
      return result;
    };
    return { run, end };
  };

  it.each<[string, StoredResponse | Error]>([
    ['succeeds', created('first')],
    ['fails', new Error('failed')],
  ])('and %s leaves the key to the one that took over', async (_name, result) => {
    const key = randomUUID();
    const [slow, other] = [heldRequest(), heldRequest()];
    const first = start(key, slow.run);
    let takenAt: Date | undefined;
    await until(async () => {
      takenAt = (await storedUnder(key))?.createdAt;
      return takenAt !== undefined && takenAt < new Date(Date.now() - 2);
    });
    await db().idempotencyKey.updateMany({ where: { key }, data: { leaseUntil: new Date(Date.now() - 1000) } });
    const second = start(key, other.run);
    await until(async () => ((await storedUnder(key))?.createdAt ?? 0) > (takenAt ?? 0));
    slow.end(result);
    await first.catch(() => {});
    await expect(start(key, unexpected)).rejects.toThrow(running);
    other.end(created('second'));
    expect(await second).toEqual(created('second'));
    expect(await start(key, unexpected)).toEqual(created('second'));
  });
});

describe('a key', () => {
  it('never stores credentials', async () => {
    const email = newEmail();
    const signs = [
      () => world.rest.call('POST', '/api/register', { email, password }, keyed(ada, 'register')),
      () => world.rest.call('POST', '/api/login', { email, password }, keyed(ada, 'login')),
      () => world.rest.call('POST', '/api/tokens', { name: 'x', password }, keyed(ada, 'tokens')),
    ];
    for (const sign of signs) expect((await sign()).status).toBeLessThan(300);
    expect(await db().idempotencyKey.count({ where: { key: { in: ['register', 'login', 'tokens'] } } })).toBe(0);
  });

  it('is ignored when signed out, and on other methods', async () => {
    const headers = { 'idempotency-key': 'nobody' };
    const email = newEmail();
    expect((await world.rest.call('POST', '/api/waitlist/signup', { email }, { headers })).status).toBe(201);
    expect((await world.rest.call('POST', '/api/waitlist/signup', { email }, { headers })).status).toBe(409);
    expectError(await world.rest.call('POST', '/api/conversations', {}, { headers }), 401);
    expect((await world.rest.call('GET', '/api/conversations', undefined, keyed(ada, 'a get'))).status).toBe(200);
    expect(await storedUnder('a get')).toBeNull();
  });
});

describe('a message with a key', () => {
  const ask = (id: string, key: string, content: string) =>
    world.rest.call('POST', `/api/conversations/${id}/messages`, { content }, keyed(ada, key));

  it('is sent once and answered each time, without storing its text twice', async () => {
    const id = await world.conversationOf(ada);
    const key = randomUUID();
    const first = await ask(id, key, 'Once only');
    expect(first.status).toBe(201);
    expect((await ask(id, key, 'Once only')).body).toEqual(first.body);
    expect(await db().message.count({ where: { conversationId: id } })).toBe(2);
    expect(await storedUnder(key)).toMatchObject({ status: 201, answer: null });
    expectError(await ask(id, key, 'Another'), 409, used);
    await ada.call.conversations.delete({ conversationId: id });
    expectError(await ask(id, key, 'Once only'), 404, 'Conversation not found');
  });

  it('returns 409 while its answer is generated', async () => {
    const id = await world.conversationOf(ada);
    const key = randomUUID();
    const first = ask(id, key, 'WAIT for it');
    await until(async () => (await db().message.count({ where: { conversationId: id } })) === 2);
    expectError(await ask(id, key, 'WAIT for it'), 409, running);
    // Its process is alive, so the key stays taken however long the answer takes.
    const lapsed = new Date();
    await db().idempotencyKey.updateMany({ where: { key }, data: { leaseUntil: lapsed } });
    await until(async () => ((await storedUnder(key))?.leaseUntil ?? lapsed) > lapsed);
    expectError(await ask(id, key, 'WAIT for it'), 409, running);
    await release(id);
    expect((await first).status).toBe(201);
    expect((await ask(id, key, 'WAIT for it')).body).toEqual((await first).body);
  });

  it('whose model failed fails again, and is sent again with another key', async () => {
    const id = await world.conversationOf(ada);
    const key = randomUUID();
    expectError(await ask(id, key, 'FAIL'), 502);
    expectError(await ask(id, key, 'FAIL'), 502);
    expect(await db().message.count({ where: { conversationId: id } })).toBe(2);
    expectError(await ask(id, randomUUID(), 'FAIL'), 502);
    expect(await db().message.count({ where: { conversationId: id } })).toBe(4);
  });

  it('whose answer was interrupted returns its text each time', async () => {
    const id = await world.conversationOf(ada);
    const key = randomUUID();
    const { body } = await ask(id, key, 'Cut off');
    const { assistantMessage } = body as { assistantMessage: { id: string } };
    const metadata = {
      processing: false,
      status: 'interrupted',
      error: { code: 'interrupted', message: 'Interrupted' },
    };
    await db().message.update({ where: { id: assistantMessage.id }, data: { metadata } });
    for (let n = 0; n < 2; n++) {
      const again = await ask(id, key, 'Cut off');
      expect(again.status).toBe(201);
      expect(again.headers.get('retry-after')).toBeNull();
      expect(again.body).toMatchObject({
        assistantMessage: { content: 'You asked: Cut off', metadata: { status: 'interrupted' } },
      });
    }
    expect(await db().message.count({ where: { conversationId: id } })).toBe(2);
  });

  it('is sent again with the same key a day later, once a day', async () => {
    const id = await world.conversationOf(ada);
    const key = randomUUID();
    const dayLater = async () => {
      const createdAt = new Date(Date.now() - 25 * 60 * 60_000);
      await db().idempotencyKey.updateMany({ where: { key }, data: { createdAt } });
      const newest = await db().generation.findFirst({ where: { conversationId: id }, orderBy: { createdAt: 'desc' } });
      const messageId = newest?.messageId ?? '';
      const earlier = { conversationId: id, messageId: { not: messageId } };
      const twoDays = new Date(createdAt.getTime() - 25 * 60 * 60_000);
      await db().generation.updateMany({ where: earlier, data: { createdAt: twoDays } });
      await db().generation.updateMany({ where: { messageId }, data: { createdAt } });
    };
    const answers: unknown[] = [];
    for (let day = 1; day <= 3; day++) {
      const first = await ask(id, key, 'Every day');
      expect(first.status).toBe(201);
      expect((await ask(id, key, 'Every day')).body).toEqual(first.body);
      expect(answers).not.toContainEqual(first.body);
      expect(await db().message.count({ where: { conversationId: id } })).toBe(2 * day);
      answers.push(first.body);
      await dayLater();
    }
  });

  async function release(conversationId: string) {
    await until(async () => {
      world.model.release();
      return (await db().generation.count({ where: { conversationId, slot: { not: null } } })) === 0;
    });
  }
});
