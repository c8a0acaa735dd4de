/**
 * The jobs in the database. Each function is one statement. Times are the database's own, because the clocks of
 * processes may differ; `ahead` is added to them in tests. Stored times are rounded to milliseconds. They are compared
 * with the current time rounded in the same way, so that a job is due at the moment it is added. A claim is identified
 * by process and attempt: a process that lost its lease can no longer change the job.
 */
import type { Database } from '~/server/db/client';

export interface ClaimedJob {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  /** Consecutive attempts during which the process died, counting this one in case it dies again. */
  deaths: number;
}

export interface DeadJob {
  id: string;
  kind: string;
  key: string;
  userId: string | null;
  attempts: number;
  error: string | null;
  /** Time of the last failure. */
  updatedAt: Date;
}

export interface JobKindSummary {
  kind: string;
  waiting: number;
  running: number;
  dead: number;
  lastRunAt: Date | null;
  nextRunAt: Date | null;
  /** Error of the last attempt of the recurring job; null if it succeeded. */
  error: string | null;
}

type Claim = Pick<ClaimedJob, 'id' | 'attempts'> & { owner: string };

export async function insertJob(
  db: Database,
  job: { kind: string; key: string; userId: string | null; payload: unknown; delayMs: number; again: boolean },
): Promise<boolean> {
  const [row] = await db.sql<{ isNew: boolean }>`
    SELECT enqueue_job(${job.kind}, ${job.key}, ${job.userId}::uuid, ${JSON.stringify(job.payload)}::jsonb,
                       ${job.delayMs / 1000}::float8, ${job.again}) AS "isNew"`;
  return row?.isNew === true;
}

/** Claims due jobs: for each kind at most its free capacity, users in turn. */
export function claimJobs(
  db: Database,
  owner: string,
  free: readonly { kind: string; slots: number }[],
  leaseMs: number,
  aheadMs: number,
): Promise<ClaimedJob[]> {
  return db.sql<ClaimedJob>`
    WITH free AS (
      SELECT kind, slots
      FROM unnest(${free.map(({ kind }) => kind)}::text[], ${free.map(({ slots }) => slots)}::int[]) AS f(kind, slots)
    ), due AS MATERIALIZED (
      SELECT next.id FROM free CROSS JOIN LATERAL (
        SELECT id FROM jobs
        WHERE jobs.kind = free.kind AND state = 'waiting' AND run_at <= now()::timestamptz(3) + make_interval(secs => ${aheadMs / 1000})
        ORDER BY turn, id LIMIT free.slots FOR UPDATE SKIP LOCKED
      ) AS next
    )
    UPDATE jobs SET state = 'running', owner = ${owner}, attempts = attempts + 1, deaths = deaths + 1, is_again = false,
      updated_at = now(), lease_until = now() + make_interval(secs => ${(leaseMs + aheadMs) / 1000})
    FROM due WHERE jobs.id = due.id
    RETURNING jobs.id::text AS id, kind, payload, attempts, deaths`;
}

/**
 * Releases jobs whose process stopped renewing their lease; `all` releases them at once, for when no other process can
 * exist. `except` are the caller's own jobs: after a long pause of its event loop their leases have expired although
 * they are still running.
 */
export async function releaseLapsed(
  db: Database,
  {
    kinds,
    all,
    except,
    aheadMs,
  }: { kinds: readonly string[]; all: boolean; except: readonly string[]; aheadMs: number },
): Promise<number> {
  const rows = await db.sql`
    UPDATE jobs SET state = 'waiting', owner = NULL, lease_until = NULL, updated_at = now(), run_at = least(run_at, now())
    WHERE kind = ANY(${kinds}::text[]) AND state = 'running'
      AND (${all} OR lease_until < now() + make_interval(secs => ${aheadMs / 1000}))
      AND NOT id = ANY(${except}::bigint[])
    RETURNING id`;
  return rows.length;
}

/** The process stops on purpose, so its end does not count for its jobs, even if it is killed before they end. */
export async function expectStop(db: Database, owner: string): Promise<void> {
  await db.sql`UPDATE jobs SET deaths = deaths - 1 WHERE owner = ${owner} AND state = 'running'`;
}

/** Returns the ids of the jobs that still belong to this process. */
export async function renewLeases(
  db: Database,
  owner: string,
  ids: readonly string[],
  leaseMs: number,
  aheadMs: number,
): Promise<Set<string>> {
  const rows = await db.sql<{ id: string }>`
    UPDATE jobs SET lease_until = now() + make_interval(secs => ${(leaseMs + aheadMs) / 1000})
    WHERE id = ANY(${ids}::bigint[]) AND owner = ${owner} AND state = 'running' RETURNING id::text AS id`;
  return new Set(rows.map(({ id }) => id));
}

/** If the job was requested again while running, it is queued for another run instead. Returns whether it is. */
export async function finishJob(db: Database, { id, owner, attempts }: Claim): Promise<boolean> {
  const rows = await db.sql`
    WITH again AS (
      UPDATE jobs SET state = 'waiting', owner = NULL, lease_until = NULL, attempts = 0, deaths = 0, run_at = now(),
        is_again = false, error = NULL, updated_at = now()
      WHERE id = ${id}::bigint AND owner = ${owner} AND attempts = ${attempts}::int AND is_again RETURNING id
    ), done AS (
      DELETE FROM jobs
      WHERE id = ${id}::bigint AND owner = ${owner} AND attempts = ${attempts}::int AND NOT is_again
    )
    SELECT 1 FROM again`;
  return rows.length > 0;
}

