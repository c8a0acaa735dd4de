/** How a user signs in: with a password, or with identities at providers, which they connect and disconnect here. */
import { lockOwnAccount } from '~/server/auth/lock-account-row';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { confirmationsOf, confirmUser } from '~/server/features/auth/confirm-user';
import { canSignIn, usesPassword } from '~/server/features/auth/sign-in-ways';
import type { Requester } from '~/server/features/sessions/sessions.service';
import { type SessionId, sessionIdOf } from '~/server/lib/session-token';
import type { VerifiedIdentity } from '~/server/providers/oidc/types';
import type { SignInMethods } from '~/shared/schemas/identities';
import { identityNotFound, onlySignInMethod, SignInRejected } from './identities.errors';

export async function listSignInMethods(deps: Deps, { user, sessionToken }: Requester): Promise<SignInMethods> {
  const { password, identities, passkeys, authenticator } = await deps.db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: {
      password: true,
      identities: { orderBy: { createdAt: 'asc' } },
      passkeys: { select: { id: true }, take: 1 },
      authenticator: { select: { confirmedAt: true } },
    },
  });
  const providers = deps.env.oidc.map(({ id, name, issuer }) => ({ id, name, issuer }));
  const isConnected = ({ issuer }: { issuer: string }) => identities.some((one) => one.issuer === issuer);
  const summary = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const hasPasskey = passkeys.length > 0;
  const hasApp = (authenticator?.confirmedAt ?? null) !== null;
  return {
    hasPassword: usesPassword(deps, { password, identities }),
    hasPasskey,
    hasApp,
    hasSecondFactor: hasApp || hasPasskey,
    ...(await confirmationsOf(deps, sessionToken)),
    identities: identities.map(({ id, issuer, email, createdAt, lastUsedAt }) => ({
      id,
      issuer,
      name: providers.find((one) => one.issuer === issuer)?.name ?? issuer,
      email,
      connectedAt: createdAt,
      lastUsedAt,
      isRemovable: canSignIn(deps, { password, identities: identities.filter((other) => other.id !== id) }),
    })),
    available: providers.filter((one) => !isConnected(one)).map(summary),
    confirmWith: providers.filter(isConnected).map(summary),
  };
}

/** Called when the round trip started by `connect` completes. The identity must not belong to any account yet. */
export async function connectIdentity(
  deps: Deps,
  { user, sessionToken, caller }: Requester,
  { identity, providerName }: { identity: VerifiedIdentity; providerName: string },
): Promise<void> {
  const { issuer, subject, email } = identity;
  await deps.db.$transaction(async (tx) => {
    if (!(await lockOwnAccount(tx, user.id, sessionToken))) throw new SignInRejected('expired');
    const data = { userId: user.id, issuer, subject, email };
    const { count } = await tx.identity.createMany({ data, skipDuplicates: true });
    const details = { provider: providerName };
    if (count > 0) return recordAudit(tx, { kind: 'provider-connected', actor: user, details, caller });
    const own = await tx.identity.findFirst({ where: { userId: user.id, issuer, subject }, select: { id: true } });
    if (!own) throw new SignInRejected('other-account');
  });
}

/** Ends the sessions opened with the identity, except the current one. Throws for the last way to sign in. */
export async function disconnectIdentity(
  deps: Deps,
  requester: Requester,
  { id, password }: { id: string; password?: string | undefined },
): Promise<void> {
  const { user, sessionToken, caller } = requester;
  const owned = { id, userId: user.id };
  if (!(await deps.db.identity.findFirst({ where: owned, select: { id: true } }))) throw identityNotFound();
  await confirmUser(deps, { userId: user.id, sessionToken }, password);
  const exceptSessionId = sessionIdOf(sessionToken);
  const ended = await deps.db.$transaction(async (tx) => {
    // Locked until the end, so that the second of two concurrent removals recognizes its identity as the last one.
    const [owner] = await tx.$queryRaw<{ password: string }[]>`
      SELECT password FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
    const others = { userId: user.id, id: { not: id } };
    const identities = await tx.identity.findMany({ where: others, select: { issuer: true } });
    if (!canSignIn(deps, { password: owner?.password, identities })) throw onlySignInMethod(deps.env);
    const where = { identityId: id, id: { not: exceptSessionId } };
    const sessions = await tx.session.findMany({ where, select: { id: true } });
    await tx.session.deleteMany({ where });
    const [removed] = await tx.$queryRaw<{ issuer: string }[]>`
      DELETE FROM identities WHERE id = ${id}::uuid AND user_id = ${user.id}::uuid RETURNING issuer`;
    if (!removed) throw identityNotFound();
    const provider = deps.env.oidc.find(({ issuer }) => issuer === removed.issuer)?.name ?? removed.issuer;
    await recordAudit(tx, { kind: 'provider-disconnected', actor: user, details: { provider }, caller });
    return sessions;
  });
  for (const session of ended) {
    const sessionId = session.id as SessionId;
    deps.bus.publish('accounts', { type: 'session-ended', userId: user.id, sessionId });
  }
}
