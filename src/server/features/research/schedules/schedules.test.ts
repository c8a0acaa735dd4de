import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { maxSchedules } from '~/shared/schemas/research-schedules';
import { runSchedules } from './run-schedules.job';

let server: TestServer;
let ada: TestUser;
const timing = { frequency: 'weekly' as const, weekday: 1, time: '08:00', timeZone: 'Europe/Berlin' };
const questions = ['What is the deposit rate?', 'What is the lending rate?'];
const url = 'https://bank.example/rates';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ada = await signUp(server.deps);
});

async function finished(more: object = {}): Promise<string> {
  const { id: conversationId } = await ada.call.conversations.create({});
  const plan = { question: 'Where do rates stand?', modelId: 'm', minutes: 3, pages: 4, usd: '1.50', state: 'done' };
  const steps = { create: questions.map((question, index) => ({ question, place: index + 1, kind: 'question' })) };
  const data = { userId: ada.user.id, conversationId, ...plan, steps, ...more };
  return (await server.deps.db.research.create({ data })).id;
}
const made = (scheduleId: string) =>
  server.deps.db.research.findMany({
    where: { scheduleId, state: { not: 'done' } },
    include: { steps: { orderBy: { place: 'asc' } } },
  });
const nextOf = async (id: string) =>
  (await server.deps.db.researchSchedule.findUniqueOrThrow({ where: { id } })).nextAt.getTime();
const day = 86_400_000;

describe('a schedule', () => {
  it('repeats a research run with its plan and budget at its times, and once after a downtime', async () => {
    const researchId = await finished();
    const { id, nextAt } = await ada.call.research.createSchedule({ researchId, timing });
    const due = nextAt?.getTime() ?? 0;
    await runSchedules(server.deps, new Date(due - 1000));
    expect(await made(id)).toEqual([]);
    // Three weeks too late.
    const late = due + 22 * day;
    await Promise.all([runSchedules(server.deps, new Date(late)), runSchedules(server.deps, new Date(late))]);
    const [research, ...others] = await made(id);
    expect(others).toEqual([]);
    expect(research).toMatchObject({ question: 'Where do rates stand?', modelId: 'm', minutes: 3, pages: 4 });
    expect(research?.usd?.toString()).toBe('1.5');
    expect(research?.steps.map(({ question }) => question)).toEqual(questions);
    expect(await nextOf(id)).toBeGreaterThan(late);
    expect(await nextOf(id)).toBeLessThanOrEqual(late + 7 * day + 3_600_000);
  });

  it('starts nothing while its last research is in progress, while it is paused, or for a locked account', async () => {
    const { db } = server.deps;
    const { id, nextAt } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    const due = nextAt?.getTime() ?? 0;
    await db.user.update({ where: { id: ada.user.id }, data: { isLocked: true } });
    await runSchedules(server.deps, new Date(due));
    expect(await made(id)).toEqual([]);
    await db.user.update({ where: { id: ada.user.id }, data: { isLocked: false } });
    await ada.call.research.updateSchedule({ scheduleId: id, isPaused: true });
    await runSchedules(server.deps, new Date(due));
    expect(await made(id)).toEqual([]);
    const resumed = await ada.call.research.updateSchedule({ scheduleId: id, isPaused: false });
    expect(resumed.nextAt?.getTime()).toBe(due);
    await finished({ scheduleId: id, state: 'running' });
    await runSchedules(server.deps, new Date(due));
    expect(await made(id)).toHaveLength(1);
    expect(await nextOf(id)).toBeGreaterThan(due);
  });

  it.each(['2036-01-01', '1970-01-05'])(
    'whose next time was calculated by a wrong clock gets the right one: %s',
    async (wrong) => {
      const { id, nextAt } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
      await server.deps.db.researchSchedule.update({ where: { id }, data: { nextAt: new Date(wrong) } });
      await runSchedules(server.deps, new Date());
      expect(await nextOf(id)).toBe(nextAt?.getTime());
      expect(await made(id)).toEqual([]);
    },
  );

  it('whose next time is unknown is paused, and does not stop the others', async () => {
    const { db } = server.deps;
    const broken = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    await db.researchSchedule.update({ where: { id: broken.id }, data: { timeZone: 'Mars/Olympus' } });
    const { id, nextAt } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    await runSchedules(server.deps, nextAt ?? new Date());
    expect(await made(id)).toHaveLength(1);
    expect(await made(broken.id)).toEqual([]);
    const paused = (await ada.call.research.schedules()).map((schedule) => [schedule.id, schedule.isPaused]);
    expect(Object.fromEntries(paused)).toEqual({ [broken.id]: true, [id]: false });
  });

  it('can be listed, changed and deleted by its user, and its reports stay', async () => {
    const researchId = await finished();
    const { id } = await ada.call.research.createSchedule({ researchId, timing });
    const daily = { frequency: 'daily' as const, time: '21:30', timeZone: 'UTC' };
    await ada.call.research.updateSchedule({ scheduleId: id, timing: daily });
    expect(await ada.call.research.schedules()).toMatchObject([
      { id, questions, timing: { ...daily, weekday: null, dayOfMonth: null }, isPaused: false },
    ]);
    await ada.call.research.deleteSchedule({ scheduleId: id });
    expect(await ada.call.research.schedules()).toEqual([]);
    expect((await ada.call.research.get({ id: researchId })).state).toBe('done');
  });

  it('is created once per research, only for a finished one, and limited in number', async () => {
    const researchId = await finished();
    await ada.call.research.createSchedule({ researchId, timing });
    await expect(ada.call.research.createSchedule({ researchId, timing })).rejects.toThrow('already repeated');
    const unfinished = await finished({ state: 'failed' });
    await expect(ada.call.research.createSchedule({ researchId: unfinished, timing })).rejects.toThrow('finished');
    const { id: scheduleId, ...known } = await server.deps.db.researchSchedule.findFirstOrThrow({
      where: { userId: ada.user.id },
    });
    await server.deps.db.researchSchedule.createMany({ data: Array(maxSchedules - 1).fill(known) });
    const another = await finished();
    await expect(ada.call.research.createSchedule({ researchId: another, timing })).rejects.toThrow('10 schedules');
    await ada.call.research.deleteSchedule({ scheduleId });
    await ada.call.research.createSchedule({ researchId: another, timing });
  });

  it('is deleted with its conversation', async () => {
    const researchId = await finished();
    const { conversationId } = await ada.call.research.createSchedule({ researchId, timing });
    await ada.call.conversations.delete({ conversationId });
    expect(await ada.call.research.schedules()).toEqual([]);
  });

  it('of a discarded conversation is found nowhere, and is there again after Undo', async () => {
    const { id, conversationId } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    await ada.call.conversations.discard({ conversationIds: [conversationId] });
    const { schedules, updateSchedule, deleteSchedule } = ada.call.research;
    expect(await schedules()).toEqual([]);
    await expect(updateSchedule({ scheduleId: id, isPaused: true })).rejects.toThrow('Schedule not found');
    await expect(deleteSchedule({ scheduleId: id })).rejects.toThrow('Schedule not found');
    await ada.call.conversations.restore({ conversationIds: [conversationId] });
    expect(await schedules()).toMatchObject([{ id, isPaused: false }]);
  });
});

