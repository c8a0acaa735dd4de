/** The model of the AI_* settings: administrators' values, and facts reported by its endpoint. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { withRow } from './connection';
import { readFactsJob } from './read-facts.job';

let server: TestServer;
let admin: TestUser;
let ada: TestUser;
let vendor: ModelServer;
/** The endpoint's list of models; changed in place. */
const listed: object[] = [];

beforeAll(async () => {
  vendor = await startModelServer({ script: { text: 'Yes.' }, models: listed });
  server = await startTestServer({ env: { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'house', AI_API: 'responses' } });
  admin = await signUp(server.deps, { isAdmin: true });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});
afterEach(async () => {
  listed.length = 0;
  vendor.reset();
  await server.deps.db.modelEndpoint.deleteMany();
  await server.deps.db.offeredModel.deleteMany();
  server.deps.models.changed();
});

const readFacts = (signal = new AbortController().signal) =>
  readFactsJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
const limits = async (id = 'house') => (await server.deps.models.choose(ada.user, id)).limits;

/** The body of the request caused by a message of ada. */
async function sentFor(content: string): Promise<Record<string, unknown>> {
  const first = vendor.requests.length;
  const { assistantMessage } = await ada.call.messages.send({ clientRequestId: randomUUID(), content });
  const { body } = await vendor.request(first);
  await until(async () => {
    const { metadata } = await server.deps.db.message.findUniqueOrThrow({ where: { id: assistantMessage.id } });
    return (metadata as { processing?: boolean }).processing !== true;
  });
  return body;
}
const toolNames = ({ tools = [] }: { tools?: unknown }) => (tools as { name?: string }[]).map(({ name }) => name);

describe('the model of the settings', () => {
  it('is called with tools, unless an administrator has turned them off', async () => {
    expect(toolNames(await sentFor('Which positions do we have?'))).toContain('get_positions');
    await admin.call.models.update({ id: 'house', abilities: { tools: false } });
    expect(await sentFor('And now?')).not.toHaveProperty('tools');
    await admin.call.models.update({ id: 'house', abilities: { tools: null } });
    expect(toolNames(await sentFor('And again?'))).toContain('get_positions');
  });

  it('is tested with the same request', async () => {
    await admin.call.models.update({ id: 'house', abilities: { tools: false, webSearch: false } });
    const chosen = await server.deps.models.choose(ada.user, 'house');
    expect(chosen.connection()).toMatchObject({ abilities: { tools: false, hostedSearch: false } });
    expect(await admin.call.models.test({ id: 'house' })).toMatchObject({ ok: true, text: 'Yes.' });
  });

  it('keeps its client while nothing changes', async () => {
    const client = async () => (await server.deps.models.choose(ada.user, 'house')).model;
    await admin.call.models.update({ id: 'house', abilities: { images: false } });
    const first = await client();
    server.deps.models.changed();
    expect(await client()).toBe(first);
    await admin.call.models.update({ id: 'house', abilities: { images: true } });
    expect(await client()).not.toBe(first);
  });
});

it('the model never searches if the settings forbid it, whatever its row contains', async () => {
  await admin.call.models.update({ id: 'house', abilities: { webSearch: true, tools: false } });
  const row = await server.deps.db.offeredModel.findUniqueOrThrow({ where: { id: 'house' } });
  const settings = { apiKey: '', baseUrl: 'https://api.openai.com/v1', model: 'house', api: 'auto' } as const;
  expect(withRow(settings, row).abilities).toEqual({ tools: false, hostedSearch: true });
  const forbidden = withRow({ ...settings, abilities: { hostedSearch: false } }, row);
  expect(forbidden.abilities).toEqual({ tools: false, hostedSearch: false });
});

describe('facts reported by endpoints', () => {
  it('are stored for the model of the settings, even without a row', async () => {
    expect(await limits()).toEqual({ contextTokens: 8192 });
    listed.push({ id: 'house', max_model_len: 65_536 });
    await readFacts();
    expect(await limits()).toEqual({ contextTokens: 65_536 });
    const [{ models: [shown] = [] } = {}] = await admin.call.models.endpoints();
    expect(shown).toMatchObject({ id: 'house', displayName: 'house', contextTokens: null });
  });

  it("replace earlier facts, and keep administrators' values", async () => {
    await admin.call.models.update({ id: 'house', maxOutputTokens: 1000, abilities: { tools: false } });
    const capabilities = { function_calling: true, vision: false };
    listed.push({ id: 'house', max_context_length: 32_768, max_completion_tokens: 4096, capabilities });
    await readFacts();
    expect(await limits()).toEqual({ contextTokens: 32_768, maxOutputTokens: 1000 });
    const { abilities } = await server.deps.models.choose(ada.user, 'house');
    expect(abilities).toMatchObject({ tools: false, images: false });
    listed.splice(0, 1, { id: 'house', max_context_length: 16_384 });
    await readFacts();
    expect(await limits()).toEqual({ contextTokens: 16_384, maxOutputTokens: 1000 });
  });

  it('are read for every available model, because its endpoint may have been down when it was added', async () => {
    const other = await startModelServer({ models: [{ id: 'late', max_model_len: 20_000 }, { id: 'odd' }] });
    const { id: endpointId } = await admin.call.models.createEndpoint({
      name: 'Lab',
      baseUrl: 'http://127.0.0.1:9/v1',
    });
    for (const name of ['late', 'odd']) await admin.call.models.add({ endpointId, name, displayName: name });
    expect(await limits('late')).toEqual({ contextTokens: 8192 });
    await readFacts();
    expect(await limits('late')).toEqual({ contextTokens: 8192 });
    await server.deps.db.modelEndpoint.update({ where: { id: endpointId }, data: { baseUrl: other.baseUrl } });
    await readFacts();
    expect(await limits('late')).toEqual({ contextTokens: 20_000 });
    expect(await limits('odd')).toEqual({ contextTokens: 8192 });
    // An unavailable endpoint does not remove stored facts.
    await other.close();
    await readFacts();
    expect(await limits('late')).toEqual({ contextTokens: 20_000 });
  });

  it('are read again after an answer of a model whose window is only assumed', async () => {
    const { db, jobs } = server.deps;
    const { kind } = readFactsJob;
    listed.push({ id: 'house', max_model_len: 4096 });
    await readFacts();
    expect(await limits()).toEqual({ contextTokens: 4096 });
    await db.sql`SELECT enqueue_job(${kind}, ${kind}, NULL::uuid, '{}'::jsonb, 3600000, false)`;
    // Ollama reports the window of a model once it is loaded.
    listed.splice(0, 1, { id: 'house', max_model_len: 16_384 });
    await jobs.settled();
    expect(await limits()).toEqual({ contextTokens: 4096 });
    await sentFor('Which window do you have?');
    await until(async () => (await limits()).contextTokens === 16_384);
    await jobs.settled();
    await db.sql`DELETE FROM jobs WHERE kind = ${kind}`;
  });

  it('are not waited for once the process stops', async () => {
    const silent = createServer();
    const port = await listen(silent);
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const asked = new Promise((resolve) => silent.once('request', resolve));
    const { id: endpointId } = await server.deps.db.modelEndpoint.create({ data: { name: 'Silent', baseUrl } });
    await server.deps.db.offeredModel.create({ data: { id: 'mute', name: 'mute', displayName: 'Mute', endpointId } });
    const stop = new AbortController();
    const running = readFacts(stop.signal);
    await asked;
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    silent.closeAllConnections();
    silent.close();
  });
});
