/**
 * Compares the data at xAI with this installation's. Missing copies are created again, and copies with this
 * installation's mark that nothing refers to are deleted. Other data at xAI is left alone.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { type CollectionMirror, MirrorError } from '~/server/providers/mirror/types';
import { markedId, readMark } from './mirror-names';
import { mirrorOf } from './mirror-of';
import { deleteCopyRows, deleteDocumentRows, saveState } from './mirror-rows';
import { scheduleMirror } from './schedule-mirror';

const everyMs = 60 * 60_000;

export const repairMirrorJob: JobKind<Deps, object> = defineJob({
  kind: 'mirror.repair',
  payload: z.object({}),
  everyMs,
  run: (deps: Deps, _payload, { signal }) => repairMirror(deps, signal),
});

export async function repairMirror(deps: Deps, signal: AbortSignal): Promise<void> {
  const mirror = mirrorOf(deps);
  if (!mirror) return;
  await repairCollections(deps, mirror, signal);
  const copies = await deps.db.sql<{ id: string }>`
    SELECT xai_collection_id AS id FROM collections WHERE xai_collection_id IS NOT NULL ORDER BY collections.id`;
  for (const { id } of copies) await repairDocuments(deps, mirror, id, signal);
  await deleteStrayFiles(deps, mirror, signal);
  scheduleMirror(deps);
}

/**
 * Known copies are read before the list at xAI, and unknown ones are looked up after it, so that copies created in
 * between are not affected.
 */
async function repairCollections({ db }: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  const before = await db.sql<{ id: string }>`
    SELECT xai_collection_id AS id FROM collections WHERE xai_collection_id IS NOT NULL`;
  const mark = await readMark(db);
  const there = new Set<string>();
  const marked: { id: string; of: string }[] = [];
  for await (const { id, name } of mirror.collections(signal)) {
    there.add(id);
    const of = markedId(mark, name);
    if (of) marked.push({ id, of });
  }
  await deleteCopyRows(
    db,
    before.map(({ id }) => id).filter((id) => !there.has(id)),
  );
  // A collection without a stored copy is being created right now, or its creation will be retried.
  await db.sql`
    INSERT INTO xai_deletions (xai_collection_id)
    SELECT stray.id FROM unnest(${marked.map(({ id }) => id)}::text[], ${marked.map(({ of }) => of)}::uuid[]) AS stray(id, of)
    WHERE NOT EXISTS (SELECT FROM collections c WHERE c.xai_collection_id = stray.id)
      AND NOT EXISTS (SELECT FROM collections c WHERE c.id = stray.of AND c.xai_collection_id IS NULL
                        AND coalesce(c.is_mirrored, c.scope = 'organization'))
      AND NOT EXISTS (SELECT FROM xai_deletions x WHERE x.xai_collection_id = stray.id AND x.xai_file_id IS NULL)`;
}

async function repairDocuments({ db }: Deps, mirror: CollectionMirror, id: string, signal: AbortSignal): Promise<void> {
  const before = await db.sql<{ fileId: string; state: string }>`
    SELECT xai_file_id AS "fileId", xai_state AS state FROM collection_documents
    WHERE xai_collection_id = ${id} AND xai_file_id IS NOT NULL AND xai_state IN ('processing', 'ready')`;
  const states = new Map(before.map(({ fileId, state }) => [fileId, state]));
  try {
    for await (const { id: fileId, state } of mirror.documents(id, signal)) {
      const known = states.get(fileId);
      states.delete(fileId);
      if (known !== undefined && known !== state && state !== 'processing')
        await saveState(db, fileId, {
          state,
          problem: state === 'failed' ? 'xAI could not process the document.' : null,
        });
    }
  } catch (error) {
    // Deleted since the list of collections was read; the next round handles it.
    if (error instanceof MirrorError && error.code === 'gone') return;
    throw error;
  }
  await deleteDocumentRows(db, [...states.keys()]);
}

/** Deletes files left behind by an upload, or whose document was deleted during the upload. */
async function deleteStrayFiles({ db }: Deps, mirror: CollectionMirror, signal: AbortSignal): Promise<void> {
  const mark = await readMark(db);
  const marked: { id: string; of: string }[] = [];
  for await (const { id, name } of mirror.files(signal)) {
    const of = markedId(mark, name);
    if (of) marked.push({ id, of });
  }
  await db.sql`
    INSERT INTO xai_deletions (xai_file_id)
    SELECT stray.id FROM unnest(${marked.map(({ id }) => id)}::text[], ${marked.map(({ of }) => of)}::uuid[]) AS stray(id, of)
    WHERE NOT EXISTS (SELECT FROM collection_documents d WHERE d.xai_file_id = stray.id)
      AND NOT EXISTS (SELECT FROM collection_documents d WHERE d.object_id = stray.of AND d.xai_state = 'uploading')
      AND NOT EXISTS (SELECT FROM xai_deletions x WHERE x.xai_file_id = stray.id)`;
}
