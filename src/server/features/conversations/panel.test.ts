/** The actions of the panel: pin, archive, delete with undo, and marks. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { deleteDiscarded } from './discard-conversations';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

const create = (user: TestUser, title = 'Rates') => user.call.conversations.create({ title });
const titles = async (user: TestUser, input = {}) =>
  (await user.call.conversations.list(input)).items.map(({ title }) => title);
const gone = { code: 'NOT_FOUND', message: 'Conversation not found' };

describe('pinned conversations', () => {
  it('come first across pages, and every conversation occurs once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: fc.integer({ min: 0, max: 3 }), isPinned: fc.boolean() }), { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        async (given, limit) => {
          const reader = await signUp(server.deps);
          const rows = await server.deps.db.conversation.createManyAndReturn({
            data: given.map(({ ms, isPinned }) => ({ userId: reader.user.id, isPinned, updatedAt: new Date(ms) })),
          });
          const expected = rows.sort(
            (a, b) =>
              Number(b.isPinned) - Number(a.isPinned) ||
              b.updatedAt.getTime() - a.updatedAt.getTime() ||
              (a.id < b.id ? 1 : -1),
          );
          const read: string[] = [];
          let cursor: string | null = null;
          do {
            const page: Awaited<ReturnType<typeof reader.call.conversations.list>> =
              await reader.call.conversations.list({ cursor, limit });
            read.push(...page.items.map(({ id }) => id));
            cursor = page.nextCursor;
          } while (cursor);
          expect(read).toEqual(expected.map(({ id }) => id));
        },
      ),
      { numRuns: 12, seed: 3 },
    );
  });

  it('and others are on the page that ends with a given conversation', async () => {
    const reader = await signUp(server.deps);
    const projectId = (await reader.call.projects.create({ name: 'Banks' })).id;
    const rows = await server.deps.db.conversation.createManyAndReturn({
      data: Array.from({ length: 12 }, (_, n) => ({
        userId: reader.user.id,
        title: `T${n}`,
        isPinned: n === 0 || n === 3,
        updatedAt: new Date(100 - n),
        ...(n === 5 && { projectId }),
        ...(n === 6 && { isArchived: true }),
      })),
    });
    const idOf = (n: number) => rows.find(({ title }) => title === `T${n}`)?.id ?? '';
    const through = (n: number, input = {}) =>
      reader.call.conversations.list({ projectId: 'none', through: idOf(n), limit: 4, ...input });
    const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
    const page = await through(8);
    expect(titlesOf(page)).toEqual(['T2', 'T4', 'T7', 'T8']);
    expect(titlesOf(await through(1))).toEqual(['T0', 'T3', 'T1']);
    expect(titlesOf(await through(3))).toEqual(['T0', 'T3']);
    expect(await titles(reader, { projectId: 'none', limit: 4, cursor: page.nextCursor })).toEqual([
      'T9',
      'T10',
      'T11',
    ]);
    expect(titlesOf(await through(8, { projectId: null }))).toEqual(['T4', 'T5', 'T7', 'T8']);
    expect(titlesOf(await through(5, { projectId }))).toEqual(['T5']);
    expect(titlesOf(await through(6, { archived: 'only' }))).toEqual(['T6']);
    expect(titlesOf(await through(11, { search: 't1' }))).toEqual(['T1', 'T10', 'T11']);
    // The conversation is in another list, which ends before its place.
    expect(await through(4, { projectId })).toEqual({ items: [], nextCursor: null });

    for (const ask of [
      () => bob.call.conversations.list({ through: idOf(8) }),
      () => bob.call.conversations.list({ through: randomUUID() }),
      () => reader.call.conversations.list({ through: randomUUID() }),
    ])
      await expect(ask()).rejects.toMatchObject(gone);
    const { id: own } = await create(bob);
    await expect(bob.call.conversations.list({ through: own, projectId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep their time and lose the pin when they are archived', async () => {
    const { id: conversationId, updatedAt } = await create(ada);
    const update = (change: object) => ada.call.conversations.update({ conversationId, ...change });
    expect(await update({ isPinned: true })).toMatchObject({ isPinned: true, isArchived: false, updatedAt });
    expect(await update({ isArchived: true })).toMatchObject({ isPinned: false, isArchived: true });
    expect(await update({ isPinned: true })).toMatchObject({ isPinned: false });
    expect(await update({})).toMatchObject({ isArchived: true });
    expect(await update({ isArchived: false, isPinned: true })).toMatchObject({ isPinned: true, isArchived: false });
  });
});

it('archived conversations have a separate list, and can still be opened and found', async () => {
  const reader = await signUp(server.deps);
  const { id: conversationId } = await create(reader, 'Old rates');
  await create(reader, 'New rates');
  await reader.call.conversations.update({ conversationId, isArchived: true });
  expect(await titles(reader)).toEqual(['New rates']);
  expect(await titles(reader, { search: 'rates' })).toEqual(['New rates']);
  expect(await titles(reader, { archived: 'only' })).toEqual(['Old rates']);
  expect(await titles(reader, { archived: 'only', search: 'rates' })).toEqual(['Old rates']);
  expect(await reader.call.conversations.get({ conversationId })).toMatchObject({ isArchived: true });
  expect((await reader.call.search.messages({ q: 'old' })).items).toHaveLength(1);
});

describe('discarded conversations', () => {
  it('disappear at once, and can be restored completely', async () => {
    const eve = await signUp(server.deps);
    const kept = await create(eve, 'Kept');
    const { conversation, assistantMessage } = await eve.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'What moves rates?',
    });
    const call = await model.nextCall();
    await call.emit('Mostly inflation');
    const conversationIds = [conversation.id];
    expect(await eve.call.conversations.discard({ conversationIds: [...conversationIds, randomUUID()] })).toEqual({
      count: 1,
    });
    expect(await titles(eve)).toEqual(['Kept']);
    const conversationId = conversation.id;
    for (const ask of [
      () => eve.call.conversations.get({ conversationId }),
      () => eve.call.messages.list({ conversationId }),
      () => eve.call.conversations.rename({ conversationId, title: 'x' }),
      () => eve.call.conversations.delete({ conversationId }),
      () => eve.call.conversations.discard({ conversationIds }),
      () => bob.call.conversations.restore({ conversationIds }),
    ]) {
      await expect(ask()).rejects.toMatchObject(gone);
    }
    await until(() => call.isAborted());

    expect(await eve.call.conversations.restore({ conversationIds })).toEqual({ count: 1 });
    expect((await titles(eve)).sort()).toEqual(['Kept', 'What moves rates?']);
    const { items } = await eve.call.messages.list({ conversationId });
    expect(items.at(-1)).toMatchObject({ id: assistantMessage.id, content: 'Mostly inflation' });
    await expect(eve.call.conversations.restore({ conversationIds })).rejects.toMatchObject(gone);
    await expect(eve.call.conversations.restore({ conversationIds: [kept.id] })).rejects.toMatchObject(gone);
  });

  it('are deleted when their time is over, and no others are', async () => {
    const eve = await signUp(server.deps);
    const rows = await Promise.all(Array.from({ length: 60 }, (_, n) => create(eve, `T${n}`)));
    const [kept, later, ...due] = rows.map(({ id }) => id);
    if (!kept || !later) throw new Error('there are sixty');
    await eve.call.conversations.discard({ conversationIds: [later, ...due] });
    const { db } = server.deps;
    const before = new Date(Date.now() - 60_000);
    await db.conversation.updateMany({ where: { id: { in: due } }, data: { discardedAt: before } });
    await deleteDiscarded(server.deps, { before, signal: AbortSignal.timeout(60_000) });
    expect(await db.conversation.count({ where: { id: { in: due } } })).toBe(0);
    expect((await db.accountUsage.findUnique({ where: { userId: eve.user.id } }))?.conversations).toBe(2);
    await expect(eve.call.conversations.restore({ conversationIds: due })).rejects.toMatchObject(gone);
    expect(await eve.call.conversations.restore({ conversationIds: [later] })).toEqual({ count: 1 });
  });

  it('are deleted with their account', async () => {
    const eve = await signUp(server.deps);
    const { id } = await create(eve);
    await eve.call.conversations.discard({ conversationIds: [id] });
    await server.deps.db.user.delete({ where: { id: eve.user.id } });
    expect(await server.deps.db.conversation.count({ where: { id } })).toBe(0);
  });

  it('are limited per request', async () => {
    const discard = (count: number) =>
      ada.call.conversations.discard({ conversationIds: Array.from({ length: count }, () => randomUUID()) });
    await expect(discard(0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(discard(501)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(discard(500)).rejects.toMatchObject(gone);
  });
});

it('marks show running answers, and finished ones that were not seen', async () => {
  const eve = await signUp(server.deps);
  expect(await eve.call.conversations.activity()).toEqual({ running: [], unread: [] });
  const { conversation } = await eve.call.messages.send({
    clientRequestId: randomUUID(),
    content: 'What moves rates?',
  });
  const conversationId = conversation.id;
  const call = await model.nextCall();
  await call.emit('Inflation');
  expect(await eve.call.conversations.activity()).toEqual({ running: [conversationId], unread: [] });
  await call.finish();
  await until(async () => (await eve.call.conversations.activity()).unread.length === 1);
  expect(await eve.call.conversations.activity()).toEqual({ running: [], unread: [conversationId] });
  expect(await bob.call.conversations.activity()).toEqual({ running: [], unread: [] });
  await eve.call.conversations.markRead({ conversationId });
  expect(await eve.call.conversations.activity()).toEqual({ running: [], unread: [] });
  await expect(bob.call.conversations.markRead({ conversationId })).rejects.toMatchObject(gone);
});
