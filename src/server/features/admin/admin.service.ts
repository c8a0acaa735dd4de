import type { Deps } from '~/server/deps';
import { partNewestFirst } from '~/server/lib/cursor';
import { AppError, forbidden } from '~/server/lib/errors';
import type { PartOfList } from '~/shared/schemas/accounts';

const userNotFound = () => new AppError('not_found', 'User not found');
const lastAdmin = () => new AppError('conflict', 'The last active administrator cannot be locked or deleted.');

export const listUsers = (deps: Deps, part?: PartOfList) =>
  deps.db.user.findMany({ omit: { password: true }, ...partNewestFirst(part) });

/** Locking ends the person's sessions, sockets and answers at once. */
export async function setLocked(deps: Deps, adminId: string, userId: string, isLocked: boolean): Promise<string> {
  if (userId === adminId) throw new AppError('conflict', 'You cannot lock or unlock your own account.');
  const email = await deps.db.$transaction(async (tx) => {
    const { email } = await takeHold(tx, adminId, userId, { isLeaving: isLocked });
    await tx.user.update({ where: { id: userId }, data: { isLocked } });
    if (isLocked) {
      await tx.session.deleteMany({ where: { userId } });
      // For answers that another process writes and the announcement below may not reach.
      const running = { userId, leaseUntil: { not: null } };
      await tx.generation.updateMany({ where: running, data: { stopRequested: true } });
    }
    return email;
  }, patience);
  if (isLocked) deps.bus.publish('accounts', { type: 'account-closed', userId });
  return `${email} has been ${isLocked ? 'locked' : 'unlocked'}.`;
}

/** Removes a person with everything of theirs; positions stay in the book, reassigned to the acting admin. */
export async function deleteUser(deps: Deps, adminId: string, userId: string): Promise<string> {
  if (userId === adminId) throw new AppError('conflict', 'You cannot delete your own account.');
  const email = await deps.db.$transaction(async (tx) => {
    const { email } = await takeHold(tx, adminId, userId, { isLeaving: true });
    await tx.investmentPosition.updateMany({ where: { userId }, data: { userId: adminId } });
    await tx.user.delete({ where: { id: userId } });
    return email;
  }, patience);
  deps.bus.publish('accounts', { type: 'account-closed', userId });
  deps.sweeper.hurry();
  return `${email} has been deleted.`;
}

/** A person may have years of conversations to delete. */
const patience = { maxWait: 10_000, timeout: 30_000 };

/**
 * Locks the rows of the person, of the acting admin and of all other admins, always in the same order. Admins who act
 * on one another, or on the same person, at the same moment then follow one another, and each sees what the one before
 * has done: an admin remains, and who was removed a moment ago removes nobody.
 */
async function takeHold(
  tx: Pick<Deps['db'], '$queryRaw'>,
  adminId: string,
  userId: string,
  { isLeaving }: { isLeaving: boolean },
): Promise<{ email: string }> {
  const rows = await tx.$queryRaw<{ id: string; email: string; is_active_admin: boolean }[]>`
    SELECT id, email, is_admin AND NOT is_locked AS is_active_admin FROM users
    WHERE id IN (${adminId}::uuid, ${userId}::uuid) OR (is_admin AND NOT is_locked)
    ORDER BY id FOR UPDATE`;
  const admins = rows.filter((row) => row.is_active_admin);
  const user = rows.find(({ id }) => id === userId);
  if (!user) throw userNotFound();
  if (isLeaving && admins.every(({ id }) => id === userId)) throw lastAdmin();
  if (!admins.some(({ id }) => id === adminId)) throw forbidden();
  return user;
}
