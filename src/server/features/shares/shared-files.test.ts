/** Files of shared links: which can be chosen, who can open them, and how long their bytes stay. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sweep } from '~/server/features/uploads/sweeper';
import { cookieOf } from '~/server/testing/clients/http-client';
import { sendFile } from '~/server/testing/clients/send-file';
import { until } from '~/server/testing/until';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(server.deps.env, { QUOTA_USER_FILES: 0 });
});

const quote = 'Rates stay at 4.5%.';
const content = `The board met.\n\n${quote}\n\nIt meets again in May.`;

/** A conversation whose message has two files, one of which the answer cites. */
async function world() {
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({ data: { userId: ada.user.id, title: 'Rates' } });
  const question = await db.message.create({ data: { conversationId, role: 'user', content: 'Where are rates?' } });
  const plan = await file(ada, 'plan.txt', { messageId: question.id });
  const other = await file(ada, 'private.txt', { messageId: question.id });
  const attachments = [plan, other].map((id) => ({
    type: 'text/plain',
    name: 'x.txt',
    size: 1,
    url: `/objects/${id}`,
  }));
  await db.message.update({ where: { id: question.id }, data: { attachments } });
  const citations = [
    { source: 'plan.txt', objectId: plan, quote, start: 0, end: 5, sourceStart: content.indexOf(quote) },
    { source: 'private.txt', objectId: other, quote, start: 6, end: 10 },
  ];
  await db.message.create({
    data: { conversationId, role: 'assistant', content: 'Rates are at 4.5%.', metadata: { citations } },
  });
  return { conversationId, questionId: question.id, plan, other };
}

async function file(owner: TestUser, name: string, place: { messageId?: string } = {}) {
  const id = randomUUID();
  const size = Buffer.byteLength(content);
  await server.deps.db.storedObject.create({
    data: {
      ...{ id, userId: owner.user.id, name, type: 'text/plain', size, ...place },
      ...{ claimedAt: new Date(), readState: 'ready', extractedText: content, pages: [{ page: 2, start: 0 }] },
    },
  });
  await server.deps.store.write(id, Buffer.from(content), { maxBytes: size });
  return id;
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const open = (path: string, user?: TestUser) =>
  fetch(address + path, { headers: user ? { cookie: cookieOf(user.sessionToken) } : {} });
const post = (path: string, fields: Record<string, string>, user?: TestUser) =>
  fetch(address + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: user ? { cookie: cookieOf(user.sessionToken) } : {},
  });
const linkIn = (page: string, words: string) =>
  new RegExp(`(?:href|action)="([^"]+)"(?:(?!/a>|/form>).)*${words}`).exec(page)?.[1] ?? '';
const countedFiles = async ({ user }: TestUser) => {
  const { files, bytes } = await server.deps.db.accountUsage.findUniqueOrThrow({ where: { userId: user.id } });
  return { files, bytes: Number(bytes) };
};
/** Without files that only links keep. */
const storedFiles = async ({ user }: TestUser) => {
  const where = { userId: user.id };
  const { _count, _sum } = await server.deps.db.storedObject.aggregate({ where, _count: true, _sum: { size: true } });
  return { files: _count, bytes: _sum.size ?? 0 };
};
const isStored = async (id: string) => (await server.deps.store.stat(id)) !== null;

it('shows a passage whose quote has a line break where its file has a space', async () => {
  const { conversationId, plan } = await world();
  const sourceStart = content.indexOf(quote);
  const cited = { source: 'plan.txt', objectId: plan, quote: quote.replace(' at ', '\nat '), sourceStart };
  await server.deps.db.message.updateMany({
    where: { conversationId, role: 'assistant' },
    data: { metadata: { citations: [{ ...cited, start: 0, end: 5 }] } },
  });
  const share = await ada.call.shares.create({ conversationId, audience: 'everybody', fileIds: [plan] });
  const page = await (await open(pathOf(share))).text();
  const passage = await (await open(linkIn(page, 'Open the passage'))).text();
  expect(passage).toContain(`<mark>${quote}</mark>`);
});

