/** A question that fails ends the others: no request continues beside the job, which is repeated. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModelError } from '~/server/providers/llm/types';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const questions = ['What is the deposit rate?', 'What is the lending rate?'];
const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { SEARXNG_URL: 'http://127.0.0.1:9' } });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

/** The requests for both notes, in the order of the plan. */
async function nextNotes(): Promise<[ScriptedCall, ScriptedCall]> {
  const calls = [await model.nextCall(), await model.nextCall()];
  const of = (question: string) => calls.find(({ request }) => request.turns[0]?.content.includes(question));
  return questions.map(of) as [ScriptedCall, ScriptedCall];
}

it('a question that fails ends the requests of the others, and each is repeated once', async () => {
  const { deps } = server;
  const { id } = await ada.call.research.start({ question: 'Rates?', budget: { minutes: 5, pages: 10, usd: null } });
  const plan = await model.nextCall();
  await plan.emit(questions.map((question) => `- ${question}`).join('\n'));
  await plan.finish();
  await until(async () => (await ada.call.research.get({ id })).state === 'planned');
  await ada.call.research.run({ id });
  const [failing, held] = await nextNotes();
  await failing.fail(new ModelError('unavailable', 'The model is overloaded.'));
  await until(async () => (await deps.db.job.count({ where: { kind: 'research.run', state: 'waiting' } })) === 1);
  expect(held.isAborted()).toBe(true);
  const { error } = await deps.db.job.findFirstOrThrow({ where: { kind: 'research.run' } });
  expect(error).toContain('The model is overloaded.');

  await deps.db.job.updateMany({ where: { kind: 'research.run' }, data: { runAt: new Date(0) } });
  deps.jobs.wake();
  const again = await nextNotes();
  expect(again.every((call) => call !== undefined && !call.isAborted())).toBe(true);
  await ada.call.research.stop({ id });
  await deps.jobs.settled();
  expect(again.every((call) => call.isAborted())).toBe(true);
  // The plan, and both notes in each attempt.
  expect(model.calls).toHaveLength(5);
});
