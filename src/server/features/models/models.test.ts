import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let admin: TestUser;
let ada: TestUser;
let vendor: ModelServer;

beforeAll(async () => {
  server = await startTestServer({ model, env: { AI_FIRST_BYTE_TIMEOUT_SECONDS: '200' } });
  vendor = await startModelServer({ script: { text: 'Yes.' } });
  admin = await signUp(server.deps, { isAdmin: true });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await vendor.close();
  await server.close();
});
afterEach(async () => {
  await server.deps.db.modelEndpoint.deleteMany();
  await server.deps.db.offeredModel.deleteMany();
  server.deps.models.changed();
});

const secret = 'sk-very-secret-key';
const newEndpoint = (more: object = {}) =>
  admin.call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl, apiKey: secret, ...more });
const offer = async (more: object = {}, endpoint: object = {}) =>
  admin.call.models.add({ endpointId: (await newEndpoint(endpoint)).id, name: 'test', displayName: 'Test', ...more });
const idsFor = async (user: TestUser) => (await user.call.models.list()).map(({ id }) => id);

const isRunning = ({ metadata }: { metadata: unknown }) => (metadata as { processing?: boolean }).processing === true;
const answered = async (messageId: string) => {
  const read = () => server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
  await until(async () => (await read()).metadata?.toString() !== '' && !isRunning(await read()));
  return read();
};

