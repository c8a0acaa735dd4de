import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { emailUnconfirmed, isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { isAdminLocked } from '~/server/features/auth/locked-out';
import { forgetSecondFactor } from '~/server/features/second-factor/forget-second-factor';
import { notEnabled } from '~/server/features/second-factor/second-factor.errors';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { AppError, forbidden } from '~/server/lib/errors';
import { handOver, ownsOrganizationData } from './hand-over';
import { beginPurge } from './purge-accounts';

const userNotFound = () => new AppError('not_found', 'User not found');
const lastAdmin = () =>
  new AppError('conflict', 'At least one active administrator is required. Make another user an administrator first.');
const deactivatedByDirectory = () =>
  new AppError('conflict', 'Your directory has deactivated this account. Activate it there first.');
const noSuccessor = () =>
  new AppError(
    'conflict',
    'This account owns positions or organization-wide collections. Make another user an administrator first, so they can take them over.',
  );

interface Locking {
  userId: string;
  isLocked: boolean;
  isByDirectory?: boolean;
}

/**
 * Locking ends the account's sessions, sockets and answers at once and revokes its API tokens. Unlocking restores none
 * of them. A directory and the administrators each undo only their own decision. `alsoChange` runs in the same
 * transaction.
 */
export async function setLocked(
  deps: Deps,
  acting: Acting,
  locking: Locking,
  alsoChange?: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const { userId, isLocked } = locking;
  assertNotSelf(acting, userId, 'You cannot lock or unlock your own account.');
  const email = await deps.db.$transaction(async (tx) => {
    const user = await lockForUpdate(tx, acting, userId, { isLeaving: isLocked });
    await applyLock(tx, acting, user, locking);
    await alsoChange?.(tx);
    return user.email;
  }, transactionLimits.bulk);
  if (!isLocked) return `${email} has been unlocked.`;
  deps.bus.publish('accounts', { type: 'account-closed', userId });
  return `${email} has been locked. Its sessions have ended and its API tokens are revoked.`;
}

/**
 * For a user who is not the last administrator, and whose row the transaction has locked. The caller publishes that the
 * account is closed.
 */
export async function applyLock(
  tx: Transaction,
  acting: Acting,
  user: ManagedUser,
  { isLocked, isByDirectory = false }: Pick<Locking, 'isLocked' | 'isByDirectory'>,
): Promise<void> {
  const { id: userId } = user;
  // Checked under the lock, because an administrator may decide at the same moment.
  if (isByDirectory && (user.deactivatedAt !== null) === isLocked) return;
  if (!isByDirectory && !isLocked && (await isLeftToDirectory(tx, user))) throw deactivatedByDirectory();
  const data = isByDirectory ? directoryLock(user, isLocked) : adminLock(user, isLocked);
  await tx.user.update({ where: { id: userId }, data: { ...data, ...(!isLocked && { directoryDeletedAt: null }) } });
  if (isLocked) await tx.session.deleteMany({ where: { userId } });
  if (isLocked) await tx.apiToken.deleteMany({ where: { userId } });
  if (isLocked) await tx.signInChallenge.deleteMany({ where: { userId } });
  const [locked, unlocked] = isByDirectory
    ? (['account-deactivated', 'account-reactivated'] as const)
    : (['account-locked', 'account-unlocked'] as const);
  if (isByDirectory || (isLocked ? !isAdminLocked(user) : user.isLocked))
    await recordAudit(tx, traceOf(acting, isLocked ? locked : unlocked, user));
}

const directoryLock = (user: ManagedUser, isLocked: boolean) => ({
  isLocked: isLocked || isAdminLocked(user),
  deactivatedAt: isLocked ? new Date() : null,
  isLockedByAdmin: isAdminLocked(user),
});

/** For accounts that no directory can activate: unlocking also undoes a directory's deactivation. */
const adminLock = ({ deactivatedAt }: ManagedUser, isLocked: boolean) => ({
  isLocked,
  deactivatedAt: isLocked ? deactivatedAt : null,
  isLockedByAdmin: isLocked,
});

/**
 * Whether a directory has deactivated the account and can activate it again: not if it has deleted it, or is
 * disconnected.
 */
const isLeftToDirectory = async (
  tx: Transaction,
  { deactivatedAt, directoryDeletedAt }: ManagedUser,
): Promise<boolean> =>
  deactivatedAt !== null && directoryDeletedAt === null && (await tx.scimToken.findFirst()) !== null;

/**
 * For a user who lost both the authenticator app and the recovery codes. Sessions stay, and sign-in still needs the
 * password.
 */
export async function resetSecondFactor(deps: Deps, acting: Acting, userId: string): Promise<string> {
  assertNotSelf(acting, userId, 'You cannot remove your own second factor here. Turn it off under Settings, Password.');
  const email = await deps.db.$transaction(async (tx) => {
    const user = await lockForUpdate(tx, acting, userId, { isLeaving: false });
    if (!(await forgetSecondFactor(tx, userId))) throw notEnabled(user.email);
    await recordAudit(tx, traceOf(acting, 'second-factor-reset', user));
    return user.email;
  }, transactionLimits.bulk);
  return `The second factor of ${email} has been removed.`;
}

/** Takes effect with the user's next request, because each request reads the account again. */
export async function setAdmin(
  deps: Deps,
  acting: Acting,
  { userId, isAdmin, isForced = false }: { userId: string; isAdmin: boolean; isForced?: boolean },
): Promise<string> {
  assertNotSelf(acting, userId, 'You cannot change your own role.');
  const email = await deps.db.$transaction(async (tx) => {
    const user = await lockForUpdate(tx, acting, userId, { isLeaving: !isAdmin });
    if (isAdmin && !user.isAdmin && !isForced && !isEmailTrusted(deps.env, user))
      throw emailUnconfirmed(user.email, 'becomes an administrator');
    await tx.user.update({ where: { id: userId }, data: { isAdmin } });
    if (user.isAdmin !== isAdmin)
      await recordAudit(tx, traceOf(acting, isAdmin ? 'account-promoted' : 'account-demoted', user));
    return user.email;
  }, transactionLimits.bulk);
  return isAdmin ? `${email} is now an administrator.` : `${email} is no longer an administrator.`;
}

/** Deletes a user and their data. Positions and organization-wide collections pass to the acting administrator. */
export async function deleteUser(deps: Deps, acting: Acting, userId: string): Promise<string> {
  assertNotSelf(acting, userId, 'You cannot delete your own account.');
  return `${await removeUser(deps, acting, userId)} has been deleted.`;
}

/** For users who delete their own account. Another administrator takes over what belongs to the organization. */
export async function deleteOwnAccount(deps: Deps, acting: Acting & { by: { id: string } }): Promise<void> {
  await removeUser(deps, acting, acting.by.id);
}

/** The only place that deletes accounts: removes the data and ends sessions, sockets and running answers at once. */
async function removeUser(deps: Deps, acting: Acting, userId: string): Promise<string> {
  const email = await deps.db.$transaction(async (tx) => {
    const user = await lockForUpdate(tx, acting, userId, { isLeaving: true });
    if (user.newOwner) await handOver(tx, userId, user.newOwner);
    else if (await ownsOrganizationData(tx, userId)) throw noSuccessor();
    await closePermanently(tx, user);
    await recordAudit(tx, traceOf(acting, 'account-deleted', user));
    return user.email;
  }, transactionLimits.bulk);
  deps.bus.publish('accounts', { type: 'account-closed', userId });
  await beginPurge(deps, userId);
  sweepSoon(deps);
  return email;
}

/**
 * Deletes the credentials and personal data at once and frees the email for a new account. The rest is deleted in
 * batches.
 */
async function closePermanently(tx: Transaction, { id: userId, email: address }: ManagedUser) {
  // Prisma's table types share no common deleteMany.
  for (const table of [
    tx.session,
    tx.apiToken,
    tx.identity,
    tx.emailLink,
    tx.passwordReset,
    tx.authenticatorApp,
    tx.passkey,
    tx.passkeyRequest,
    tx.recoveryCode,
    tx.signInChallenge,
    tx.groupMember,
  ] as unknown as {
    deleteMany(of: object): unknown;
  }[])
    await table.deleteMany({ where: { userId } });
  const own = [{ email: address }, { invitedById: userId }, { acceptedById: userId }];
  await tx.invitation.deleteMany({ where: { OR: own } });
  const nothing = { firstName: null, lastName: null, profileImageUrl: null, instructions: null, isAdmin: false };
  const email = `${userId}@deleted.invalid`;
  await tx.user.update({
    where: { id: userId },
    data: { ...nothing, email, password: '-', isLocked: true, deletedAt: new Date() },
  });
}

function assertNotSelf({ by }: Acting, userId: string, message: string): void {
  if (userId === by.id) throw new AppError('conflict', message);
}

const traceOf = (
  { by, caller }: Acting,
  kind:
    | 'account-locked'
    | 'account-unlocked'
    | 'account-deactivated'
    | 'account-reactivated'
    | 'account-promoted'
    | 'account-demoted'
    | 'account-deleted'
    | 'second-factor-reset',
  user: { id: string; email: string },
) => ({ kind, actor: by, subject: { id: user.id, label: user.email }, caller });

interface ManagedUser {
  id: string;
  email: string;
  isAdmin: boolean;
  isLocked: boolean;
  isLockedByAdmin: boolean;
  deactivatedAt: Date | null;
  directoryDeletedAt: Date | null;
  emailConfirmedAt: Date | null;
}

/**
 * Locks the rows of the user, of the acting administrator and of all other administrators, always in the same order.
 * Concurrent changes by administrators therefore run one after another and each sees the result of the one before: at
 * least one administrator remains, and an administrator who was just removed can't remove others. `newOwner` takes over
 * what belongs to the organization.
 */
async function lockForUpdate(
  tx: Transaction,
  { by }: Acting,
  userId: string,
  { isLeaving }: { isLeaving: boolean },
): Promise<ManagedUser & { newOwner: string | undefined }> {
  const rows = await tx.$queryRaw<ManagedUser[]>`
    SELECT id, email, is_admin AS "isAdmin", is_locked AS "isLocked", is_locked_by_admin AS "isLockedByAdmin",
           deactivated_at AS "deactivatedAt", directory_deleted_at AS "directoryDeletedAt",
           email_confirmed_at AS "emailConfirmedAt"
    FROM users
    WHERE deleted_at IS NULL AND id IN (
      SELECT unnest(${[by.id ?? userId, userId]}::uuid[])
      UNION SELECT id FROM users WHERE is_admin AND NOT is_locked
    )
    ORDER BY id FOR UPDATE`;
  const admins = rows.filter(({ isAdmin, isLocked }) => isAdmin && !isLocked);
  const user = rows.find(({ id }) => id === userId);
  if (!user) throw userNotFound();
  const other = admins.find(({ id }) => id !== userId);
  if (isLeaving && admins.includes(user) && !other) throw lastAdmin();
  const isOwn = by.id === userId;
  // The operator has no account whose rights could have been revoked, and deleting one's own account needs no rights.
  if (by.id && !isOwn && !admins.some(({ id }) => id === by.id)) throw forbidden();
  return { ...user, newOwner: isOwn ? other?.id : (by.id ?? other?.id) };
}
