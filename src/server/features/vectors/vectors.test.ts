import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nearestByIndex, nearestByScan } from '~/server/retrieval/vector-store';
import { type EmbeddingServer, startEmbeddingServer, waitWhileWorking } from '~/server/testing/fakes/embedding-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { embedMissingJob } from './embed-missing.job';

let server: TestServer;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
let vendor: EmbeddingServer;
let endpointId: string;
let stopWaiting: () => void;

beforeAll(async () => {
  stopWaiting = waitWhileWorking(() => vendor);
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  stopWaiting();
});
beforeEach(async () => {
  vendor = await startEmbeddingServer();
  vendor.concepts = { holiday: 'vacation', holidays: 'vacation', leave: 'vacation' };
  const { id } = await admin.call.models.createEndpoint({
    name: 'Vectors',
    baseUrl: vendor.baseUrl,
    embeddingModel: 'small',
  });
  endpointId = id;
});
afterEach(async () => {
  await server.deps.db.sql`DELETE FROM collections`;
  await server.deps.db.sql`DELETE FROM jobs`;
  await server.deps.db.sql`DELETE FROM embedded_files`;
  await admin.call.models.deleteEndpoint({ id: endpointId });
  await vendor.close();
});

const vacation = 'Everyone has 31 days of vacation a year.';
const invoices = 'Invoices are paid within a month of their arrival.';

async function collect(user: TestUser, texts: readonly string[] = [vacation, invoices]): Promise<string> {
  const { id: collectionId } = await user.call.collections.create({ name: 'Handbook', scope: 'personal' });
  for (const content of texts)
    await user.call.collections.addDocument({ collectionId, title: content.slice(0, 12), content });
  return collectionId;
}
const search = async (user: TestUser, q: string) =>
  (await user.call.collections.search({ q, limit: 10 })).map(({ text }) => text);
const count = async () => {
  const [row] = await server.deps.db.sql<{ files: number; vectors: number }>`
    SELECT (SELECT count(*)::int FROM embedded_files WHERE completed_at IS NOT NULL) AS files,
           (SELECT count(*)::int FROM passage_vectors) AS vectors`;
  return row;
};
const whenEmbedded = (files: number) => until(async () => (await count())?.files === files);
const update = (change: object) =>
  admin.call.models.updateEndpoint({ id: endpointId, name: 'Vectors', baseUrl: vendor.baseUrl, ...change });
const embedMissing = async () => {
  const context = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await embedMissingJob.run(server.deps, {}, context);
  await server.deps.jobs.settled();
};

describe('files of collections', () => {
  it('are found by meaning once their vectors are created in the background', async () => {
    await collect(ada);
    await whenEmbedded(2);
    expect((await search(ada, 'holidays'))[0]).toBe(vacation);
    expect((await search(ada, 'invoices'))[0]).toBe(invoices);
  });

  it('are found only by users who may read them', async () => {
    await collect(ada);
    await whenEmbedded(2);
    expect(await search(bob, 'holidays')).toEqual([]);
  });

  it('lose their vectors with the collection', async () => {
    const collectionId = await collect(ada);
    await whenEmbedded(2);
    await ada.call.collections.delete({ collectionId });
    expect(await count()).toEqual({ files: 0, vectors: 0 });
  });

  it('lose their vectors with the account', async () => {
    const cid = await signUp(server.deps);
    await collect(cid);
    await whenEmbedded(2);
    await server.deps.db.user.delete({ where: { id: cid.user.id } });
    expect(await count()).toEqual({ files: 0, vectors: 0 });
  });

  it('of several users are embedded in turn', async () => {
    const long = Array.from({ length: 450 }, (_, n) => `Paragraph ${n}. ${'Words fill the line. '.repeat(45)}`).join(
      '\n\n',
    );
    vendor.mode = 'fail';
    await collect(ada, [long]);
    await collect(bob, [vacation]);
    // A failed job is queued again with a pause, which would give the other one a head start.
    const failed = () => server.deps.db.job.count({ where: { state: 'waiting', attempts: { gt: 0 } } });
    await until(async () => (await failed()) === 2);
    vendor.mode = 'work';
    vendor.requests.length = 0;
    await server.deps.db.sql`UPDATE jobs SET run_at = now(), attempts = 0`;
    server.deps.jobs.wake();
    await whenEmbedded(2);
    const inputs = vendor.requests.map(({ input }) => input);
    const ofBob = inputs.findIndex((input) => input.some((text) => text.includes('31 days')));
    expect(inputs.length).toBeGreaterThan(8);
    expect(ofBob).toBeLessThan(inputs.length - 1);
    expect((await count())?.vectors).toBe(inputs.flat().length);
  });
});

