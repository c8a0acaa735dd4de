/**
 * What a directory does to accounts whose email was never confirmed, before they get access meant for the email's
 * owner.
 */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { applyLock } from '~/server/features/admin/admin.service';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { endAccess } from '~/server/features/auth/end-access';
import { forgetOtherSignIns } from '~/server/features/auth/forget-other-sign-ins';
import { noPassword } from '~/server/lib/password';
import { nilUuid } from '~/server/lib/uuid';
import { emailTaken } from './scim-errors';

interface Account {
  email: string;
  isAdmin: boolean;
  emailConfirmedAt: Date | null;
}

/**
 * Leaves the account as if the directory had created it: a stranger may have registered the email, and the directory
 * names its owner. Administrators keep their accounts, because groups give them no further rights. Returns whether the
 * account was taken over; the caller then publishes that its sessions have ended.
 */
export async function takeOver(
  tx: Transaction,
  { env }: Pick<Deps, 'env'>,
  acting: Acting,
  id: string,
): Promise<boolean> {
  const [user] = await tx.$queryRaw<Account[]>`
    SELECT email, is_admin AS "isAdmin", email_confirmed_at AS "emailConfirmedAt"
    FROM users WHERE id = ${id}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (!user || user.isAdmin || isEmailTrusted(env, user)) return false;
  const now = new Date();
  const data = { password: noPassword(), emailConfirmedAt: now, provisionedAt: now };
  await tx.user.update({ where: { id }, data });
  const details = { fields: 'password', ...(await endAccess(tx, id)), ...(await forgetOtherSignIns(tx, id)) };
  const subject = { id, label: user.email };
  await recordAudit(tx, { kind: 'user-changed', actor: acting.by, subject, details, caller: acting.caller });
  return true;
}

/**
 * Frees an email for another account. The account that has it keeps its data without an email, and is closed as if the
 * directory had deleted it. Returns its id, so that the caller then publishes that; null if the email is free.
 */
export async function replaceOwner(
  tx: Transaction,
  deps: Pick<Deps, 'env'>,
  acting: Acting,
  email: string,
): Promise<string | null> {
  const owner = await tx.user.findUnique({ where: { email }, select: { id: true, directoryDeletedAt: true } });
  if (!owner) return null;
  const { id, directoryDeletedAt } = owner;
  if (directoryDeletedAt || !(await takeOver(tx, deps, acting, id))) throw emailTaken();
  const data = { email: `${id}@replaced.invalid`, emailConfirmedAt: null, directoryDeletedAt: new Date() };
  const replaced = await tx.user.update({ where: { id }, data });
  await tx.emailLink.deleteMany({ where: { userId: id } });
  await applyLock(tx, acting, replaced, { isLocked: true, isByDirectory: true });
  return id;
}

/**
 * Each in a transaction of its own, because there can be thousands. Members whom the group keeps anyway are left out.
 */
export async function takeOverNewMembers(
  deps: Deps,
  acting: Acting,
  { ids, groupId }: { ids: string[]; groupId: string | null },
): Promise<void> {
  if (isEmailTrusted(deps.env, { emailConfirmedAt: null })) return;
  const isMember = { groupId: groupId ?? nilUuid, source: { in: ['manual', 'scim'] } };
  const added = await deps.db.user.findMany({
    where: { id: { in: ids }, emailConfirmedAt: null, groups: { none: isMember } },
    select: { id: true },
  });
  for (const { id } of added)
    if (await deps.db.$transaction((tx) => takeOver(tx, deps, acting, id)))
      deps.bus.publish('accounts', { type: 'sessions-ended', userId: id });
}
