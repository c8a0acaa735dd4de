/**
 * Password reset: a one-time link by email, valid for 30 minutes. The link's random token is in the URL fragment, which
 * browsers never send, and only its hash is stored.
 */

import type { Caller } from '~/server/auth/caller';
import { browserCookie } from '~/server/auth/known-browser';
import { hasSecondFactor } from '~/server/auth/second-factor';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { checkPasswordSignIn } from '~/server/features/auth/auth.errors';
import { typedEmail } from '~/server/features/auth/auth.service';
import { isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { endAccess } from '~/server/features/auth/end-access';
import { forgetOtherSignIns } from '~/server/features/auth/forget-other-sign-ins';
import { checkNewPassword } from '~/server/features/auth/new-password';
import { resetSignInAttempts } from '~/server/features/auth/sign-in-limits';
import { linkHashOf, newLinkToken, validLink } from '~/server/features/email-links/email-links';
import { sendCounted } from '~/server/features/email-links/send-counted';
import { AppError } from '~/server/lib/errors';
import { hashPassword } from '~/server/lib/password';
import { callerKey } from '~/server/lib/rate-limit';
import { pause } from '~/server/lib/wait';
import { limits } from '~/shared/limits';
import type { CompleteResetInput } from '~/shared/schemas/account';
import { linkUnusable } from './password-reset.errors';
import { resetMail } from './reset-mail';

const purpose = 'reset-password';

/**
 * Wait until the response is sent: the embedded database runs on the same thread and would delay it if there is an
 * account.
 */
const answerMs = 30;

/**
 * Before the response, every email is handled in the same way: two rate limits are counted, nothing else. Neither the
 * response nor its timing therefore reveals who has an account. The account lookup and the email run in the background.
 */
export async function requestReset(deps: Deps, email: string, caller: Caller): Promise<void> {
  checkPasswordSignIn(deps.env);
  await deps.rateLimiter.consume('resetByAddress', caller.ip);
  await deps.rateLimiter.consume('resetByCaller', callerKey(email, caller.ip));
  deps.background.run('a password reset', async (signal) => {
    await pause(answerMs, signal);
    await sendLink(deps, email, caller, signal);
  });
}

/**
 * A locked account gets no link, because a new password would not unlock it. A stranger who requests links can't lock
 * the owner out: the owner receives the emails, each link stays valid for 30 minutes, and at most five are sent in 15.
 */
async function sendLink(deps: Deps, email: string, caller: Caller, signal: AbortSignal): Promise<void> {
  const user = await deps.db.user.findUnique({ where: { email }, select: { id: true, email: true, isLocked: true } });
  const subject = { ...(user && { id: user.id }), label: typedEmail(email) };
  await recordAudit(deps, { kind: 'password-reset-requested', actor: null, subject, caller });
  if (!user || user.isLocked) return;
  if (!(await mayBeSent(deps, user.email))) return;
  const token = newLinkToken();
  await deps.db.emailLink.create({
    data: {
      tokenHash: linkHashOf(token),
      userId: user.id,
      purpose,
      expiresAt: new Date(Date.now() + limits.resetLinkMs),
      createdAt: new Date(),
    },
  });
  // From the settings, never from the request: a forged host would receive the token.
  const link = `${deps.env.publicUrl}/reset-password#token=${token}`;
  const mail = resetMail(user.email, link, limits.resetLinkMs / 60_000);
  await sendCounted(deps, mail, { action: 'resetByAccount', key: user.email }, signal);
}

async function mayBeSent({ rateLimiter, logger }: Deps, email: string): Promise<boolean> {
  try {
    await rateLimiter.consume('resetByAccount', email);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.info('password reset email not sent: limit reached, earlier links are still valid');
    return false;
  }
}

const usable = (token: string) => ({ ...validLink(purpose, token), user: { isLocked: false } });

/**
 * Returns the email of the link's account, so that the page can show it before a password is typed. completeReset uses
 * the link.
 */
export async function openReset(deps: Deps, token: string, caller: Caller): Promise<{ email: string }> {
  await deps.rateLimiter.consume('resetLinkByAddress', caller.ip);
  const found = await deps.db.emailLink.findFirst({
    where: usable(token),
    select: { user: { select: { email: true } } },
  });
  if (!found) throw linkUnusable();
  return found.user;
}

/**
 * Sets the password, ends every session of the account and revokes its API tokens. If the link is the first proof of
 * the email's owner, every other way to sign in is removed too. Using one link deletes all links of the account, so
 * only the first of two concurrent uses succeeds. The user then signs in as usual, which checks the lock and the second
 * factor. The browser becomes a known browser unless there is a second factor, because a link alone must not grant
 * extra attempts to guess codes.
 */
export async function completeReset(
  deps: Deps,
  input: CompleteResetInput,
  caller: Caller,
): Promise<{ cookie: string | null }> {
  checkPasswordSignIn(deps.env);
  await checkNewPassword(deps.env, input.newPassword, 'New password');
  // Checked first, so that made-up tokens don't cause the cost of a password hash.
  const { email } = await openReset(deps, input.token, caller);
  const password = await hashPassword(input.newPassword);
  const userId = await deps.db.$transaction(async (tx) => {
    // Lock the account's row first, so that concurrent uses of two of its links run one after the other.
    const [owner] = await tx.$queryRaw<{ id: string; emailConfirmedAt: Date | null }[]>`
      SELECT users.id, users.email_confirmed_at AS "emailConfirmedAt" FROM users JOIN email_links ON email_links.user_id = users.id
      WHERE token_hash = ${linkHashOf(input.token)} AND purpose = ${purpose} AND NOT is_locked
      FOR UPDATE OF users`;
    if (!owner) throw linkUnusable();
    const { count } = await tx.emailLink.deleteMany({ where: usable(input.token) });
    if (count === 0) throw linkUnusable();
    // The link came by email, so the email is confirmed too. Without a mail server, the link came from the log.
    const emailConfirmedAt = deps.env.SMTP_URL ? { emailConfirmedAt: new Date() } : {};
    await tx.user.update({ where: { id: owner.id }, data: { password, ...emailConfirmedAt } });
    await endAccess(tx, owner.id);
    const details = isEmailTrusted(deps.env, owner) ? {} : { ...(await forgetOtherSignIns(tx, owner.id)) };
    await recordAudit(tx, { kind: 'password-reset', actor: { id: owner.id, email }, details, caller });
    return owner.id;
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId });
  await resetSignInAttempts(deps, email, caller);
  if (await hasSecondFactor(deps.db, userId)) return { cookie: null };
  return { cookie: browserCookie(caller.browserCookie, { passwordHash: password }, deps.env) };
}
