import type { Transaction } from '~/server/db/transaction';

/**
 * Keeps the password, the lock and the second factor of an account as they are until the transaction ends: every change
 * of them locks the same row first. So a sign-in that was checked before such a change can't open a session after it.
 * False if the account is locked or deleted, or the password is no longer the one that was checked.
 */
export async function holdAccount(tx: Transaction, userId: string, passwordHash?: string): Promise<boolean> {
  const expected = passwordHash ?? null;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users
    WHERE id = ${userId}::uuid AND NOT is_locked AND deleted_at IS NULL
      AND (${expected}::text IS NULL OR password = ${expected}::text)
    FOR NO KEY UPDATE`;
  return rows.length > 0;
}
