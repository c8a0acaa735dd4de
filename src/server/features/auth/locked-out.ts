import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import type { AppError } from '~/server/lib/errors';
import { accountDeactivated, accountLocked } from './auth.errors';

interface Locks {
  isLocked: boolean;
  deactivatedAt: Date | null;
  isLockedByAdmin: boolean;
}

/** Earlier versions stored only one lock: without a time of deactivation it is an administrator's. */
export const isAdminLocked = ({ isLocked, deactivatedAt, isLockedByAdmin }: Locks): boolean =>
  isLocked && (deactivatedAt === null || isLockedByAdmin);

/** Whether the account is locked by a directory alone, so that its user must ask the directory's administrators. */
export async function isOnlyDeactivated(db: Pick<Database, 'user'>, userId: string): Promise<boolean> {
  const select = { isLocked: true, deactivatedAt: true, isLockedByAdmin: true };
  const user = await db.user.findUnique({ where: { id: userId }, select });
  return user !== null && !isAdminLocked(user) && user.deactivatedAt !== null;
}

/** The error for a locked account whose user has proved their identity: says why sign-in is not possible. */
export const lockedOut = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<AppError> =>
  (await isOnlyDeactivated(db, userId)) ? accountDeactivated() : accountLocked();
