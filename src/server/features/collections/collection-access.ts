/** Who may read and write a collection: its owner, or everyone and administrators when it is organization-wide. */
import type { Deps } from '~/server/deps';
import { forbidden } from '~/server/lib/errors';
import { collectionNotFound } from './collections.errors';

export interface Reader {
  id: string;
  isAdmin: boolean;
}

interface Access {
  userId: string;
  scope: string;
}

export const mayEdit = ({ userId, scope }: Access, reader: Reader): boolean =>
  scope === 'organization' ? reader.isAdmin : userId === reader.id;

const mayRead = ({ userId, scope }: Access, reader: Reader): boolean =>
  scope === 'organization' || userId === reader.id;

/** Throws 404 for a collection that the user may not read, exactly as for one that does not exist. */
export async function assertReadable(deps: Pick<Deps, 'db'>, reader: Reader, collectionId: string): Promise<Access> {
  const [row] = await deps.db.sql<Access>`
    SELECT user_id AS "userId", scope FROM collections WHERE id = ${collectionId}::uuid`;
  if (!row || !mayRead(row, reader)) throw collectionNotFound();
  return row;
}

/** Throws 403 only where the user may read: the collection is known to them. */
export async function assertEditable(deps: Pick<Deps, 'db'>, reader: Reader, collectionId: string): Promise<void> {
  if (!mayEdit(await assertReadable(deps, reader, collectionId), reader)) throw forbidden();
}
