/** Creates the vectors of a file's passages. Idempotent: continues after the last passage that has one. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { costOf } from '~/server/features/usage/cost';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { contextOf } from '~/server/retrieval/context-lines';
import type { CountedEmbedder } from '~/server/retrieval/vector-search';
import { completeVectors, startVectors, storeVectors } from '~/server/retrieval/vector-store';
import { usageOfVectors } from './embedding-usage';

const passagesPerRequest = 32;
/** A long file continues in another job, so that other users' files are processed in between. */
const requestsPerJob = 8;
const requestMs = 60_000;
/** Number of passages before a batch to read, for the first lines of its page. */
const leadIn = 8;

const payload = z.object({ objectId: z.uuid() });
type EmbedFile = z.infer<typeof payload>;

export const embedFileJob: JobKind<Deps, EmbedFile> = defineJob({
  kind: 'file.embed',
  payload,
  concurrency: 2,
  attempts: 10,
  firstPauseMs: 5000,
  run: embedFile,
});

/** Adds a job for a searchable file, if there is an embedding model. */
export async function queueEmbedding(deps: Pick<Deps, 'db' | 'jobs' | 'vectors'>, objectId: string): Promise<void> {
  if (!(await deps.vectors.embedder())) return;
  const queued = await deps.db.sql`
    SELECT enqueue_job(${embedFileJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM objects WHERE id = ${objectId}::uuid`;
  if (queued.length > 0) deps.jobs.wake();
}

async function embedFile(deps: Deps, { objectId }: EmbedFile, { signal }: JobContext): Promise<void> {
  const embedder = await deps.vectors.embedder();
  if (embedder?.counted.prices && (await isOverBudget(deps, objectId))) return;
  const begun = embedder && (await startVectors(deps, objectId, embedder.model));
  if (!begun) return;
  let { next } = begun;
  for (let request = 0; request < requestsPerJob; request++) {
    signal.throwIfAborted();
    const made = await embedBatch(deps, embedder, objectId, next, signal);
    if (made) await storeBatch(deps, embedder, begun.file, made);
    const count = made?.vectors.length ?? 0;
    next += count;
    if (count < passagesPerRequest) return completeVectors(deps, begun.file, embedder.model);
  }
  await queueRest(deps, objectId, next);
}

async function embedBatch(
  { db }: Pick<Deps, 'db'>,
  embedder: CountedEmbedder,
  objectId: string,
  next: number,
  signal: AbortSignal,
) {
  const passages = await db.sql<{ place: number; page: number | null; text: string }>`
    SELECT place, page, text FROM object_passages
    WHERE object_id = ${objectId}::uuid AND place >= ${Math.max(0, next - leadIn)}::int
    ORDER BY place LIMIT ${passagesPerRequest + Math.min(leadIn, next)}::int`;
  const contexts = contextOf(passages);
  const toEmbed = passages.flatMap(({ place, text }, index) =>
    place < next ? [] : [{ place, text: `${contexts[index] ?? ''}\n${text}`.trim() }],
  );
  if (toEmbed.length === 0) return null;
  const { vectors, tokens } = await embedder.embedPassages(
    toEmbed.map(({ text }) => text),
    AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
  );
  return { tokens, vectors: toEmbed.map(({ place }, index) => ({ place, vector: vectors[index] ?? [] })) };
}

type Batch = NonNullable<Awaited<ReturnType<typeof embedBatch>>>;

async function storeBatch(
  deps: Pick<Deps, 'db' | 'logger' | 'metrics'>,
  { model, counted }: CountedEmbedder,
  file: number,
  { vectors, tokens }: Batch,
): Promise<void> {
  const { id, displayName, prices } = counted;
  const usage = await usageOfVectors(tokens, deps.logger);
  const cost = prices ? costOf(usage, prices) : undefined;
  await storeVectors(deps, file, model, vectors, {
    model: id,
    modelName: displayName,
    tokens: usage.inputTokens,
    cost: cost ?? null,
    isEstimated: usage.isEstimated ?? false,
  });
  deps.metrics.modelUsed({ model: id, purpose: 'embedding', usage: { ...usage, ...(cost !== undefined && { cost }) } });
}

/** The job for missing vectors queues the file again once the owner has budget left. */
async function isOverBudget({ db }: Pick<Deps, 'db'>, objectId: string): Promise<boolean> {
  const [row] = await db.sql<{ isUsed: boolean }>`
    SELECT budget_is_used(user_id) AS "isUsed" FROM objects WHERE id = ${objectId}::uuid`;
  return row?.isUsed ?? false;
}

/** With a different key from the running job's. */
async function queueRest({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, objectId: string, next: number): Promise<void> {
  await db.sql`
    SELECT enqueue_job(${embedFileJob.kind}, id::text || ${`:${next}`}, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM objects WHERE id = ${objectId}::uuid`;
  jobs.wake();
}
