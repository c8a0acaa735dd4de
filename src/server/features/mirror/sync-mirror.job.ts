/**
 * Syncs the copies at xAI with the collections: deletes obsolete data, creates and renames collections, and queues the
 * upload of documents. Recurring, so it runs on one process at a time. Idempotent.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { type CollectionMirror, MirrorError } from '~/server/providers/mirror/types';
import { eachCollection, isGeneral } from './each-collection';
import { markedId, mirroredName, readMark } from './mirror-names';
import { mirrorOf } from './mirror-of';
import { deleteCopyRows, deleteUnselected, queueUploads, readChosen, saveCopy, saveState } from './mirror-rows';
import { uploadDocumentJob } from './upload-document.job';

const everyMs = 10 * 60_000;
const batch = 100;

export const syncMirrorJob: JobKind<Deps, object> = defineJob({
  kind: 'mirror.sync',
  payload: z.object({}),
  everyMs,
  run: (deps: Deps, _payload, { signal }) => syncMirror(deps, signal),
});

export async function syncMirror(deps: Deps, signal: AbortSignal): Promise<void> {
  const mirror = mirrorOf(deps);
  if (!mirror) return;
  const { db } = deps;
  await deleteUnselected(db);
  const failures: unknown[] = [];
  // If one step fails, the others still run. The job then fails with the first error, so that it is retried.
  const steps = [
    () => deleteListed(deps, mirror, signal),
    () => createMissing(deps, mirror, signal),
    () => renameChanged(deps, mirror, signal),
    () => checkProcessing(deps, mirror, signal),
  ];
  for (const step of steps) {
    await step().catch((error) => {
      signal.throwIfAborted();
      failures.push(error);
    });
  }
  if ((await queueUploads(deps, uploadDocumentJob.kind)).length > 0) deps.jobs.wake();
  if (failures.length > 0) throw failures[0];
}

async function deleteListed({ db }: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  let failure: unknown;
  for (let last = '0'; ; ) {
    const listed = await db.sql<{ id: string; collectionId: string | null; fileId: string | null }>`
      SELECT id::text AS id, xai_collection_id AS "collectionId", xai_file_id AS "fileId" FROM xai_deletions
      WHERE id > ${last}::bigint ORDER BY xai_deletions.id LIMIT ${batch}`;
    for (const { id, collectionId, fileId } of listed) {
      try {
        if (fileId && collectionId) await mirror.removeDocument(collectionId, fileId, signal);
        if (fileId) await mirror.deleteFile(fileId, signal);
        else if (collectionId) await mirror.deleteCollection(collectionId, signal);
        await db.sql`DELETE FROM xai_deletions WHERE id = ${id}::bigint`;
      } catch (error) {
        if (isGeneral(error)) throw error;
        failure ??= error;
      }
      last = id;
    }
    if (listed.length < batch) break;
  }
  if (failure) throw failure;
}

/** A collection that a stopped process has created at xAI but not stored is found by its name. */
async function createMissing(deps: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const missing = (await readChosen(db)).filter(({ xaiCollectionId }) => xaiCollectionId === null);
  if (missing.length === 0) return;
  const mark = await readMark(db);
  await eachCollection(deps, missing, async () => {
    const known = await knownCopies(deps, mirror, mark, signal);
    return async (collection) => {
      const xaiName = mirroredName(mark, collection);
      const found = known.get(collection.id);
      const xaiId = found?.id ?? (await mirror.createCollection(xaiName, signal));
      await saveCopy(db, { id: collection.id, xaiId, xaiName: found?.name ?? xaiName });
    };
  });
}

async function knownCopies({ db }: Deps, mirror: CollectionMirror, mark: string, signal: AbortSignal) {
  const leaving = await db.sql<{ id: string }>`
    SELECT xai_collection_id AS id FROM xai_deletions WHERE xai_file_id IS NULL AND xai_collection_id IS NOT NULL`;
  const known = new Map<string, { id: string; name: string }>();
  for await (const there of mirror.collections(signal)) {
    const id = markedId(mark, there.name);
    if (id && !leaving.some((one) => one.id === there.id)) known.set(id, there);
  }
  return known;
}

async function renameChanged(deps: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  const mark = await readMark(deps.db);
  const changed = (await readChosen(deps.db)).filter(
    (one) => one.xaiCollectionId !== null && one.xaiName !== mirroredName(mark, one),
  );
  await eachCollection(deps, changed, async () => async (collection) => {
    // Never null: filtered above.
    const xaiId = collection.xaiCollectionId as string;
    const xaiName = mirroredName(mark, collection);
    try {
      await mirror.renameCollection(xaiId, xaiName, signal);
    } catch (error) {
      if (error instanceof MirrorError && error.code === 'gone') return deleteCopyRows(deps.db, [xaiId]);
      throw error;
    }
    await saveCopy(deps.db, { id: collection.id, xaiId, xaiName });
  });
}

/** Documents whose upload ended before xAI finished processing them. */
async function checkProcessing({ db }: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  const rows = await db.sql<{ collectionId: string; fileId: string }>`
    SELECT d.xai_collection_id AS "collectionId", d.xai_file_id AS "fileId" FROM collection_documents d
    WHERE d.xai_state = 'processing' AND NOT EXISTS (
      SELECT FROM jobs WHERE jobs.kind = ${uploadDocumentJob.kind} AND jobs.key = d.id::text AND jobs.state <> 'dead')
    ORDER BY d.updated_at, d.id LIMIT ${batch}`;
  for (const { collectionId, fileId } of rows) {
    const { state } = await mirror.document(collectionId, fileId, signal);
    if (state !== 'processing')
      await saveState(db, fileId, { state, problem: state === 'failed' ? notProcessed : null });
  }
}

const notProcessed = 'xAI could not process the document.';
