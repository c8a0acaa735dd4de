/** Who may read and change a prompt: its user, or of an organization-wide one all users and administrators. */
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

/** Another user's prompt is reported like one that does not exist. */
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
  // Only administrators know of discarded ones.
  if (!row || (state === 'discarded' && row.userId === null && !reader.isAdmin)) throw promptNotFound();
  if (row.userId === null && !reader.isAdmin) throw forbidden();
  return row;
}
