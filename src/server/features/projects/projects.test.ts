import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '~/server/testing/fakes/model-server';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

const titlesIn = async (projectId: string, user = ada) =>
  (await user.call.conversations.list({ projectId })).items.map(({ title }) => title).sort();
const projectOf = (user: TestUser, more: object = {}) => user.call.projects.create({ name: 'Board', ...more });

/** Sends a message, ends its answer, and returns the model's request. */
async function asked(user: TestUser, more: object = {}) {
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'What moves rates?', ...more });
  const { request, emit, finish } = await model.nextCall();
  await emit('Expectations do.');
  await finish();
  const { id } = sent.assistantMessage;
  await until(async () => (await server.deps.db.generation.findUnique({ where: { messageId: id } }))?.slot === null);
  return { ...sent, personalization: request.personalization ?? '' };
}

describe('a project', () => {
  it('can be created, listed newest first, changed field by field and deleted', async () => {
    const user = await signUp(server.deps);
    const first = await projectOf(user, { name: '  Board papers ', customInstructions: ' Be formal. ' });
    expect(first).toMatchObject({
      name: 'Board papers',
      customInstructions: 'Be formal.',
      defaultModel: null,
      collectionIds: null,
      conversationCount: 0,
    });
    const second = await projectOf(user, { name: 'Taxes' });
    await server.deps.db.project.update({ where: { id: first.id }, data: { createdAt: new Date('2026-01-01') } });
    const names = async () => (await user.call.projects.list({})).items.map(({ name }) => name);
    expect(await names()).toEqual(['Taxes', 'Board papers']);
    const page = await user.call.projects.list({ limit: 1 });
    expect((await user.call.projects.list({ limit: 1, cursor: page.nextCursor })).items).toMatchObject([
      { id: first.id },
    ]);
    expect(await user.call.projects.update({ projectId: first.id, name: 'Board' })).toMatchObject({
      name: 'Board',
      customInstructions: 'Be formal.',
    });
    expect(await user.call.projects.update({ projectId: first.id, customInstructions: '' })).toMatchObject({
      name: 'Board',
      customInstructions: '',
    });
    await user.call.projects.delete({ projectId: second.id });
    expect(await names()).toEqual(['Board']);
  });

  it('has a name and instructions of limited length, and accounts have a limited number', async () => {
    const user = await signUp(server.deps);
    await expect(projectOf(user, { name: ' ' })).rejects.toThrow('Name is required');
    await expect(projectOf(user, { name: 'x'.repeat(101) })).rejects.toThrow('at most 100 characters');
    const max = limits.projectInstructionsCharacters;
    await projectOf(user, { customInstructions: 'x'.repeat(max) });
    await expect(projectOf(user, { customInstructions: 'x'.repeat(max + 1) })).rejects.toThrow('4,000 characters');
    const left = limits.projectsPerUser - 1;
    const made = await Promise.allSettled(Array.from({ length: left + 3 }, () => projectOf(user)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(left);
    await expect(projectOf(user)).rejects.toThrow('You can have at most 100 projects');
  });

  it('accepts only models and collections that its user may use', async () => {
    const { id } = await bob.call.collections.create({ name: 'Secret' });
    for (const collectionIds of [[id], [randomUUID()]])
      await expect(projectOf(ada, { collectionIds })).rejects.toThrow('Collection not found');
    const project = await projectOf(ada);
    const change = (more: object) => ada.call.projects.update({ projectId: project.id, ...more });
    await expect(change({ collectionIds: [id] })).rejects.toThrow('Collection not found');
    await expect(change({ defaultModel: 'absent' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ada.call.projects.get({ projectId: project.id })).toEqual(project);
  });

  it('can be changed while its model or a collection is no longer available to its user', async () => {
    const vendor = await startModelServer({ script: { text: 'Yes.' } });
    const admin = await signUp(server.deps, { isAdmin: true });
    const endpoint = await admin.call.models.createEndpoint({ name: 'Old lab', baseUrl: vendor.baseUrl });
    const { id: defaultModel } = await admin.call.models.add({ endpointId: endpoint.id, name: 'old' });
    const group = await admin.call.groups.create({ name: 'Board' });
    for (const { user } of [ada, bob]) await admin.call.groups.addMember({ groupId: group.id, userId: user.id });
    const lost = await ada.call.collections.create({ name: 'Minutes' });
    await ada.call.collections.shareWithGroup({ collectionId: lost.id, groupId: group.id, access: 'read' });
    const { id: projectId } = await projectOf(bob, { defaultModel, collectionIds: [lost.id] });
    await admin.call.groups.removeMember({ groupId: group.id, userId: bob.user.id });
    await admin.call.models.deleteEndpoint({ id: endpoint.id });
    await vendor.close();
    const change = (more: object) => bob.call.projects.update({ projectId, ...more });
    const own = await bob.call.collections.create({ name: 'Own' });
    const other = await ada.call.collections.create({ name: 'Secret' });
    const kept = { name: 'Board 2026', defaultModel, collectionIds: [lost.id] };
    expect(await change(kept)).toMatchObject(kept);
    const collectionIds = [own.id, lost.id];
    expect(new Set((await change({ collectionIds })).collectionIds)).toEqual(new Set(collectionIds));
    await expect(change({ collectionIds: [lost.id, other.id] })).rejects.toThrow('Collection not found');
    expect(await change({ collectionIds: [own.id], defaultModel: null })).toMatchObject({ defaultModel: null });
    await expect(change({ collectionIds: [lost.id] })).rejects.toThrow('Collection not found');
    await expect(change({ defaultModel })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the conversations of a project', () => {
  it('are created in it, listed for it and counted without archived and discarded ones', async () => {
    const { id: projectId } = await projectOf(ada);
    const create = (title: string) => ada.call.conversations.create({ title, projectId });
    const [minutes] = [await create('Minutes'), await create('Agenda')];
    const outside = await ada.call.conversations.create({ title: 'Recipes' });
    expect(outside.projectId).toBeNull();
    expect(await titlesIn(projectId)).toEqual(['Agenda', 'Minutes']);
    expect(await titlesIn('none')).toContain('Recipes');
    expect(await titlesIn('none')).not.toContain('Minutes');
    expect((await ada.call.conversations.list({ projectId, search: 'min' })).items).toMatchObject([{ projectId }]);
    const count = async () => (await ada.call.projects.get({ projectId })).conversationCount;
    await ada.call.conversations.create({ projectId, isTemporary: true });
    expect(await count()).toBe(2);
    await ada.call.conversations.update({ conversationId: minutes.id, isArchived: true });
    expect(await count()).toBe(1);
    const { items } = await ada.call.conversations.list({ projectId });
    await ada.call.conversations.discard({ conversationIds: items.map(({ id }) => id) });
    expect(await count()).toBe(0);
    await ada.call.conversations.restore({ conversationIds: items.map(({ id }) => id) });
    expect(await titlesIn(projectId)).toEqual(['Agenda']);
  });

  it('can be moved one by one and in bulk, keeping their order, and out again', async () => {
    const user = await signUp(server.deps);
    const { id: projectId } = await projectOf(user);
    const made = [await user.call.conversations.create({ title: 'A' }), await user.call.conversations.create({})];
    const ids = made.map(({ id }) => id);
    const moved = await user.call.conversations.update({ conversationId: ids[0] ?? '', projectId });
    expect(moved).toEqual({ ...made[0], projectId });
    expect(await user.call.projects.moveConversations({ conversationIds: ids, projectId })).toEqual({ count: 2 });
    expect(await titlesIn(projectId, user)).toEqual(['A', 'New Chat']);
    await user.call.projects.moveConversations({ conversationIds: ids, projectId: null });
    expect(await titlesIn('none', user)).toEqual(['A', 'New Chat']);
  });

  it('are kept when it is deleted, outside of any project', async () => {
    const { id: projectId } = await projectOf(ada);
    const kept = await ada.call.conversations.create({ title: 'Kept', projectId });
    const discarded = await ada.call.conversations.create({ title: 'Discarded', projectId });
    await ada.call.conversations.discard({ conversationIds: [discarded.id] });
    await ada.call.projects.delete({ projectId });
    expect(await ada.call.conversations.get({ conversationId: kept.id })).toEqual({ ...kept, projectId: null });
    await ada.call.conversations.restore({ conversationIds: [discarded.id] });
    expect(await ada.call.conversations.get({ conversationId: discarded.id })).toMatchObject({ projectId: null });
    await expect(titlesIn(projectId)).rejects.toThrow('Project not found');
  });

  it('are never moved into the project of another user, which is reported as not found', async () => {
    const { id: theirs } = await projectOf(bob);
    const { id: conversationId } = await ada.call.conversations.create({});
    for (const projectId of [theirs, randomUUID()]) {
      const calls = [
        () => ada.call.conversations.update({ conversationId, projectId }),
        () => ada.call.conversations.create({ projectId }),
        () => ada.call.projects.moveConversations({ conversationIds: [conversationId], projectId }),
        () => ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Hi', projectId }),
        () => titlesIn(projectId),
      ];
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Project not found' });
    }
    expect(await ada.call.conversations.get({ conversationId })).toMatchObject({ projectId: null });
    expect((await bob.call.projects.get({ projectId: theirs })).conversationCount).toBe(0);
  });
});

describe('a message in a project', () => {
  it("is sent with the user's own instructions, then those of the project", async () => {
    const user = await signUp(server.deps);
    await user.call.account.saveInstructions({ instructions: 'Answer in rhymes.' });
    const { id: projectId } = await projectOf(user, { customInstructions: 'Write for the board.' });
    const first = await asked(user, { projectId });
    expect(first.conversation).toMatchObject({ projectId });
    expect(first.personalization).toMatch(/Answer in rhymes\.\n\n[^\n]*project "Board"[^\n]*\nWrite for the board\.$/);
    const { id: conversationId } = first.conversation;
    expect((await asked(user, { conversationId })).personalization).toContain('Write for the board.');
    const { id: replaces } = first.userMessage;
    expect((await asked(user, { conversationId, replaces })).personalization).toContain('Write for the board.');
    const retried = await user.call.messages.retry({ messageId: first.assistantMessage.id });
    const again = await model.nextCall();
    expect(again.request.personalization).toContain('Write for the board.');
    await again.finish();
    await until(async () => (await server.deps.db.generation.count({ where: { slot: { not: null } } })) === 0);
    expect(retried).toBeDefined();
    await user.call.conversations.update({ conversationId, projectId: null });
    expect((await asked(user, { conversationId })).personalization).not.toContain('Write for');
    expect((await asked(user)).personalization).not.toContain('Write for');
  });

  it('is stored once for its request id, and moves no existing conversation', async () => {
    const { id: projectId } = await projectOf(ada);
    const clientRequestId = randomUUID();
    const first = await asked(ada, { projectId, clientRequestId });
    const request = { clientRequestId, content: 'What moves rates?' };
    expect((await ada.call.messages.send({ ...request, projectId })).conversation).toMatchObject({
      id: first.conversation.id,
      projectId,
    });
    await expect(ada.call.messages.send(request)).rejects.toThrow('already used');
    const { id: other } = await projectOf(ada);
    const { id: conversationId } = first.conversation;
    expect((await asked(ada, { conversationId, projectId: other })).conversation).toMatchObject({ projectId });
  });

  it('uses the default model of the project, while that is available, unless another is chosen', async () => {
    const vendor = await startModelServer({ script: { text: 'Yes.' } });
    const admin = await signUp(server.deps, { isAdmin: true });
    const endpoint = await admin.call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl });
    await admin.call.models.add({ endpointId: endpoint.id, name: 'test', displayName: 'Test' });
    const [usual, other] = (await ada.call.models.list()).map(({ id }) => id);
    const { id: projectId } = await projectOf(ada, { defaultModel: other });
    const modelOf = async (more: object) => {
      const content = 'What moves rates?';
      const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content, projectId, ...more });
      const { modelId } = sent.assistantMessage.metadata;
      // Taken before it is stopped, because the next test would receive it otherwise.
      if (modelId === usual) await model.nextCall();
      await server.deps.generation.stop(ada.user.id, sent.assistantMessage.id);
      return modelId;
    };
    expect(await modelOf({})).toBe(other);
    expect(await modelOf({ model: usual })).toBe(usual);
    await admin.call.models.deleteEndpoint({ id: endpoint.id });
    expect(await modelOf({})).toBe(usual);
    expect((await ada.call.projects.get({ projectId })).defaultModel).toBe(other);
    await vendor.close();
  });
});

describe('the collections of a project', () => {
  it('are used by its conversations, unless a conversation has its own selection', async () => {
    const user = await signUp(server.deps);
    const reports = await user.call.collections.create({ name: 'Reports' });
    const drafts = await user.call.collections.create({ name: 'Drafts' });
    const { id: projectId } = await projectOf(user);
    const { id: conversationId } = await user.call.conversations.create({ projectId });
    const on = async () =>
      (await user.call.collections.switches({ conversationId })).filter(({ isOn }) => isOn).map(({ name }) => name);
    const choose = (collectionIds: string[] | null) => user.call.projects.update({ projectId, collectionIds });
    expect(await on()).toEqual(['Drafts', 'Reports']);
    expect(await choose([reports.id, reports.id])).toMatchObject({ collectionIds: [reports.id] });
    expect(await on()).toEqual(['Reports']);
    await user.call.collections.switch({ conversationId, collectionId: drafts.id, isOn: true });
    expect(await on()).toEqual(['Drafts', 'Reports']);
    expect(await choose([])).toMatchObject({ collectionIds: [] });
    expect(await on()).toEqual(['Drafts']);
    await choose([reports.id]);
    await user.call.collections.delete({ collectionId: reports.id });
    expect(await user.call.projects.get({ projectId })).toMatchObject({ collectionIds: [] });
    expect(await choose(null)).toMatchObject({ collectionIds: null });
  });

  it('are used by answers in it', async () => {
    const user = await signUp(server.deps);
    const { id: collectionId } = await user.call.collections.create({ name: 'Handbook' });
    const content = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
    const document = await user.call.collections.addDocument({ collectionId, title: 'Vacation', content });
    const reading = { collectionId, documentId: document.id };
    await until(async () => (await user.call.collections.document(reading)).state === 'ready');
    const question = { content: 'How many vacation days do employees of Ruritania Holdings have?' };
    const textOf = async (collectionIds: string[]) => {
      const { id: projectId } = await projectOf(user, { collectionIds });
      await asked(user, { ...question, projectId });
      return JSON.stringify(model.calls.at(-1)?.request.turns);
    };
    expect(await textOf([collectionId])).toContain('31 days');
    expect(await textOf([])).not.toContain('31 days');
  });
});

it('a project is deleted with its account', async () => {
  const user = await signUp(server.deps);
  const { id: projectId } = await projectOf(user);
  await user.call.conversations.create({ projectId });
  await server.deps.db.user.delete({ where: { id: user.user.id } });
  expect(await server.deps.db.project.count({ where: { id: projectId } })).toBe(0);
});
