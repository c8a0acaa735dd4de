/** A research and its job are stored together, so none waits for a job that does not exist. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const budget = { minutes: 5, pages: 10, usd: null };
const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { SEARXNG_URL: 'http://127.0.0.1:9' } });
  ada = await signUp(server.deps);
  await server.deps.db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no jobs today'; END $$`);
});
afterEach(() => server.deps.db.$executeRawUnsafe('DROP TRIGGER IF EXISTS refuse_job ON jobs'));
afterAll(async () => {
  await server.deps.db.$executeRawUnsafe('DROP FUNCTION refuse_job()');
  await server.close();
});

const refuseJobs = () =>
  server.deps.db.$executeRawUnsafe(
    'CREATE TRIGGER refuse_job BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION refuse_job()',
  );
const stateOf = async (id: string) => (await ada.call.research.get({ id })).state;

async function plan(id: string, questions: string): Promise<void> {
  const call = await model.nextCall();
  await call.emit(questions);
  await call.finish();
  await until(async () => (await stateOf(id)) === 'planned');
}

it('a research whose job cannot be added stays as it was, and runs later', async () => {
  const { id } = await ada.call.research.start({ question: 'Rates?', budget });
  await plan(id, '- What is the deposit rate?');
  await refuseJobs();
  const changed = { id, questions: ['What is the lending rate?'], budget: { ...budget, pages: 5 } };
  await expect(ada.call.research.run(changed)).rejects.toThrow();
  expect(await ada.call.research.get({ id })).toMatchObject({
    state: 'planned',
    budget,
    steps: [{ question: 'What is the deposit rate?' }],
  });
  await server.deps.db.$executeRawUnsafe('DROP TRIGGER refuse_job ON jobs');
  await ada.call.research.run(changed);
  const { request } = await model.nextCall();
  expect(request.turns[0]?.content).toContain('What is the lending rate?');
  await ada.call.research.stop({ id });
});

it('a research whose plan cannot be requested does not exist', async () => {
  const before = await server.deps.db.research.count();
  await refuseJobs();
  await expect(ada.call.research.start({ question: 'Rates?', budget })).rejects.toThrow();
  expect(await server.deps.db.research.count()).toBe(before);
});

it('a research that was stopped before it had a plan gets one when it is continued', async () => {
  const { id } = await ada.call.research.start({ question: 'Rates?', budget });
  const late = await model.nextCall();
  await ada.call.research.stop({ id });
  expect((await ada.call.research.run({ id })).state).toBe('planning');
  await ada.call.research.stop({ id });
  await late.emit('- Too late?');
  await late.finish();
  await server.deps.jobs.settled();
  expect(await ada.call.research.get({ id })).toMatchObject({ state: 'stopped', steps: [] });
  await ada.call.research.run({ id });
  await plan(id, '- What is the deposit rate?');
  expect((await ada.call.research.get({ id })).steps.map(({ question }) => question)).toEqual([
    'What is the deposit rate?',
  ]);
  await ada.call.research.stop({ id });
});

it('a research that is continued does not wait for the pause of an earlier attempt, nor count that attempt', async () => {
  const { db, jobs } = server.deps;
  const { id } = await ada.call.research.start({ question: 'Rates?', budget });
  await plan(id, '- What is the deposit rate?');
  await ada.call.research.run({ id });
  const failing = await model.nextCall();
  await failing.fail(new ModelError('unavailable', 'The model is overloaded.'));
  const own = { kind: 'research.run', key: id };
  await until(async () => (await db.job.count({ where: { ...own, state: 'waiting' } })) === 1);
  await ada.call.research.stop({ id });
  await db.job.updateMany({ where: own, data: { attempts: 5, runAt: new Date(Date.now() + 3_600_000) } });

  await ada.call.research.run({ id });
  await model.nextCall();
  expect(await db.job.findMany({ where: own })).toMatchObject([{ state: 'running', attempts: 1, error: null }]);
  await ada.call.research.stop({ id });
  await jobs.settled();
});

it('a research that is continued while its job is still ending runs again after that', async () => {
  const { db } = server.deps;
  const { id } = await ada.call.research.start({ question: 'Rates?', budget });
  await plan(id, '- What is the deposit rate?');
  await db.research.update({ where: { id }, data: { state: 'stopped' } });
  const own = { kind: 'research.run', key: id };
  const claim = {
    state: 'running',
    owner: 'another process',
    attempts: 3,
    leaseUntil: new Date(Date.now() + 3_600_000),
  };
  await db.job.create({ data: { ...own, ...claim, payload: { researchId: id } } });
  await ada.call.research.run({ id });
  expect(await db.job.findMany({ where: own })).toMatchObject([{ ...claim, isAgain: true }]);
  await ada.call.research.stop({ id });
  await db.job.deleteMany({ where: own });
});

it('a research of a discarded conversation is stopped and found nowhere, and can be continued after Undo', async () => {
  const { id, conversationId } = await ada.call.research.start({ question: 'Rates?', budget });
  await plan(id, '- What is the deposit rate?');
  await ada.call.research.run({ id });
  await model.nextCall();
  const conversationIds = [conversationId];
  await ada.call.conversations.discard({ conversationIds });
  await server.deps.jobs.settled();
  const stored = await server.deps.db.research.findUniqueOrThrow({ where: { id } });
  expect(stored).toMatchObject({ state: 'stopped', error: null });
  for (const call of [ada.call.research.get, ada.call.research.stop, ada.call.research.run, ada.call.research.changes])
    await expect(call({ id })).rejects.toThrow('Research not found');
  expect((await ada.call.research.recent()).map((one) => one.id)).not.toContain(id);

  await ada.call.conversations.restore({ conversationIds });
  expect(await stateOf(id)).toBe('stopped');
  await ada.call.research.run({ id });
  await model.nextCall();
  await ada.call.research.stop({ id });
});

it('a plan that waits for its user is still there after Undo', async () => {
  const { id, conversationId } = await ada.call.research.start({ question: 'Rates?', budget });
  await plan(id, '- What is the deposit rate?');
  await ada.call.conversations.discard({ conversationIds: [conversationId] });
  await ada.call.conversations.restore({ conversationIds: [conversationId] });
  expect(await stateOf(id)).toBe('planned');
});

it('a research that waits in the queue is a plan again after Stop, and after deleting its conversation', async () => {
  const queued = async () => {
    const { id, conversationId } = await ada.call.research.start({ question: 'Rates?', budget });
    await plan(id, '- What is the deposit rate?');
    await server.deps.db.research.update({ where: { id }, data: { state: 'queued' } });
    return { id, conversationId };
  };
  const stopped = await queued();
  expect(await ada.call.research.stop({ id: stopped.id })).toMatchObject({ state: 'planned' });
  const { id, conversationId } = await queued();
  await ada.call.conversations.discard({ conversationIds: [conversationId] });
  await ada.call.conversations.restore({ conversationIds: [conversationId] });
  expect(await stateOf(id)).toBe('planned');
});
