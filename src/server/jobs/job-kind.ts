/**
 * Definition of a kind of background work. A feature defines its kinds beside the code that does the work;
 * src/server/features/job-kinds.ts lists them all. Work must be idempotent: a process may die after doing it and before
 * recording that.
 */
import type { z } from 'zod';

/**
 * Concurrency of the small model requests that follow every answer. They only wait for the model, so there may be as
 * many as answers end while one of them runs. A concurrency of two fell behind at ten answers per second.
 */
export const followUpConcurrency = 8;

export interface JobContext {
  /** Aborts when the process stops or another process has taken over the job. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  /** If this attempt fails, the job has failed for good. */
  isLastAttempt: boolean;
}

export interface JobKind<Needs, Payload> {
  /** Stored in the database: renaming it orphans waiting jobs. */
  kind: string;
  payload: z.ZodType<Payload>;
  /** How many jobs of this kind one process runs at a time. */
  concurrency: number;
  /** How many attempts a job gets before it counts as dead. */
  attempts: number;
  /** The pause before the second attempt; it doubles with each further one, up to an hour. */
  firstPauseMs: number;
  /**
   * Interval of a recurring job, which runs in one process at a time. It never counts as dead: it waits for its next
   * run.
   */
  everyMs?: number;
  run(needs: Needs, payload: Payload, context: JobContext): Promise<void>;
  /** Records for users that the work has failed for good; runs before the job is marked as dead. */
  onDead?(needs: Needs, payload: Payload): Promise<void>;
}

/** Any kind, as the queue stores it: payloads are checked by the kind's own schema. */
// biome-ignore lint/suspicious/noExplicitAny: the queue hands each payload to the schema that belongs to it.
export type AnyJobKind<Needs = never> = JobKind<Needs, any>;

type Optional = 'concurrency' | 'attempts' | 'firstPauseMs';

export function defineJob<Needs, Payload>(
  given: Omit<JobKind<Needs, Payload>, Optional> & Partial<Pick<JobKind<Needs, Payload>, Optional>>,
): JobKind<Needs, Payload> {
  return { concurrency: 1, attempts: 5, firstPauseMs: 2000, ...given };
}
