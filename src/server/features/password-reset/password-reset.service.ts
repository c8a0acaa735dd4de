/**
 * The way back in for whoever forgot the password: a link by mail, good once and for half an hour. Its token is
 * random, stands in the link's fragment – which browsers send to nobody – and is stored as a hash only.
 */
import { randomBytes } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { type Caller, typedEmail } from '~/server/features/auth/auth.service';
import { AppError } from '~/server/lib/errors';
import { hashText } from '~/server/lib/hash';
import { hashPassword } from '~/server/lib/password';
import { pause } from '~/server/lib/wait';
import type { Mail } from '~/server/providers/mail/types';
import { limits } from '~/shared/limits';
import type { CompleteResetInput } from '~/shared/schemas/account';
import { linkUnusable } from './password-reset.errors';
import { resetMail } from './reset-mail';

/** Enough random bits that nothing slower than SHA-256 is needed to store it. */
const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => hashText(token).toString('hex');

/**
 * Until the answer has left: the embedded database works on the same thread, and would hold the answer up longer where
 * there is an account.
 */
const answerMs = 30;

/** Pauses between tries to hand a letter over; a mail server that is restarting is back within them. */
const retryAfterMs = [2000, 10_000];

/**
 * Before the answer the same is done for every address, so that neither its words nor its time tell who has an
 * account: two limits are counted, nothing else. Account and mail are the background's matter.
 */
export async function requestReset(deps: Deps, email: string, caller: Caller): Promise<void> {
  await deps.rateLimiter.consume('resetByAddress', caller.ip);
  await deps.rateLimiter.consume('resetByAccount', email);
  deps.background.run('a password reset', async (signal) => {
    await pause(answerMs, signal);
    await sendLink(deps, email, caller, signal);
  });
}

/** A locked account gets no link: it has no way in that a new password could open. */
async function sendLink(deps: Deps, email: string, caller: Caller, signal: AbortSignal): Promise<void> {
  const user = await deps.db.user.findUnique({ where: { email }, select: { id: true, email: true, isLocked: true } });
  const subject = { ...(user && { id: user.id }), label: typedEmail(email) };
  await recordAudit(deps, { kind: 'password-reset-requested', actor: null, subject, caller });
  if (!user || user.isLocked) return;
  const token = newToken();
  const reset = {
    tokenHash: hashOf(token),
    expiresAt: new Date(Date.now() + limits.resetLinkMs),
    createdAt: new Date(),
  };
  // One row an account: the newer link takes the older one's place.
  await deps.db.passwordReset.upsert({
    where: { userId: user.id },
    create: { userId: user.id, ...reset },
    update: reset,
  });
  // Of the settings, never of the request: whoever asks could name another host in it, and would get the token.
  const link = `${deps.env.publicUrl}/reset-password#token=${token}`;
  await sendPatiently(deps, resetMail(user.email, link, limits.resetLinkMs / 60_000), signal);
}

async function sendPatiently({ mailer, logger }: Deps, mail: Mail, signal: AbortSignal): Promise<void> {
  for (const ms of retryAfterMs) {
    try {
      return await mailer.send(mail);
    } catch (error) {
      logger.warn({ err: error }, 'a mail could not be handed over; it is tried again');
      await pause(ms, signal);
      if (signal.aborted) break;
    }
  }
  await mailer.send(mail);
}

const usable = (token: string) => ({
  tokenHash: hashOf(token),
  expiresAt: { gt: new Date() },
  user: { isLocked: false },
});

/** Whose link it is, so that the page can say so before a password is typed. Using it is left to completeReset. */
export async function openReset(deps: Deps, token: string, caller: Caller): Promise<{ email: string }> {
  await deps.rateLimiter.consume('resetLinkByAddress', caller.ip);
  const found = await deps.db.passwordReset.findFirst({
    where: usable(token),
    select: { user: { select: { email: true } } },
  });
  if (!found) throw linkUnusable();
  return found.user;
}

/**
 * Sets the password and ends every session of the account. The link is used up by deleting its row: of two uses at
 * once only one finds it. The person signs in afterwards as always, which checks the lock once more.
 */
export async function completeReset(deps: Deps, input: CompleteResetInput, caller: Caller): Promise<void> {
  const minimum = deps.env.PASSWORD_MIN_LENGTH;
  if (input.newPassword.length < minimum)
    throw new AppError('validation', `New password must be at least ${minimum} characters`);
  // Looked at first, so that made-up tokens do not cost a hash.
  const { email } = await openReset(deps, input.token, caller);
  const password = await hashPassword(input.newPassword);
  const userId = await deps.db.$transaction(async (tx) => {
    const [used] = await tx.$queryRaw<{ user_id: string }[]>`
      DELETE FROM password_resets USING users
      WHERE token_hash = ${hashOf(input.token)} AND expires_at > now()
        AND users.id = password_resets.user_id AND NOT users.is_locked
      RETURNING password_resets.user_id`;
    if (!used) throw linkUnusable();
    await tx.user.update({ where: { id: used.user_id }, data: { password } });
    await tx.session.deleteMany({ where: { userId: used.user_id } });
    await recordAudit(tx, { kind: 'password-reset', actor: { id: used.user_id, email }, caller });
    return used.user_id;
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId });
  // Whoever forgot the password has often tried too many by now.
  await deps.rateLimiter.reset('signInByAccount', email);
}
