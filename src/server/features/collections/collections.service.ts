import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { scheduleMirror } from '~/server/features/mirror/schedule-mirror';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { createdCursor, decodeCursor, listStart, type PageRequest, pageOf } from '~/server/lib/cursor';
import { forbidden } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import type { Collection, CollectionPage, CollectionScope } from '~/shared/schemas/collections';
import { assertEditable, assertManageable, type Reader, strongest } from './collection-access';
import { collectionNotFound, tooManyCollections } from './collections.errors';
import { createProjectFiles } from './project-files';
import { type CollectionActing, recordCollection } from './record-change';

interface CollectionRow extends Omit<Collection, 'mayEdit' | 'mayManage' | 'storageBytes'> {
  rights: string[];
  storageBytes: string;
}

/** Newest first: the user's own collections, those of the organization, and those shared with the user's groups. */
export async function listCollections(deps: Deps, reader: Reader, page: PageRequest): Promise<CollectionPage> {
  const after = page.cursor ? decodeCursor(page.cursor) : listStart;
  const rows = await readCollections(deps, reader, { ...after, limit: page.limit + 1 });
  const { items, nextCursor } = pageOf(rows, page.limit, createdCursor);
  return { items: items.map(toCollection), nextCursor };
}

export async function getCollection(deps: Deps, reader: Reader, collectionId: string): Promise<Collection> {
  const [row] = await readCollections(deps, reader, { ...listStart, limit: 1, only: collectionId });
  if (!row) throw collectionNotFound();
  return toCollection(row);
}

export async function createCollection(
  deps: Deps,
  acting: CollectionActing,
  input: {
    name: string;
    description?: string | null | undefined;
    scope: CollectionScope;
    projectId?: string | undefined;
  },
): Promise<Collection> {
  const reader = acting.by;
  if (input.projectId !== undefined) {
    return getCollection(deps, reader, await createProjectFiles(deps, reader.id, input.projectId));
  }
  if (input.scope !== 'personal' && !reader.isAdmin) throw forbidden();
  const scope = input.scope === 'organization' ? 'organization' : 'personal';
  const row = await deps.db.$transaction(async (tx) => {
    // Concurrent requests would each count the same collections.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${reader.id}::uuid FOR UPDATE`;
    const [made] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO collections (user_id, name, description, scope, is_for_groups, updated_at)
      SELECT ${reader.id}::uuid, ${input.name}, ${input.description || null}, ${scope}, ${input.scope === 'groups'}::boolean, now()
      WHERE (SELECT count(*) FROM collections WHERE user_id = ${reader.id}::uuid AND project_id IS NULL) < ${limits.collectionsPerUser}::int
      RETURNING id::text`;
    if (!made) throw tooManyCollections(limits.collectionsPerUser);
    await recordCollection(tx, acting, 'collection-created', { ...made, name: input.name, scope: input.scope });
    return made;
  }, transactionLimits.short);
  scheduleMirror(deps);
  return getCollection(deps, reader, row.id);
}

export async function updateCollection(
  deps: Deps,
  acting: CollectionActing,
  collectionId: string,
  change: { name?: string | undefined; description?: string | null | undefined; isEnabled?: boolean | undefined },
): Promise<Collection> {
  const assertAllowed = change.isEnabled === undefined ? assertEditable : assertManageable;
  const access = await assertAllowed(deps, acting.by, collectionId);
  const data = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.description !== undefined && { description: change.description || null }),
    ...(change.isEnabled !== undefined && { isEnabled: change.isEnabled }),
  };
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.collection.updateMany({ where: { id: collectionId }, data });
    if (count === 0) return;
    const isRenamed = change.name !== undefined && change.name !== access.name;
    await recordCollection(
      tx,
      acting,
      'collection-changed',
      { ...access, name: change.name ?? access.name },
      {
        ...(isRenamed && { before: access.name }),
        ...(change.isEnabled !== undefined && { isEnabled: change.isEnabled }),
      },
    );
  }, transactionLimits.short);
  scheduleMirror(deps);
  return getCollection(deps, acting.by, collectionId);
}

export async function deleteCollection(deps: Deps, acting: CollectionActing, collectionId: string): Promise<void> {
  const access = await assertManageable(deps, acting.by, collectionId);
  await deps.db.$transaction(async (tx) => {
    // Of two concurrent requests, only the one that deletes it is recorded.
    const { count } = await tx.collection.deleteMany({ where: { id: collectionId } });
    if (count > 0) await recordCollection(tx, acting, 'collection-deleted', access);
    // A collection can contain many thousands of passages.
  }, transactionLimits.bulk);
  sweepSoon(deps);
  scheduleMirror(deps);
}

/** A page after `time` and `id`, or only the collection `only`, with the number of documents. */
const readCollections = (
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  page: { time: Date; id: string; limit: number; only?: string },
): Promise<CollectionRow[]> => db.sql<CollectionRow>`
  SELECT c.id, c.name, c.description, CASE WHEN c.is_for_groups THEN 'groups' ELSE c.scope END AS scope,
         (SELECT array_agg(r.access) FROM collection_rights r WHERE r.collection_id = c.id AND r.user_id = ${reader.id}::uuid) AS rights,
         c.is_enabled AS "isEnabled",
         c.created_at AS "createdAt", greatest(c.updated_at, held.updated_at) AS "updatedAt",
         held.documents AS "documentCount", held.articles AS "articleCount", held.bytes::text AS "storageBytes"
  FROM (
    SELECT * FROM collections
    WHERE id IN (SELECT collection_id FROM collection_rights WHERE user_id = ${reader.id}::uuid)
      AND (created_at < ${page.time} OR (created_at = ${page.time} AND id > ${page.id}::uuid))
      AND CASE WHEN ${page.only ?? null}::uuid IS NULL THEN project_id IS NULL ELSE id = ${page.only ?? null}::uuid END
    ORDER BY created_at DESC, id LIMIT ${page.limit}::int
  ) c, LATERAL (
    SELECT count(*)::int AS documents, max(d.updated_at) AS updated_at,
           (count(*) FILTER (WHERE d.metadata->>'sourceType' IN ('manual', 'message')))::int AS articles,
           coalesce(sum(o.size), 0)::bigint AS bytes
    FROM collection_documents d LEFT JOIN objects o ON o.id = d.object_id WHERE d.collection_id = c.id
  ) held
  ORDER BY c.created_at DESC, c.id`;

function toCollection({ rights, storageBytes, ...row }: CollectionRow): Collection {
  const right = strongest(rights);
  return {
    ...row,
    storageBytes: Number(storageBytes),
    mayEdit: right !== 'read',
    mayManage: right === 'manage',
  };
}
