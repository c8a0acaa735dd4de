/**
 * Access to prompts. Private prompts belong to their user; organization-wide ones can be read by all users and changed
 * by administrators.
 */
import type { Deps } from '~/server/deps';
import { forbidden } from '~/server/lib/errors';
import { promptNotFound } from './prompts.errors';

export interface Reader {
  id: string;
  isAdmin: boolean;
  email: string;
}

export interface StoredPrompt {
  /** Null: organization-wide. */
  userId: string | null;
  title: string;
}

/** Another user's prompt is reported as not found. */
export async function assertEditable(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  promptId: string,
  state: 'listed' | 'discarded' = 'listed',
): Promise<StoredPrompt> {
  const [row] = await db.sql<StoredPrompt>`
    SELECT user_id AS "userId", title FROM prompts
    WHERE id = ${promptId}::uuid AND (user_id = ${reader.id}::uuid OR user_id IS NULL)
      AND (discarded_at IS NOT NULL) = ${state === 'discarded'}::boolean`;
  // Only administrators see discarded organization-wide prompts.
  if (!row || (state === 'discarded' && row.userId === null && !reader.isAdmin)) throw promptNotFound();
  if (row.userId === null && !reader.isAdmin) throw forbidden();
  return row;
}
