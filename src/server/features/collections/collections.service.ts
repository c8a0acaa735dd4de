import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { decodeCursor, encodeCursor } from '~/server/lib/cursor';
import { forbidden } from '~/server/lib/errors';
import { limits } from '~/shared/limits';
import type { Collection, CollectionPage, CollectionScope } from '~/shared/schemas/collections';
import { assertEditable, mayEdit, type Reader } from './collection-access';
import { collectionNotFound, tooManyCollections } from './collections.errors';

/** Above and below every row, for a first page without a cursor. */
const endOfTime = new Date('9999-12-31T00:00:00Z');
const lowestId = '00000000-0000-0000-0000-000000000000';

interface PageInput {
  cursor?: string | null | undefined;
  limit: number;
}

interface CollectionRow extends Omit<Collection, 'mayEdit' | 'storageBytes'> {
  userId: string;
  storageBytes: string;
}

/** Newest first: the user's own and those of the organization. */
export async function listCollections(deps: Deps, reader: Reader, page: PageInput): Promise<CollectionPage> {
  const after = page.cursor ? decodeCursor(page.cursor) : { time: endOfTime, id: lowestId };
  const rows = await readCollections(deps, reader, { ...after, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit).map((row) => toCollection(row, reader));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? encodeCursor(last.createdAt, last.id) : null };
}

export async function getCollection(deps: Deps, reader: Reader, collectionId: string): Promise<Collection> {
  const [row] = await readCollections(deps, reader, { time: endOfTime, id: lowestId, limit: 1, only: collectionId });
  if (!row) throw collectionNotFound();
  return toCollection(row, reader);
}

export async function createCollection(
  deps: Deps,
  reader: Reader,
  input: { name: string; description?: string | null | undefined; scope: CollectionScope },
): Promise<Collection> {
  if (input.scope === 'organization' && !reader.isAdmin) throw forbidden();
  const [row] = await deps.db.sql<{ id: string }>`
    INSERT INTO collections (user_id, name, description, scope, updated_at)
    SELECT ${reader.id}::uuid, ${input.name}, ${input.description || null}, ${input.scope}, now()
    WHERE (SELECT count(*) FROM collections WHERE user_id = ${reader.id}::uuid) < ${limits.collectionsPerUser}::int
    RETURNING id`;
  if (!row) throw tooManyCollections(limits.collectionsPerUser);
  return getCollection(deps, reader, row.id);
}

export async function updateCollection(
  deps: Deps,
  reader: Reader,
  collectionId: string,
  change: { name?: string | undefined; description?: string | null | undefined; isEnabled?: boolean | undefined },
): Promise<Collection> {
  await assertEditable(deps, reader, collectionId);
  await deps.db.collection.updateMany({
    where: { id: collectionId },
    data: {
      ...(change.name !== undefined && { name: change.name }),
      ...(change.description !== undefined && { description: change.description || null }),
      ...(change.isEnabled !== undefined && { isEnabled: change.isEnabled }),
    },
  });
  return getCollection(deps, reader, collectionId);
}

export async function deleteCollection(deps: Deps, reader: Reader, collectionId: string): Promise<void> {
  await assertEditable(deps, reader, collectionId);
  await deps.db.sql`DELETE FROM collections WHERE id = ${collectionId}::uuid`;
  sweepSoon(deps);
}

/** A page after `time` and `id`, or the one collection `only`, with its documents counted. */
const readCollections = (
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  page: { time: Date; id: string; limit: number; only?: string },
): Promise<CollectionRow[]> => db.sql<CollectionRow>`
  SELECT c.id, c.user_id AS "userId", c.name, c.description, c.scope, c.is_enabled AS "isEnabled",
         c.created_at AS "createdAt", greatest(c.updated_at, held.updated_at) AS "updatedAt",
         held.documents AS "documentCount", held.articles AS "articleCount", held.bytes::text AS "storageBytes"
  FROM (
    SELECT * FROM collections
    WHERE (user_id = ${reader.id}::uuid OR scope = 'organization')
      AND (created_at < ${page.time} OR (created_at = ${page.time} AND id > ${page.id}::uuid))
      AND (${page.only ?? null}::uuid IS NULL OR id = ${page.only ?? null}::uuid)
    ORDER BY created_at DESC, id LIMIT ${page.limit}::int
  ) c, LATERAL (
    SELECT count(*)::int AS documents, max(d.updated_at) AS updated_at,
           (count(*) FILTER (WHERE d.metadata->>'sourceType' IN ('manual', 'message')))::int AS articles,
           coalesce(sum(o.size), 0)::bigint AS bytes
    FROM collection_documents d LEFT JOIN objects o ON o.id = d.object_id WHERE d.collection_id = c.id
  ) held
  ORDER BY c.created_at DESC, c.id`;

function toCollection({ userId, storageBytes, ...row }: CollectionRow, reader: Reader): Collection {
  return { ...row, storageBytes: Number(storageBytes), mayEdit: mayEdit({ userId, scope: row.scope }, reader) };
}
