/**
 * Shows that an email address belongs to whoever registered it: a one-time link by email, valid for 24 hours. Opening
 * the page changes nothing – mail scanners open links, too –, its button does. Only where a mail server is set.
 */
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { linkHashOf, newLinkToken, validLink } from '~/server/features/email-links/email-links';
import { AppError } from '~/server/lib/errors';
import { sendPatiently } from '~/server/providers/mail/send-patiently';
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

/** Sends a link in the background; the response to registration waits for no mail server. */
export function sendConfirmation(deps: Deps, user: Person): void {
  if (!deps.env.SMTP_URL) return;
  deps.background.run('an email confirmation', (signal) => sendLink(deps, user, signal));
}

async function sendLink(deps: Deps, { id: userId, email }: Person, signal: AbortSignal): Promise<void> {
  const token = newLinkToken();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + limits.confirmationLinkMs);
  // An earlier link stays valid: both emails lead to the same account and address.
  await deps.db.emailLink.create({
    data: { tokenHash: linkHashOf(token), userId, purpose, expiresAt, createdAt: now },
  });
  // From the settings, never from the request, which could name another host.
  const link = `${deps.env.publicUrl}/confirm-email#token=${token}`;
  await sendPatiently(deps, confirmationMail(email, link, limits.confirmationLinkMs / 3_600_000), signal);
}

/** Sends another link to an account that still needs one. */
export async function resendConfirmation(deps: Deps, user: Person): Promise<ConfirmationStatus> {
  const status = await confirmationStatus(deps, user.id);
  if (status === 'pending') sendConfirmation(deps, user);
  return status;
}

/** Using one link removes all confirmation links of the account: of two uses at once only one finds its row. */
export async function confirmEmail(
  deps: Deps,
  token: string,
  caller: { ip: string; requestId: string },
): Promise<{ email: string }> {
  await deps.rateLimiter.consume('confirmLinkByAddress', caller.ip);
  return deps.db.$transaction(async (tx) => {
    const found = await tx.emailLink.findFirst({
      where: validLink(purpose, token),
      select: { user: { select: { id: true, email: true } } },
    });
    if (!found) throw linkUnusable();
    const { user } = found;
    // The account's row comes first, so that two of its links used at once wait for each other.
    await tx.user.update({ where: { id: user.id }, data: { emailConfirmedAt: new Date() } });
    const { count } = await tx.emailLink.deleteMany({ where: validLink(purpose, token) });
    if (count === 0) throw linkUnusable();
    await tx.emailLink.deleteMany({ where: { userId: user.id, purpose } });
    await recordAudit(tx, { kind: 'email-confirmed', actor: user, caller });
    return { email: user.email };
  });
}
