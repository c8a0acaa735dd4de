/**
 * Signs in a user whose identity a provider has verified: finds the account by issuer and subject, or creates one. An
 * email alone never opens an existing account; its user signs in and connects the provider in Settings.
 */
import type { Caller } from '~/server/auth/caller';
import { publicFields } from '~/server/auth/current-user';
import type { Deps } from '~/server/deps';
import { setAdmin } from '~/server/features/admin/admin.service';
import { recordAudit } from '~/server/features/audit/audit.service';
import { isOnlyDeactivated } from '~/server/features/auth/locked-out';
import { syncGroups } from '~/server/features/groups/sync-groups';
import { AppError } from '~/server/lib/errors';
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';
import { noPassword } from '~/server/lib/password';
import type { VerifiedIdentity } from '~/server/providers/oidc/types';
import type { CurrentUser } from '~/shared/schemas/auth';
import { SignInRejected } from './identities.errors';
import { openSession } from './identity-sessions';

interface LinkedUser {
  identityId: string;
  user: CurrentUser;
}

/** Returns the Set-Cookie value of the new session, or of the challenge for the second factor. */
export async function signInAs(
  deps: Deps,
  provider: OidcProviderSettings,
  identity: VerifiedIdentity,
  caller: Caller,
): Promise<{ cookie: string; isComplete: boolean }> {
  checkDomain(provider, identity);
  const { user, identityId } =
    (await findIdentity(deps.db, identity)) ??
    (await linkProvisioned(deps, provider, identity, caller)) ??
    (await createAccountOf(deps, provider, identity, caller));
  const details = { device: caller.device, provider: provider.name };
  if (user.isLocked) {
    await recordAudit(deps, { kind: 'sign-in-while-locked', actor: user, details, caller });
    throw new SignInRejected((await isOnlyDeactivated(deps.db, user.id)) ? 'deactivated' : 'locked');
  }
  await applyRole(deps, provider, { user, groups: identity.groups }, caller);
  if (provider.syncsGroups) await syncGroups(deps, provider, { user, groups: identity.groups }, caller);
  const lastUsedAt = new Date();
  await deps.db.identity.updateMany({ where: { id: identityId }, data: { email: identity.email, lastUsedAt } });
  const opened = await openSession(deps, { userId: user.id, identityId, sid: identity.sid }, caller);
  if (opened.isComplete) await recordAudit(deps, { kind: 'sign-in', actor: user, details, caller });
  return opened;
}

/** Checked at each sign-in, so that access ends when a user's email leaves the domain. */
export function checkDomain(
  { emailDomains }: OidcProviderSettings,
  { email, isEmailVerified }: VerifiedIdentity,
): void {
  if (emailDomains.length === 0) return;
  if (!email || !isEmailVerified) throw new SignInRejected('email-unverified');
  if (!emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new SignInRejected('email-domain');
}

async function findIdentity(
  db: Pick<Deps['db'], 'identity'>,
  { issuer, subject }: Pick<VerifiedIdentity, 'issuer' | 'subject'>,
): Promise<LinkedUser | null> {
  const found = await db.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { id: true, user: { select: publicFields } },
  });
  return found && { identityId: found.id, user: found.user };
}

/**
 * The first sign-in to an account that a directory created over SCIM. It has neither a password nor an identity, so the
 * verified email decides, as for a password reset link.
 */
async function linkProvisioned(
  deps: Deps,
  provider: OidcProviderSettings,
  { email, isEmailVerified, issuer, subject }: VerifiedIdentity,
  caller: Caller,
): Promise<LinkedUser | null> {
  if (!email || !isEmailVerified) return null;
  return deps.db.$transaction(async (tx) => {
    // Locked until the end, so that the second of two concurrent first sign-ins finds the identity connected.
    await tx.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`;
    const user = await tx.user.findFirst({
      where: { email, provisionedAt: { not: null }, password: { startsWith: 'none ' }, identities: { none: {} } },
      select: publicFields,
    });
    if (!user) return findIdentity(tx, { issuer, subject });
    const { id: identityId } = await tx.identity.create({ data: { userId: user.id, issuer, subject, email } });
    const details = { device: caller.device, provider: provider.name };
    await recordAudit(tx, { kind: 'provider-connected', actor: user, details, caller });
    return { identityId, user };
  });
}

async function createAccountOf(
  deps: Deps,
  provider: OidcProviderSettings,
  identity: VerifiedIdentity,
  caller: Caller,
): Promise<LinkedUser> {
  const { email, issuer, subject, firstName, lastName } = identity;
  if (!email || !identity.isEmailVerified) throw new SignInRejected('email-unverified');
  if (!provider.createsAccounts) {
    const isKnown = await deps.db.user.findUnique({ where: { email }, select: { id: true } });
    throw new SignInRejected(isKnown ? 'account-exists' : 'no-account');
  }
  return deps.db.$transaction(async (tx) => {
    const [user] = await tx.user.createManyAndReturn({
      data: { email, password: noPassword(), firstName, lastName, emailConfirmedAt: new Date() },
      select: publicFields,
      skipDuplicates: true,
    });
    if (!user) {
      // A concurrent first sign-in has just created it.
      const created = await findIdentity(tx, identity);
      if (created) return created;
      throw new SignInRejected('account-exists');
    }
    const { id: identityId } = await tx.identity.create({ data: { userId: user.id, issuer, subject, email } });
    const details = { device: caller.device, provider: provider.name };
    await recordAudit(tx, { kind: 'sign-up', actor: user, details, caller });
    return { identityId, user };
  });
}

/** With admin groups in the settings, the provider decides who is an administrator; otherwise administrators do. */
async function applyRole(
  deps: Deps,
  { adminGroups, name }: OidcProviderSettings,
  { user, groups }: { user: CurrentUser; groups: string[] },
  caller: Caller,
): Promise<void> {
  const isAdmin = groups.some((group) => adminGroups.includes(group));
  if (adminGroups.length === 0 || isAdmin === user.isAdmin) return;
  try {
    await setAdmin(deps, { by: { email: name }, caller }, { userId: user.id, isAdmin, isForced: true });
  } catch (error) {
    // Keep the last administrator, because otherwise no one could change the settings.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    deps.logger.warn({ userId: user.id }, 'kept the last administrator, who is not in an admin group of the provider');
  }
}