it('lists the user’s own files that messages have or cite, and an answer in progress', async () => {
  const { conversationId, plan, other } = await world();
  const { db } = server.deps;
  const foreign = await file(bob, 'foreign.txt');
  const metadata = { processing: true, citations: [{ source: 'foreign.txt', objectId: foreign }] };
  const running = await db.message.create({ data: { conversationId, role: 'assistant', content: '', metadata } });
  const contents = await ada.call.shares.contents({ conversationId });
  expect(contents.files.map(({ id, name }) => ({ id, name }))).toEqual([
    { id: plan, name: 'plan.txt' },
    { id: other, name: 'private.txt' },
  ]);
  expect(contents).toMatchObject({ filesInProcess: 0, leavesOutAnswer: true });
  await db.storedObject.update({ where: { id: other }, data: { type: 'image/png', readState: 'reading' } });
  expect(await ada.call.shares.contents({ conversationId })).toMatchObject({
    files: [{ id: plan }],
    filesInProcess: 1,
    imagesWithheld: 0,
  });
  for (const data of [
    { type: 'image/heic', readState: 'failed' },
    { type: 'image/tiff', readState: 'ready' },
  ]) {
    await db.storedObject.update({ where: { id: other }, data });
    expect(await ada.call.shares.contents({ conversationId })).toMatchObject({
      files: [{ id: plan }],
      filesInProcess: 0,
      imagesWithheld: 1,
    });
  }
  expect((await ada.call.shares.contents({ messageId: running.id })).files).toEqual([]);
  for (const fileIds of [[foreign], [randomUUID()], [other]])
    await expect(ada.call.shares.create({ conversationId, fileIds })).rejects.toThrow('File not found');
});

it('leaves out files of collections that a former administrator owns, but may no longer read', async () => {
  const [admin, alice] = [await signUp(server.deps, { isAdmin: true }), await signUp(server.deps, { isAdmin: true })];
  const { db } = server.deps;
  const group = await admin.call.groups.create({ name: `Board ${randomUUID()}` });
  const { id: collectionId } = await alice.call.collections.create({ name: 'Minutes', scope: 'groups' });
  await alice.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'edit' });
  const bytes = Buffer.from(content);
  const { objectPath } = await sendFile(address, alice, { name: 'minutes.txt', type: 'text/plain', bytes });
  await alice.call.collections.addDocument({ collectionId, objectPath });
  const { id: conversationId } = await db.conversation.create({ data: { userId: alice.user.id, title: 'Board' } });
  const objectId = objectPath.split('/').at(-1) ?? '';
  const metadata = { citations: [{ source: 'minutes.txt', objectId, quote }] };
  await db.message.create({ data: { conversationId, role: 'assistant', content: 'Rates stay.', metadata } });
  const listed = async () => (await alice.call.shares.contents({ conversationId })).files.map(({ id }) => id);
  await until(async () => (await listed()).length > 0);
  expect(await listed()).toEqual([objectId]);
  await admin.call.admin.setAdmin({ userId: alice.user.id, isAdmin: false, password: testPassword });
  expect(await listed()).toEqual([]);
  await expect(alice.call.shares.create({ conversationId, fileIds: [objectId] })).rejects.toThrow('File not found');
});

it('shows only chosen files, as downloads, with the passages that sources cite', async () => {
  const { conversationId, plan, other } = await world();
  const share = await ada.call.shares.create({ conversationId, audience: 'everybody', fileIds: [plan] });
  expect(share.files).toEqual([{ name: 'plan.txt', type: 'text/plain', size: Buffer.byteLength(content) }]);
  expect((await ada.call.shares.list({})).items[0]).toEqual(share);
  const page = await (await open(pathOf(share))).text();
  expect(page).toContain('with its files');
  expect(page.match(/Open the passage/g)).toHaveLength(1);
  for (const hidden of [plan, other, 'private.txt (text']) expect(page).not.toContain(hidden);

  const opened = vi.spyOn(server.deps.db.texts, 'openJson');
  const download = await open(linkIn(page, '>plan.txt<'));
  expect(await download.text()).toBe(content);
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': expect.stringContaining('text/plain'),
    'content-disposition': expect.stringMatching(/^attachment; filename="plan.txt"/),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  const passage = await (await open(linkIn(page, 'Open the passage'))).text();
  expect(passage).toContain(`<mark>${quote}</mark>`);
  expect(passage).toContain('Page 2');
  expect(passage).not.toContain('<script');
  // The conversation is not read for its files.
  expect(opened).not.toHaveBeenCalled();
});

