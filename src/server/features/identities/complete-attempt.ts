/** Handles the callback of a provider: verifies that it belongs to an attempt, then completes that attempt. */
import type { Caller } from '~/server/auth/caller';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import type { Requester } from '~/server/features/sessions/sessions.service';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import type { OidcProvider, VerifiedIdentity } from '~/server/providers/oidc/types';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { Attempt } from './attempt-cookie';
import { SignInRejected } from './identities.errors';
import { connectIdentity } from './identities.service';
import { checkDomain, signInAs } from './sign-in';

/** The callback request. */
export interface CallbackRequest {
  deps: Deps;
  caller: Caller;
  identify(): Promise<{ user: CurrentUser; sessionToken: SessionToken | null } | null>;
  setCookie(value: string): void;
}

/** Resolves to whether the attempt is complete: a sign-in may still need the code of the second factor. */
export async function completeAttempt(
  returning: CallbackRequest,
  provider: OidcProvider,
  attempt: Attempt | null,
  query: string,
): Promise<{ isComplete: boolean }> {
  // The attempt was started in another browser, has expired, or belongs to another provider.
  if (!attempt || attempt.providerId !== provider.settings.id) throw new SignInRejected('expired');
  // Usually caused by a second attempt in another tab. The code of the first one is not sent to the provider.
  const states = new URLSearchParams(query).getAll('state');
  if (states.length !== 1 || states[0] !== attempt.state) throw new SignInRejected('expired');
  const identity = await provider.finish(query, attempt, { isFresh: attempt.purpose === 'confirm' });
  const { deps, caller } = returning;
  if (attempt.purpose === 'sign-in') {
    const { cookie, isComplete } = await signInAs(deps, provider.settings, identity, caller);
    returning.setCookie(cookie);
    return { isComplete };
  }
  const requester = await requesterOf(returning, attempt);
  checkDomain(provider.settings, identity);
  if (attempt.purpose === 'connect')
    await connectIdentity(deps, requester, { identity, providerName: provider.settings.name });
  else await confirmSession(deps, requester, identity);
  return { isComplete: true };
}

/** The session must still belong to the account that started the attempt, because another tab may have changed it. */
async function requesterOf(returning: CallbackRequest, { userId }: Attempt): Promise<Requester> {
  const signedIn = await returning.identify();
  if (!signedIn?.sessionToken || signedIn.user.id !== userId) throw new SignInRejected('expired');
  return { user: signedIn.user, sessionToken: signedIn.sessionToken, caller: returning.caller };
}

async function confirmSession(
  deps: Deps,
  { user, sessionToken, caller }: Requester,
  { issuer, subject }: VerifiedIdentity,
): Promise<void> {
  const isOwn = await deps.db.identity.count({ where: { userId: user.id, issuer, subject } });
  if (isOwn === 0) throw new SignInRejected('other-account');
  const id = sessionIdOf(sessionToken);
  await deps.db.session.updateMany({ where: { id }, data: { confirmedAt: new Date() } });
  await recordAudit(deps, { kind: 'provider-confirmed', actor: user, caller });
}
