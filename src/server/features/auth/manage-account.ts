/** Account management for operators: needs neither the account's password nor a session. */

import { publicFields } from '~/server/auth/current-user';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { hashPassword } from '~/server/lib/password';
import type { CurrentUser } from '~/shared/schemas/auth';
import { emailTaken } from './auth.errors';
import { endAccess } from './end-access';
import { type ForgottenSignIns, forgetOtherSignIns } from './forget-other-sign-ins';
import { checkNewPassword } from './new-password';
import { resetSignInAttempts } from './sign-in-limits';

export interface NewAccount {
  /** Trimmed and in lower case, as the form schemas return it. */
  email: string;
  password: string;
  firstName?: string;
  lastName?: string;
}

export interface EndedAccess extends ForgottenSignIns {
  sessionsEnded: number;
  tokensRevoked: number;
}

export async function createAccount(deps: Deps, acting: Acting, account: NewAccount): Promise<CurrentUser> {
  await checkNewPassword(deps.env, account.password);
  const { email, firstName = null, lastName = null } = account;
  const password = await hashPassword(account.password);
  return deps.db.$transaction(async (tx) => {
    const [user] = await tx.user.createManyAndReturn({
      // The operator typed the email and vouches for it.
      data: { email, password, firstName, lastName, emailConfirmedAt: new Date() },
      select: publicFields,
      skipDuplicates: true,
    });
    if (!user) throw emailTaken();
    const subject = { id: user.id, label: user.email };
    await recordAudit(tx, { kind: 'account-created', actor: acting.by, subject, caller: acting.caller });
    return user;
  });
}

/**
 * Ends every session of the account on all processes and revokes its API tokens. An account whose email was never
 * confirmed also loses every other way to sign in.
 */
export async function setPassword(
  deps: Deps,
  acting: Acting,
  account: { id: string; email: string; password: string },
): Promise<EndedAccess> {
  await checkNewPassword(deps.env, account.password);
  const password = await hashPassword(account.password);
  const { id: userId, email } = account;
  const ended = await deps.db.$transaction(async (tx) => {
    const select = { emailConfirmedAt: true };
    const { emailConfirmedAt } = await tx.user.update({ where: { id: userId }, data: { password }, select });
    const ended = await endAccess(tx, userId);
    const subject = { id: userId, label: email };
    const forgotten = emailConfirmedAt === null ? await forgetOtherSignIns(tx, userId) : {};
    const details = { ...ended, ...forgotten };
    await recordAudit(tx, { kind: 'password-reset', actor: acting.by, subject, details, caller: acting.caller });
    return details;
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId });
  await resetSignInAttempts(deps, email, null);
  return ended;
}
