/** Limits of collections: their number, and the storage of their owner, which documents of group members count against. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';

const bytes = 600 * 1024;
const full = {
  code: 'PAYLOAD_TOO_LARGE',
  message:
    "The storage of the collection's owner is full. Documents here count as theirs, so ask them to delete files.",
};
let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer({ env: { QUOTA_USER_STORAGE_MB: '1' } });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

/** A processed file that is attached to nothing yet. */
async function fileOf({ user }: TestUser): Promise<string> {
  const row = { id: randomUUID(), userId: user.id, name: 'report.txt', type: 'text/plain', size: bytes };
  await server.deps.db.storedObject.create({ data: { ...row, claimedAt: new Date(), readState: 'ready' } });
  return `/objects/${row.id}`;
}
async function sharedCollection(...editors: TestUser[]) {
  const owner = await signUp(server.deps, { isAdmin: true });
  const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
  for (const { user } of editors) await admin.call.groups.addMember({ groupId: group.id, userId: user.id });
  const { id: collectionId } = await owner.call.collections.create({ name: 'Reports', scope: 'groups' });
  await owner.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'edit' });
  return { owner, collectionId };
}
const usageOf = async ({ user }: TestUser) => {
  const where = { userId: user.id };
  const { files, bytes: used } = await server.deps.db.accountUsage.findUniqueOrThrow({ where });
  return { files, bytes: Number(used) };
};

it('is not exceeded by documents that editors add, move or replace', async () => {
  const editor = await signUp(server.deps);
  const { owner, collectionId } = await sharedCollection(editor);
  const { collections } = editor.call;
  const first = await collections.addDocument({ collectionId, objectPath: await fileOf(editor) });
  expect(await usageOf(owner)).toEqual({ files: 1, bytes });
  expect(await usageOf(editor)).toEqual({ files: 0, bytes: 0 });

  const objectPath = await fileOf(editor);
  await expect(collections.addDocument({ collectionId, objectPath })).rejects.toMatchObject(full);
  const replaced = collections.updateDocument({ collectionId, documentId: first.id, objectPath });
  await expect(replaced).rejects.toMatchObject(full);
  const { id: ownId } = await collections.create({ name: 'Drafts' });
  const draft = await collections.addDocument({ collectionId: ownId, objectPath });
  const moved = collections.updateDocument({ collectionId: ownId, documentId: draft.id, moveTo: collectionId });
  await expect(moved).rejects.toMatchObject(full);
  expect(await usageOf(owner)).toEqual({ files: 1, bytes });
  expect(await usageOf(editor)).toEqual({ files: 1, bytes });

  await owner.call.collections.deleteDocument({ collectionId, documentId: first.id });
  await server.deps.background.settled();
  await server.deps.db.storedObject.deleteMany({ where: { userId: owner.user.id } });
  await collections.updateDocument({ collectionId: ownId, documentId: draft.id, moveTo: collectionId });
  expect(await usageOf(owner)).toEqual({ files: 1, bytes });
});

it('leaves no file of a refused text with the editor', async () => {
  const editor = await signUp(server.deps);
  const { owner, collectionId } = await sharedCollection(editor);
  const { collections } = editor.call;
  const { id: documentId } = await collections.addDocument({ collectionId, objectPath: await fileOf(editor) });

  const text = { collectionId, content: 'x'.repeat(limits.articleCharacters) };
  await expect(collections.addDocument({ ...text, title: 'Notes' })).rejects.toMatchObject(full);
  await expect(collections.updateDocument({ ...text, documentId })).rejects.toMatchObject(full);
  expect(await usageOf(editor)).toEqual({ files: 0, bytes: 0 });
  expect(await usageOf(owner)).toEqual({ files: 1, bytes });
});

it('is not exceeded by editors who add documents at the same moment', async () => {
  const editors = await Promise.all(Array.from({ length: 4 }, () => signUp(server.deps)));
  const { owner, collectionId } = await sharedCollection(...editors);
  const files = await Promise.all(editors.map(fileOf));
  const added = await Promise.allSettled(
    editors.map(({ call }, n) => call.collections.addDocument({ collectionId, objectPath: files[n] ?? '' })),
  );
  const refused = added.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused).toHaveLength(3);
  for (const reason of refused) expect(reason).toMatchObject(full);
  expect(await usageOf(owner)).toEqual({ files: 1, bytes });
});

it('the number of collections is not exceeded by several that are created at the same moment', async () => {
  const owner = await signUp(server.deps);
  const data = Array.from({ length: limits.collectionsPerUser - 2 }, (_, n) => ({
    userId: owner.user.id,
    name: `${n}`,
  }));
  await server.deps.db.collection.createMany({ data });
  const created = await Promise.allSettled(
    Array.from({ length: 6 }, () => owner.call.collections.create({ name: 'One more' })),
  );
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await server.deps.db.collection.count({ where: { userId: owner.user.id } })).toBe(limits.collectionsPerUser);
});
