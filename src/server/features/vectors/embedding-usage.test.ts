import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectionPassages } from '~/server/features/collections/collection-passages';
import { searchConversation } from '~/server/features/messages/search-conversation';
import { ToolFiles } from '~/server/features/messages/tool-files';
import { storeVectors } from '~/server/retrieval/vector-store';
import { type EmbeddingServer, startEmbeddingServer, waitWhileWorking } from '~/server/testing/fakes/embedding-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { embedFileJob } from './embed-file.job';
import { embedMissingJob } from './embed-missing.job';

let server: TestServer;
let admin: TestUser;
let ada: TestUser;
let vendor: EmbeddingServer;
let endpointId: string;
let stopWaiting: () => void;

beforeAll(async () => {
  stopWaiting = waitWhileWorking(() => vendor);
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  vendor = await startEmbeddingServer();
  const { id } = await admin.call.models.createEndpoint({
    name: 'Vectors',
    baseUrl: vendor.baseUrl,
    embeddingModel: 'small',
  });
  endpointId = id;
});
afterAll(async () => {
  await server.close();
  await vendor.close();
  stopWaiting();
});
beforeEach(async () => {
  ada = await signUp(server.deps);
});
afterEach(async () => {
  vendor.usage = undefined;
  vendor.mode = 'work';
  await server.deps.db.sql`DELETE FROM collections`;
  await server.deps.db.storedObject.deleteMany();
  await server.deps.db.sql`DELETE FROM jobs`;
  await server.deps.db.sql`DELETE FROM usage_events`;
  await server.deps.db.sql`DELETE FROM usage_days`;
  await server.deps.db.offeredModel.deleteMany();
});

const vacation = 'Everyone has 31 days of vacation a year.';
const add = async (user: TestUser, content: string) => {
  const { id: collectionId } = await user.call.collections.create({ name: 'Handbook', scope: 'personal' });
  await user.call.collections.addDocument({ collectionId, title: 'Handbook', content });
};
const whenEmbedded = (files: number) =>
  until(async () => {
    const [row] = await server.deps.db.sql<{ count: number }>`
      SELECT count(*)::int AS count FROM embedded_files WHERE completed_at IS NOT NULL`;
    return row?.count === files;
  });
const eventsOf = (user: TestUser) =>
  server.deps.db.usageEvent.findMany({ where: { userId: user.user.id }, orderBy: { at: 'asc' } });
const usageOf = async (user: TestUser) => (await user.call.usage.own({})).models;
const context = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
const embedAgain = async (objectId: string) => embedFileJob.run(server.deps, { objectId }, context);
const objectOf = async (user: TestUser) =>
  (await server.deps.db.storedObject.findFirstOrThrow({ where: { userId: user.user.id } })).id;
const settled = async () => {
  await server.deps.jobs.settled();
  await server.deps.background.settled();
};

