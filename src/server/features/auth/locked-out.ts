import type { Deps } from '~/server/deps';
import type { AppError } from '~/server/lib/errors';
import { accountDeactivated, accountLocked } from './auth.errors';

/** For a user who proved who they are: why a locked account may not sign in. */
export async function lockedOut({ db }: Pick<Deps, 'db'>, userId: string): Promise<AppError> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { deactivatedAt: true } });
  return user?.deactivatedAt ? accountDeactivated() : accountLocked();
}
