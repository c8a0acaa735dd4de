/** The copy of a collection at xAI, for users who can edit the collection. */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { assertEditable, assertManageable, type Reader } from '~/server/features/collections/collection-access';
import { AppError } from '~/server/lib/errors';
import type { CollectionMirrorStatus, MirrorFailure, SetMirrorInput } from '~/shared/schemas/mirror';
import { scheduleMirror } from './schedule-mirror';

const shownFailures = 5;

interface StatusRow {
  isOn: boolean;
  problem: string | null;
  documents: number;
  mirrored: number;
  failed: number;
}

export async function mirrorStatus(deps: Deps, reader: Reader, collectionId: string): Promise<CollectionMirrorStatus> {
  const { right } = await assertEditable(deps, reader, collectionId);
  const [[row], failures] = await Promise.all([
    deps.db.sql<StatusRow>`
      SELECT coalesce(c.is_mirrored, c.scope = 'organization') AS "isOn", c.xai_problem AS problem,
             count(d.id)::int AS documents, (count(*) FILTER (WHERE d.xai_state = 'ready'))::int AS mirrored,
             (count(*) FILTER (WHERE d.xai_state = 'failed'))::int AS failed
      FROM collections c
      LEFT JOIN (collection_documents d JOIN objects o ON o.id = d.object_id AND coalesce(o.extracted_text, '') <> '')
        ON d.collection_id = c.id
      WHERE c.id = ${collectionId}::uuid GROUP BY c.id`,
    deps.db.sql<CollectionMirrorStatus['failures'][number]>`
      SELECT id AS "documentId", title, coalesce(xai_problem, '') AS problem FROM collection_documents
      WHERE collection_id = ${collectionId}::uuid AND xai_state = 'failed'
      ORDER BY updated_at DESC, id LIMIT ${shownFailures}`,
  ]);
  const { isOn = false, problem = null, documents = 0, mirrored = 0, failed = 0 } = row ?? {};
  const isAvailable = deps.env.xaiMirror !== null;
  return {
    isAvailable,
    isOn: isAvailable && isOn,
    mayChange: right === 'manage',
    documents,
    mirrored,
    failed,
    ...(problem && { problem }),
    failures,
  };
}

export async function setMirror(
  deps: Deps,
  { by, caller }: Acting & { by: Reader & { email: string } },
  { collectionId, isOn }: SetMirrorInput,
): Promise<CollectionMirrorStatus> {
  const { name } = await assertManageable(deps, by, collectionId);
  if (!deps.env.xaiMirror) throw new AppError('conflict', 'Copying to xAI is not set up on this installation.');
  await deps.db.$transaction(async (tx) => {
    // Of two concurrent switches, the second finds it already switched.
    const changed = await tx.$queryRaw<object[]>`
      UPDATE collections SET is_mirrored = ${isOn}
      WHERE id = ${collectionId}::uuid AND coalesce(is_mirrored, scope = 'organization') <> ${isOn} RETURNING id`;
    if (changed.length === 0) return;
    await recordAudit(tx, {
      kind: isOn ? 'collection-mirrored' : 'collection-unmirrored',
      actor: by,
      subject: { id: collectionId, label: name },
      caller,
    });
  });
  scheduleMirror(deps);
  return mirrorStatus(deps, by, collectionId);
}

/** Retries everything that has failed. */
export async function retryMirror(deps: Deps, reader: Reader, collectionId: string): Promise<CollectionMirrorStatus> {
  await assertEditable(deps, reader, collectionId);
  await deps.db.sql`
    WITH failed AS (
      UPDATE collection_documents
      SET xai_state = NULL, xai_file_id = NULL, xai_collection_id = NULL, xai_problem = NULL
      WHERE collection_id = ${collectionId}::uuid AND xai_state = 'failed'
    )
    UPDATE collections SET xai_problem = NULL WHERE id = ${collectionId}::uuid AND xai_problem IS NOT NULL`;
  scheduleMirror(deps);
  return mirrorStatus(deps, reader, collectionId);
}

/** The organization-wide collections whose copies have problems. Empty while the mirror is off. */
export async function mirrorFailures({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<MirrorFailure[]> {
  if (!env.xaiMirror) return [];
  return db.sql<MirrorFailure>`
    SELECT c.id AS "collectionId", c.name AS collection, c.xai_problem AS problem, (count(d.id))::int AS documents
    FROM collections c LEFT JOIN collection_documents d ON d.collection_id = c.id AND d.xai_state = 'failed'
    WHERE c.scope = 'organization' AND coalesce(c.is_mirrored, true)
    GROUP BY c.id HAVING c.xai_problem IS NOT NULL OR count(d.id) > 0 ORDER BY c.name, c.id LIMIT 50`;
}
