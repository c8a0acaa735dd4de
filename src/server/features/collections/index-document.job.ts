/** Makes the text of a processed document searchable. Idempotent. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { scheduleMirror } from '~/server/features/mirror/schedule-mirror';
import { queueEmbedding } from '~/server/features/vectors/embed-file.job';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { indexPassages } from '~/server/retrieval/index-passages';
import { describeDocumentJob, minDescribed } from './descriptions/describe-document.job';

const describedCharacters = 20_000;

const payload = z.object({ objectId: z.uuid() });
type IndexDocument = z.infer<typeof payload>;

export const indexDocumentJob: JobKind<Deps, IndexDocument> = defineJob({
  kind: 'document.index',
  payload,
  async run(deps: Deps, { objectId }, { signal }) {
    await indexDocument(deps, objectId, signal, { describedByModel: deps.env.DOCUMENT_SUMMARIES === 'model' });
    deps.jobs.wake();
    await queueEmbedding(deps, objectId);
    scheduleMirror(deps);
  },
});

/**
 * Queues documents that were processed by an earlier version, or by a process that stopped before it queued them. A job
 * that failed for good rests for an hour: its document may be what kills the process.
 */
export const indexMissedJob: JobKind<Deps, object> = defineJob({
  kind: 'documents.forgotten',
  payload: z.object({}),
  everyMs: 5 * 60_000,
  async run({ db, jobs }: Deps) {
    const queued = await db.sql`
      SELECT enqueue_job(${indexDocumentJob.kind}, o.id::text, o.user_id, jsonb_build_object('objectId', o.id), 0, false)
      FROM collection_documents d JOIN objects o ON o.id = d.object_id
      WHERE (d.indexed_at IS NULL OR NOT EXISTS (SELECT FROM passage_indexes i WHERE i.object_id = o.id))
        AND o.read_state IN ('ready', 'failed') AND d.updated_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM jobs j WHERE j.kind = ${indexDocumentJob.kind} AND j.key = o.id::text
                        AND (j.state <> 'dead' OR j.updated_at > now() - interval '1 hour'))
      LIMIT 200`;
    if (queued.length > 0) jobs.wake();
  },
});

/** Queues the indexing of a processed file if it belongs to a document. */
export async function queueIndexing({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, objectId: string): Promise<void> {
  const queued = await db.sql`
    SELECT enqueue_job(${indexDocumentJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, true)
    FROM objects WHERE id = ${objectId}::uuid AND document_id IS NOT NULL`;
  if (queued.length > 0) jobs.wake();
}

interface Indexing {
  /** Whether a model writes the summary and keywords afterwards. */
  describedByModel?: boolean;
}

export async function indexDocument(
  { db }: Pick<Deps, 'db'>,
  objectId: string,
  signal: AbortSignal,
  { describedByModel = false }: Indexing = {},
): Promise<void> {
  // Without a row the document was deleted or replaced, or is still being processed, which will queue this job again.
  const [row] = await db.sql<{ text: string; collectionId: string }>`
    SELECT left(coalesce(o.extracted_text, ''), ${describedCharacters}::int) AS text, d.collection_id AS "collectionId"
    FROM objects o JOIN collection_documents d ON d.object_id = o.id
    WHERE o.id = ${objectId}::uuid AND o.read_state IN ('ready', 'failed')`;
  if (!row) return;
  await indexPassages({ db }, objectId, row.collectionId, signal);
  const { describeText } = await import('~/server/reading/extract/describe-text');
  // The text of an article is the typed text, that of a file the extracted one. A description by a model is kept when
  // the same text is indexed again, and a model is only used the first time, so an upgrade that reindexes everything
  // costs nothing.
  await db.sql`
    WITH found AS (
      SELECT d.id, d.indexed_at IS NULL AS is_new, o.id AS object_id, o.user_id, o.read_state,
             coalesce(o.extracted_text, '') AS text
      FROM objects o JOIN collection_documents d ON d.object_id = o.id WHERE o.id = ${objectId}::uuid
      FOR UPDATE OF d
    ), described AS (
      UPDATE collection_documents d
      SET indexed_at = now(),
          metadata = CASE WHEN d.metadata->>'describedBy' = 'model' THEN d.metadata
                          ELSE d.metadata || ${JSON.stringify(describeText(row.text))}::jsonb END,
          content = CASE WHEN d.metadata->>'sourceType' IN ('manual', 'message') THEN d.content ELSE found.text END
      FROM found WHERE d.id = found.id AND d.object_id = found.object_id
      RETURNING found.is_new, found.object_id, found.user_id, found.read_state, found.text
    )
    SELECT enqueue_job(${describeDocumentJob.kind}, object_id::text, user_id,
                       jsonb_build_object('objectId', object_id), 0, false)
    FROM described
    WHERE is_new AND read_state = 'ready' AND length(text) >= ${minDescribed}::int AND ${describedByModel}::boolean`;
}