describe('the index of a server', () => {
  it('finds the same as comparing all codes, in the given files only', async () => {
    await collect(ada);
    await whenEmbedded(2);
    const { db, vectors } = server.deps;
    const model = await vectors.embedder();
    const { vector = [] } = (await model?.embedQuestion('holidays', new AbortController().signal)) ?? {};
    const rows = await db.sql<{ file: number }>`SELECT file FROM embedded_files ORDER BY file`;
    const files = rows.map(({ file }) => file);
    const found = await nearestByIndex({ db }, { files, passages: 2 }, 'small', vector);
    expect(found).toHaveLength(2);
    expect(found).toEqual(await nearestByScan({ db }, { files, passages: 2 }, 'small', vector));
    expect(await nearestByIndex({ db }, { files: files.slice(1), passages: 1 }, 'small', vector)).toHaveLength(1);
    expect(await nearestByIndex({ db }, { files, passages: 2 }, 'large', vector)).toEqual([]);
  });
});

describe('the endpoint', () => {
  it('that fails or does not respond leaves a search to its words', async () => {
    await collect(ada);
    await whenEmbedded(2);
    vendor.mode = 'fail';
    expect(await search(ada, 'arrival of invoices')).toEqual([invoices]);
    expect(await search(ada, 'leave')).toEqual([]);
    vendor.mode = 'hang';
    await update({});
    expect(await search(ada, 'unpaid invoices')).toEqual([invoices]);
  });

  it('that recovers embeds what it missed', async () => {
    vendor.mode = 'fail';
    await collect(ada);
    expect(await count()).toEqual({ files: 0, vectors: 0 });
    vendor.mode = 'work';
    await server.deps.db.sql`DELETE FROM jobs`;
    await embedMissing();
    await whenEmbedded(2);
    expect((await search(ada, 'holidays'))[0]).toBe(vacation);
  });

  it('that recovers embeds files whose jobs failed permanently, an hour later', async () => {
    vendor.mode = 'fail';
    await collect(ada);
    await server.deps.jobs.settled();
    const { sql } = server.deps.db;
    await sql`UPDATE jobs SET state = 'dead', updated_at = now() WHERE kind = 'file.embed'`;
    vendor.mode = 'work';
    await embedMissing();
    expect(await count()).toEqual({ files: 0, vectors: 0 });
    await sql`UPDATE jobs SET updated_at = now() - interval '61 minutes' WHERE kind = 'file.embed'`;
    await embedMissing();
    await whenEmbedded(2);
  });

  it('with another model, even of another length, embeds all files again', async () => {
    await collect(ada);
    await whenEmbedded(2);
    vendor.dimensions = 96;
    vendor.requests.length = 0;
    await update({ embeddingModel: 'large' });
    expect(await search(ada, 'holidays')).toEqual([]);
    await embedMissing();
    await until(async () => (await search(ada, 'holidays'))[0] === vacation);
    expect(vendor.requests.every(({ model }) => model === 'large')).toBe(true);
    expect(await count()).toEqual({ files: 2, vectors: 2 });
  });

  it('that rejects long texts gets them shortened', async () => {
    vendor.longestText = 400;
    await collect(ada, [`${'Long words fill the line. '.repeat(30)}`, vacation]);
    await whenEmbedded(2);
    expect((await search(ada, 'holidays'))[0]).toBe(vacation);
  });

  it('without an embedding model is not called', async () => {
    await update({ embeddingModel: null });
    await collect(ada);
    await embedMissing();
    expect(await search(ada, 'holidays')).toEqual([]);
    expect(vendor.requests).toEqual([]);
  });

  it('with a reranking model decides which passage comes first', async () => {
    await update({ embeddingModel: null, rerankModel: 'ranker' });
    const first = 'Invoices of suppliers. Invoices of lawyers. Invoices of all others.';
    await collect(ada, [first, 'Invoices wait for leave.']);
    expect(await search(ada, 'Invoices during holidays')).toEqual(['Invoices wait for leave.', first]);
    expect(vendor.reranked).toEqual([2]);
    vendor.mode = 'fail';
    expect(await search(ada, 'Invoices during holidays')).toHaveLength(2);
  });

  it('and the progress of its vectors are shown to administrators', async () => {
    await collect(ada);
    await whenEmbedded(2);
    const { parts } = await admin.call.status.read();
    expect(parts.find(({ part }) => part === 'vectors')).toMatchObject({ state: 'ok', detail: 'small: 2 of 2 files' });
    const [shown] = await admin.call.models.endpoints();
    expect(shown).toMatchObject({ embeddingModel: 'small', rerankModel: null });
  });
});
