import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelFolder } from '~/server/providers/embeddings/local/model-folder';
import { startEmbeddingServer } from '~/server/testing/fakes/embedding-server';
import { describeTinyModel, writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const vacation = 'Everyone has 31 days of vacation a year.';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  const folder = modelFolder(server.deps.env.DATA_DIR);
  writeTinyModel(folder, [['vacation', 'holidays'], ['invoices']]);
  await describeTinyModel(folder);
});
afterAll(() => server.close());

it('finds passages by meaning with the model in the data folder, without any endpoint', async () => {
  const { id: collectionId } = await admin.call.collections.create({ name: 'Handbook', scope: 'personal' });
  for (const content of [vacation, 'Invoices are paid within a month.'])
    await admin.call.collections.addDocument({ collectionId, title: content.slice(0, 8), content });
  const embedded = async () => {
    const [row] = await server.deps.db.sql<{ files: number; models: string[] }>`
      SELECT count(*)::int AS files, array_agg(DISTINCT model) AS models FROM embedded_files WHERE completed_at IS NOT NULL`;
    return row;
  };
  await until(async () => (await embedded())?.files === 2);
  expect((await embedded())?.models).toEqual([(await server.deps.vectors.embedder())?.model]);
  const [first] = await admin.call.collections.search({ q: 'holidays', limit: 10 });
  expect(first?.text).toBe(vacation);
});

it("is replaced by an endpoint's model", async () => {
  const vendor = await startEmbeddingServer();
  const endpoint = { name: 'Vectors', baseUrl: vendor.baseUrl, embeddingModel: 'small' };
  const { id } = await admin.call.models.createEndpoint(endpoint);
  expect((await server.deps.vectors.embedder())?.model).toBe('small');
  await admin.call.models.deleteEndpoint({ id });
  expect((await server.deps.vectors.embedder())?.model).toMatch(/^tiny@/);
  await vendor.close();
});
