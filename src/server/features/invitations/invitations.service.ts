/**
 * Invitations: an administrator creates a one-time link for an email and passes it on, or the server sends it. The
 * link's random token is in the URL fragment, which browsers never send, and only its hash is stored.
 */

import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { emailTaken, signUpClosed } from '~/server/features/auth/auth.errors';
import { signUpModeOf } from '~/server/features/auth/sign-up-mode';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import { createdCursor, pageOf, partNewestFirst } from '~/server/lib/cursor';
import { sendWithRetries } from '~/server/providers/mail/send-with-retries';
import type {
  CreatedInvitation,
  CreateInvitationInput,
  InvitationPage,
  InvitationPageInput,
} from '~/shared/schemas/invitations';
import { dayMs } from '~/shared/utc-day';
import { invitationMail } from './invitation-mail';
import { rowFields, shown } from './invitation-rows';
import { invitationNotFound } from './invitations.errors';

/** From the settings, never from the request, whose host could be forged. */
export const linkOf = ({ env }: Pick<Deps, 'env'>, token: string): string =>
  `${env.publicUrl}/invitation#token=${token}`;

/** Replaces earlier invitations for the email, so that it has only one role, and removes it from the waitlist. */
export async function createInvitation(
  deps: Deps,
  { by, caller }: Acting & { by: { id: string } },
  { email, isAdmin, days }: CreateInvitationInput,
): Promise<CreatedInvitation> {
  if (signUpModeOf(deps.env) === 'closed') throw signUpClosed();
  await deps.rateLimiter.consume('invitationsByAccount', by.id);
  const token = newLinkToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * dayMs);
  const row = await deps.db.$transaction(async (tx) => {
    if (await tx.user.findUnique({ where: { email }, select: { id: true } })) throw emailTaken();
    await tx.invitation.deleteMany({ where: { email, origin: 'waitlist' } });
    const earlier = { email, origin: 'administrator', acceptedAt: null, revokedAt: null };
    await tx.invitation.updateMany({ where: earlier, data: { revokedAt: createdAt } });
    const created = await tx.invitation.create({
      data: {
        email,
        isAdmin,
        origin: 'administrator',
        tokenHash: linkHashOf(token),
        invitedById: by.id,
        createdAt,
        expiresAt,
      },
      select: rowFields,
    });
    const subject = { id: created.id, label: email };
    await recordAudit(tx, { kind: 'invitation-created', actor: by, subject, details: { isAdmin }, caller });
    return created;
  });
  const url = linkOf(deps, token);
  const isSent = deps.env.SMTP_URL !== undefined;
  const mail = invitationMail(email, by.email, { url, lifetime: days === 1 ? '1 day' : `${days} days` });
  if (isSent) deps.background.run('an invitation', (signal) => sendWithRetries(deps, mail, signal));
  return { ...shown(row), url, isSent };
}

/** Newest first. Links that users requested for themselves are not included. */
export async function listInvitations(deps: Deps, { cursor, limit }: InvitationPageInput): Promise<InvitationPage> {
  const { where: after, ...part } = partNewestFirst({ cursor, limit: limit + 1 });
  const where = { origin: { not: 'domain' }, ...after };
  const rows = await deps.db.invitation.findMany({ ...part, where, select: rowFields });
  const { items, nextCursor } = pageOf(rows, limit, createdCursor);
  return { items: items.map(shown), nextCursor };
}

/** Revokes a pending link, or removes an email from the waitlist. Returns the new state. */
export async function revokeInvitation(deps: Deps, { by, caller }: Acting, id: string): Promise<string> {
  return deps.db.$transaction(async (tx) => {
    const found = await tx.invitation.findFirst({ where: { id, origin: { not: 'domain' } }, select: rowFields });
    if (!found) throw invitationNotFound();
    const subject = { id, label: found.email };
    if (found.tokenHash === null) {
      const { count } = await tx.invitation.deleteMany({ where: { id } });
      if (count === 0) throw invitationNotFound();
      await recordAudit(tx, { kind: 'access-request-removed', actor: by, subject, caller });
      return `${found.email} was removed from the waitlist.`;
    }
    const pending = { id, acceptedAt: null, revokedAt: null };
    const { count } = await tx.invitation.updateMany({ where: pending, data: { revokedAt: new Date() } });
    if (count === 0) throw invitationNotFound();
    await recordAudit(tx, { kind: 'invitation-revoked', actor: by, subject, caller });
    return `The invitation for ${found.email} was revoked.`;
  });
}
