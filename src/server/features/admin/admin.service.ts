import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';

const userNotFound = () => new AppError('not_found', 'User not found');
const lastAdmin = () => new AppError('conflict', 'The last active administrator cannot be locked or deleted.');

export const listUsers = (deps: Deps) =>
  deps.db.user.findMany({
    omit: { password: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });

/** Locking ends the person's sessions, sockets and answers at once. */
export async function setLocked(deps: Deps, adminId: string, userId: string, isLocked: boolean): Promise<string> {
  if (userId === adminId) throw new AppError('conflict', 'You cannot lock or unlock your own account.');
  const email = await deps.db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, isAdmin: true } });
    if (!user) throw userNotFound();
    if (isLocked && user.isAdmin) await keepAnAdmin(tx, userId);
    await tx.user.update({ where: { id: userId }, data: { isLocked } });
    if (isLocked) await tx.session.deleteMany({ where: { userId } });
    return user.email;
  });
  if (isLocked) deps.bus.publish('accounts', { type: 'account-closed', userId });
  return `${email} has been ${isLocked ? 'locked' : 'unlocked'}.`;
}

/** Removes a person with everything of theirs; positions stay in the book, reassigned to the acting admin. */
export async function deleteUser(deps: Deps, adminId: string, userId: string): Promise<string> {
  if (userId === adminId) throw new AppError('conflict', 'You cannot delete your own account.');
  const email = await deps.db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, isAdmin: true } });
    if (!user) throw userNotFound();
    if (user.isAdmin) await keepAnAdmin(tx, userId);
    await tx.investmentPosition.updateMany({ where: { userId }, data: { userId: adminId } });
    await tx.user.delete({ where: { id: userId } });
    return user.email;
  });
  deps.bus.publish('accounts', { type: 'account-closed', userId });
  return `${email} has been deleted.`;
}

/** Locks the admins' rows first, so that two admins who remove each other at the same moment cannot both succeed. */
async function keepAnAdmin(tx: Pick<Deps['db'], '$queryRaw'>, userId: string): Promise<void> {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE is_admin AND NOT is_locked ORDER BY id FOR UPDATE`;
  if (!admins.some(({ id }) => id !== userId)) throw lastAdmin();
}
