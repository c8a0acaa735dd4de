import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let admin: TestUser;
let editor: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  editor = await signUp(server.deps);
});
afterAll(() => server.close());

/** The events about collections since `act` began, oldest first. */
async function recorded(act: () => Promise<unknown>) {
  const last = await server.deps.db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } });
  await act();
  const events = await server.deps.db.auditEvent.findMany({
    where: { id: { gt: last?.id ?? 0n }, kind: { startsWith: 'collection-' } },
    orderBy: { id: 'asc' },
  });
  return events.map(({ kind, actor, subject, details }) => ({ kind, actor, subject, details }));
}

it('records who creates, changes and deletes an organization-wide collection', async () => {
  const actor = admin.user.email;
  const scope = 'organization';
  const events = await recorded(async () => {
    const { id: collectionId } = await admin.call.collections.create({ name: 'Policies', scope });
    await admin.call.collections.update({ collectionId, name: 'Rules' });
    await admin.call.collections.update({ collectionId, isEnabled: false });
    await admin.call.collections.delete({ collectionId });
  });
  expect(events).toEqual([
    { kind: 'collection-created', actor, subject: 'Policies', details: { scope } },
    { kind: 'collection-changed', actor, subject: 'Rules', details: { scope, before: 'Policies' } },
    { kind: 'collection-changed', actor, subject: 'Rules', details: { scope, isEnabled: false } },
    { kind: 'collection-deleted', actor, subject: 'Rules', details: { scope } },
  ]);
});

it('records documents that are added, changed and removed, also by members of a group who may edit', async () => {
  const { id: groupId } = await admin.call.groups.create({ name: 'Legal' });
  await admin.call.groups.addMember({ groupId, userId: editor.user.id });
  const { id: collectionId } = await admin.call.collections.create({ name: 'Contracts', scope: 'groups' });
  await admin.call.collections.shareWithGroup({ collectionId, groupId, access: 'edit' });
  const events = await recorded(async () => {
    const added = await editor.call.collections.addDocument({ collectionId, title: 'Lease', content: 'Ten years.' });
    const documentId = added.id;
    await editor.call.collections.updateDocument({ collectionId, documentId, title: 'Lease 2026' });
    await editor.call.collections.updateDocument({ collectionId, documentId, content: 'Eleven years.' });
    await editor.call.collections.deleteDocument({ collectionId, documentId });
  });
  const details = { collection: 'Contracts' };
  const actor = editor.user.email;
  expect(events).toEqual([
    { kind: 'collection-document-added', actor, subject: 'Lease', details },
    { kind: 'collection-document-changed', actor, subject: 'Lease 2026', details },
    { kind: 'collection-document-changed', actor, subject: 'Lease 2026', details },
    { kind: 'collection-document-deleted', actor, subject: 'Lease 2026', details },
  ]);
});

it('records a document that moves between collections as removed from one and added to the other', async () => {
  const name = async (scope: 'personal' | 'organization', name: string) =>
    (await admin.call.collections.create({ name, scope })).id;
  const mine = await name('personal', 'Drafts');
  const [first, second] = [await name('organization', 'Policies'), await name('organization', 'Archive')];
  const { id: documentId } = await admin.call.collections.addDocument({
    collectionId: mine,
    title: 'Travel',
    content: 'By train.',
  });
  const move = (collectionId: string, moveTo: string) =>
    recorded(() => admin.call.collections.updateDocument({ collectionId, documentId, moveTo }));
  expect(await move(mine, first)).toMatchObject([
    { kind: 'collection-document-added', subject: 'Travel', details: { collection: 'Policies' } },
  ]);
  expect(await move(first, second)).toMatchObject([
    { kind: 'collection-document-deleted', details: { collection: 'Policies' } },
    { kind: 'collection-document-added', details: { collection: 'Archive' } },
  ]);
});

it('records a document that leaves for a personal collection under its old title, even if it is renamed', async () => {
  const { id: personal } = await admin.call.collections.create({ name: 'Drafts' });
  const { id: collectionId } = await admin.call.collections.create({ name: 'Policies', scope: 'organization' });
  const added = await admin.call.collections.addDocument({ collectionId, title: 'Travel', content: 'By train.' });
  const change = { collectionId, documentId: added.id, title: 'My diary', moveTo: personal };
  const events = await recorded(async () => {
    expect(await admin.call.collections.updateDocument(change)).toMatchObject({ title: 'My diary' });
  });
  expect(events).toMatchObject([
    { kind: 'collection-document-deleted', subject: 'Travel', details: { collection: 'Policies' } },
  ]);
});

it('records nothing of personal collections, and nothing of rejected or failed changes', async () => {
  const personal = await recorded(async () => {
    const { id: collectionId } = await editor.call.collections.create({ name: 'Private' });
    const added = await editor.call.collections.addDocument({ collectionId, title: 'Diary', content: 'A day.' });
    await editor.call.collections.deleteDocument({ collectionId, documentId: added.id });
    await editor.call.collections.delete({ collectionId });
  });
  expect(personal).toEqual([]);
  const { id: collectionId } = await admin.call.collections.create({ name: 'Policies', scope: 'organization' });
  const refused = await recorded(async () => {
    const added = editor.call.collections.addDocument({ collectionId, title: 'Note', content: 'A note.' });
    await expect(added).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const deleted = admin.call.collections.deleteDocument({ collectionId, documentId: collectionId });
    await expect(deleted).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  expect(refused).toEqual([]);
});
