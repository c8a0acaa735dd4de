/** Schedules that users create, change and delete. The job research.schedule starts due researches. */
import type { ResearchSchedule } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { researchNotFound } from '~/server/features/research/research.errors';
import { readResearches } from '~/server/features/research/research-store';
import { nextTime } from '~/shared/schedule-times';
import {
  type CreateScheduleInput,
  maxSchedules,
  type ResearchScheduleView,
  type ScheduleTimingInput,
  type UpdateScheduleInput,
} from '~/shared/schemas/research-schedules';
import { alreadyScheduled, notFinished, scheduleNotFound, tooManySchedules } from './schedules.errors';

/** Schedules repeats of a finished research, whose report is the first to compare with. */
export async function createSchedule(
  deps: Pick<Deps, 'db'>,
  userId: string,
  { researchId, timing }: CreateScheduleInput,
): Promise<ResearchScheduleView> {
  const { db } = deps;
  const [research] = await readResearches(db, { id: researchId, userId });
  if (!research) throw researchNotFound();
  if (research.state !== 'done') throw notFinished();
  const { conversationId, question, modelId, budget, steps } = research;
  const questions = steps.filter(({ kind }) => kind === 'question').map((step) => step.question);
  return db.$transaction(async (tx) => {
    // Locks the account's row, so that concurrent requests can't exceed the limit.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    if ((await tx.researchSchedule.count({ where: { userId } })) >= maxSchedules) throw tooManySchedules();
    const data = { userId, conversationId, question, modelId, questions, ...budget, ...columnsOf(timing) };
    const made = await tx.researchSchedule.create({ data });
    const { count } = await tx.research.updateMany({
      where: { id: researchId, scheduleId: null },
      data: { scheduleId: made.id },
    });
    if (count === 0) throw alreadyScheduled();
    return toView(made);
  });
}

/** Leaves out those of discarded conversations. */
const visibleTo = (userId: string) => ({ userId, conversation: { userId } });

/** Next due first, paused ones at the end. */
export async function listSchedules({ db }: Pick<Deps, 'db'>, userId: string): Promise<ResearchScheduleView[]> {
  const orderBy = [{ isPaused: 'asc' as const }, { nextAt: 'asc' as const }, { id: 'asc' as const }];
  return (await db.researchSchedule.findMany({ where: visibleTo(userId), orderBy, take: maxSchedules })).map(toView);
}

/** A resumed schedule is due at its next regular time. */
export async function updateSchedule(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { scheduleId: id, timing, isPaused }: UpdateScheduleInput,
): Promise<ResearchScheduleView> {
  const where = { id, ...visibleTo(userId) };
  const known = await db.researchSchedule.findFirst({ where });
  if (!known) throw scheduleNotFound();
  const columns = columnsOf(timing ?? timingOf(known));
  const data = { ...columns, ...(isPaused !== undefined && { isPaused }) };
  const [changed] = await db.researchSchedule.updateManyAndReturn({ where, data });
  if (!changed) throw scheduleNotFound();
  return toView(changed);
}

/** Its reports stay. */
export async function deleteSchedule({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const { count } = await db.researchSchedule.deleteMany({ where: { id, ...visibleTo(userId) } });
  if (count === 0) throw scheduleNotFound();
}

const columnsOf = (timing: ScheduleTimingInput) => ({
  frequency: timing.frequency,
  weekday: timing.frequency === 'weekly' ? (timing.weekday ?? null) : null,
  dayOfMonth: timing.frequency === 'monthly' ? (timing.dayOfMonth ?? null) : null,
  time: timing.time,
  timeZone: timing.timeZone,
  nextAt: nextTime(timing, new Date()),
});

/** The stored value was validated by the schema. */
export const timingOf = ({
  frequency,
  weekday,
  dayOfMonth,
  time,
  timeZone,
}: Pick<ResearchSchedule, 'frequency' | 'weekday' | 'dayOfMonth' | 'time' | 'timeZone'>) => ({
  frequency: frequency as ScheduleTimingInput['frequency'],
  weekday,
  dayOfMonth,
  time,
  timeZone,
});

const toView = (row: ResearchSchedule): ResearchScheduleView => ({
  id: row.id,
  conversationId: row.conversationId,
  question: row.question,
  questions: row.questions,
  modelId: row.modelId,
  timing: timingOf(row),
  isPaused: row.isPaused,
  nextAt: row.isPaused ? null : row.nextAt,
  createdAt: row.createdAt,
});
