/** Starts due researches once a minute, on one process. One that missed several times runs once. */
import { z } from 'zod';
import type { Database } from '~/server/db/client';
import type { ResearchSchedule } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { runResearchJob } from '~/server/features/research/run-research.job';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { nextTime } from '~/shared/schedule-times';
import { dayMs } from '~/shared/utc-day';
import { timingOf } from './schedules.service';

/** Limit per run; the rest is still due a minute later. */
const maxDue = 200;
/** Longer than a month, the longest time between two runs. */
const longestDays = 40;

export const runSchedulesJob: JobKind<Deps, object> = defineJob({
  kind: 'research.schedule',
  payload: z.object({}),
  everyMs: 60_000,
  run: (deps: Deps) => runSchedules(deps, new Date()),
});

export async function runSchedules(deps: Pick<Deps, 'db' | 'jobs' | 'logger'>, now: Date): Promise<void> {
  const { db, jobs } = deps;
  const due = await db.researchSchedule.findMany({
    where: {
      isPaused: false,
      OR: [{ nextAt: { lte: now } }, { nextAt: { gt: new Date(now.getTime() + longestDays * dayMs) } }],
      user: { isLocked: false, deletedAt: null },
    },
    orderBy: [{ nextAt: 'asc' }, { id: 'asc' }],
    take: maxDue,
  });
  if (due.length === 0) return;
  const times: DueSchedule[] = [];
  const misdated: DueSchedule[] = [];
  for (const row of due) {
    const next = await nextTimeOrPause(deps, row, now);
    const isMisdated = Math.abs(row.nextAt.getTime() - now.getTime()) > longestDays * dayMs;
    if (next) (isMisdated ? misdated : times).push({ id: row.id, seen: row.nextAt, next });
  }
  await moveMisdated(db, misdated);
  if ((await startDueSchedules(db, times)) > 0) jobs.wake();
}

/**
 * Corrects times that were calculated while the clock was ahead or far behind. A time that was missed that long ago, in
 * a downtime, is not made up for either: the next one is near.
 */
async function moveMisdated({ sql }: Pick<Database, 'sql'>, times: readonly DueSchedule[]): Promise<void> {
  if (times.length === 0) return;
  const iso = (dates: Date[]) => dates.map((date) => date.toISOString());
  await sql`
    UPDATE research_schedules s SET next_at = right_time.next
    FROM unnest(${times.map(({ id }) => id)}::uuid[], ${iso(times.map(({ seen }) => seen))}::timestamptz[],
                ${iso(times.map(({ next }) => next))}::timestamptz[]) AS right_time(id, seen, next)
    WHERE s.id = right_time.id AND s.next_at = right_time.seen`;
}

interface DueSchedule {
  id: string;
  seen: Date;
  next: Date;
}

/**
 * Pauses a schedule whose next time can't be calculated, because it would otherwise stop those of all users: another
 * version of Node.js may not have its time zone.
 */
async function nextTimeOrPause(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  row: ResearchSchedule,
  now: Date,
): Promise<Date | null> {
  try {
    return nextTime(timingOf(row), now);
  } catch (error) {
    logger.error({ err: error, scheduleId: row.id }, 'paused a research schedule whose next time is unknown');
    await db.researchSchedule.updateMany({ where: { id: row.id, nextAt: row.nextAt }, data: { isPaused: true } });
    return null;
  }
}

/**
 * Moves each schedule to its next time and queues a research run with its plan, in one statement, so that a crash can't
 * separate the two. A schedule whose last research is still in progress, or whose conversation was deleted, only moves
 * on.
 */
async function startDueSchedules(db: Database, times: readonly DueSchedule[]): Promise<number> {
  const iso = (dates: Date[]) => dates.map((date) => date.toISOString());
  const rows = await db.sql`
    WITH due AS (
      SELECT * FROM unnest(${times.map(({ id }) => id)}::uuid[], ${iso(times.map(({ seen }) => seen))}::timestamptz[],
                           ${iso(times.map(({ next }) => next))}::timestamptz[]) AS t(id, seen, next)
    ), moved AS (
      UPDATE research_schedules s SET next_at = due.next FROM due
      WHERE s.id = due.id AND s.next_at = due.seen AND NOT s.is_paused RETURNING s.*
    ), made AS (
      INSERT INTO researches
        (user_id, conversation_id, question, model_id, state, minutes, pages, usd, schedule_id)
      SELECT moved.user_id, conversation_id, question, model_id, 'queued', minutes, pages, usd, moved.id
      FROM moved JOIN conversations c ON c.id = moved.conversation_id AND c.user_id = moved.user_id
      WHERE NOT EXISTS (SELECT 1 FROM researches r WHERE r.schedule_id = moved.id
                        AND r.state IN ('planning', 'queued', 'running', 'writing'))
      RETURNING id, user_id, schedule_id
    ), planned AS (
      INSERT INTO research_steps (research_id, place, question, kind)
      SELECT made.id, item.place, item.question, 'question'
      FROM made JOIN moved ON moved.id = made.schedule_id
      CROSS JOIN LATERAL unnest(moved.questions) WITH ORDINALITY AS item(question, place)
    )
    SELECT enqueue_job(${runResearchJob.kind}, made.id::text, made.user_id,
                       jsonb_build_object('researchId', made.id), 0, true) FROM made`;
  return rows.length;
}
