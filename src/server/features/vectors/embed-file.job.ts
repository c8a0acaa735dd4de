/** Makes the vectors of a file's passages. Safe to repeat: it goes on after the last passage that has one. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import type { Embedder } from '~/server/providers/embeddings/types';
import { contextOf } from '~/server/retrieval/context-lines';
import { completeVectors, startVectors, storeVectors } from '~/server/retrieval/vector-store';

const passagesPerRequest = 32;
/** A long file goes on in a further job, so that other users' files come in between. */
const requestsPerJob = 8;
const requestMs = 60_000;
/** Passages before a batch are read for the first lines of its page. */
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

/** Adds a job for a file whose passages can be searched, where there is a model for vectors. */
export async function queueEmbedding(deps: Pick<Deps, 'db' | 'jobs' | 'vectors'>, objectId: string): Promise<void> {
  if (!(await deps.vectors.embedder())) return;
  const queued = await deps.db.sql`
    SELECT enqueue_job(${embedFileJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM objects WHERE id = ${objectId}::uuid`;
  if (queued.length > 0) deps.jobs.wake();
}

async function embedFile(deps: Deps, { objectId }: EmbedFile, { signal }: JobContext): Promise<void> {
  const embedder = await deps.vectors.embedder();
  const begun = embedder && (await startVectors(deps, objectId, embedder.model));
  if (!begun) return;
  let { next } = begun;
  for (let request = 0; request < requestsPerJob; request++) {
    signal.throwIfAborted();
    const made = await embedBatch(deps, embedder, objectId, next, signal);
    if (made.length > 0) await storeVectors(deps, begun.file, embedder.model, made);
    next += made.length;
    if (made.length < passagesPerRequest) return completeVectors(deps, begun.file, embedder.model);
  }
  await queueRest(deps, objectId, next);
}

async function embedBatch(
  { db }: Pick<Deps, 'db'>,
  embedder: Embedder,
  objectId: string,
  next: number,
  signal: AbortSignal,
) {
  const passages = await db.sql<{ place: number; page: number | null; text: string }>`
    SELECT place, page, text FROM object_passages
    WHERE object_id = ${objectId}::uuid AND place >= ${Math.max(0, next - leadIn)}::int
    ORDER BY place LIMIT ${passagesPerRequest + Math.min(leadIn, next)}::int`;
  const contexts = contextOf(passages);
  const wanted = passages.flatMap(({ place, text }, index) =>
    place < next ? [] : [{ place, text: `${contexts[index] ?? ''}\n${text}`.trim() }],
  );
  if (wanted.length === 0) return [];
  const vectors = await embedder.embedPassages(
    wanted.map(({ text }) => text),
    AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
  );
  return wanted.map(({ place }, index) => ({ place, vector: vectors[index] ?? [] }));
}

/** Under another key than the job that is still running. */
async function queueRest({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, objectId: string, next: number): Promise<void> {
  await db.sql`
    SELECT enqueue_job(${embedFileJob.kind}, id::text || ${`:${next}`}, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM objects WHERE id = ${objectId}::uuid`;
  jobs.wake();
}
