import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runResearchJob } from '~/server/features/research/run-research.job';
import { onlyAccount } from '~/server/operator/open';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { importFolder, importJobs } from './import-folder';
import { waitUntilRead } from './wait-until-read';

let server: TestServer;
let ada: TestUser;
let folder: string;
const printed: string[] = [];
const io = { print: (text: string) => void printed.push(text), warn: (text: string) => void printed.push(text) };

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());
beforeEach(() => {
  printed.length = 0;
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-import-'));
  mkdirSync(path.join(folder, 'policies'));
  writeFileSync(path.join(folder, 'policies/vacation.md'), '# Vacation\n\nEveryone has 31 days.');
  writeFileSync(path.join(folder, 'travel.txt'), 'Trains are booked in second class.');
  writeFileSync(path.join(folder, '.hidden'), 'Not for import.');
  symlinkSync('/etc/hostname', path.join(folder, 'link.txt'));
  return () => rmSync(folder, { recursive: true });
});

const run = (collection: string, scope: 'personal' | 'organization' = 'personal') =>
  importFolder(server.deps, { reader: ada.user, scope, collection, folder }, io);
const documentsOf = async (name: string) => {
  const { items } = await ada.call.collections.list({ limit: 50 });
  const collectionId = items.find((collection) => collection.name === name)?.id ?? '';
  return (await ada.call.collections.documents({ collectionId })).items;
};

describe('a folder', () => {
  it('becomes searchable documents, named by their paths, without hidden files and links', async () => {
    expect(await run('Handbook')).toEqual({ added: 2, replaced: 0, unchanged: 0, failed: 0 });
    const documents = await documentsOf('Handbook');
    expect(documents.map(({ source }) => source).sort()).toEqual(['policies/vacation.md', 'travel.txt']);
    expect(documents.every(({ state }) => state === 'ready')).toBe(true);
    expect((await ada.call.collections.search({ q: 'days of vacation', limit: 5 }))[0]?.text).toContain('31 days');
    expect(printed).toContain('1/2 policies/vacation.md: added');
  });

  it('imported again adds nothing, and a changed file becomes a new version', async () => {
    await run('Again');
    expect(await run('Again')).toEqual({ added: 0, replaced: 0, unchanged: 2, failed: 0 });
    writeFileSync(path.join(folder, 'travel.txt'), 'Trains are booked in first class.');
    expect(await run('Again')).toEqual({ added: 0, replaced: 1, unchanged: 1, failed: 0 });
    const documents = await documentsOf('Again');
    expect(documents).toHaveLength(2);
    expect(documents.find(({ source }) => source === 'travel.txt')).toMatchObject({ version: 2, state: 'ready' });
    expect(await run('Again')).toMatchObject({ unchanged: 2 });
  });

  it('reports the files that fail and adds the others', async () => {
    writeFileSync(path.join(folder, 'program.exe'), Buffer.from('4d5a90000300000004000000ffff0000', 'hex'));
    writeFileSync(path.join(folder, 'broken.pdf'), '%PDF-1.7\nnothing of a document');
    const result = await run('Some');
    expect(result).toMatchObject({ added: 3, failed: 2 });
    expect(printed.some((line) => line.startsWith('program.exe: '))).toBe(true);
    expect(printed.some((line) => line.startsWith('broken.pdf: '))).toBe(true);
    expect((await documentsOf('Some')).filter(({ state }) => state === 'ready')).toHaveLength(2);
  });

  it('imported again tries the files that failed again, and reports them again', async () => {
    writeFileSync(path.join(folder, 'broken.pdf'), '%PDF-1.7\nnothing of a document');
    await run('Unreadable');
    printed.length = 0;
    expect(await run('Unreadable')).toEqual({ added: 0, replaced: 1, unchanged: 2, failed: 1 });
    expect(printed.some((line) => line.startsWith('broken.pdf: '))).toBe(true);
    expect(await documentsOf('Unreadable')).toHaveLength(3);
    const [broken, ...more] = (await documentsOf('Unreadable')).filter(({ state }) => state === 'failed');
    expect(more).toEqual([]);
    expect(await server.deps.db.storedObject.count({ where: { documentId: broken?.id ?? null } })).toBe(1);
  });

  it('is imported although a file could not be made searchable, which is reported', async () => {
    await run('Dead');
    const { db } = server.deps;
    const documents = await documentsOf('Dead');
    const [dead] = documents;
    const { id: key } = await db.storedObject.findFirstOrThrow({ where: { documentId: dead?.id ?? null } });
    await db.collectionDocument.update({ where: { id: dead?.id ?? '' }, data: { indexedAt: null } });
    await db.job.create({ data: { kind: 'document.index', key, payload: { objectId: key }, state: 'dead' } });
    printed.length = 0;
    const ids = documents.map(({ id }) => id);
    expect(await waitUntilRead(server.deps, ids, io)).toBe(1);
    expect(printed).toEqual([expect.stringContaining(`${dead?.source}: Its text could not be made searchable.`)]);
  });

  it('is not added to a collection of the same name for groups', async () => {
    const { db } = server.deps;
    const row = { userId: ada.user.id, name: 'Notes', isForGroups: true };
    const { id: collectionId } = await db.collection.create({ data: row });
    const members = { create: { userId: ada.user.id } };
    const { id: groupId } = await db.group.create({ data: { name: 'Editors', nameKey: 'editors', members } });
    await db.collectionGroup.create({ data: { collectionId, groupId, access: 'edit' } });
    expect(await run('Notes')).toMatchObject({ added: 2 });
    expect((await ada.call.collections.documents({ collectionId })).items).toEqual([]);
  });

  it('can be added to an organization-wide collection by administrators only', async () => {
    await expect(run('Everyone', 'organization')).rejects.toThrow('Only administrators');
  });

  it('is imported beside a server without running the jobs of that server', async () => {
    const alone = await startTestServer({ kinds: importJobs });
    try {
      const { db, jobs } = alone.deps;
      const researchId = randomUUID();
      await jobs.enqueue(runResearchJob, { researchId }, { key: researchId });
      const { user } = await signUp(alone.deps);
      const added = importFolder(alone.deps, { reader: user, scope: 'personal', collection: 'x', folder }, io);
      expect(await added).toMatchObject({ added: 2, failed: 0 });
      const left = await db.job.findMany({ where: { key: researchId }, select: { state: true, attempts: true } });
      expect(left).toEqual([{ state: 'waiting', attempts: 0 }]);
    } finally {
      await alone.close();
    }
  });

  it('that is missing or empty is an error', async () => {
    const at = (name: string) =>
      importFolder(
        server.deps,
        { reader: ada.user, scope: 'personal', collection: 'x', folder: path.join(folder, name) },
        io,
      );
    await expect(at('missing')).rejects.toThrow('is not a folder');
    mkdirSync(path.join(folder, 'empty'));
    await expect(at('empty')).rejects.toThrow('contains no files');
  });
});

describe('without an email', () => {
  it('the only account is used, or else the only administrator', async () => {
    expect(await onlyAccount(server.deps)).toMatchObject({ id: ada.user.id });
    const admin = await signUp(server.deps, { isAdmin: true });
    expect(await onlyAccount(server.deps)).toMatchObject({ id: admin.user.id, isAdmin: true });
    await signUp(server.deps, { isAdmin: true });
    await expect(onlyAccount(server.deps)).rejects.toThrow('no single administrator. Choose one with --email ADDRESS');
    await server.deps.db.user.deleteMany();
    await expect(onlyAccount(server.deps)).rejects.toThrow('There are no accounts yet');
  });
});
