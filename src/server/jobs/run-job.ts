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
/** How many times `onDead` is tried. */
const maxDeadMarkAttempts = 3;

export type Outcome = 'done' | 'handed back' | 'postponed' | 'dead' | 'lost' | 'unknown';

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
  const claim = { id: job.id, owner, attempts: job.attempts };
  const about = { job: job.id, kind: kind.kind, attempt: job.attempts };
  const untilStored = (store: () => Promise<unknown>) => retryUntilDatabaseResponds(store, { logger, signal, about });
  const payload = kind.payload.safeParse(job.payload);
  const markDead = async (error: string): Promise<Outcome> => {
    // Notify users before storing, so that this is repeated if the process ends here, but not forever.
    if (payload.success && job.attempts <= kind.attempts + maxDeadMarkAttempts)
      await kind.onDead?.(needs as never, payload.data);
    await untilStored(() => markJobDead(db, claim, error));
    return 'dead';
  };
  if (!payload.success) {
    logger.error({ ...about, err: payload.error }, 'job payload does not match its schema');
    return markDead('The payload does not match its schema.');
  }
  const isRecurring = kind.everyMs !== undefined;
  // Every attempt was interrupted by the end of its process.
  if (!isRecurring && job.attempts > kind.attempts) {
    logger.error(about, 'job failed permanently: its process ended during every attempt');
    return markDead('The process ended during every attempt.');
  }
  try {
    const isLastAttempt = job.attempts >= kind.attempts;
    const attributes = { 'qinsight.job.kind': kind.kind, 'qinsight.job.attempt': job.attempts };
    await inSpan(`job ${kind.kind}`, { root: true, attributes }, () =>
      kind.run(needs as never, payload.data, { signal, attempt: job.attempts, isLastAttempt }),
    );
  } catch (error) {
    // Taken over by another process, or deleted: this process must not change it any more.
    if (signal.aborted && !isStopping()) return 'lost';
    if (signal.aborted) {
      // The process is stopping, so the attempt does not count.
      await postponeJob(db, claim, { delayMs: 0, attempts: job.attempts - 1, error: null, aheadMs: 0 });
      return 'handed back';
    }
    const words = errorWords(error);
    if (!isRecurring && job.attempts >= kind.attempts) {
      logger.error({ ...about, err: error }, 'job failed permanently');
      return markDead(words);
    }
    logger.warn({ ...about, err: error }, 'job failed, retrying');
    const pauseMs = pauseBefore(kind, job.attempts);
    const delayMs = kind.everyMs === undefined ? pauseMs : Math.min(kind.everyMs, pauseMs);
    await untilStored(() => postponeJob(db, claim, { delayMs, attempts: job.attempts, error: words, aheadMs }));
    return 'postponed';
  }
  const delayMs = kind.everyMs;
  if (delayMs === undefined) await untilStored(() => finishJob(db, claim));
  else await untilStored(() => postponeJob(db, claim, { delayMs, attempts: 0, error: null, aheadMs }));
  return 'done';
}

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

const errorWords = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replaceAll('\u0000', '')
    .slice(0, maxErrorLength);
