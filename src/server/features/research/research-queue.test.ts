/** Many research runs at once: each waits for its turn, users take turns, and none is lost. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { modelGone } from './researcher';

const users = 20;
const each = 10;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ model: createScriptedModel() });
});
afterAll(() => server.close());

async function withResearches(user: TestUser): Promise<void> {
  const { id: conversationId } = await user.call.conversations.create({});
  const row = { userId: user.user.id, conversationId, question: '?', state: 'queued', minutes: 5, pages: 5 };
  // This model is not available, so that each research ends as soon as it runs.
  const rows = Array.from({ length: each }, (_, n) => ({ ...row, modelId: `withdrawn ${n}` }));
  await server.deps.db.research.createMany({ data: rows });
}

it('200 research runs of 20 users take turns, each runs once', async () => {
  const people = await Promise.all(Array.from({ length: users }, () => signUp(server.deps)));
  for (const user of people) await withResearches(user);
  const choosing = vi.spyOn(server.deps.models, 'choose');
  // Grouped by user: in order of arrival, the last user would wait for all others.
  await server.deps.db.sql`
    SELECT enqueue_job('research.run', id::text, user_id, jsonb_build_object('researchId', id), 0, false)
    FROM (SELECT id, user_id FROM researches ORDER BY user_id, id) AS asked`;
  await server.deps.jobs.settled();
  const started = choosing.mock.calls.map(([user, modelId]) => ({ userId: user.id, modelId }));
  choosing.mockRestore();

  expect(new Set(started.map(({ userId, modelId }) => `${userId} ${modelId}`)).size).toBe(users * each);
  expect(started).toHaveLength(users * each);
  const counts = new Map(people.map(({ user }) => [user.id, 0]));
  let widest = 0;
  for (const { userId } of started) {
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
    widest = Math.max(widest, Math.max(...counts.values()) - Math.min(...counts.values()));
  }
  // Two run concurrently, so one of a round may start together with the first of the next.
  expect(widest).toBeLessThanOrEqual(2);

  const ended = await server.deps.db.research.findMany({ select: { state: true, error: true } });
  expect(ended).toHaveLength(users * each);
  for (const research of ended) expect(research).toEqual({ state: 'failed', error: modelGone });
  expect(await server.deps.db.job.count({ where: { kind: 'research.run' } })).toBe(0);
});
