import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexDocument } from '~/server/features/collections/index-document.job';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { offerPriced, withoutBudget } from '~/server/testing/worlds/priced-model';
import { restartJobs } from '~/server/testing/worlds/restart-jobs';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let collectionId: string;

beforeAll(async () => {
  server = await startTestServer({ model, env: { DOCUMENT_SUMMARIES: 'model' } });
});
beforeEach(async () => {
  ada = await signUp(server.deps);
  collectionId = (await ada.call.collections.create({ name: 'Handbook', scope: 'personal' })).id;
});
afterAll(() => server.close());

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year. '.repeat(10);
const written = 'Rules of vacation at Ruritania Holdings.\nvacation, Ruritania Holdings';
const byModel = { summary: 'Rules of vacation at Ruritania Holdings.', keywords: ['vacation', 'Ruritania Holdings'] };

const add = (content = policy) => ada.call.collections.addDocument({ collectionId, title: 'Vacation', content });
const read = (documentId: string) => ada.call.collections.document({ collectionId, documentId });
const kindOfWork = { kind: 'document.describe' };

async function write(call: ScriptedCall, text: string) {
  await call.emit(text);
  await call.finish();
  await server.deps.jobs.settled();
}

async function settledWithoutCall(before: number) {
  await server.deps.jobs.settled();
  expect(model.calls).toHaveLength(before);
}

const uses = () =>
  server.deps.db.usageEvent.findMany({
    where: { userId: ada.user.id, purpose: 'description' },
    select: { inputTokens: true },
  });

describe('summary and keywords of a document', () => {
  it('are extracted at first, and then written by the model', async () => {
    const { id } = await add();
    const call = await model.nextCall();
    const extracted = await read(id);
    expect(extracted.summary).toContain('31 days');
    expect(extracted.keywords).toContain('employees');
    expect(call.request.systemPrompt).toContain('in the language of its text');
    expect(call.request.turns[0]?.content).toContain('31 days of vacation');
    expect(call.request.turns[0]?.content).toContain('name="Vacation"');
    await call.emit({ type: 'usage', usage: { inputTokens: 210, outputTokens: 20 } });
    await write(call, written);
    expect(await read(id)).toMatchObject({ ...byModel, title: 'Vacation', content: policy, version: 1 });
    expect(await uses()).toEqual([{ inputTokens: 210 }]);
  });

  it('of a long text are written from its beginning', async () => {
    await add(`${policy}\n`.repeat(100));
    const call = await model.nextCall();
    expect(call.request.turns[0]?.content.length).toBeLessThan(13_000);
    expect(call.request.turns[0]?.content.length).toBeGreaterThan(12_000);
    await write(call, written);
  });

  it('of a long text in Chinese are written from as many tokens', async () => {
    await add('员工每年享有三十一天的带薪假期，其中十天可以结转。'.repeat(2000));
    const call = await model.nextCall();
    await write(call, written);
    const [tokens = 0] = await countTokens([call.request.turns[0]?.content ?? '']);
    expect(tokens).toBeGreaterThan(2000);
    expect(tokens).toBeLessThan(4000);
  });

  it('stay when the text is indexed again, without another request', async () => {
    const { id, objectPath } = await add();
    await write(await model.nextCall(), written);
    const before = model.calls.length;
    const objectId = objectPath?.split('/').at(-1) as string;
    await indexDocument(server.deps, objectId, new AbortController().signal, { describedByModel: true });
    server.deps.jobs.wake();
    await settledWithoutCall(before);
    expect(await read(id)).toMatchObject(byModel);
  });

  it('belong to the current text of the document', async () => {
    const { id } = await add();
    const late = await model.nextCall();
    const content = policy.replaceAll('31', '28');
    await ada.call.collections.updateDocument({ collectionId, documentId: id, content });
    await late.emit(written);
    await late.finish();
    // The job for the new text begins once that for the old one has ended.
    const call = await model.nextCall();
    expect((await read(id)).summary).toContain('28 days');
    await write(call, 'Fewer days.\ndays');
    expect(await read(id)).toMatchObject({ summary: 'Fewer days.', keywords: ['days'], version: 2 });
  });

  it('stay extracted if the model fails, or if its output is unusable or too long', async () => {
    const { id } = await add();
    await (await model.nextCall()).fail(new ModelError('refused', 'No'));
    await server.deps.jobs.settled();
    const { id: second } = await add();
    await write(await model.nextCall(), 'I cannot describe it.');
    const { id: third } = await add();
    const call = await model.nextCall();
    await call.emit('It was a dark night. '.repeat(200));
    await server.deps.jobs.settled();
    expect(call.isAborted()).toBe(true);
    for (const documentId of [id, second, third]) expect((await read(documentId)).summary).toContain('31 days');
    expect(await server.deps.db.job.count({ where: kindOfWork })).toBe(0);
  });

  it('are requested again if the endpoint is unavailable', async () => {
    const { id } = await add();
    await (await model.nextCall()).fail(new ModelError('unavailable', 'Down'));
    await expect.poll(() => server.deps.db.job.count({ where: { ...kindOfWork, runAt: { gt: new Date() } } })).toBe(1);
    await server.deps.db.job.updateMany({ where: kindOfWork, data: { runAt: new Date(0) } });
    server.deps.jobs.wake();
    await write(await model.nextCall(), written);
    expect(await read(id)).toMatchObject(byModel);
  });

  it('are requested again if a restart cuts them off, and both requests count', async () => {
    const { id } = await add();
    await (await model.nextCall()).emit({ type: 'usage', usage: { inputTokens: 200, outputTokens: 1 } });
    await restartJobs(server.deps);
    const call = await model.nextCall();
    await call.emit({ type: 'usage', usage: { inputTokens: 210, outputTokens: 20 } });
    await write(call, written);
    expect(await read(id)).toMatchObject(byModel);
    expect(await uses()).toEqual(expect.arrayContaining([{ inputTokens: 200 }, { inputTokens: 210 }]));
  });

  it('stay extracted if the budget is used up, and for short texts', async () => {
    offerPriced(server.deps);
    const before = model.calls.length;
    await withoutBudget(server.deps, ada.user.id, async () => {
      const { id } = await add();
      await settledWithoutCall(before);
      expect((await read(id)).summary).toContain('31 days');
    });
    await add('Employees have 31 days of vacation.');
    await settledWithoutCall(before);
  });
});
