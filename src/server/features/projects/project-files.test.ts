import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOfflineAnalyst } from '~/server/features/offline-analyst/offline-analyst';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
const question = 'How many vacation days do employees have?';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model: createOfflineAnalyst({ tokenDelayMs: 0 }) });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

/** A project with one processed file. */
async function projectWithFile(user: TestUser, name = 'Board') {
  const { id: projectId } = await user.call.projects.create({ name });
  const { id: collectionId } = await user.call.collections.create({ name: 'ignored', projectId });
  const { id: documentId } = await user.call.collections.addDocument({
    collectionId,
    title: 'Vacation',
    content: policy,
  });
  await until(async () => (await user.call.collections.document({ collectionId, documentId })).state === 'ready');
  return { projectId, collectionId, documentId };
}

/** The answer to a message, in a new conversation of the project or outside of any. */
async function answerIn(user: TestUser, projectId?: string) {
  const { conversation } = await user.call.messages.send({
    clientRequestId: randomUUID(),
    content: question,
    ...(projectId && { projectId }),
  });
  const newest = async () => (await user.call.messages.list({ conversationId: conversation.id })).items.at(-1);
  await until(async () => (await newest())?.metadata.processing === false);
  return { conversationId: conversation.id, answer: await newest() };
}

it('conversations of the project use its files, others do not', async () => {
  const { projectId, collectionId, documentId } = await projectWithFile(ada);
  expect(await ada.call.projects.get({ projectId })).toMatchObject({ filesCollectionId: collectionId, fileCount: 1 });
  const inside = await answerIn(ada, projectId);
  expect(inside.answer?.content).toContain('31 days of vacation');
  expect(inside.answer?.metadata).toMatchObject({
    collectionsUsed: [{ id: collectionId, name: 'Board' }],
    citations: [{ documentId, source: 'Vacation', quote: policy }],
  });
  const { id: other } = await ada.call.projects.create({ name: 'Taxes' });
  for (const elsewhere of [await answerIn(ada), await answerIn(ada, other)])
    expect(elsewhere.answer?.content).not.toContain('31 days');
  // The selection of collections does not affect the project's own files.
  await ada.call.projects.update({ projectId, collectionIds: [] });
  expect((await answerIn(ada, projectId)).answer?.content).toContain('31 days');
  await ada.call.projects.delete({ projectId: other });
});

it('the files are a collection that is in no list, selection, switch or search', async () => {
  const user = await signUp(server.deps);
  const { projectId, collectionId } = await projectWithFile(user);
  expect((await user.call.collections.list({})).items).toEqual([]);
  expect(await user.call.collections.search({ q: 'vacation days' })).toEqual([]);
  expect(await user.call.collections.search({ q: 'vacation days', collectionId })).toHaveLength(1);
  const { conversationId } = await answerIn(user, projectId);
  expect(await user.call.collections.switches({ conversationId })).toEqual([]);
  await expect(user.call.projects.create({ name: 'Two', collectionIds: [collectionId] })).rejects.toThrow(
    'Collection not found',
  );
});

it('the files are one collection, even for two concurrent requests, with the name of the project', async () => {
  const { id: projectId } = await ada.call.projects.create({ name: 'Board' });
  const create = () => ada.call.collections.create({ name: 'ignored', projectId });
  const made = await Promise.all([create(), create()]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  await ada.call.projects.update({ projectId, name: 'Board papers' });
  const { id: collectionId = '' } = made[0] ?? {};
  expect((await ada.call.collections.get({ collectionId })).name).toBe('Board papers');
});

it('the files belong to the owner of the project', async () => {
  const { projectId, collectionId, documentId } = await projectWithFile(ada);
  await expect(bob.call.collections.create({ name: 'Mine', projectId })).rejects.toThrow('Project not found');
  await expect(bob.call.collections.documents({ collectionId })).rejects.toThrow('Collection not found');
  await expect(bob.call.collections.deleteDocument({ collectionId, documentId })).rejects.toThrow(
    'Collection not found',
  );
});

it("the files can't be shared with a group", async () => {
  const { collectionId } = await projectWithFile(ada);
  const data = { name: 'Board', nameKey: 'board', members: { create: { userId: ada.user.id } } };
  const { id: groupId } = await server.deps.db.group.create({ data });
  await expect(ada.call.collections.shareWithGroup({ collectionId, groupId, access: 'read' })).rejects.toThrow(
    "Project files can't be shared.",
  );
  expect(await server.deps.db.collectionGroup.count({ where: { collectionId } })).toBe(0);
});

it('the files can be deleted one by one, or with the project', async () => {
  const { projectId, collectionId, documentId } = await projectWithFile(ada);
  await ada.call.collections.deleteDocument({ collectionId, documentId });
  expect((await ada.call.projects.get({ projectId })).fileCount).toBe(0);
  const { id } = await ada.call.collections.addDocument({ collectionId, title: 'Vacation', content: policy });
  const { objectId } = await server.deps.db.collectionDocument.findUniqueOrThrow({ where: { id } });
  await ada.call.projects.delete({ projectId });
  expect(await server.deps.db.collection.findUnique({ where: { id: collectionId } })).toBeNull();
  await until(async () => (await server.deps.db.storedObject.count({ where: { id: objectId ?? '' } })) === 0);
});
