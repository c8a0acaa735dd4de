/** One attempt at a job, and how its result is stored. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '~/server/db/client';
import { isDatabaseUnavailable } from '~/server/db/database-unavailable';
import type { Logger } from '~/server/lib/logger';
import { inSpan } from '~/server/lib/tracing/spans';
import type { AnyJobKind } from './job-kind';
import { type ClaimedJob, finishJob, markJobDead, postponeJob } from './job-store';

const maxPauseMs = 3_600_000;
const maxErrorLength = 2000;
/** A job during which the process died this often in a row is not tried again: it may be what kills the process. */
const maxDeaths = 3;
/** How many times `onDead` is tried. */
const maxDeadMarkAttempts = 3;

export type Outcome = 'done' | 'handed back' | 'postponed' | 'dead' | 'lost' | 'unknown';

/** The part of the metrics that is about jobs. */
export interface JobMetrics {
  jobEnded(kind: string, outcome: Outcome): void;
}

interface Surroundings {
  db: Database;
  logger: Logger;
  owner: string;
  aheadMs: number;
  isStopping(): boolean;
}

export async function runJob(
  { db, logger, owner, aheadMs, isStopping }: Surroundings,
  kind: AnyJobKind,
  job: ClaimedJob,
  needs: unknown,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, attempts, deaths } = job;
  const claim = { id, owner, attempts };
  const about = { job: id, kind: kind.kind, attempt: attempts };
  const untilStored = (store: () => Promise<unknown>) => retryUntilDatabaseResponds(store, { logger, signal, about });
  const payload = kind.payload.safeParse(job.payload);
  const markDead = async (error: string): Promise<Outcome> => {
    // Notify users before storing the result, so that this is repeated (up to a limit) if the process ends here.
    if (payload.success && surplusOf(kind, job) <= maxDeadMarkAttempts)
      await kind.onDead?.(needs as never, payload.data);
    await untilStored(() => markJobDead(db, claim, error));
    return 'dead';
  };
  if (!payload.success) {
    logger.error({ ...about, err: payload.error }, 'job payload does not match its schema');
    return markDead('The payload does not match its schema.');
  }
  const isRecurring = kind.everyMs !== undefined;
  if (!isRecurring && surplusOf(kind, job) > 0) {
    logger.error({ ...about, deaths: deaths - 1 }, 'job failed permanently: its process died');
    return markDead(deathText(deaths - 1));
  }
  try {
    const isLastAttempt = attempts >= kind.attempts;
    const attributes = { 'qinsight.job.kind': kind.kind, 'qinsight.job.attempt': attempts };
    await inSpan(`job ${kind.kind}`, { root: true, attributes }, () =>
      kind.run(needs as never, payload.data, { signal, attempt: attempts, isLastAttempt }),
    );
  } catch (error) {
    // Taken over by another process, or deleted: this process must not change it any more.
    if (signal.aborted && !isStopping()) return 'lost';
    if (signal.aborted) {
      // The process is stopping, so the attempt does not count.
      await postponeJob(db, claim, { delayMs: 0, attempts: attempts - 1, deaths: deaths - 1, error: null, aheadMs: 0 });
      return 'handed back';
    }
    const text = errorText(error);
    if (!isRecurring && attempts >= kind.attempts) {
      logger.error({ ...about, err: error }, 'job failed permanently');
      return markDead(text);
    }
    logger.warn({ ...about, err: error }, 'job failed, retrying');
    const pauseMs = pauseBefore(kind, attempts);
    const delayMs = kind.everyMs === undefined ? pauseMs : Math.min(kind.everyMs, pauseMs);
    await untilStored(() => postponeJob(db, claim, { delayMs, attempts, deaths: 0, error: text, aheadMs }));
    return 'postponed';
  }
  const delayMs = kind.everyMs;
  if (delayMs === undefined) await untilStored(() => finishJob(db, claim));
  else await untilStored(() => postponeJob(db, claim, { delayMs, attempts: 0, deaths: 0, error: null, aheadMs }));
  return 'done';
}

/** Positive if a job has no attempt left, because the process died during earlier ones. */
const surplusOf = (kind: AnyJobKind, { attempts, deaths }: ClaimedJob): number =>
  Math.max(attempts - kind.attempts, deaths - maxDeaths);

const deathText = (deaths: number): string =>
  deaths < maxDeaths
    ? 'The server process died during the last attempt.'
    : `The server process died ${deaths} times in a row while it ran this job.`;

/**
 * The database may be unavailable when a job ends. Retries storing the result, because the work would otherwise be
 * repeated. This is safe if another process has taken over the job, because each statement names the attempt.
 */
async function retryUntilDatabaseResponds(
  store: () => Promise<unknown>,
  { logger, signal, about }: { logger: Logger; signal: AbortSignal; about: object },
): Promise<void> {
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2000)) {
    try {
      await store();
      return;
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
      logger.warn({ ...about, err: error }, 'failed to save the result of a job, retrying');
      await delay(waitMs, undefined, { ref: false });
    }
  }
}

/** Doubles with each attempt, with jitter, so that jobs that failed together are not retried together. */
function pauseBefore({ firstPauseMs }: AnyJobKind, attempts: number): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(20, attempts - 1)) * (0.75 + Math.random() / 2);
}

const errorText = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replaceAll('\u0000', '')
    .slice(0, maxErrorLength);
