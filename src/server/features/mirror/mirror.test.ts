import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBackground } from '~/server/features/context/background';
import { prepareRequest, windowOf } from '~/server/features/messages/prepare-request';
import { startXaiServer, type XaiServer } from '~/server/testing/fakes/xai-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { repairMirror } from './repair-mirror.job';
import { syncMirror } from './sync-mirror.job';
import { uploadDocumentJob } from './upload-document.job';

let xai: XaiServer;
let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  xai = await startXaiServer();
  server = await startTestServer({ env: xai.env });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await xai.close();
});

const never = new AbortController().signal;
/** One run of the recurring job, and of the uploads that it queues. */
const follow = async () => {
  await server.deps.jobs.settled();
  await syncMirror(server.deps, never);
  await server.deps.jobs.settled();
};
const repair = async () => {
  await repairMirror(server.deps, never);
  await follow();
};
beforeEach(async () => {
  await server.deps.db.collection.deleteMany();
  await follow();
  expect([xai.collections.size, xai.files.size]).toEqual([0, 0]);
  xai.outcome = 'DOCUMENT_STATUS_PROCESSED';
  xai.requests.length = 0;
});

async function collection(user: TestUser, scope: 'organization' | 'personal' = 'organization', name = 'Handbook') {
  return (await user.call.collections.create({ name, scope })).id;
}
async function article(user: TestUser, collectionId: string, title: string, content = `About ${title}.`) {
  const { id } = await user.call.collections.addDocument({ collectionId, title, content });
  await until(async () => (await user.call.collections.document({ collectionId, documentId: id })).state === 'ready');
  return id;
}
/** The data at xAI: each collection with the texts of its documents. */
const copies = () =>
  [...xai.collections.values()].map(({ name, documents }) => [
    name.replace(/ \[.*/, ''),
    [...documents].map((id) => xai.files.get(id)?.text).sort(),
  ]);
const uploads = () => xai.requests.filter((line) => line === 'POST /v1/files').length;
const status = (collectionId: string) => admin.call.collections.mirror({ collectionId });

describe('the copy at xAI', () => {
  it('follows collections and documents through their whole lifecycle', async () => {
    const id = await collection(admin);
    const vacation = await article(admin, id, 'Vacation');
    await article(admin, id, 'Travel');
    await follow();
    expect(copies()).toEqual([['Handbook', ['About Travel.', 'About Vacation.']]]);
    expect(await status(id)).toMatchObject({ isOn: true, documents: 2, mirrored: 2, failed: 0 });

    const place = { collectionId: id, documentId: vacation };
    await admin.call.collections.updateDocument({ ...place, content: 'Now 31 days.' });
    await admin.call.collections.update({ collectionId: id, name: 'Rules' });
    await follow();
    expect(copies()).toEqual([['Rules', ['About Travel.', 'Now 31 days.']]]);

    const other = await collection(admin, 'organization', 'Archive');
    await admin.call.collections.updateDocument({ ...place, moveTo: other });
    await follow();
    expect(copies()).toEqual([
      ['Rules', ['About Travel.']],
      ['Archive', ['Now 31 days.']],
    ]);

    await admin.call.collections.deleteDocument({ collectionId: other, documentId: vacation });
    await admin.call.collections.delete({ collectionId: id });
    await follow();
    expect(copies()).toEqual([['Archive', []]]);
    expect(xai.files.size).toBe(0);
  });

  it('is created for organization-wide collections, and for personal ones only if their owner wants it', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const id = await collection(ada, 'personal', 'Mine');
    await article(ada, id, 'Diary');
    await follow();
    expect(copies()).toEqual([]);
    expect(await ada.call.collections.mirror({ collectionId: id })).toMatchObject({ isOn: false, mayChange: true });
    await expect(bob.call.collections.setMirror({ collectionId: id, isOn: true })).rejects.toThrow('not found');
    await ada.call.collections.setMirror({ collectionId: id, isOn: true });
    await follow();
    expect(copies()).toEqual([['Mine', ['About Diary.']]]);
    await ada.call.collections.setMirror({ collectionId: id, isOn: false });
    await follow();
    expect([copies(), xai.files.size]).toEqual([[], 0]);
    const recorded = await server.deps.db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(recorded.map(({ kind }) => kind)).toEqual(['collection-mirrored', 'collection-unmirrored']);
  });

  it("is not visible to users who can't edit the collection", async () => {
    const reader = await signUp(server.deps);
    const id = await collection(admin);
    await expect(reader.call.collections.mirror({ collectionId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reader.call.collections.retryMirror({ collectionId: id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is deleted with the account of its owner', async () => {
    const ada = await signUp(server.deps);
    const id = await collection(ada, 'personal');
    await article(ada, id, 'Diary');
    await ada.call.collections.setMirror({ collectionId: id, isOn: true });
    await follow();
    expect(xai.files.size).toBe(1);
    await server.deps.db.user.delete({ where: { id: ada.user.id } });
    await follow();
    expect([xai.collections.size, xai.files.size]).toEqual([0, 0]);
  });
});

describe('a request whose response is lost', () => {
  it('is not repeated for a collection that was created', async () => {
    const id = await collection(admin);
    xai.fail({ on: /^POST \/v1\/collections$/, with: 'silent', times: 1 });
    await expect(follow()).rejects.toThrow('xAI could not be reached.');
    expect((await status(id)).problem).toBe('xAI could not be reached.');
    await follow();
    expect(copies()).toEqual([['Handbook', []]]);
    expect((await status(id)).problem).toBeUndefined();
  });

  it('is not repeated for a file that was uploaded', async () => {
    const id = await collection(admin);
    const documentId = await article(admin, id, 'Vacation');
    xai.fail({ on: /^POST \/v1\/files$/, with: 'silent', times: 1 });
    await follow();
    const run = (attempt: number) =>
      uploadDocumentJob.run(server.deps, { documentId }, { signal: never, attempt, isLastAttempt: false });
    await run(2);
    expect(copies()).toEqual([['Handbook', ['About Vacation.']]]);
    expect([xai.files.size, uploads()]).toEqual([1, 1]);
    await run(3);
    expect(xai.files.size).toBe(1);
  });
});

describe('a failure', () => {
  it('is visible to users who can edit the collection, and can be retried', async () => {
    const id = await collection(admin);
    await article(admin, id, 'Vacation');
    xai.fail({ on: /^POST \/v1\/files$/, with: 413, times: 1 });
    await follow();
    const failures = [{ title: 'Vacation', problem: 'The document is too large for xAI.' }];
    expect(await status(id)).toMatchObject({ mirrored: 0, failed: 1, failures });
    const { mirrorFailures } = await admin.call.collections.overview();
    expect(mirrorFailures).toEqual([{ collectionId: id, collection: 'Handbook', problem: null, documents: 1 }]);
    await follow();
    expect(uploads()).toBe(1);
    await admin.call.collections.retryMirror({ collectionId: id });
    await follow();
    expect(await status(id)).toMatchObject({ mirrored: 1, failed: 0, failures: [] });
  });

  it('of processing at xAI is shown too', async () => {
    const id = await collection(admin);
    await article(admin, id, 'Vacation');
    xai.outcome = 'DOCUMENT_STATUS_FAILED';
    await follow();
    expect((await status(id)).failures).toMatchObject([{ problem: 'xAI could not process the document.' }]);
  });

  it('of the key does not reveal the key', async () => {
    const id = await collection(admin);
    xai.fail({ on: /collections/, with: 401, times: 1 });
    await expect(follow()).rejects.toThrow('rejected the key');
    expect((await status(id)).problem).toBe('xAI rejected the key of this installation (401).');
    await follow();
    expect(copies()).toEqual([['Handbook', []]]);
  });
});

describe('drift', () => {
  it('is repaired: missing data is created again', async () => {
    const id = await collection(admin);
    await article(admin, id, 'Vacation');
    await article(admin, id, 'Travel');
    const other = await collection(admin, 'organization', 'Archive');
    await article(admin, other, 'Past');
    await follow();
    const [handbook, archive] = [...xai.collections.keys()];
    const [file] = [...(xai.collections.get(handbook ?? '')?.documents ?? [])];
    xai.collections.get(handbook ?? '')?.documents.delete(file ?? '');
    xai.collections.delete(archive ?? '');
    await repair();
    expect(copies()).toEqual([
      ['Handbook', ['About Travel.', 'About Vacation.']],
      ['Archive', ['About Past.']],
    ]);
    expect(xai.files.size).toBe(3);
  });

  it("is repaired: unknown copies with this installation's mark are deleted, others are left alone", async () => {
    const id = await collection(admin);
    await article(admin, id, 'Vacation');
    await follow();
    const mine = (name: string) => name.replace(/[\da-f-]{36}/, randomUUID());
    const [own] = [...xai.collections.values()];
    const [file] = [...xai.files.values()];
    const foreign = (name: string) => name.replace(/qinsight [\da-f]{12}/, 'qinsight 000000000000');
    const named = (kind: string, names: string[]) => names.map((name, n): [string, string] => [`${kind}_${n}`, name]);
    for (const [key, name] of named('stray', [mine(own?.name ?? ''), foreign(own?.name ?? ''), 'By hand']))
      xai.collections.set(key, { name, documents: new Set() });
    for (const [key, name] of named('stray', [mine(file?.name ?? ''), foreign(file?.name ?? ''), 'By hand.pdf']))
      xai.files.set(key, { name, text: 'x' });
    await repair();
    expect([...xai.collections.values()].map(({ name }) => name)).toEqual([
      own?.name,
      foreign(own?.name ?? ''),
      'By hand',
    ]);
    expect([...xai.files.values()].map(({ name }) => name)).toEqual([
      file?.name,
      foreign(file?.name ?? ''),
      'By hand.pdf',
    ]);
    for (const key of ['stray_1', 'stray_2']) xai.collections.delete(key);
    for (const key of ['stray_1', 'stray_2']) xai.files.delete(key);
  });
});

describe('an answer of an xAI model', () => {
  const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
  async function ask(user: TestUser, before?: (conversationId: string) => Promise<unknown>) {
    const { id: conversationId } = await user.call.conversations.create({});
    await before?.(conversationId);
    xai.asked.length = 0;
    await user.call.messages.send({ clientRequestId: randomUUID(), content: 'How long is it?', conversationId });
    const newest = async () => (await user.call.messages.list({ conversationId })).items.at(-1);
    await until(async () => (await newest())?.metadata.processing === false);
    const search = xai.asked[0]?.tools?.find(({ type }) => type === 'file_search');
    return { metadata: (await newest())?.metadata ?? {}, offered: search?.vector_store_ids };
  }

  it('searches the copies that its user may read and has enabled, and its citations are checked', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const shared = await collection(admin);
    const documentId = await article(admin, shared, 'Vacation', policy);
    const own = await collection(ada, 'personal', 'Diary');
    await article(ada, own, 'Secrets', 'The palace opens on Tuesday.');
    await ada.call.collections.setMirror({ collectionId: own, isOn: true });
    await follow();
    const [handbook, diary] = [...xai.collections.keys()];
    const fileIn = (id = '') => [...(xai.collections.get(id)?.documents ?? [])][0] ?? '';
    const [open, secret] = [fileIn(handbook), fileIn(diary)];

    xai.answer = { text: `It says: "${policy}" [[1]](collections://${handbook}/files/${open})`, found: [open, secret] };
    const { metadata, offered } = await ask(bob);
    expect(offered).toEqual([handbook]);
    expect(metadata).toMatchObject({
      xaiCollectionsUsed: true,
      numCollectionsUsed: 1,
      collectionsUsed: [{ id: shared, name: 'Handbook' }],
    });
    expect(metadata.citations).toContainEqual(
      expect.objectContaining({ documentId, quote: policy, check: expect.objectContaining({ verdict: 'quote' }) }),
    );
    expect(JSON.stringify(metadata)).not.toContain('Secrets');

    expect((await ask(ada)).offered?.toSorted()).toEqual([handbook, diary].toSorted());
    const off = await ask(ada, (conversationId) =>
      ada.call.collections.switch({ conversationId, collectionId: shared, isOn: false }),
    );
    expect(off.offered).toEqual([diary]);
    expect(off.metadata.collectionsUsed).toEqual([{ id: own, name: 'Diary' }]);
  });

  it('is handed over with the collections whose documents it has found', async () => {
    const { deps } = server;
    const ada = await signUp(deps);
    const id = await collection(admin);
    await article(admin, id, 'Vacation', policy);
    await follow();
    xai.answer = { text: policy, found: [...xai.files.keys()] };
    const { id: conversationId } = await ada.call.conversations.create({});
    const chosen = await deps.models.choose(ada.user);
    const background = await readBackground(deps, ada.user.id, { conversationId }, windowOf(chosen));
    const asked = { conversationId, questionId: randomUUID(), parentId: null, content: 'How long is it?' };
    const question = { ...asked, userId: ada.user.id, objectIds: [] };
    const { model, request, soFar } = await prepareRequest(deps, chosen, background, question, never);
    for await (const _ of model.stream(request, never));
    expect(await soFar?.([])).toEqual({
      xaiCollectionsUsed: true,
      numCollectionsUsed: 1,
      collectionsUsed: [{ id, name: 'Handbook' }],
    });

    const failing = vi.spyOn(deps.db, 'sql').mockRejectedValueOnce(new Error('the database is away'));
    expect(await soFar?.([])).toEqual({ hasUnknownSources: true });
    failing.mockRestore();
  });

  it('does not search a copy with a pending deletion', async () => {
    const ada = await signUp(server.deps);
    const id = await collection(admin);
    const documentId = await article(admin, id, 'Vacation', policy);
    await article(admin, id, 'Travel');
    await follow();
    expect((await ask(ada)).offered).toHaveLength(1);
    await admin.call.collections.deleteDocument({ collectionId: id, documentId });
    expect((await ask(ada)).offered).toBeUndefined();
    await follow();
    expect((await ask(ada)).offered).toHaveLength(1);
  });
});
