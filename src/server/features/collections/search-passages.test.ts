import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '~/server/db/client';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { type PassageScope, searchPassages } from './search-passages';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const question = 'How high is the dividend of Ruritania?';
const wanted = { limit: 20, wholePages: 2 };
const text = (years: number) =>
  Array.from({ length: years }, (_, year) => `The dividend of Ruritania in ${2000 + year} was ${year} dollars.`)
    .map((line) => `${line} ${'It was paid in spring to all who held shares. '.repeat(40)}`)
    .join('\n\n');

/** The database as seen by another process, and how often that process has reloaded its cache. */
function otherProcess() {
  const process = { reads: 0, termReads: 0, db: {} as Pick<Database, 'sql'> };
  process.db.sql = (parts, ...values) => {
    if (parts.join('').includes('encode(shape')) process.reads++;
    if (parts.join('').includes('t.scope_id = ANY')) process.termReads++;
    return server.deps.db.sql(parts, ...values);
  };
  return process;
}

/** Searches with a warm cache, and checks that a process with an empty cache finds the same. */
async function findsTheSame(kept: ReturnType<typeof otherProcess>, scope: PassageScope) {
  const found = await searchPassages(kept, scope, question, wanted);
  expect(found).toEqual(await searchPassages(otherProcess(), scope, question, wanted));
  return found.map(({ title, text }) => ({ title, text }));
}

async function library() {
  const collectionId = (await ada.call.collections.create({ name: 'Filings' })).id;
  const add = async (title: string, content: string) => {
    const { id } = await ada.call.collections.addDocument({ collectionId, title, content });
    await whenIndexed(collectionId);
    return id;
  };
  const first = await add('Ruritania 2020', text(4));
  await add('Umbrella 2020', text(2));
  return { collectionId, first, add };
}

/** Waits until the current text of each document is indexed. */
const whenIndexed = (collectionId: string) =>
  until(async () => {
    const [row] = await server.deps.db.sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting FROM collection_documents d
      WHERE d.collection_id = ${collectionId}::uuid AND NOT EXISTS (
        SELECT FROM passage_indexes i
        WHERE i.object_id = d.object_id AND i.indexed_at IS NOT NULL)`;
    return row?.waiting === 0;
  });

it('uses a cache, and reloads it after every change by another process', async () => {
  const { collectionId, first, add } = await library();
  const kept = otherProcess();
  const search = () => findsTheSame(kept, { userId: ada.user.id, collectionId });
  const before = await search();
  expect(before.length).toBeGreaterThan(2);
  const { termReads } = kept;
  expect(termReads).toBeGreaterThan(0);
  expect(await search()).toEqual(before);
  expect(kept).toMatchObject({ reads: 1, termReads });

  const added = await add('Ruritania 2021', text(3));
  expect((await search()).map(({ title }) => title)).toContain('Ruritania 2021');
  expect(kept.reads).toBe(2);
  expect(kept.termReads).toBeGreaterThan(termReads);

  await ada.call.collections.updateDocument({ collectionId, documentId: added, title: 'Sylvania' });
  const titles = (await search()).map(({ title }) => title);
  expect(titles).toContain('Sylvania');
  expect(titles).not.toContain('Ruritania 2021');

  await ada.call.collections.updateDocument({ collectionId, documentId: first, content: 'Ruritania: no dividend.' });
  await whenIndexed(collectionId);
  const replaced = await search();
  expect(replaced.filter(({ title }) => title === 'Ruritania 2020')).toEqual([
    { title: 'Ruritania 2020', text: 'Ruritania: no dividend.' },
  ]);

  const { id: elsewhere } = await ada.call.collections.create({ name: 'Elsewhere' });
  await ada.call.collections.updateDocument({ collectionId, documentId: added, moveTo: elsewhere });
  await whenIndexed(elsewhere);
  expect((await search()).map(({ title }) => title)).not.toContain('Sylvania');
  const moved = await findsTheSame(kept, { userId: ada.user.id, collectionId: elsewhere });
  expect(moved.map(({ title }) => title)).toContain('Sylvania');

  await ada.call.collections.deleteDocument({ collectionId, documentId: first });
  expect((await search()).map(({ title }) => title)).not.toContain('Ruritania 2020');
});

it('respects the switches of collections and the rights of each user', async () => {
  const { collectionId } = await library();
  const { id: conversationId } = await ada.call.conversations.create({});
  const bob = await signUp(server.deps);
  const kept = otherProcess();
  const count = async (scope: PassageScope) =>
    (await findsTheSame(kept, scope)).filter(({ title }) => title === 'Umbrella 2020').length;
  const asked = { userId: ada.user.id, enabledIn: conversationId, collectionIds: [collectionId] };
  expect(await count(asked)).toBeGreaterThan(0);
  expect(await count({ userId: bob.user.id, collectionId })).toBe(0);
  await ada.call.collections.update({ collectionId, isEnabled: false });
  expect(await count(asked)).toBe(0);
  await ada.call.collections.update({ collectionId, isEnabled: true });
  expect(await count(asked)).toBeGreaterThan(0);
});

it('does not cache a file that changed while it was read', async () => {
  const { collectionId } = await library();
  const scope = { userId: ada.user.id, collectionId };
  const kept = otherProcess();
  const { sql } = kept.db;
  // Another process indexes the file again between the two statements.
  kept.db.sql = async (parts, ...values) => {
    if (parts.join('').includes('encode(shape'))
      await server.deps.db.sql`
        UPDATE passage_indexes SET indexed_at = now() WHERE scope_id = ${collectionId}::uuid`;
    return sql(parts, ...values);
  };
  await findsTheSame(kept, scope);
  kept.db.sql = sql;
  await findsTheSame(kept, scope);
  await findsTheSame(kept, scope);
  expect(kept.reads).toBe(2);
});
