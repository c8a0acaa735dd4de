/** Access rights to collections. The database view collection_rights decides by owner, scope and groups. */
import type { Deps } from '~/server/deps';
import { forbidden } from '~/server/lib/errors';
import type { CollectionScope } from '~/shared/schemas/collections';
import { collectionNotFound } from './collections.errors';

export interface Reader {
  id: string;
  isAdmin: boolean;
}

/** `edit`: its documents and its description. `manage`: also sharing, switching and deleting it. */
export type CollectionRight = 'read' | 'edit' | 'manage';

export interface Access {
  id: string;
  userId: string;
  name: string;
  scope: CollectionScope;
  right: CollectionRight;
  /** The project whose files the collection contains; null for other collections. */
  projectId: string | null;
}

/** A user can have access for several reasons; the strongest right counts. */
export const strongest = (rights: readonly string[]): CollectionRight => {
  if (rights.includes('manage')) return 'manage';
  return rights.includes('edit') ? 'edit' : 'read';
};

/** Throws 404 if the user may not read the collection, exactly as if it did not exist. */
export async function assertReadable(deps: Pick<Deps, 'db'>, reader: Reader, collectionId: string): Promise<Access> {
  const rows = await deps.db.sql<Omit<Access, 'right'> & { access: string }>`
    SELECT c.id, c.user_id AS "userId", c.name, CASE WHEN c.is_for_groups THEN 'groups' ELSE c.scope END AS scope,
           c.project_id AS "projectId", r.access
    FROM collection_rights r JOIN collections c ON c.id = r.collection_id
    WHERE r.collection_id = ${collectionId}::uuid AND r.user_id = ${reader.id}::uuid`;
  const [row] = rows;
  if (!row) throw collectionNotFound();
  const { access: _, ...collection } = row;
  return { ...collection, right: strongest(rows.map(({ access }) => access)) };
}

/** Throws 403 only if the user may read the collection, because its existence is then known. */
export async function assertEditable(deps: Pick<Deps, 'db'>, reader: Reader, collectionId: string): Promise<Access> {
  const access = await assertReadable(deps, reader, collectionId);
  if (access.right === 'read') throw forbidden();
  return access;
}

export async function assertManageable(deps: Pick<Deps, 'db'>, reader: Reader, collectionId: string): Promise<Access> {
  const access = await assertReadable(deps, reader, collectionId);
  if (access.right !== 'manage') throw forbidden();
  return access;
}

/**
 * The owner of a document's files. Documents that group members add belong to the owner of the collection, so that
 * leaving the group ends their access and deleting their account keeps the document.
 */
export const ownerOfFiles = ({ userId, right }: Access, reader: Reader): string =>
  right === 'manage' ? reader.id : userId;
