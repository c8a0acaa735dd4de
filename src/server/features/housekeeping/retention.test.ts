/** Deletion of data older than the operator's limits. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { dayMs } from '~/shared/utc-day';
import { housekeepingJob } from './housekeeping.job';
import { deleteOldConversations, deleteOldResearches } from './retention';

let server: TestServer;
let users: TestUser[];
beforeAll(async () => {
  server = await startTestServer({ env: { RETENTION_CONVERSATIONS_DAYS: '30', RETENTION_RESEARCH_DAYS: '10' } });
  users = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());

const { signal } = new AbortController();
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const userId = (of = 0) => users[of]?.user.id ?? '';

async function conversation(age: number, more: { isPinned?: boolean; isArchived?: boolean } = {}, of = 0) {
  const data = { userId: userId(of), title: `${age} days`, updatedAt: daysAgo(age), ...more };
  return (await server.deps.db.conversation.create({ data })).id;
}

async function research(conversationId: string, state: string, age: number) {
  const budget = { minutes: 5, pages: 5 };
  const dates = { createdAt: daysAgo(age), updatedAt: daysAgo(age) };
  const data = { userId: userId(), conversationId, question: 'Rates?', modelId: 'm', state, ...budget, ...dates };
  return (await server.deps.db.research.create({ data })).id;
}

const leftOf = async (ids: string[]) =>
  (await server.deps.db.conversation.findMany({ where: { id: { in: ids } }, select: { id: true } })).map(
    ({ id }) => id,
  );

it('deletes conversations without a recent message, of every user, including pinned and archived ones', async () => {
  const old = [
    await conversation(31),
    await conversation(400, { isPinned: true }),
    await conversation(31, { isArchived: true }, 1),
  ];
  const kept = [await conversation(29), await conversation(0, {}, 1)];
  expect(await deleteOldConversations(server.deps, signal)).toBe(old.length);
  expect((await leftOf([...old, ...kept])).sort()).toEqual([...kept].sort());
});

it('keeps conversations with activity in progress until it has ended', async () => {
  const { db } = server.deps;
  const [answering, researching, repeating] = [await conversation(40), await conversation(40), await conversation(40)];
  const ids = [answering, researching, repeating];
  const texts = ['user', 'assistant'].map((role) => ({ conversationId: answering, role, content: '' }));
  const [question, answer] = [
    await db.message.create({ data: texts[0] as never }),
    await db.message.create({ data: texts[1] as never }),
  ];
  await db.generation.create({
    data: {
      messageId: answer.id,
      questionId: question.id,
      conversationId: answering,
      userId: userId(),
      clientRequestId: answer.id,
      requestHash: '',
      owner: 'another',
      slot: 1,
      leaseUntil: new Date(Date.now() + 3_600_000),
    },
  });
  const researchId = await research(researching, 'running', 40);
  const plan = { question: 'Rates?', modelId: 'm', questions: ['Rates?'], minutes: 5, pages: 5 };
  const when = { frequency: 'monthly', dayOfMonth: 1, time: '08:00', timeZone: 'UTC', nextAt: daysAgo(-5) };
  const schedule = await db.researchSchedule.create({
    data: { userId: userId(), conversationId: repeating, ...plan, ...when },
  });
  await db.conversation.updateMany({ where: { id: { in: ids } }, data: { updatedAt: daysAgo(40) } });
  expect(await deleteOldConversations(server.deps, signal)).toBe(0);
  await db.generation.update({ where: { messageId: answer.id }, data: { leaseUntil: null, slot: null, owner: null } });
  await db.research.update({ where: { id: researchId }, data: { state: 'failed' } });
  await db.researchSchedule.update({ where: { id: schedule.id }, data: { isPaused: true } });
  expect(await deleteOldConversations(server.deps, signal)).toBe(3);
  expect(await leftOf(ids)).toEqual([]);
});

it('deletes more than one batch per run, and none after an abort', async () => {
  await server.deps.db.$executeRaw`
    INSERT INTO conversations (user_id, updated_at)
    SELECT ${userId()}::uuid, now() - interval '90 days' FROM generate_series(1, 120)`;
  const stop = new AbortController();
  stop.abort();
  expect(await deleteOldConversations(server.deps, stop.signal)).toBe(0);
  expect(await deleteOldConversations(server.deps, signal)).toBe(120);
});

it('deletes research that ended long ago, and keeps its conversation', async () => {
  const { db } = server.deps;
  const conversationId = await conversation(1);
  const old = [await research(conversationId, 'done', 11), await research(conversationId, 'stopped', 11)];
  const kept = [await research(conversationId, 'done', 9), await research(conversationId, 'running', 11)];
  expect(await deleteOldResearches(server.deps, signal)).toBe(old.length);
  const left = await db.research.findMany({ where: { conversationId }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([...kept].sort());
  expect(await leftOf([conversationId])).toEqual([conversationId]);
});

it('deletes nothing by age if no limit is set', async () => {
  const id = await conversation(4000);
  const deps = {
    ...server.deps,
    env: { ...server.deps.env, RETENTION_CONVERSATIONS_DAYS: 0, RETENTION_RESEARCH_DAYS: 0 },
  };
  expect(await deleteOldConversations(deps, signal)).toBe(0);
  expect(await deleteOldResearches(deps, signal)).toBe(0);
  expect(await leftOf([id])).toEqual([id]);
});

it('applies the limits during housekeeping', async () => {
  const id = await conversation(31);
  await housekeepingJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });
  expect(await leftOf([id])).toEqual([]);
});
