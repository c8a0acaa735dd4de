/**
 * What a kind of background work is. A feature defines its kinds beside the code that does the work; src/server/features/job-kinds.ts
 * lists them all. Work must be safe to repeat: a process may die after doing it and before saying so.
 */
import type { z } from 'zod';

/**
 * Of small requests to a model that follow every answer. They do nothing but wait for the model, as answers do, so there
 * may be as many as answers end while one of them runs. A queue of two fell behind at ten answers per second.
 */
export const followUpConcurrency = 8;

export interface JobContext {
  /** Aborts when the process stops or another process has taken the job over. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  /** A failure of this attempt is final. */
  isLastAttempt: boolean;
}

export interface JobKind<Needs, Payload> {
  /** Stored in the database: renaming it orphans the jobs that wait. */
  kind: string;
  payload: z.ZodType<Payload>;
  /** How many of this kind one process runs at a time. */
  concurrency: number;
  /** How many times a job is started before it counts as dead. */
  attempts: number;
  /** The pause before the second attempt; it doubles with each further one, up to an hour. */
  firstPauseMs: number;
  /** A job that runs again and again, in one process at a time. It never dies: it waits for its next time. */
  everyMs?: number;
  run(needs: Needs, payload: Payload, context: JobContext): Promise<void>;
  /** Records for users that the work has failed for good; runs before the job is marked as dead. */
  onDead?(needs: Needs, payload: Payload): Promise<void>;
}

/** Any kind, as the queue holds it: payloads are checked by the kind's own schema. */
// biome-ignore lint/suspicious/noExplicitAny: the queue hands each payload to the schema that belongs to it.
export type AnyJobKind<Needs = never> = JobKind<Needs, any>;

type Optional = 'concurrency' | 'attempts' | 'firstPauseMs';

export function defineJob<Needs, Payload>(
  given: Omit<JobKind<Needs, Payload>, Optional> & Partial<Pick<JobKind<Needs, Payload>, Optional>>,
): JobKind<Needs, Payload> {
  return { concurrency: 1, attempts: 5, firstPauseMs: 2000, ...given };
}
