import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAccount } from '~/server/features/account/export-account';
import { exportedConversations } from '~/server/features/account/exported-conversations';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { deleteTemporary } from './temporary-conversations';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '20' } });
  ada = await signUp(server.deps, { modelTitles: true });
});
afterAll(() => server.close());

const hourMs = 3_600_000;
const notPossible = { code: 'CONFLICT', message: "This isn't possible in a temporary conversation." };
const gone = { code: 'NOT_FOUND', message: 'Conversation not found' };
const begin = () => ada.call.conversations.create({ isTemporary: true });
const never = new AbortController().signal;
const deleteAt = (before: Date) => deleteTemporary(server.deps, { before, signal: never });
const untilOf = async (id: string) =>
  (await server.deps.db.conversation.findUniqueOrThrow({ where: { id } })).temporaryUntil?.getTime() ?? 0;

async function ask(conversationId: string, content: string) {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content, conversationId });
  return { sent, call: await model.nextCall() };
}

/** A temporary conversation with one message and its answer. */
async function talked(content: string) {
  const { id } = await begin();
  const { sent, call } = await ask(id, content);
  await call.emit('It is a heron.');
  await call.finish();
  await expect.poll(() => server.deps.generation.runningAnswers).toBe(0);
  return { id, sent };
}

async function attach(messageId: string, name: string) {
  const data = { id: randomUUID(), userId: ada.user.id, messageId, name, type: 'text/plain', size: 4 };
  const { id } = await server.deps.db.storedObject.create({ data: { ...data, claimedAt: new Date() } });
  await server.deps.store.write(cleanKey(id), Buffer.from('text'), { maxBytes: 100 });
  return id;
}

describe('a temporary conversation', () => {
  it('is read by its id, with its answers, and only by its owner', async () => {
    const { id } = await talked('Which bird is kingfisherlike?');
    const { items } = await ada.call.messages.list({ conversationId: id });
    expect(items.map(({ content }) => content)).toEqual(['Which bird is kingfisherlike?', 'It is a heron.']);
    expect((await ada.call.conversations.get({ conversationId: id })).temporaryUntil).toBeInstanceOf(Date);
    const bob = await signUp(server.deps);
    await expect(bob.call.conversations.get({ conversationId: id })).rejects.toMatchObject(gone);
    await expect(bob.call.conversations.extend({ conversationId: id })).rejects.toMatchObject(gone);
  });

  it('is in no list, search or export, has no marks, and gets no generated title', async () => {
    const before = model.calls.length;
    const { id, sent } = await talked('Which bird is kingfisherlike?');
    await attach(sent.userMessage.id, 'bird.txt');
    const usual = await ada.call.conversations.create({ title: 'Kept' });
    const other = await ask(usual.id, 'Well?');
    await other.call.finish();
    await attach(other.sent.userMessage.id, 'kept.txt');
    const listed = await ada.call.conversations.list({});
    expect(listed.items.map((conversation) => conversation.id)).not.toContain(id);
    const found = await ada.call.conversations.list({ search: 'kingfisherlike' });
    expect(found.items).toEqual([]);
    const hits = await ada.call.search.messages({ q: 'kingfisherlike' });
    expect(hits.items).toEqual([]);
    const { running, unread } = await ada.call.conversations.activity();
    expect([...running, ...unread]).not.toContain(id);
    const exported: string[] = [];
    for await (const conversation of exportedConversations(server.deps, ada.user.id)) exported.push(conversation.id);
    expect(exported).not.toContain(id);
    const zip = await text(exportAccount(server.deps, ada.user.id, never));
    expect(zip).toContain('files/kept');
    expect(zip).not.toContain('files/bird');
    await server.deps.jobs.settled();
    expect(model.calls.length - before).toBe(2);
  });

  it("can't be pinned, moved, shared or used for research", async () => {
    const { id: conversationId } = await talked('Well?');
    const { id: projectId } = await ada.call.projects.create({ name: 'Birds' });
    await expect(ada.call.conversations.update({ conversationId, isPinned: true })).rejects.toMatchObject(notPossible);
    await expect(
      ada.call.projects.moveConversations({ conversationIds: [conversationId], projectId }),
    ).rejects.toMatchObject(gone);
    await expect(ada.call.shares.create({ conversationId, audience: 'members' })).rejects.toMatchObject(notPossible);
    const question = 'Which birds fish?';
    await expect(ada.call.research.start({ conversationId, question })).rejects.toMatchObject(notPossible);
  });

  it('stays for an hour after its last message, and after it is extended', async () => {
    const { id } = await talked('Well?');
    const first = await untilOf(id);
    expect(Math.abs(first - Date.now() - hourMs)).toBeLessThan(hourMs / 2);
    const early = new Date(Date.now() - hourMs);
    await server.deps.db.conversation.update({ where: { id }, data: { temporaryUntil: early } });
    const { temporaryUntil } = await ada.call.conversations.extend({ conversationId: id });
    expect(temporaryUntil.getTime()).toBeGreaterThanOrEqual(first);
    await server.deps.db.conversation.update({ where: { id }, data: { temporaryUntil: early } });
    const { call } = await ask(id, 'And now?');
    expect(await untilOf(id)).toBeGreaterThanOrEqual(first);
    await call.finish();
  });

  it('is deleted with its files once it has expired, but not while an answer is running', async () => {
    const { id } = await talked('Well?');
    const { id: kept } = await ada.call.conversations.create({ title: 'Kept' });
    const { sent, call } = await ask(id, 'And now?');
    const objectId = await attach(sent.userMessage.id, 'bird.txt');
    const later = new Date(Date.now() + 2 * hourMs);
    await deleteAt(later);
    expect(await untilOf(id)).toBeGreaterThan(0);
    await call.emit('A heron.');
    await call.finish();
    await expect.poll(() => server.deps.generation.runningAnswers).toBe(0);
    await deleteAt(new Date());
    expect(await untilOf(id)).toBeGreaterThan(0);
    await deleteAt(later);
    await expect(ada.call.conversations.get({ conversationId: id })).rejects.toMatchObject(gone);
    expect(await server.deps.db.storedObject.count({ where: { id: objectId } })).toBe(0);
    expect((await ada.call.conversations.get({ conversationId: kept })).temporaryUntil).toBeNull();
  });

  it('is deleted at once when its user leaves it, and a running answer is stopped', async () => {
    const { id } = await begin();
    const { call } = await ask(id, 'Well?');
    await ada.call.conversations.delete({ conversationId: id });
    await expect.poll(() => call.isAborted()).toBe(true);
    await expect(ada.call.messages.list({ conversationId: id })).rejects.toMatchObject(gone);
  });

  it('cannot be extended if it is not temporary', async () => {
    const { id } = await ada.call.conversations.create({});
    await expect(ada.call.conversations.extend({ conversationId: id })).rejects.toMatchObject(gone);
  });
});
