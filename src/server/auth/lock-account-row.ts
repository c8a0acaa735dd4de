import type { Transaction } from '~/server/db/transaction';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';

/**
 * Locks the account's row until the transaction ends, so that its password, lock state and second factor can't change:
 * every change of them locks the same row first. A sign-in that was checked before such a change therefore can't open a
 * session after it. False if the account is locked or deleted, or the password is no longer the one that was checked.
 */
export async function lockAccountRow(tx: Transaction, userId: string, passwordHash?: string): Promise<boolean> {
  const expected = passwordHash ?? null;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users
    WHERE id = ${userId}::uuid AND NOT is_locked AND deleted_at IS NULL
      AND (${expected}::text IS NULL OR password = ${expected}::text)
    FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/**
 * For users who change their own ways to sign in: also false if the session has ended since the request started, for
 * example by a password reset, so that the change can't survive the reset.
 */
export async function lockOwnAccount(tx: Transaction, userId: string, sessionToken: SessionToken): Promise<boolean> {
  if (!(await lockAccountRow(tx, userId))) return false;
  return (await tx.session.count({ where: { id: sessionIdOf(sessionToken), userId } })) > 0;
}