/** A finished report that cites the page's text. */
async function report(scheduleId: string | null, text: string, createdAt: Date, verdict = 'figures'): Promise<string> {
  const { db } = server.deps;
  const { id: conversationId } = await ada.call.conversations.create({});
  const answer = await db.message.create({
    data: { conversationId, role: 'assistant', content: 'Report', metadata: {} },
  });
  const page = { url, canonicalUrl: url, title: 'Rates', site: 'Bank', readAt: new Date(), text };
  const snapshot = await storeSnapshot(db, answer.id, page);
  const check = { verdict, passage: text, snapshotId: snapshot?.id, checkedAt: createdAt.toISOString() };
  const metadata = { status: 'complete', citations: [{ source: 'bank.example', url, check }] };
  await db.message.update({ where: { id: answer.id }, data: { metadata } });
  return finished({ conversationId, scheduleId, messageId: answer.id, createdAt });
}

describe('the changes of a report', () => {
  it('are found in the pages of both reports, and are only for its user', async () => {
    const { id: scheduleId } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    await server.deps.db.research.updateMany({ where: { scheduleId }, data: { scheduleId: null } });
    const first = await report(scheduleId, 'The deposit rate of the bank is 2.25%.', new Date(1000));
    const second = await report(scheduleId, 'The deposit rate of the bank is 2.00%.', new Date(2000));
    const { messageId } = await ada.call.research.get({ id: first });
    const changes = await ada.call.research.changes({ id: second });
    expect(changes).toMatchObject({
      previousMessageId: messageId,
      isComplete: true,
      changes: [
        {
          kind: 'changed',
          title: 'Rates',
          url,
          before: { messageId, passage: 'The deposit rate of the bank is 2.25%.' },
          after: { passage: 'The deposit rate of the bank is 2.00%.' },
        },
      ],
    });
    const [change] = changes.changes;
    const before = await ada.call.messages.snapshot({
      messageId: change?.before?.messageId ?? '',
      snapshotId: change?.before?.snapshotId ?? '',
    });
    expect(before.text).toContain('2.25%');
    expect(await ada.call.research.changes({ id: first })).toMatchObject({ previousMessageId: null, changes: [] });
    const bob = await signUp(server.deps);
    await expect(bob.call.research.changes({ id: second })).rejects.toThrow('Research not found');
    await expect(bob.call.research.changes({ id: randomUUID() })).rejects.toThrow('Research not found');
  });

  it('leave out what no page confirmed, and report missing checks', async () => {
    const { id: scheduleId } = await ada.call.research.createSchedule({ researchId: await finished(), timing });
    await server.deps.db.research.updateMany({ where: { scheduleId }, data: { scheduleId: null } });
    await report(scheduleId, 'The deposit rate of the bank is 2.25%.', new Date(1000), 'partial');
    const second = await report(scheduleId, 'Nothing is known.', new Date(2000), 'pending');
    expect(await ada.call.research.changes({ id: second })).toMatchObject({ isComplete: false, changes: [] });
  });
});
