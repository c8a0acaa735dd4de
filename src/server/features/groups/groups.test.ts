import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { sendFile } from '~/server/testing/clients/send-file';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let base: string;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  base = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

async function groupOf(...members: TestUser[]) {
  const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
  for (const { user } of members) await admin.call.groups.addMember({ groupId: group.id, userId: user.id });
  return group;
}
const leave = (groupId: string, { user }: TestUser) => admin.call.groups.removeMember({ groupId, userId: user.id });
const audited = async (kind: string) =>
  (await server.deps.db.auditEvent.findMany({ where: { kind }, orderBy: { id: 'desc' }, take: 1 }))[0];

describe('a group', () => {
  it('can be created, renamed, listed by name page by page, and deleted, with each change in the audit log', async () => {
    const group = await admin.call.groups.create({ name: ' Zeta research ' });
    const other = await admin.call.groups.create({ name: 'eta Research' });
    expect(group).toMatchObject({ name: 'Zeta research', memberCount: 0 });
    const first = await admin.call.groups.list({ search: 'RESEARCH', limit: 1 });
    expect(first.items).toMatchObject([{ id: other.id }]);
    const second = await admin.call.groups.list({ search: 'research', limit: 1, cursor: first.nextCursor });
    expect(second).toMatchObject({ items: [{ id: group.id }], nextCursor: null });
    await admin.call.groups.update({ groupId: group.id, name: 'Research' });
    expect(await audited('group-renamed')).toMatchObject({ subject: 'Research', details: { before: 'Zeta research' } });
    await admin.call.groups.delete({ groupId: group.id });
    expect(await audited('group-deleted')).toMatchObject({ subject: 'Research', actor: admin.user.email });
    await expect(admin.call.groups.update({ groupId: group.id, name: 'x' })).rejects.toThrow('Group not found');
    await admin.call.groups.delete({ groupId: other.id });
  });

  it('has a unique name, regardless of case', async () => {
    const { id } = await admin.call.groups.create({ name: 'Legal' });
    await expect(admin.call.groups.create({ name: 'LEGAL' })).rejects.toThrow('Another group has this name');
    const other = await groupOf();
    const rename = admin.call.groups.update({ groupId: other.id, name: 'legal' });
    await expect(rename).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await admin.call.groups.update({ groupId: id, name: 'LEGAL' })).name).toBe('LEGAL');
  });

  it('lists its members by email page by page, finds them by name, and shows how each was added', async () => {
    const { id: groupId, name } = await groupOf(ada, bob);
    const emails = [ada.user.email, bob.user.email].sort();
    const first = await admin.call.groups.members({ groupId, limit: 1 });
    const second = await admin.call.groups.members({ groupId, limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(emails);
    expect(second.nextCursor).toBeNull();
    expect(second.group).toEqual({ id: groupId, name });
    expect(first.items[0]).toMatchObject({ source: 'manual' });
    const found = await admin.call.groups.members({ groupId, search: ada.user.email });
    expect(found.items).toMatchObject([{ userId: ada.user.id }]);
    expect(await audited('group-member-added')).toMatchObject({ subject: bob.user.email });
    await leave(groupId, ada);
    await expect(leave(groupId, ada)).rejects.toThrow('Member not found');
    const unknown = admin.call.groups.addMember({ groupId, userId: randomUUID() });
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is visible to its members by name only, and to administrators', async () => {
    const group = await groupOf(ada);
    expect(await ada.call.groups.own()).toContainEqual({ id: group.id, name: group.name });
    expect(await bob.call.groups.own()).not.toContainEqual({ id: group.id, name: group.name });
    expect(await admin.call.groups.own()).toContainEqual({ id: group.id, name: group.name });
    await expect(ada.call.groups.members({ groupId: group.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('loses a member whose account is deleted', async () => {
    const leaving = await signUp(server.deps);
    const { id } = await groupOf(leaving);
    await admin.call.admin.delete({ userId: leaving.user.id });
    await until(async () => (await server.deps.db.groupMember.count({ where: { groupId: id } })) === 0);
    expect((await admin.call.groups.members({ groupId: id })).items).toEqual([]);
  });
});

describe('a collection that is shared with a group', () => {
  const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
  async function handbook(owner: TestUser, scope: 'personal' | 'groups' | 'organization' = 'personal') {
    const { id: collectionId } = await owner.call.collections.create({ name: 'Handbook', scope });
    const { id: documentId } = await owner.call.collections.addDocument({ collectionId, title: 'V', content: policy });
    return { collectionId, documentId };
  }

  it('can be read by its members until they leave it: list, documents, search, files and quotations', async () => {
    const group = await groupOf(ada, bob);
    const { collectionId } = await handbook(ada);
    const file = await sendFile(base, ada, {
      name: 'report.pdf',
      type: 'application/pdf',
      bytes: makePdf([['The dividend was 4.20 dollars.']]),
    });
    const document = await ada.call.collections.addDocument({ collectionId, objectPath: file.objectPath });
    await until(
      async () => (await ada.call.collections.document({ collectionId, documentId: document.id })).state === 'ready',
    );
    await ada.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'read' });
    const read = {
      get: () => bob.call.collections.get({ collectionId }),
      documents: () => bob.call.collections.documents({ collectionId }),
      search: () => bob.call.collections.search({ q: 'vacation days', collectionId }),
      passage: () => bob.call.uploads.passage({ id: file.objectPath.split('/').at(-1) ?? '', quote: 'dividend' }),
    };
    const download = async () =>
      (await fetch(base + file.objectPath, { headers: { cookie: cookieOf(bob.sessionToken) } })).status;
    expect(await read.get()).toMatchObject({ scope: 'personal', mayEdit: false, mayManage: false });
    expect((await read.documents()).items).toHaveLength(2);
    expect(await read.search()).toMatchObject([{ collectionId }]);
    expect(await read.passage()).toMatchObject({ quote: 'dividend' });
    expect(await download()).toBe(200);
    const edit = bob.call.collections.addDocument({ collectionId, title: 'x', content: 'x' });
    await expect(edit).rejects.toMatchObject({ code: 'FORBIDDEN' });

    await leave(group.id, bob);
    for (const call of Object.values(read)) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await download()).toBe(404);
    expect((await bob.call.collections.search({ q: 'vacation days' })).map((result) => result.collectionId)).toEqual(
      [],
    );
    expect((await bob.call.collections.list({})).items.map(({ id }) => id)).not.toContain(collectionId);
  });

  it('can be edited by members with that right; documents they add stay when they leave', async () => {
    const group = await groupOf(ada, bob);
    const { collectionId } = await handbook(ada);
    await ada.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'edit' });
    expect(await bob.call.collections.get({ collectionId })).toMatchObject({ mayEdit: true, mayManage: false });
    const added = await bob.call.collections.addDocument({ collectionId, title: 'Travel', content: 'By train.' });
    const changed = await bob.call.collections.updateDocument({
      collectionId,
      documentId: added.id,
      content: 'By night train.',
    });
    expect(changed.version).toBe(2);
    const files = await server.deps.db.storedObject.findMany({ where: { documentId: added.id } });
    expect(files.map(({ userId }) => userId)).toEqual([ada.user.id, ada.user.id]);
    for (const refused of [
      () => bob.call.collections.delete({ collectionId }),
      () => bob.call.collections.update({ collectionId, isEnabled: false }),
      () => bob.call.collections.groups({ collectionId }),
      () => bob.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: null }),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await leave(group.id, bob);
    expect((await ada.call.collections.documents({ collectionId })).items).toHaveLength(2);
  });

  it('can be shared only by its owner, with their own groups, and is recorded in the audit log', async () => {
    const [own, foreign] = [await groupOf(ada), await groupOf(bob)];
    const { collectionId } = await handbook(ada);
    const share = (groupId: string, access: 'read' | 'edit' | null, by = ada) =>
      by.call.collections.shareWithGroup({ collectionId, groupId, access });
    await expect(share(foreign.id, 'read')).rejects.toThrow('Group not found');
    await expect(share(foreign.id, null)).rejects.toThrow('Group not found');
    await expect(share(own.id, 'read', bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await share(own.id, 'read')).toEqual([{ id: own.id, name: own.name, access: 'read' }]);
    expect(await share(own.id, 'edit')).toMatchObject([{ access: 'edit' }]);
    expect(await audited('collection-shared')).toMatchObject({ details: { group: own.name, access: 'edit' } });
    await leave(own.id, ada);
    expect(await share(own.id, null)).toEqual([]);
    expect(await audited('collection-unshared')).toMatchObject({ subject: 'Handbook', details: { group: own.name } });
  });

  it('of administrators is for its groups only, and passes to another administrator', async () => {
    await expect(handbook(ada, 'groups')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const leaving = await signUp(server.deps, { isAdmin: true });
    const group = await groupOf(ada);
    const { collectionId } = await handbook(leaving, 'groups');
    await expect(ada.call.collections.get({ collectionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await admin.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'read' });
    expect(await ada.call.collections.get({ collectionId })).toMatchObject({ scope: 'groups', mayEdit: false });
    await expect(bob.call.collections.get({ collectionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await admin.call.admin.delete({ userId: leaving.user.id });
    expect((await ada.call.collections.documents({ collectionId })).items).toHaveLength(1);
    await admin.call.groups.delete({ groupId: group.id });
    await expect(ada.call.collections.get({ collectionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await admin.call.collections.get({ collectionId })).toMatchObject({ mayManage: true });
  });

  it('of the organization can be edited by a group', async () => {
    const group = await groupOf(ada);
    const { collectionId } = await handbook(admin, 'organization');
    await admin.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'edit' });
    await ada.call.collections.addDocument({ collectionId, title: 'x', content: 'x' });
    const refused = bob.call.collections.addDocument({ collectionId, title: 'x', content: 'x' });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await leave(group.id, ada);
    expect(await ada.call.collections.get({ collectionId })).toMatchObject({ mayEdit: false });
    await admin.call.collections.delete({ collectionId });
  });
});

describe('a link for groups', () => {
  it('opens for their members and its author, until they leave', async () => {
    const group = await groupOf(ada, bob);
    const { conversation } = await ada.call.messages.send({
      content: 'Why?',
      clientRequestId: randomUUID(),
    });
    const shared = await ada.call.shares.create({
      conversationId: conversation.id,
      audience: 'groups',
      groupIds: [group.id],
    });
    expect(shared).toMatchObject({ audience: 'groups', groups: [group.name] });
    expect((await ada.call.shares.list({})).items).toMatchObject([{ audience: 'groups', groups: [group.name] }]);
    const open = async (user?: TestUser) =>
      (
        await fetch(base + new URL(shared.url).pathname, {
          headers: user ? { cookie: cookieOf(user.sessionToken) } : {},
        })
      ).status;
    expect([await open(ada), await open(bob), await open(admin), await open()]).toEqual([200, 200, 404, 404]);
    await leave(group.id, bob);
    expect(await open(bob)).toBe(404);
    await admin.call.groups.delete({ groupId: group.id });
    expect([await open(ada), await open(bob)]).toEqual([200, 404]);
  });

  it('can only name groups of its author', async () => {
    const foreign = await groupOf(bob);
    const conversationId = (await ada.call.conversations.create({ title: 'x' })).id;
    const share = (input: object) => ada.call.shares.create({ conversationId, ...input });
    await expect(share({ audience: 'groups', groupIds: [foreign.id] })).rejects.toThrow('Group not found');
    await expect(share({ audience: 'groups' })).rejects.toThrow('Choose groups');
    await expect(share({ audience: 'members', groupIds: [foreign.id] })).rejects.toThrow('Choose groups');
  });
});
