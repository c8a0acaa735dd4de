import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendFile } from '~/server/testing/clients/send-file';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { collectionNotFound, documentChanged, documentNotFound } from './collections.errors';
import { indexDocument, indexMissedJob } from './index-document.job';

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year. Unused days expire in March.';

let server: TestServer;
let site: SiteServer;
let base: string;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  site = await startSite();
  server = await startTestServer({ env: { FETCH_ALLOW_PRIVATE: site.host } });
  base = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const collectionOf = async (user: TestUser, scope: 'personal' | 'organization' = 'personal') =>
  (await user.call.collections.create({ name: 'Handbook', scope })).id;
const article = (user: TestUser, collectionId: string, content = policy, title = 'Vacation') =>
  user.call.collections.addDocument({ collectionId, title, content });
const pdf = (user: TestUser, name = 'report.pdf', pages = [['First page.'], ['The dividend was 4.20 dollars.']]) =>
  sendFile(base, user, { name, type: 'application/pdf', bytes: makePdf(pages) });
const whenReady = async (user: TestUser, collectionId: string, documentId: string) => {
  const read = () => user.call.collections.document({ collectionId, documentId });
  await until(async () => ['ready', 'failed'].includes((await read()).state));
  return read();
};

describe('a collection', () => {
  it('is created enabled and empty, can be changed, counts its documents, and is deleted with its documents and files', async () => {
    const { call } = await signUp(server.deps);
    const made = await call.collections.create({ name: ' Reports ', description: '' });
    expect(made).toMatchObject({
      name: 'Reports',
      description: null,
      scope: 'personal',
      isEnabled: true,
      mayEdit: true,
      documentCount: 0,
      articleCount: 0,
      storageBytes: 0,
    });
    const collectionId = made.id;
    await call.collections.addDocument({ collectionId, title: 'A', content: 'Some words' });
    expect(await call.collections.update({ collectionId, isEnabled: false, description: 'Old ones' })).toMatchObject({
      name: 'Reports',
      description: 'Old ones',
      isEnabled: false,
      documentCount: 1,
      articleCount: 1,
      storageBytes: 10,
    });
    expect(await call.account.usage()).toMatchObject({ files: 1, bytes: 10 });
    await call.collections.delete({ collectionId });
    expect((await call.collections.list({})).items.filter(({ scope }) => scope === 'personal')).toEqual([]);
    expect(await call.account.usage()).toMatchObject({ files: 0, bytes: 0 });
  });

  it('is private to its owner, or for everyone if an administrator created it for the organization', async () => {
    const own = await collectionOf(ada);
    const shared = await collectionOf(admin, 'organization');
    const seen = async (user: TestUser) => (await user.call.collections.list({})).items.map(({ id }) => id);
    expect(await seen(ada)).toEqual(expect.arrayContaining([own, shared]));
    expect(await seen(bob)).toContain(shared);
    for (const stranger of [bob, admin]) expect(await seen(stranger)).not.toContain(own);
    expect(await bob.call.collections.get({ collectionId: shared })).toMatchObject({ mayEdit: false });
    await expect(bob.call.collections.create({ name: 'X', scope: 'organization' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { id: documentId } = await article(admin, shared);
    const writes = [
      bob.call.collections.update({ collectionId: shared, isEnabled: false }),
      bob.call.collections.delete({ collectionId: shared }),
      article(bob, shared),
      bob.call.collections.updateDocument({ collectionId: shared, documentId, title: 'X' }),
      bob.call.collections.deleteDocument({ collectionId: shared, documentId }),
    ];
    await Promise.all(writes.map((write) => expect(write).rejects.toMatchObject({ code: 'FORBIDDEN' })));
    expect(await bob.call.collections.document({ collectionId: shared, documentId })).toMatchObject({
      content: policy,
      version: 1,
    });
  });

  it('of the organization passes to another administrator; a personal one is deleted with its account', async () => {
    const leaving = await signUp(server.deps, { isAdmin: true });
    const shared = await collectionOf(leaving, 'organization');
    const own = await collectionOf(leaving);
    const { objectPath } = await article(leaving, shared);
    await article(leaving, own);
    const before = (await admin.call.account.usage()).files;
    await admin.call.admin.delete({ userId: leaving.user.id });
    expect(await admin.call.collections.get({ collectionId: shared })).toMatchObject({ documentCount: 1 });
    expect(await server.deps.db.collection.count({ where: { id: own } })).toBe(0);
    expect((await admin.call.account.usage()).files).toBe(before + 1);
    const file = await fetch(base + objectPath, { headers: { cookie: `qinsight_session=${bob.sessionToken}` } });
    expect(await file.text()).toBe(policy);
  });
});

describe('a document', () => {
  it('as an article is searchable at once, with keywords and a summary from its text', async () => {
    const eve = await signUp(server.deps);
    const collectionId = await collectionOf(eve);
    const made = await article(eve, collectionId);
    expect(made).toMatchObject({
      title: 'Vacation',
      sourceType: 'manual',
      state: 'ready',
      version: 1,
      summary: policy,
    });
    expect(made.keywords).toContain('vacation');
    const found = await eve.call.collections.search({ q: 'how much vacation do employees get', collectionId });
    expect(found[0]).toMatchObject({ collectionId, documentId: made.id, title: 'Vacation', text: policy });
    await expect(bob.call.collections.search({ q: 'vacation', collectionId })).rejects.toThrow('Collection not found');
    const ids = (await bob.call.collections.search({ q: 'vacation Ruritania' })).map((result) => result.documentId);
    expect(ids).not.toContain(made.id);
  });

  it('as an uploaded file is processed and then found by its page', async () => {
    const collectionId = await collectionOf(ada);
    const { objectPath } = await pdf(ada);
    const made = await ada.call.collections.addDocument({ collectionId, objectPath });
    expect(made).toMatchObject({ title: 'report', sourceType: 'file', source: 'report.pdf', type: 'application/pdf' });
    const read = await whenReady(ada, collectionId, made.id);
    expect(read).toMatchObject({ state: 'ready', pages: [{ page: 1 }, { page: 2 }] });
    expect(read.content).toContain('4.20 dollars');
    const found = await ada.call.collections.search({ q: 'dividend', collectionId });
    expect(found).toEqual([expect.objectContaining({ documentId: made.id, page: 2 })]);
  });

  it('is found if its file was processed before it was added, and if indexing was interrupted', async () => {
    const collectionId = await collectionOf(ada);
    const file = await pdf(ada);
    await until(
      async () => (await server.deps.db.storedObject.findUnique({ where: { id: file.id } }))?.readState === 'ready',
    );
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, objectPath: file.objectPath });
    await whenReady(ada, collectionId, documentId);
    await server.deps.db.$executeRaw`UPDATE object_passages SET words = NULL WHERE object_id = ${file.id}::uuid`;
    await server.deps.db.$executeRaw`
      UPDATE collection_documents SET indexed_at = NULL, updated_at = now() - interval '1 hour' WHERE id = ${documentId}::uuid`;
    const queueMissed = () =>
      indexMissedJob.run(server.deps, {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });
    // A job that failed for good is tried again an hour later.
    const job = { kind: 'document.index', key: file.id };
    await server.deps.db.job.create({ data: { ...job, payload: { objectId: file.id }, state: 'dead' } });
    await queueMissed();
    expect(await server.deps.db.job.count({ where: { ...job, state: 'dead' } })).toBe(1);
    await server.deps.db.$executeRaw`
      UPDATE jobs SET updated_at = now() - interval '61 minutes' WHERE kind = ${job.kind} AND key = ${job.key}`;
    await queueMissed();
    await whenReady(ada, collectionId, documentId);
    for (let times = 0; times < 2; times++) await indexDocument(server.deps, file.id, new AbortController().signal);
    expect(await ada.call.collections.search({ q: 'dividend', collectionId })).toHaveLength(1);
  });

  it('accepts no file of another user, none of a message, and none twice', async () => {
    const collectionId = await collectionOf(ada);
    const theirs = await pdf(bob);
    const add = (objectPath: string) => ada.call.collections.addDocument({ collectionId, objectPath });
    for (const path of [theirs.objectPath, `/objects/${randomUUID()}`, 'https://evil.example/x'])
      await expect(add(path)).rejects.toThrow(
        'File not found. Unsent files are deleted after 7 days. Upload it again.',
      );
    const own = await pdf(ada);
    await add(own.objectPath);
    await expect(add(own.objectPath)).rejects.toThrow('already');
    await expect(ada.call.uploads.remove({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has exactly one of content, file and answer, and an article requires a title', async () => {
    const collectionId = await collectionOf(ada);
    await expect(ada.call.collections.addDocument({ collectionId, title: 'X' })).rejects.toThrow('Give one of');
    await expect(ada.call.collections.addDocument({ collectionId, content: 'X' })).rejects.toThrow('Title is required');
    await expect(article(ada, collectionId, '  ')).rejects.toThrow('Content is required');
    await expect(article(ada, collectionId, 'x'.repeat(500_001))).rejects.toThrow('500,000 characters');
  });

  it('keeps the text that old citations quote when it is replaced, and is found only by the new text', async () => {
    const collectionId = await collectionOf(ada);
    const first = await article(ada, collectionId, 'The limit for expenses is 100 crowns.', 'Expenses');
    const content = 'The limit for expenses is 250 crowns.';
    const second = await ada.call.collections.updateDocument({ collectionId, documentId: first.id, content });
    expect(second).toMatchObject({ id: first.id, title: 'Expenses', version: 2, state: 'ready' });
    const found = await ada.call.collections.search({ q: 'limit expenses', collectionId });
    expect(found.map(({ text }) => text)).toEqual([content]);
    const id = first.objectPath?.slice('/objects/'.length) as string;
    expect(await ada.call.uploads.passage({ id, quote: 'is 100 crowns' })).toMatchObject({ quote: 'is 100 crowns' });
  });

  it('is not replaced by an editor who has read an earlier version', async () => {
    const collectionId = await collectionOf(ada);
    const { id: documentId, version } = await article(ada, collectionId, 'One week.', 'Vacation');
    const change = (content: string) =>
      ada.call.collections.updateDocument({ collectionId, documentId, version, content });
    const settled = await Promise.allSettled([change('Two weeks.'), change('Three weeks.')]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(change('Four weeks.')).rejects.toThrow(documentChanged().message);
    const { content, version: now } = await ada.call.collections.document({ collectionId, documentId });
    expect({ isFirst: ['Two weeks.', 'Three weeks.'].includes(content), now }).toEqual({ isFirst: true, now: 2 });
  });

  it('is reported as missing, like its collection, if it was deleted while its new text was stored', async () => {
    const collectionId = await collectionOf(ada);
    const { id: documentId } = await article(ada, collectionId);
    const { call } = ada;
    const { store } = server.deps;
    const write = store.write.bind(store);
    const during = (remove: () => Promise<unknown>) =>
      vi.spyOn(store, 'write').mockImplementationOnce(async (...file) => {
        await remove();
        return write(...file);
      });
    const writing = during(() => call.collections.deleteDocument({ collectionId, documentId }));
    const change = call.collections.updateDocument({ collectionId, documentId, content: 'Four weeks.' });
    await expect(change).rejects.toThrow(documentNotFound().message);
    during(() => call.collections.delete({ collectionId }));
    await expect(article(ada, collectionId)).rejects.toThrow(collectionNotFound().message);
    writing.mockRestore();
    expect(await server.deps.db.storedObject.count({ where: { userId: ada.user.id, documentId: null } })).toBe(0);
  });

  it('keeps its title and collection if another editor saves a new text first', async () => {
    const [collectionId, elsewhere] = [await collectionOf(ada), await collectionOf(ada)];
    const { id: documentId, version } = await article(ada, collectionId, 'One week.', 'Vacation');
    const save = (values: { title: string; content: string; moveTo?: string }) =>
      ada.call.collections.updateDocument({ collectionId, documentId, version, ...values });
    const { store } = server.deps;
    const write = store.write.bind(store);
    // Both have read the same version when the second one is saved first.
    const writing = vi.spyOn(store, 'write').mockImplementationOnce(async (...file) => {
      await save({ title: 'Holidays', content: 'Two weeks.' });
      return write(...file);
    });
    const late = save({ title: 'Leave', content: 'Three weeks.', moveTo: elsewhere });
    await expect(late).rejects.toThrow(documentChanged().message);
    writing.mockRestore();
    const saved = { title: 'Holidays', content: 'Two weeks.', version: 2, collectionId };
    expect(await ada.call.collections.document({ collectionId, documentId })).toMatchObject(saved);
  });

  it('can be renamed, moved with its files, and deleted with them', async () => {
    const from = await collectionOf(admin, 'organization');
    const to = await collectionOf(admin);
    const { id: documentId } = await article(admin, from, 'A secret about Zenda castle.', 'Castle');
    const moved = await admin.call.collections.updateDocument({
      collectionId: from,
      documentId,
      title: 'Palace',
      moveTo: to,
    });
    expect(moved).toMatchObject({ title: 'Palace', collectionId: to });
    expect(await bob.call.collections.search({ q: 'Zenda castle' })).toEqual([]);
    expect(await admin.call.collections.locate({ documentId })).toEqual({ collectionId: to });
    await expect(bob.call.collections.locate({ documentId })).rejects.toThrow('Document not found');
    const foreign = await collectionOf(ada);
    await expect(
      admin.call.collections.updateDocument({ collectionId: to, documentId, moveTo: foreign }),
    ).rejects.toThrow('Collection not found');
    await admin.call.collections.deleteDocument({ collectionId: to, documentId });
    expect(await server.deps.db.storedObject.count({ where: { documentId } })).toBe(0);
    await expect(admin.call.collections.document({ collectionId: to, documentId })).rejects.toThrow(
      'Document not found',
    );
  });

  it('counts towards the limits of its account like a file', async () => {
    const small = await startTestServer({ env: { QUOTA_USER_FILES: '1' } });
    try {
      const eve = await signUp(small.deps);
      const collectionId = await collectionOf(eve);
      await article(eve, collectionId);
      await expect(article(eve, collectionId)).rejects.toThrow('You have reached the limit of 1 files.');
    } finally {
      await small.close();
    }
  });
});

describe('the statistics of the knowledge base', () => {
  it('only count organization-wide collections', async () => {
    const before = await admin.call.collections.overview();
    const shared = await collectionOf(admin, 'organization');
    await article(admin, shared, 'Ten bytes.', 'Short');
    await article(ada, await collectionOf(ada));
    const after = await admin.call.collections.overview();
    expect(after).toMatchObject({
      documents: before.documents + 1,
      articles: before.articles + 1,
      bytes: before.bytes + 10,
    });
    expect(after.recent[0]).toMatchObject({ title: 'Short', collection: 'Handbook', version: 1 });
  });
});

describe('a web page', () => {
  const page = (...lines: string[]) =>
    `<html><head><title>Press releases</title></head><body><article><h1>Press releases</h1>${lines
      .map((line) => `<p>${line} It is described here in a sentence that is long enough to be read as text.</p>`)
      .join('')}</article></body></html>`;

  it('is added with its title and text, is searchable, and is refreshed with its changes', async () => {
    site.pages['/press'] = page('The Lisbon office opened.', 'Margins rose to 31%.');
    const collectionId = await collectionOf(ada);
    const url = `${site.origin}/press`;
    const added = await ada.call.collections.addDocument({ collectionId, url });
    expect(added).toMatchObject({
      title: 'Press releases',
      sourceType: 'url',
      source: url,
      state: 'ready',
      version: 1,
    });
    expect((await ada.call.collections.search({ q: 'Lisbon office', limit: 5 }))[0]?.text).toContain('Lisbon');
    const documentId = added.id;
    const refresh = () => ada.call.collections.refreshDocument({ collectionId, documentId });
    expect(await refresh()).toMatchObject({ isChanged: false, added: [], removed: [], document: { version: 1 } });
    site.pages['/press'] = page('The Lisbon office closed.', 'Margins rose to 31%.');
    const refreshed = await refresh();
    expect(refreshed).toMatchObject({
      isChanged: true,
      document: { version: 2, title: 'Press releases', source: url },
    });
    expect(refreshed.added.join()).toContain('closed');
    expect(refreshed.removed.join()).toContain('opened');
    // A quotation in an earlier answer still opens the text it was taken from.
    const id = added.objectPath?.slice('/objects/'.length) as string;
    const quote = 'The Lisbon office opened.';
    expect(await ada.call.uploads.passage({ id, quote })).toMatchObject({ quote });
    const { content } = await ada.call.collections.document({ collectionId, documentId });
    expect(content).toContain('closed');
  });

  it('returns the offsets of its passages, as its search does', async () => {
    site.pages['/long'] = page(
      'The Turin office opened.',
      ...Array.from({ length: 60 }, (_, n) => `Margin ${n} rose.`),
    );
    const collectionId = await collectionOf(ada);
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, url: `${site.origin}/long` });
    const { content, passageStarts } = await ada.call.collections.document({ collectionId, documentId });
    expect(passageStarts.length).toBeGreaterThan(2);
    const [found] = await ada.call.collections.search({ q: 'Margin 57', limit: 1, collectionId });
    expect(passageStarts).toContain(found?.start);
    expect(content.slice(found?.start)).toMatch(new RegExp(`^${found?.text.slice(0, 40)}`));
  });

  it('stays a web page when its text is edited, so that it can be refreshed', async () => {
    site.pages['/edited'] = page('The Porto office opened.');
    const collectionId = await collectionOf(ada);
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, url: `${site.origin}/edited` });
    const edited = await ada.call.collections.updateDocument({ collectionId, documentId, content: 'Shortened.' });
    expect(edited).toMatchObject({ sourceType: 'url', source: `${site.origin}/edited`, version: 2 });
    expect(await ada.call.collections.refreshDocument({ collectionId, documentId })).toMatchObject({
      isChanged: true,
      document: { sourceType: 'url', version: 3 },
    });
  });

  it("that can't be read is not added, and the reason is returned", async () => {
    const collectionId = await collectionOf(ada);
    const add = (url: string) => ada.call.collections.addDocument({ collectionId, url });
    await expect(add(`${site.origin}/gone`)).rejects.toThrow('The page no longer exists.');
    await expect(add('http://127.0.0.1:9/')).rejects.toThrow("This address can't be read.");
    await expect(add('ftp://example.com/a')).rejects.toThrow('begins with http');
    expect((await ada.call.collections.documents({ collectionId })).items).toEqual([]);
  });

  it('is not refreshed over a text that was saved while the page was read', async () => {
    site.pages['/slow'] = page('The Porto office opened.');
    const collectionId = await collectionOf(ada);
    const added = await ada.call.collections.addDocument({ collectionId, url: `${site.origin}/slow` });
    const place = { collectionId, documentId: added.id };
    site.pages['/slow'] = page('The Porto office closed.');
    const { store } = server.deps;
    const write = store.write.bind(store);
    const writing = vi.spyOn(store, 'write').mockImplementationOnce(async (...file) => {
      await ada.call.collections.updateDocument({ ...place, version: 1, content: 'A correction.' });
      return write(...file);
    });
    await expect(ada.call.collections.refreshDocument(place)).rejects.toThrow(documentChanged().message);
    writing.mockRestore();
    expect(await ada.call.collections.document(place)).toMatchObject({ content: 'A correction.', version: 2 });
  });

  it("can be refreshed only by users who may edit it; other documents can't be refreshed", async () => {
    site.pages['/policy'] = page('Vacation is 31 days.');
    const collectionId = await collectionOf(admin, 'organization');
    const { id: documentId } = await admin.call.collections.addDocument({ collectionId, url: `${site.origin}/policy` });
    await expect(ada.call.collections.refreshDocument({ collectionId, documentId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const other = await article(admin, collectionId);
    await expect(admin.call.collections.refreshDocument({ collectionId, documentId: other.id })).rejects.toThrow(
      'Only web pages can be refreshed.',
    );
  });
});
