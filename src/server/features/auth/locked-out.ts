import type { Deps } from '~/server/deps';
import type { AppError } from '~/server/lib/errors';
import { accountDeactivated, accountLocked } from './auth.errors';

/** The error for a locked account whose user has proved their identity: says why sign-in is not possible. */
export async function lockedOut({ db }: Pick<Deps, 'db'>, userId: string): Promise<AppError> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { deactivatedAt: true } });
  return user?.deactivatedAt ? accountDeactivated() : accountLocked();
}