/** Schedules a job for its next attempt or its next regular run. */
export async function postponeJob(
  db: Database,
  { id, owner, attempts }: Claim,
  next: { delayMs: number; attempts: number; deaths: number; error: string | null; aheadMs: number },
): Promise<void> {
  await db.sql`
    UPDATE jobs SET state = 'waiting', owner = NULL, lease_until = NULL, attempts = ${next.attempts}::int,
      deaths = ${next.deaths}::int, error = ${next.error}, is_again = false, updated_at = now(),
      run_at = CASE WHEN is_again AND ${next.delayMs}::float8 > 0 THEN greatest(run_at, now())
               ELSE now() + make_interval(secs => ${(next.delayMs + next.aheadMs) / 1000}) END
    WHERE id = ${id}::bigint AND owner = ${owner} AND attempts = ${attempts}::int`;
}

export async function markJobDead(db: Database, { id, owner, attempts }: Claim, error: string): Promise<void> {
  await db.sql`
    UPDATE jobs SET state = 'dead', owner = NULL, lease_until = NULL, error = ${error}, updated_at = now()
    WHERE id = ${id}::bigint AND owner = ${owner} AND attempts = ${attempts}::int`;
}

/**
 * Makes the recurring job due within `delayMs` at the latest. If it is running, it runs again then, or afterwards if it
 * takes longer.
 */
export async function runJobSoon(db: Database, kind: string, delayMs: number): Promise<void> {
  await db.sql`
    UPDATE jobs SET is_again = state = 'running',
      run_at = least(CASE WHEN state <> 'running' OR is_again THEN run_at END, now() + make_interval(secs => ${delayMs / 1000}))
    WHERE kind = ${kind} AND key = ${kind}`;
}

/**
 * Makes recurring jobs due that would wait for longer than their interval: their next time was set by a clock that was
 * ahead. Returns their kinds.
 */
export async function runMisdatedJobs(
  db: Database,
  recurring: readonly { kind: string; everyMs: number }[],
  aheadMs: number,
): Promise<string[]> {
  const rows = await db.sql<{ kind: string }>`
    UPDATE jobs SET run_at = now()
    FROM unnest(${recurring.map(({ kind }) => kind)}::text[], ${recurring.map(({ everyMs }) => (everyMs + aheadMs) / 1000)}::float8[])
      AS given(kind, seconds)
    WHERE jobs.kind = given.kind AND jobs.key = given.kind AND state = 'waiting'
      AND run_at > now() + make_interval(secs => given.seconds) + interval '1 minute'
    RETURNING jobs.kind`;
  return rows.map(({ kind }) => kind);
}

/** Milliseconds until the next job of these kinds is due; null when none waits. */
export async function untilNextDue(db: Database, kinds: readonly string[], aheadMs: number): Promise<number | null> {
  const [row] = await db.sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(run_at) - now()::timestamptz(3)) * 1000)::float8 AS ms
    FROM jobs WHERE kind = ANY(${kinds}::text[]) AND state = 'waiting'`;
  return row?.ms == null ? null : Math.max(0, row.ms - aheadMs);
}

export function readDeadJobs(db: Database, limit: number): Promise<DeadJob[]> {
  return db.sql<DeadJob>`
    SELECT id::text AS id, kind, key, user_id AS "userId", attempts, error, updated_at AS "updatedAt"
    FROM jobs WHERE state = 'dead' ORDER BY updated_at DESC, id DESC LIMIT ${limit}`;
}

/** Restarts dead jobs: those named, or all of them. Returns how many. */
export async function reviveJobs(db: Database, ids: readonly string[] | 'all'): Promise<number> {
  const rows = await db.sql`
    UPDATE jobs SET state = 'waiting', attempts = 0, deaths = 0, run_at = now(), error = NULL, updated_at = now()
    WHERE state = 'dead' AND (${ids === 'all'} OR id = ANY(${ids === 'all' ? [] : ids}::bigint[])) RETURNING id`;
  return rows.length;
}

/** Deletes jobs that have been dead for this many days. */
export async function removeDeadJobs(db: Database, days: number): Promise<void> {
  await db.sql`DELETE FROM jobs WHERE state = 'dead' AND updated_at < now() - make_interval(days => ${days})`;
}

/** Each kind with its jobs by state, and the times and error of its recurring job, whose key is its kind. */
export async function readJobKinds(db: Database): Promise<JobKindSummary[]> {
  return db.sql<JobKindSummary>`
    SELECT kind, count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
           count(*) FILTER (WHERE state = 'running')::int AS running,
           count(*) FILTER (WHERE state = 'dead')::int AS dead,
           max(updated_at) FILTER (WHERE key = kind AND updated_at > created_at) AS "lastRunAt",
           max(run_at) FILTER (WHERE key = kind AND state = 'waiting') AS "nextRunAt",
           max(error) FILTER (WHERE key = kind AND state <> 'dead') AS error
    FROM jobs GROUP BY kind ORDER BY kind`;
}

export async function countJobs(db: Database): Promise<{ kind: string; state: string; count: number }[]> {
  return db.sql<{ kind: string; state: string; count: number }>`
    SELECT kind, state, count(*)::int AS count FROM jobs GROUP BY kind, state ORDER BY kind, state`;
}