describe('an endpoint', () => {
  it('keeps its key encrypted, and only shows that there is one', async () => {
    const headers = { 'X-Team': 'research-secret' };
    const proxyUrl = 'http://someone:proxy-secret@127.0.0.1:3128';
    const { id } = await newEndpoint({ headers, proxyUrl });
    const [shown] = await admin.call.models.endpoints();
    expect(shown).toMatchObject({ id, hasKey: true, headerNames: ['X-Team'], proxy: 'http://127.0.0.1:3128' });
    const row = await server.deps.db.modelEndpoint.findUniqueOrThrow({ where: { id } });
    const audit = (await admin.call.audit.list({ kind: 'model-endpoint-added' })).items;
    expect(audit[0]).toMatchObject({ subject: 'Lab', details: { address: vendor.baseUrl, isKeyChanged: true } });
    for (const text of [JSON.stringify(shown), JSON.stringify(row), JSON.stringify(audit)])
      expect(text).not.toMatch(/very-secret|research-secret|proxy-secret/);
  });

  it('encrypts with a key that only this account can read', async () => {
    await newEndpoint();
    const file = path.join(server.deps.env.DATA_DIR, 'secret.key');
    expect(readFileSync(file)).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps missing fields on a change, and clears those that are null', async () => {
    const { id } = await newEndpoint({ headers: { 'X-Team': 'a' } });
    await admin.call.models.updateEndpoint({ id, name: 'Renamed', baseUrl: vendor.baseUrl });
    const [kept] = await admin.call.models.endpoints();
    expect(kept).toMatchObject({ name: 'Renamed', hasKey: true, headerNames: ['X-Team'] });
    await admin.call.models.updateEndpoint({ id, name: 'Renamed', baseUrl: vendor.baseUrl, apiKey: null });
    const [dropped] = await admin.call.models.endpoints();
    expect(dropped).toMatchObject({ hasKey: false, headerNames: ['X-Team'] });
  });

  it('does not take its key to another host', async () => {
    const { id } = await newEndpoint();
    const elsewhere = { id, name: 'Lab', baseUrl: 'https://elsewhere.example/v1' };
    await expect(admin.call.models.updateEndpoint(elsewhere)).rejects.toThrow('belong to another address');
    await admin.call.models.updateEndpoint({ ...elsewhere, apiKey: 'another' });
    const [shown] = await admin.call.models.endpoints();
    expect(shown).toMatchObject({ baseUrl: elsewhere.baseUrl, hasKey: true });
  });

  it('does not take its key to another proxy, which could read it without TLS', async () => {
    const { id } = await newEndpoint();
    const proxied = { id, name: 'Lab', baseUrl: vendor.baseUrl, proxyUrl: 'http://10.0.0.66:3128' };
    await expect(admin.call.models.updateEndpoint(proxied)).rejects.toThrow('another address or proxy');
    await admin.call.models.updateEndpoint({ ...proxied, apiKey: secret });
    await admin.call.models.updateEndpoint({ ...proxied, name: 'Renamed' });
    await admin.call.models.updateEndpoint({ ...proxied, proxyUrl: null });
    const encrypted = { id, name: 'Lab', baseUrl: 'https://models.example/v1' };
    await admin.call.models.updateEndpoint({ ...encrypted, apiKey: secret });
    await admin.call.models.updateEndpoint({ ...encrypted, proxyUrl: proxied.proxyUrl });
    expect(await admin.call.models.endpoints()).toMatchObject([{ hasKey: true, proxy: proxied.proxyUrl }]);
  });

  it("needs its key again after the installation's secret was lost", async () => {
    const { id } = await offer().then(async () => (await admin.call.models.endpoints())[0] as { id: string });
    await server.deps.db.modelEndpoint.update({ where: { id }, data: { secrets: 'v1.lost' } });
    server.deps.models.changed();
    const [shown] = await admin.call.models.endpoints();
    expect(shown).toMatchObject({ isLocked: true, hasKey: false });
    expect(await idsFor(ada)).toEqual(['scripted']);
    await admin.call.models.updateEndpoint({ id, name: 'Lab', baseUrl: vendor.baseUrl, apiKey: secret });
    expect(await idsFor(ada)).toEqual(['scripted', 'test']);
  });

  it.each([
    ['ftp://models.example', 'begins with http'],
    ['not a url', 'begins with http'],
    ['https://me:secret@models.example', 'without user name'],
  ])("can't have the URL %s", async (baseUrl, words) => {
    await expect(newEndpoint({ baseUrl })).rejects.toThrow(words);
  });

  it.each([{ 'X-Bad': 'two\nlines' }, { 'Content-Length': '1' }, { 'bad name': 'x' }])(
    "can't have the headers %j",
    async (headers) => {
      await expect(newEndpoint({ headers })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

describe('the models that users can choose', () => {
  it('are that of the settings, and those of enabled endpoints', async () => {
    const ofSettings = { id: 'scripted', endpointId: null, isDefault: true, contextTokens: 8192 };
    expect(await ada.call.models.list()).toMatchObject([ofSettings]);
    const { id } = await offer();
    const [endpoint] = await admin.call.models.endpoints();
    expect(await ada.call.models.list()).toMatchObject([ofSettings, { id, endpointId: endpoint?.id }]);
    const off = { id: endpoint?.id as string, name: 'Lab', baseUrl: vendor.baseUrl, isEnabled: false };
    await admin.call.models.updateEndpoint(off);
    expect(await idsFor(ada)).toEqual(['scripted']);
  });

  it('have different ids if two endpoints offer the same model', async () => {
    await offer();
    const other = await offer({}, { name: 'Second' });
    expect(other.id).toBe('test-2');
    expect(await idsFor(ada)).toEqual(['scripted', 'test', 'test-2']);
  });

  it('can be limited to administrators, and then do not exist for others', async () => {
    const { id } = await offer({ access: 'administrators', isDefault: true });
    expect(await idsFor(admin)).toEqual([id, 'scripted']);
    expect(await idsFor(ada)).toEqual(['scripted']);
    const ask = (name: string) =>
      ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Hi', model: name }).catch((error) => error);
    const [hidden, unknown] = [await ask(id), await ask('no-such-model')];
    expect(hidden).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This AI model is not available to you. Choose another one.',
    });
    expect(`${hidden}`).toBe(`${unknown}`);
  });

  it('have at most one default', async () => {
    const first = await offer({ isDefault: true });
    const second = await offer({ isDefault: true }, { name: 'Second' });
    expect((await ada.call.models.list()).filter(({ isDefault }) => isDefault)).toMatchObject([{ id: second.id }]);
    await admin.call.models.update({ id: first.id, isDefault: true });
    expect(await idsFor(ada)).toEqual([first.id, 'scripted', second.id]);
  });

  it("use administrators' values for the model of the settings", async () => {
    await admin.call.models.update({ id: 'scripted', displayName: 'House model', contextTokens: 32_000 });
    expect(await ada.call.models.list()).toMatchObject([
      { id: 'scripted', name: 'House model', contextTokens: 32_000 },
    ]);
    await expect(admin.call.models.delete({ id: 'scripted' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('keep exact prices, and lose them when they are removed', async () => {
    const { id } = await offer({ inputPrice: '0.15', outputPrice: '2.5' });
    const chosen = await server.deps.models.choose(ada.user, id);
    expect(chosen.prices).toEqual({ input: '0.15', output: '2.5' });
    await admin.call.models.update({ id, inputPrice: null });
    expect((await server.deps.models.choose(ada.user, id)).prices).toBeUndefined();
  });

  it('have the configured timeouts', async () => {
    const { id } = await offer();
    const chosen = await server.deps.models.choose(ada.user, id);
    expect(chosen.connection()).toMatchObject({ firstByteTimeoutMs: 200_000, idleTimeoutMs: 120_000 });
  });

  it('are not read from the database with each message', async () => {
    await ada.call.models.list();
    await server.deps.db.modelEndpoint.create({ data: { name: 'Unannounced', baseUrl: vendor.baseUrl } });
    await server.deps.db.offeredModel.create({
      data: { id: 'late', name: 'late', displayName: 'Late', endpoint: { connect: { name: 'Unannounced' } } },
    });
    expect(await idsFor(ada)).toEqual(['scripted']);
    server.deps.models.changed();
    expect(await idsFor(ada)).toEqual(['scripted', 'late']);
  });
});

describe('a message', () => {
  it('is sent to the chosen model, with its key, headers and parameters', async () => {
    const { id } = await offer({}, { headers: { 'X-Team': 'research' } });
    const first = vendor.requests.length;
    const parameters = { temperature: 0.2, effort: 'low', maxOutputTokens: 64 } as const;
    const input = { clientRequestId: randomUUID(), content: 'Are you there?', model: id, parameters };
    const { assistantMessage, conversation } = await ada.call.messages.send(input);
    expect(assistantMessage.metadata).toMatchObject({ processing: true, modelId: id });
    const { content, metadata } = await answered(assistantMessage.id);
    expect(content).toBe('Yes.');
    expect(metadata).toMatchObject({ status: 'complete', modelId: id, model: 'test' });
    const sent = await vendor.request(first);
    expect(sent.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-team': 'research' });
    expect(sent.body).toMatchObject({ model: 'test', temperature: 0.2, reasoning_effort: 'low', max_tokens: 64 });
    // The same conversation continues with another model.
    const next = { clientRequestId: randomUUID(), content: 'And you?', conversationId: conversation.id };
    const { assistantMessage: other } = await ada.call.messages.send(next);
    const call = await model.nextCall();
    expect(call.request.turns.map(({ content: text }) => text)).toEqual(['Are you there?', 'Yes.', 'And you?']);
    await call.emit('I am.');
    await call.finish();
    expect((await answered(other.id)).metadata).toMatchObject({ modelId: 'scripted' });
  });

  it('is retried with the same model, or with the given one', async () => {
    const { id } = await offer();
    vendor.queue({ fault: { kind: 'status', status: 401 } });
    const input = { clientRequestId: randomUUID(), content: 'Hi', model: id };
    const { assistantMessage } = await ada.call.messages.send(input);
    expect((await answered(assistantMessage.id)).metadata).toMatchObject({ status: 'failed', modelId: id });
    const messageId = assistantMessage.id;
    expect((await ada.call.messages.retry({ messageId })).assistantMessage.metadata.modelId).toBe(id);
    expect((await answered(messageId)).metadata).toMatchObject({ status: 'complete', modelId: id });
    const other = await ada.call.messages.retry({ messageId, model: 'scripted' });
    expect(other.assistantMessage.metadata.modelId).toBe('scripted');
    const call = await model.nextCall();
    await call.finish();
    await answered(other.assistantMessage.id);
    await expect(ada.call.messages.retry({ messageId, model: 'unknown' })).rejects.toThrow(
      'This AI model is not available',
    );
  });

  it('with another model under the same request id is a conflict; without one it keeps its hash', async () => {
    const { id } = await offer();
    const input = { clientRequestId: randomUUID(), content: 'Hi', model: id };
    const sent = await ada.call.messages.send(input);
    await answered(sent.assistantMessage.id);
    expect((await ada.call.messages.send(input)).userMessage.id).toBe(sent.userMessage.id);
    const { model: _, ...without } = input;
    await expect(ada.call.messages.send(without)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('an administrator', () => {
  it('sees which models an endpoint has', async () => {
    const { id } = await newEndpoint();
    expect(await admin.call.models.find({ id })).toEqual([
      { name: 'test', contextTokens: null, maxOutputTokens: null, isOffered: false },
    ]);
  });

  it('gets the limits and abilities of a model from its endpoint, and can override them', async () => {
    const capabilities = { function_calling: true, vision: false };
    const listing = await startModelServer({
      models: [{ id: 'test', max_context_length: 131_072, capabilities }, { id: 'silent' }],
    });
    const endpoint = await newEndpoint({ baseUrl: listing.baseUrl });
    const add = (name: string, more: object = {}) =>
      admin.call.models.add({ endpointId: endpoint.id, name, displayName: name, ...more });
    const unknown = { tools: null, images: null, reasoning: null, webSearch: null };
    expect(await add('test')).toMatchObject({
      limits: { contextTokens: 131_072 },
      abilities: { ...unknown, tools: true, images: false },
    });
    expect(await add('silent', { contextTokens: 4096, abilities: { images: true } })).toMatchObject({
      limits: { contextTokens: 4096 },
      abilities: { ...unknown, images: true },
    });
    await listing.close();
  });

  it('can send one real message, and sees the answer or the error', async () => {
    const { id } = await offer();
    const test = await admin.call.models.test({ id });
    expect(test).toMatchObject({ ok: true, text: 'Yes.', model: 'test', hint: null });
    vendor.queue({ fault: { kind: 'status', status: 401 } });
    const failed = await admin.call.models.test({ id });
    expect(failed).toMatchObject({ ok: false, text: expect.stringContaining('rejected the API key') });
    expect(JSON.stringify(failed)).not.toContain(secret);
  });

  it('can test the abilities of a model', async () => {
    const { id } = await offer();
    const { abilities } = await admin.call.models.probe({ id });
    expect(abilities).toEqual({ tools: true, images: true, reasoning: false, webSearch: null });
    await admin.call.models.update({ id, abilities: { images: false } });
    const [{ models: [saved] = [] } = {}] = await admin.call.models.endpoints();
    expect(saved?.abilities).toEqual({ tools: true, images: false, reasoning: false, webSearch: null });
  });

  it('can delete an endpoint with its models, and every change is in the audit log', async () => {
    const { id } = await offer();
    await admin.call.models.update({ id, displayName: 'Renamed' });
    await admin.call.models.delete({ id });
    const [endpoint] = await admin.call.models.endpoints();
    await admin.call.models.deleteEndpoint({ id: endpoint?.id as string });
    expect(await admin.call.models.endpoints()).toEqual([]);
    const kinds = (await admin.call.audit.list({ limit: 5 })).items.map(({ kind }) => kind);
    expect(kinds).toEqual([
      'model-endpoint-deleted',
      'model-withdrawn',
      'model-changed',
      'model-offered',
      'model-endpoint-added',
    ]);
  });
});

describe('a model for groups', () => {
  it('is available only while a user is a member, here, over the API and for scheduled work', async () => {
    const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
    const { id } = await offer({ access: 'administrators', groupIds: [group.id] });
    const member = { groupId: group.id, userId: ada.user.id };
    const ask = () =>
      ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Why?', model: id, conversationId: null });
    expect(await idsFor(ada)).not.toContain(id);
    await expect(ask()).rejects.toThrow('This AI model is not available to you. Choose another one.');
    await admin.call.groups.addMember(member);
    expect(await idsFor(ada)).toContain(id);
    expect(await idsFor(admin)).toContain(id);
    const { assistantMessage } = await ask();
    await answered(assistantMessage.id);
    await admin.call.groups.removeMember(member);
    expect(await idsFor(ada)).not.toContain(id);
    await expect(ask()).rejects.toThrow('This AI model is not available to you.');
    const messageId = assistantMessage.id;
    await expect(ada.call.messages.retry({ messageId, model: id })).rejects.toThrow('This AI model is not available');
    const again = await ada.call.messages.retry({ messageId });
    expect(again.assistantMessage.metadata.modelId).toBe('scripted');
    await (await model.nextCall()).finish();
    await answered(again.assistantMessage.id);
    const defaultModel = ada.call.projects.create({ name: 'x', defaultModel: id });
    await expect(defaultModel).rejects.toThrow('This AI model is not available');
    const { researcherOf } = await import('~/server/features/research/researcher');
    expect(await researcherOf(server.deps, { userId: ada.user.id, modelId: id } as never)).toBeUndefined();
  });

  it('is for administrators only once its groups are deleted, and the audit log names its groups', async () => {
    const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
    await admin.call.groups.addMember({ groupId: group.id, userId: ada.user.id });
    const { id } = await offer({});
    expect(await idsFor(ada)).toContain(id);
    const changed = await admin.call.models.update({ id, access: 'administrators', groupIds: [group.id] });
    expect(changed.groupIds).toEqual([group.id]);
    const [event] = (await admin.call.audit.list({ kind: 'model-changed' })).items;
    expect(event?.details).toMatchObject({ access: group.name });
    expect((await admin.call.models.update({ id, displayName: 'Other' })).groupIds).toEqual([group.id]);
    await admin.call.groups.delete({ groupId: group.id });
    expect(await idsFor(ada)).not.toContain(id);
    const unknown = admin.call.models.update({ id, groupIds: [randomUUID()] });
    await expect(unknown).rejects.toThrow('Group not found');
  });

  it('can be the model of the settings', async () => {
    const group = await admin.call.groups.create({ name: `Group ${randomUUID()}` });
    await offer({});
    await admin.call.models.update({ id: 'scripted', access: 'administrators', groupIds: [group.id] });
    expect(await idsFor(ada)).not.toContain('scripted');
    await admin.call.groups.addMember({ groupId: group.id, userId: ada.user.id });
    expect(await idsFor(ada)).toContain('scripted');
  });
});