it('opens files by the rules of the link', async () => {
  const { conversationId, plan } = await world();
  const seen = async (path: string, user?: TestUser) => {
    const response = await open(path, user);
    // The link to sign in leads back to the link.
    return { status: response.status, text: (await response.text()).replace(/\?redirect=[^"]+/, '') };
  };
  const none = await seen(`/s/${'a'.repeat(22)}`);
  expect(none.status).toBe(404);
  const { db } = server.deps;
  const create = async (options: { audience: 'everybody' | 'members' }) => {
    const share = await ada.call.shares.create({ conversationId, fileIds: [plan], ...options });
    const page = await (await open(pathOf(share), bob)).text();
    return { share, path: linkIn(page, '>plan.txt<'), passage: linkIn(page, 'Open the passage') };
  };
  const expired = await create({ audience: 'everybody' });
  const revoked = await create({ audience: 'everybody' });
  const members = await create({ audience: 'members' });
  expect((await seen(members.path, bob)).status).toBe(200);
  expect((await seen(expired.path)).status).toBe(200);
  await db.share.update({ where: { id: expired.share.id }, data: { expiresAt: new Date(0) } });
  await ada.call.shares.revoke({ shareId: revoked.share.id });
  for (const { path, passage } of [expired, revoked, members])
    for (const target of [path, passage]) expect(await seen(target)).toEqual(none);
  const other = await create({ audience: 'everybody' });
  const foreign = `${pathOf(other.share)}/files/${members.path.split('/').at(-1)}`;
  for (const path of [foreign, `${other.path}/passages/99999`, `${pathOf(other.share)}/files/${plan}`])
    expect(await seen(path, bob)).toEqual(await seen(`/s/${'a'.repeat(22)}`, bob));
});

it('opens files of a protected link only after its password, and never puts a proof into a URL', async () => {
  const { conversationId, plan } = await world();
  const share = await ada.call.shares.create({
    ...{ conversationId, audience: 'everybody', fileIds: [plan], password: 'open sesame' },
  });
  const page = await (await post(pathOf(share), { password: 'open sesame' })).text();
  const path = linkIn(page, '>plan.txt<');
  const proof = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(page).not.toMatch(/(href|action)="[^"]*proof/);
  expect((await open(path)).status).toBe(401);
  expect((await post(path, { proof: 'v1.forged' })).status).toBe(401);
  expect((await post(path, { password: 'wrong' })).status).toBe(401);
  expect(await (await post(path, { proof })).text()).toBe(content);
  expect(await (await post(path, { password: 'open sesame' })).text()).toBe(content);
  const passage = await (await post(linkIn(page, 'Open the passage'), { proof })).text();
  expect(passage).toContain(`<mark>${quote}</mark>`);
});

it('keeps and counts the bytes until the last link and the file itself are deleted', async () => {
  const { conversationId, questionId, plan } = await world();
  const { db, store } = server.deps;
  const create = () => ada.call.shares.create({ conversationId, audience: 'everybody', fileIds: [plan] });
  const [first, second] = [await create(), await create()];
  const usage = () => db.accountUsage.findUniqueOrThrow({ where: { userId: ada.user.id } });
  const before = await usage();
  await db.storedObject.delete({ where: { id: plan } });
  expect(await usage()).toEqual(before);
  await sweep(server.deps);
  const page = await (await open(pathOf(first))).text();
  expect(await (await open(linkIn(page, '>plan.txt<'))).text()).toBe(content);
  await ada.call.shares.revoke({ shareId: first.id });
  await sweep(server.deps);
  expect((await buffer(await store.read(plan))).toString()).toBe(content);
  await ada.call.shares.revoke({ shareId: second.id });
  await sweep(server.deps);
  expect(await isStored(plan)).toBe(false);
  const size = BigInt(Buffer.byteLength(content));
  expect(await usage()).toMatchObject({ files: before.files - 1, bytes: before.bytes - size });

  const again = await file(ada, 'again.txt', { messageId: questionId });
  await ada.call.shares.create({ conversationId, fileIds: [again] });
  await ada.call.conversations.delete({ conversationId });
  await sweep(server.deps);
  expect(await isStored(again)).toBe(false);
  expect(await db.shareFile.count({ where: { objectId: again } })).toBe(0);
});

it('are subtracted once when several of their links are deleted together', async () => {
  const { conversationId, plan } = await world();
  const { db } = server.deps;
  await ada.call.shares.create({ conversationId, fileIds: [plan] });
  await ada.call.shares.create({ conversationId, fileIds: [plan] });
  await db.storedObject.delete({ where: { id: plan } });
  await ada.call.conversations.delete({ conversationId });
  expect(await countedFiles(ada)).toEqual(await storedFiles(ada));
  await sweep(server.deps);
  expect(await isStored(plan)).toBe(false);
});

it('are subtracted from the account that they moved to before they were deleted', async () => {
  const { conversationId, plan } = await world();
  const { db } = server.deps;
  const share = await ada.call.shares.create({ conversationId, fileIds: [plan] });
  await db.storedObject.update({ where: { id: plan }, data: { userId: bob.user.id } });
  await db.storedObject.delete({ where: { id: plan } });
  await ada.call.shares.revoke({ shareId: share.id });
  for (const user of [ada, bob]) expect(await countedFiles(user)).toEqual(await storedFiles(user));
});

it('of earlier versions have the owner that the file moved to, and the used storage stays', async () => {
  const { conversationId, plan, other } = await world();
  const { db } = server.deps;
  const share = await ada.call.shares.create({ conversationId, fileIds: [plan, other] });
  await db.storedObject.update({ where: { id: plan }, data: { userId: bob.user.id } });
  await db.shareFile.updateMany({ where: { objectId: plan }, data: { ownerId: ada.user.id } });
  const before = [await countedFiles(ada), await countedFiles(bob)];
  const migration = 'prisma/migrations/20261130070000_owners_of_shared_files/migration.sql';
  await db.$executeRawUnsafe(readFileSync(migration, 'utf8'));
  expect([await countedFiles(ada), await countedFiles(bob)]).toEqual(before);
  await db.storedObject.deleteMany({ where: { id: { in: [plan, other] } } });
  await ada.call.shares.revoke({ shareId: share.id });
  for (const user of [ada, bob]) expect(await countedFiles(user)).toEqual(await storedFiles(user));
});

it('copies chosen files into the account of the viewer, within its quota', async () => {
  const { conversationId, plan } = await world();
  const share = await ada.call.shares.create({ conversationId, audience: 'everybody', fileIds: [plan] });
  const { db, store } = server.deps;
  const copy = (requestId: string) => post(`${pathOf(share)}/continue`, { requestId }, bob);
  const requestId = randomUUID();
  const response = await copy(requestId);
  expect(response.status).toBe(303);
  const copyId = new URL(response.headers.get('location') ?? '', address).searchParams.get('c') ?? '';
  const [question, answer] = (await bob.call.messages.list({ conversationId: copyId })).items;
  expect(question?.attachments.map(({ name }) => name)).toEqual(['plan.txt']);
  const copied = question?.attachments[0]?.url.split('/').at(-1) ?? '';
  expect(copied).not.toBe(plan);
  expect(await textOf(await store.read(copied))).toBe(content);
  expect(answer?.metadata.citations?.map(({ objectId }) => objectId)).toEqual([copied, undefined]);
  const row = await db.storedObject.findUniqueOrThrow({ where: { id: copied } });
  expect(row).toMatchObject({ userId: bob.user.id, messageId: question?.id, name: 'plan.txt', type: 'text/plain' });
  await copy(requestId);
  expect(await db.storedObject.count({ where: { userId: bob.user.id, name: 'plan.txt' } })).toBe(1);

  const { files } = await db.accountUsage.findUniqueOrThrow({ where: { userId: bob.user.id } });
  Object.assign(server.deps.env, { QUOTA_USER_FILES: files });
  const conversations = await db.conversation.count({ where: { userId: bob.user.id } });
  const full = await copy(randomUUID());
  expect(full.status).toBe(413);
  expect(await full.text()).toContain('limit');
  expect(await db.conversation.count({ where: { userId: bob.user.id } })).toBe(conversations);
  expect(await db.storedObject.count({ where: { userId: bob.user.id } })).toBe(files);
});

it('are sent to 40 readers of one IP address at once; further ones wait', async () => {
  const { conversationId, plan } = await world();
  const share = await ada.call.shares.create({ conversationId, audience: 'everybody', fileIds: [plan] });
  const path = linkIn(await (await open(pathOf(share))).text(), '>plan.txt<');
  const bodies: PassThrough[] = [];
  vi.spyOn(server.deps.store, 'read').mockImplementation(async () => {
    const body = new PassThrough();
    bodies.push(body);
    return body;
  });
  const downloads = Array.from({ length: 41 }, () => open(path));
  await until(() => bodies.length === 40);
  // Other requests of the same address are not affected.
  expect((await open(pathOf(share))).status).toBe(200);
  expect(bodies).toHaveLength(40);
  bodies[0]?.end(content);
  await until(() => bodies.length === 41);
  for (const body of bodies) if (!body.writableEnded) body.end(content);
  const received = await Promise.all(downloads.map(async (download) => (await download).text()));
  expect(new Set(received)).toEqual(new Set([content]));
});
