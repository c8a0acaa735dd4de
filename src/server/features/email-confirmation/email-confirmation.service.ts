/**
 * Confirms that an email belongs to the user who registered it, with a one-time link that is valid for 24 hours.
 * Opening the page changes nothing, because mail scanners also open links; its button confirms. Only available with a
 * mail server.
 */
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { linkHashOf, newLinkToken, validLink } from '~/server/features/email-links/email-links';
import { sendCounted } from '~/server/features/email-links/send-counted';
import { AppError } from '~/server/lib/errors';
import { sendWithRetries } from '~/server/providers/mail/send-with-retries';
import type { Mail } from '~/server/providers/mail/types';
import { limits } from '~/shared/limits';
import type { ConfirmationStatus } from '~/shared/schemas/account';
import { confirmationMail } from './confirmation-mail';

const purpose = 'confirm-email';
const linkUnusable = () =>
  new AppError('validation', 'This link has expired or was already used. Sign in and send a new one in Settings.');

interface Person {
  id: string;
  email: string;
}

export async function confirmationStatus(deps: Deps, userId: string): Promise<ConfirmationStatus> {
  if (!deps.env.SMTP_URL) return 'not-needed';
  const user = await deps.db.user.findUniqueOrThrow({ where: { id: userId }, select: { emailConfirmedAt: true } });
  return isEmailTrusted(deps.env, user) ? 'confirmed' : 'pending';
}

/** Sends a link in the background, so that the response to registration does not wait for the mail server. */
export function sendConfirmation(deps: Deps, user: Person): void {
  if (!deps.env.SMTP_URL) return;
  deps.background.run('an email confirmation', async (signal) =>
    sendWithRetries(deps, await newLink(deps, user), signal),
  );
}

async function newLink(deps: Deps, { id: userId, email }: Person): Promise<Mail> {
  const token = newLinkToken();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + limits.confirmationLinkMs);
  // An earlier link stays valid, because both lead to the same account and email.
  await deps.db.emailLink.create({
    data: { tokenHash: linkHashOf(token), userId, purpose, expiresAt, createdAt: now },
  });
  // From the settings, never from the request, whose host could be forged.
  const link = `${deps.env.publicUrl}/confirm-email#token=${token}`;
  return confirmationMail(email, link, limits.confirmationLinkMs / 3_600_000);
}

/** Sends another link to an account that is not confirmed yet. The caller has counted it. */
export async function resendConfirmation(deps: Deps, user: Person): Promise<ConfirmationStatus> {
  const status = await confirmationStatus(deps, user.id);
  if (status === 'pending')
    deps.background.run('an email confirmation', async (signal) =>
      sendCounted(deps, await newLink(deps, user), { action: 'confirmationByAccount', key: user.id }, signal),
    );
  return status;
}

/**
 * Using one link deletes all confirmation links of the account, so only the first of two concurrent uses succeeds. Says
 * whether the account has other ways to sign in, because someone else may have registered it with this email.
 */
export async function confirmEmail(
  deps: Deps,
  token: string,
  caller: { ip: string; requestId: string },
): Promise<{ email: string; hasOtherSignIn: boolean }> {
  await deps.rateLimiter.consume('confirmLinkByAddress', caller.ip);
  return deps.db.$transaction(async (tx) => {
    const found = await tx.emailLink.findFirst({
      where: validLink(purpose, token),
      select: { user: { select: { id: true, email: true } } },
    });
    if (!found) throw linkUnusable();
    const { user } = found;
    // Lock the account's row first, so that concurrent uses of two of its links run one after the other.
    await tx.user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const { count } = await tx.emailLink.deleteMany({ where: validLink(purpose, token) });
    if (count === 0) throw linkUnusable();
    await tx.emailLink.deleteMany({ where: { userId: user.id, purpose } });
    await recordAudit(tx, { kind: 'email-confirmed', actor: user, caller });
    const where = { userId: user.id };
    const others = (await tx.identity.count({ where })) + (await tx.passkey.count({ where }));
    return { email: user.email, hasOtherSignIn: others > 0 };
  });
}
