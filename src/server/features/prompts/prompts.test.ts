import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import { deleteDiscardedPrompts, deleteDiscardedPromptsJob } from './discard-prompts';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

const create = (user: TestUser, title: string, more: object = {}) =>
  user.call.prompts.create({ title, text: `Text of ${title}`, ...more });
const titles = async (user: TestUser, input: object = {}) =>
  (await user.call.prompts.list(input)).items.map(({ title }) => title);
const discard = (user: TestUser, { id: promptId }: { id: string }) => user.call.prompts.delete({ promptId });

describe('a personal prompt', () => {
  it('can be created, listed by title, found, changed field by field and deleted', async () => {
    const user = await signUp(server.deps);
    const compare = await create(user, ' compare ', { text: ' {{a}} or {{b=c}}? ' });
    expect(compare).toMatchObject({ scope: 'personal', title: 'compare', text: '{{a}} or {{b=c}}?', mayEdit: true });
    await create(user, 'Board');
    await create(user, 'Übersicht', { text: 'Zinsen im Überblick' });
    expect(await titles(user)).toEqual(['Board', 'compare', 'Übersicht']);
    const first = await user.call.prompts.list({ limit: 1 });
    const second = await user.call.prompts.list({ limit: 1, cursor: first.nextCursor });
    expect(second.items).toMatchObject([{ title: 'compare' }]);
    expect(await titles(user, { cursor: second.nextCursor })).toEqual(['Übersicht']);
    expect(await titles(user, { search: 'überblick ZINSEN' })).toEqual(['Übersicht']);
    expect(await titles(user, { search: 'BOA' })).toEqual(['Board']);
    expect(await titles(user, { search: '%' })).toEqual([]);
    const { id: promptId } = compare;
    expect(await user.call.prompts.update({ promptId, title: 'Compare' })).toMatchObject({ text: compare.text });
    const changed = await user.call.prompts.update({ promptId, text: 'Both?' });
    expect(changed).toMatchObject({ title: 'Compare' });
    expect(await user.call.prompts.update({ promptId, title: 'Compare', text: 'Both?' })).toEqual(changed);
    await discard(user, compare);
    expect(await titles(user)).toEqual(['Board', 'Übersicht']);
    await expect(user.call.prompts.get({ promptId })).rejects.toThrow('Prompt not found');
    await expect(user.call.prompts.update({ promptId, text: 'x' })).rejects.toThrow('Prompt not found');
  });

  it('can be restored within a minute, and is then permanently deleted', async () => {
    const prompt = await create(ada, 'Restored');
    const { id: promptId } = prompt;
    await expect(ada.call.prompts.restore({ promptId })).rejects.toThrow('Prompt not found');
    await discard(ada, prompt);
    await expect(discard(ada, prompt)).rejects.toThrow('Prompt not found');
    await expect(bob.call.prompts.restore({ promptId })).rejects.toThrow('Prompt not found');
    await ada.call.prompts.restore({ promptId });
    expect(await ada.call.prompts.get({ promptId })).toEqual({ ...prompt, updatedAt: expect.any(Date) });
    await discard(ada, prompt);
    await deleteDiscardedPrompts(server.deps, new Date(Date.now() - limits.restoreMs));
    await ada.call.prompts.restore({ promptId });
    await discard(ada, prompt);
    await deleteDiscardedPrompts(server.deps, new Date());
    await expect(ada.call.prompts.restore({ promptId })).rejects.toThrow('Prompt not found');
  });

  it('that was deleted while another one waited is removed after its own minute', async () => {
    const [first, second] = [await create(ada, 'First'), await create(ada, 'Second')];
    const rows = [first, second];
    for (const row of rows) await discard(ada, row);
    const { background, db, jobs } = server.deps;
    await background.settled();
    const age = ({ id }: { id: string }, seconds: number) =>
      db.prompt.update({ where: { id }, data: { discardedAt: new Date(Date.now() - seconds * 1000) } });
    await age(first, 70);
    await age(second, 40);
    const runSoon = vi.spyOn(jobs, 'runSoon');
    const { signal } = new AbortController();
    await deleteDiscardedPromptsJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
    const left = await db.prompt.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, select: { id: true } });
    expect(left).toEqual([{ id: second.id }]);
    const [[kind, delayMs] = []] = runSoon.mock.calls;
    expect(kind).toBe(deleteDiscardedPromptsJob);
    // A minute and a second after it was discarded, less the time of this test.
    expect(delayMs).toBeLessThanOrEqual(21_000);
    expect(delayMs).toBeGreaterThan(1000);
    runSoon.mockRestore();
  });

  it('is limited in length and variables, and accounts have a limited number', async () => {
    const user = await signUp(server.deps);
    await expect(create(user, ' ')).rejects.toThrow('Title is required');
    await expect(create(user, 'A', { text: ' ' })).rejects.toThrow('Text is required');
    await expect(create(user, 'A', { text: 'x'.repeat(8001) })).rejects.toThrow('at most 8,000 characters');
    const variables = Array.from({ length: 21 }, (_, n) => `{{v${n}}}`).join(' ');
    await expect(create(user, 'A', { text: variables })).rejects.toThrow('at most 20 variables');
    const rows = Array.from({ length: limits.promptsPerUser - 1 }, (_, n) => ({ title: `T${n}`, text: 'x' }));
    await server.deps.db.prompt.createMany({ data: rows.map((row) => ({ ...row, userId: user.user.id })) });
    const results = await Promise.allSettled([create(user, 'A'), create(user, 'B'), create(user, 'C')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create(user, 'A')).rejects.toThrow('at most 200 prompts');
  });

  it('is not found by anyone else, including administrators, and is deleted with its account', async () => {
    const eve = await signUp(server.deps);
    const { id: promptId } = await create(eve, 'Secret plan');
    for (const user of [bob, admin]) {
      expect(await titles(user, { search: 'Secret plan' })).toEqual([]);
      await expect(user.call.prompts.get({ promptId })).rejects.toThrow('Prompt not found');
      await expect(user.call.prompts.delete({ promptId })).rejects.toThrow('Prompt not found');
    }
    await server.deps.db.user.delete({ where: { id: eve.user.id } });
    expect(await server.deps.db.prompt.count({ where: { id: promptId } })).toBe(0);
  });
});

