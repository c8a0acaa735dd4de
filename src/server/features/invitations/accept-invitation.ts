/** Accepts the link of an invitation, or one requested on the sign-up page: creates the account and signs in. */
import type { Caller } from '~/server/auth/caller';
import { publicFields } from '~/server/auth/current-user';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { checkPasswordSignIn, emailTaken, signUpClosed } from '~/server/features/auth/auth.errors';
import { checkNewPassword } from '~/server/features/auth/new-password';
import { signUpModeOf } from '~/server/features/auth/sign-up-mode';
import { type SignedIn, startSession } from '~/server/features/auth/start-session';
import { linkHashOf } from '~/server/features/email-links/email-links';
import { hashPassword } from '~/server/lib/password';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { AcceptInvitationInput } from '~/shared/schemas/invitations';
import { invitationUnusable } from './invitations.errors';
import { isAllowedDomain } from './request-access';

type Reader = Pick<Deps['db'], 'invitation' | '$queryRaw'>;

/** Returns what the link would do, without using it; see acceptInvitation. */
export async function openInvitation(
  deps: Deps,
  token: string,
  caller: Caller,
): Promise<{ email: string; isAdmin: boolean }> {
  checkPasswordSignIn(deps.env);
  await deps.rateLimiter.consume('invitationLinkByAddress', caller.ip);
  const { email, isAdmin } = await findUsable(deps, deps.db, token);
  return { email, isAdmin };
}

/**
 * The email counts as confirmed, because the link was sent to it or an administrator vouches for it. Only the first of
 * two concurrent uses succeeds.
 */
export async function acceptInvitation(deps: Deps, input: AcceptInvitationInput, caller: Caller): Promise<SignedIn> {
  await checkNewPassword(deps.env, input.password);
  // First, so that made-up tokens don't cause the cost of a password hash.
  await openInvitation(deps, input.token, caller);
  const password = await hashPassword(input.password);
  const user = await deps.db.$transaction((tx) => createAccountOf(deps, tx, { ...input, password }, caller));
  return startSession(deps, user, password, caller);
}

async function createAccountOf(
  deps: Deps,
  tx: Transaction,
  { token, password, firstName, lastName }: AcceptInvitationInput,
  caller: Caller,
): Promise<CurrentUser> {
  const { id, email, isAdmin, origin } = await findUsable(deps, tx, token);
  const now = new Date();
  const unused = { id, acceptedAt: null, revokedAt: null };
  const { count } = await tx.invitation.updateMany({ where: unused, data: { acceptedAt: now } });
  if (count === 0) throw invitationUnusable();
  const [user] = await tx.user.createManyAndReturn({
    data: {
      email,
      password,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      isAdmin,
      emailConfirmedAt: now,
    },
    select: publicFields,
    skipDuplicates: true,
  });
  if (!user) throw emailTaken();
  await tx.invitation.update({ where: { id }, data: { acceptedById: user.id } });
  await tx.invitation.deleteMany({ where: { email, origin: { not: 'administrator' }, acceptedAt: null } });
  await tx.invitation.updateMany({ where: { email, acceptedAt: null, revokedAt: null }, data: { revokedAt: now } });
  const details = { device: caller.device, isAdmin, isInvited: origin === 'administrator' };
  await recordAudit(tx, { kind: 'invitation-accepted', actor: user, details, caller });
  return user;
}

/** Within a transaction, locks the inviting administrator, who therefore keeps their rights until its end. */
async function findUsable({ env }: Deps, db: Reader, token: string) {
  const mode = signUpModeOf(env);
  if (mode === 'closed') throw signUpClosed();
  const found = await db.invitation.findFirst({
    where: { tokenHash: linkHashOf(token), acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, email: true, isAdmin: true, origin: true, invitedById: true },
  });
  if (!found) throw invitationUnusable();
  const isOwnRequest = found.origin === 'domain';
  if (isOwnRequest && (mode !== 'domain' || !isAllowedDomain(env, found.email))) throw invitationUnusable();
  if (!isOwnRequest) {
    const inviter = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${found.invitedById}::uuid AND is_admin AND NOT is_locked FOR SHARE`;
    if (inviter.length === 0) throw invitationUnusable();
  }
  return found;
}
