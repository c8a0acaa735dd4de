/**
 * Keeps the file storage in sync with the database: deletes the bytes of deleted rows, and deletes uploads that were
 * not claimed or not sent. A database trigger lists deleted rows, so the list survives a crash.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { readFileJob } from './read-file.job';

const everyMs = 5 * 60_000;
const delayMs = 1000;
const batch = 200;
/** Longer than the lifetime of an upload link. */
const linkLifetimeMs = 20 * 60_000;
/** Keys deleted this recently have not been swept yet. */
const freshMs = 2 * everyMs;

export const sweepJob: JobKind<Deps, object> = defineJob({
  kind: 'objects.sweep',
  payload: z.object({}),
  everyMs,
  run: (deps: Deps) => sweep(deps),
});

/** Call this after files were deleted, to sweep soon instead of in the next round. */
export function sweepSoon({ jobs, background }: Deps): void {
  background.run('asking for a sweep of deleted files', () => jobs.runSoon(sweepJob, delayMs));
}

/** Deletes those files of a user that belong to no message or document. */
export async function deleteUnattached(deps: Deps, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deps.db.storedObject.deleteMany({ where: { id: { in: ids }, userId, messageId: null, documentId: null } });
  sweepSoon(deps);
}

/** Plain SQL, because it runs at every start, and Prisma's query compiler stays in memory once loaded. */
export async function sweep(deps: Deps): Promise<void> {
  await deps.db.sql`
    DELETE FROM objects WHERE message_id IS NULL AND document_id IS NULL AND
      (claimed_at IS NULL AND created_at < now() - interval '24 hours' OR claimed_at < now() - interval '7 days')`;
  await deleteListed(deps);
  await requeueLost(deps);
}

/**
 * One pass over the list, oldest keys first. It ends early if a whole batch fails, because then the storage may be
 * unavailable. Failed keys move to the end of the list, so that they don't prevent the deletion of others.
 */
async function deleteListed({ db, store, logger }: Deps): Promise<void> {
  /**
   * An upload link to S3 works without this server until it expires, so bytes can reappear under a deleted key. With
   * S3, keys are therefore deleted at once and again when their links have expired; our own upload route checks the
   * database first.
   */
  const isFinal = (listedAt: Date) => store.kind === 'disk' || Date.now() - listedAt.getTime() > linkLifetimeMs;
  const failed: string[] = [];
  for (let after = { createdAt: new Date(0), key: '' }; ; ) {
    const due = await db.sql<{ key: string; uploadId: string | null; createdAt: Date }>`
      SELECT key, upload_id AS "uploadId", created_at AS "createdAt" FROM object_deletions
      WHERE (created_at, key) > (${after.createdAt}, ${after.key}) AND
        (${store.kind === 'disk'}::boolean OR created_at > ${new Date(Date.now() - freshMs)}
          OR created_at < ${new Date(Date.now() - linkLifetimeMs)})
      ORDER BY created_at, key LIMIT ${batch}`;
    const done: string[] = [];
    const failedBefore = failed.length;
    for (const { key, uploadId, createdAt } of due) {
      try {
        if (uploadId !== null) await store.parts.drop({ key, uploadId });
        await store.delete(key);
        if (isFinal(createdAt)) done.push(key);
      } catch (error) {
        failed.push(key);
        logger.warn({ err: error, key }, 'failed to delete a stored file, retrying');
      }
    }
    if (done.length > 0) await db.sql`DELETE FROM object_deletions WHERE key = ANY(${done})`;
    const last = due.at(-1);
    if (!last || due.length < batch || failed.length - failedBefore === due.length) break;
    after = last;
  }
  if (failed.length > 0) await db.sql`UPDATE object_deletions SET created_at = now() WHERE key = ANY(${failed})`;
}

/**
 * Queues unprocessed files without a job: claimed by a version without a queue, or restored from its backup. Found by a
 * partial index, and never queued twice, because the job's key is the file's id.
 */
async function requeueLost({ db, jobs }: Deps): Promise<void> {
  const queued = await db.sql`
    SELECT enqueue_job(${readFileJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM (
      SELECT id, user_id FROM objects
      WHERE claimed_at IS NOT NULL AND read_state IN ('queued', 'reading') AND claimed_at < now() - interval '1 minute'
    ) AS unread
    WHERE NOT EXISTS (SELECT FROM jobs WHERE jobs.kind = ${readFileJob.kind} AND jobs.key = unread.id::text)
    LIMIT ${batch}`;
  if (queued.length > 0) jobs.wake();
}
