import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, apiClient, signUpAt } from '~/server/testing/clients/api-client';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

const count = 50;
/** Every tenth document takes long enough that the server is killed while reading it. */
const pagesOf = (index: number) => (index % 10 === 9 ? 150 : 2);
const markOf = (index: number) => `Warehouse ${index + 1001} opened.`;

let database: ProcessDatabase;
/** A longer time limit: on a busy machine, long documents would be cut at the default one. */
const settings = () => ({ ...database.settings, READ_SECONDS: '60' });
beforeAll(async () => {
  database = await createProcessDatabase();
});
afterAll(async () => {
  await endAllServers();
  await database?.drop();
});

/** The first page identifies the document, the last one proves that it was read to its end. */
function reportOf(index: number): Buffer {
  const filler = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long report about the weather.`);
  const pages = Array.from({ length: pagesOf(index) }, () => filler);
  return makePdf([[markOf(index)], ...pages, ['This is the end of the report.']]);
}

async function add(server: ServerProcess, api: ApiClient, collectionId: string, index: number): Promise<void> {
  const bytes = reportOf(index);
  const name = `report ${index}.pdf`;
  const { uploadURL, headers } = await api.uploads.create.mutate({ size: bytes.length, type: 'application/pdf' });
  const sent = await fetch(new URL(uploadURL, server.url), { method: 'PUT', headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBeLessThan(300);
  const { objectPath } = await api.uploads.claim.mutate({ fileURL: uploadURL, name, type: 'application/pdf' });
  await api.collections.addDocument.mutate({ collectionId, objectPath });
}

async function documentsOf(api: ApiClient, collectionId: string) {
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await api.collections.documents.query({ collectionId, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
}

it('a server killed while it reads 50 documents reads the remaining ones after the restart, and none twice', async () => {
  const before = await startServer(settings());
  const user = await signUpAt(before.url);
  const first = apiClient(before.url, user.cookie);
  const { id: collectionId } = await first.collections.create.mutate({ name: 'Reports' });
  for (let index = 0; index < count; index++) await add(before, first, collectionId, index);
  const isReading = async () => (await documentsOf(first, collectionId)).some(({ state }) => state === 'reading');
  await until(isReading, 'a document is being read', { withinMs: 120_000, details: before.log });
  await before.end('SIGKILL');

  const after = await startServer(settings());
  const second = apiClient(after.url, user.cookie);
  const areReady = async () =>
    (await documentsOf(second, collectionId)).every(({ state }) => state === 'ready' || state === 'failed');
  await until(areReady, 'all documents are read', { withinMs: 300_000, details: after.log });
  const documents = await documentsOf(second, collectionId);
  expect(documents.map(({ state, source }) => `${source} ${state}`).sort()).toEqual(
    Array.from({ length: count }, (_, index) => `report ${index}.pdf ready`).sort(),
  );
  for (const { id: documentId, source } of documents) {
    const index = Number(/\d+/.exec(source ?? '')?.[0]);
    const { content, pages } = await second.collections.document.query({ collectionId, documentId });
    expect(content.split(markOf(index))).toHaveLength(2);
    expect(content.split('This is the end of the report.')).toHaveLength(2);
    expect(pages).toHaveLength(pagesOf(index) + 2);
  }
  // Passages that were stored twice would be found twice.
  for (const index of [8, 9, 48, 49]) {
    const found = await second.collections.search.query({ q: markOf(index), limit: 20 });
    expect(found.filter(({ text }) => text.includes(markOf(index)))).toHaveLength(1);
  }
}, 600_000);