describe('the tokens of a file', () => {
  it('are one request of its owner, under the name of the model, without a cost', async () => {
    vendor.usage = (texts) => ({ prompt_tokens: texts.length * 10 });
    const long = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}. ${'Words fill the line. '.repeat(45)}`);
    await add(ada, long.join('\n\n'));
    await whenEmbedded(1);
    const [row] = await server.deps.db.sql<{ passages: number }>`SELECT count(*)::int AS passages FROM passage_vectors`;
    expect(row?.passages).toBeGreaterThan(32);
    const tokens = { inputTokens: (row?.passages ?? 0) * 10, outputTokens: 0 };
    expect(await eventsOf(ada)).toMatchObject([
      { purpose: 'embedding', model: 'small', modelName: 'small', ...tokens, cost: null, isEstimated: false },
    ]);
    expect(await usageOf(ada)).toMatchObject([{ modelName: 'small', requests: 1, ...tokens, cost: null }]);
    expect((await admin.call.usage.summary({})).models).toMatchObject([{ modelName: 'small', ...tokens }]);
    expect((await admin.call.usage.page({})).items).toMatchObject([
      { email: ada.user.email, model: 'small', ...tokens },
    ]);
  });

  it('count once if its job runs again after a crash', async () => {
    vendor.usage = () => ({ prompt_tokens: 10 });
    await add(ada, vacation);
    await whenEmbedded(1);
    // The state left by a process that was killed after it stored the vectors, and by one killed before.
    await server.deps.db.sql`UPDATE embedded_files SET completed_at = NULL`;
    await embedAgain(await objectOf(ada));
    const [{ file = 0 } = {}] = await server.deps.db.sql<{ file: number }>`SELECT file FROM embedded_files`;
    const usage = { model: 'small', modelName: 'small', tokens: 10, cost: null, isEstimated: false };
    await storeVectors(server.deps, file, 'small', [{ place: 0, vector: new Array(64).fill(1) }], usage);
    expect(await usageOf(ada)).toMatchObject([{ requests: 1, unpricedRequests: 1, inputTokens: 10 }]);
  });

  it('are counted and marked as estimated if the endpoint reports none', async () => {
    vendor.usage = () => undefined;
    await add(ada, vacation);
    await whenEmbedded(1);
    const [event] = await eventsOf(ada);
    expect(event).toMatchObject({ isEstimated: true });
    expect(event?.inputTokens).toBeGreaterThan(5);
    expect(await usageOf(ada)).toMatchObject([{ requests: 1, estimatedRequests: 1, unknownRequests: 0 }]);
  });

  it('of an organization-wide collection count for the administrator who added it', async () => {
    const other = await signUp(server.deps, { isAdmin: true });
    const { id: collectionId } = await admin.call.collections.create({ name: 'Rules', scope: 'organization' });
    await other.call.collections.addDocument({ collectionId, title: 'Rules', content: vacation });
    await whenEmbedded(1);
    expect(await eventsOf(other)).toHaveLength(1);
    expect(await eventsOf(admin)).toEqual([]);
  });
});

describe('the tokens of a query', () => {
  it('are one request of its user', async () => {
    await add(ada, vacation);
    await whenEmbedded(1);
    const before = (await eventsOf(ada)).length;
    vendor.usage = () => ({ prompt_tokens: 4 });
    await ada.call.collections.search({ q: 'vacation in March', limit: 5 });
    await ada.call.collections.search({ q: 'vacation in March', limit: 5 });
    await settled();
    expect((await eventsOf(ada)).slice(before)).toMatchObject([
      { purpose: 'embedding', model: 'small', inputTokens: 4, isEstimated: false },
    ]);
  });

  it('of a conversation, which searches its files and collections at once, are one request of its owner', async () => {
    const text = `${vacation} Of these 10 may be kept.`;
    const { objectPath: url, name, type, size } = await ada.call.uploads.attachText({ text });
    await add(ada, vacation);
    const clientRequestId = randomUUID();
    await ada.call.messages.send({
      clientRequestId,
      content: 'Which vacation?',
      attachments: [{ url, name, type, size }],
    });
    await whenEmbedded(2);
    await settled();
    const { id: conversationId } = await server.deps.db.conversation.findFirstOrThrow({
      where: { userId: ada.user.id },
    });
    const { id: questionId } = await server.deps.db.message.findFirstOrThrow({
      where: { conversationId, role: 'user' },
    });
    // By the number of words, because answering the message creates a query too.
    const requests = async (tokens: number) =>
      (await eventsOf(ada)).filter(({ inputTokens }) => inputTokens === tokens).length;
    const shelf = new ToolFiles(
      server.deps,
      { conversationId, questionId },
      collectionPassages(server.deps, { userId: ada.user.id, conversationId }),
    );
    expect((await shelf.search('vacation days of everyone')).length).toBeGreaterThan(1);
    await settled();
    expect(await requests(4)).toBe(1);
    await searchConversation(server.deps, { conversationId, questionId }, 'Which days may be kept?', { limit: 3 });
    await settled();
    expect(await requests(5)).toBe(1);
  });
});

describe('a model with a price', () => {
  const offer = () =>
    server.deps.db.offeredModel.create({
      data: { id: 'small-2', endpointId, name: 'small', displayName: 'Small vectors', inputPrice: '0.02' },
    });
  const reread = () => admin.call.models.updateEndpoint({ id: endpointId, name: 'Vectors', baseUrl: vendor.baseUrl });
  afterEach(async () => {
    await server.deps.db.offeredModel.deleteMany();
    await reread();
    await admin.call.usage.setBudgets({ installationUsd: null, userUsd: null });
  });

  it('gives the tokens their cost and its name', async () => {
    await offer();
    await reread();
    vendor.usage = () => ({ prompt_tokens: 500 });
    await add(ada, vacation);
    await whenEmbedded(1);
    expect(await usageOf(ada)).toMatchObject([{ model: 'small-2', modelName: 'Small vectors', cost: '0.00001' }]);
  });

  it('creates no vectors for files of a user without budget until there is one', async () => {
    await offer();
    await reread();
    await admin.call.usage.setBudgets({ installationUsd: null, userUsd: '0' });
    await add(ada, vacation);
    await settled();
    await embedMissingJob.run(server.deps, {}, context);
    await settled();
    expect(await eventsOf(ada)).toEqual([]);
    expect(await server.deps.db.job.count({ where: { kind: embedFileJob.kind } })).toBe(0);
    await admin.call.usage.setBudgets({ installationUsd: null, userUsd: '5' });
    await embedMissingJob.run(server.deps, {}, context);
    await whenEmbedded(1);
    expect(await eventsOf(ada)).toHaveLength(1);
  });
});