describe('an organization-wide prompt', () => {
  it('is written by administrators, for all users, and recorded', async () => {
    await expect(create(ada, 'Ours', { scope: 'organization' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const prompt = await create(admin, 'Ours', { scope: 'organization' });
    const { id: promptId } = prompt;
    expect(prompt).toMatchObject({ scope: 'organization', mayEdit: true });
    expect(await ada.call.prompts.get({ promptId })).toEqual({ ...prompt, mayEdit: false });
    expect(await titles(ada, { scope: 'organization' })).toEqual(['Ours']);
    expect(await titles(ada, { scope: 'personal' })).not.toContain('Ours');
    const calls = [
      () => ada.call.prompts.update({ promptId, title: 'Mine' }),
      () => ada.call.prompts.delete({ promptId }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const other = await signUp(server.deps, { isAdmin: true });
    await other.call.prompts.update({ promptId, title: 'Ours now' });
    await admin.call.prompts.update({ promptId, title: 'Ours now' });
    await discard(admin, prompt);
    await expect(ada.call.prompts.restore({ promptId })).rejects.toThrow('Prompt not found');
    await other.call.prompts.restore({ promptId });
    const events = await server.deps.db.auditEvent.findMany({ where: { subjectId: promptId }, orderBy: { id: 'asc' } });
    expect(events.map(({ kind, actor, subject }) => [kind, actor, subject])).toEqual([
      ['prompt-created', admin.user.email, 'Ours'],
      ['prompt-changed', other.user.email, 'Ours now'],
      ['prompt-deleted', admin.user.email, 'Ours now'],
      ['prompt-restored', other.user.email, 'Ours now'],
    ]);
    expect(await server.deps.db.auditEvent.count({ where: { kind: 'prompt-created' } })).toBe(1);
  });

  it("stays if its author's account is deleted", async () => {
    const author = await signUp(server.deps, { isAdmin: true });
    const { id: promptId } = await create(author, 'Handbook', { scope: 'organization' });
    await server.deps.db.user.delete({ where: { id: author.user.id } });
    expect(await ada.call.prompts.get({ promptId })).toMatchObject({ title: 'Handbook' });
  });
});
