/** Sign-in with only a passkey, which counts as two factors: a device, unlocked by PIN or biometrics. */
import type { Caller } from '~/server/auth/caller';
import { publicFields } from '~/server/auth/current-user';
import { browserCookie } from '~/server/auth/known-browser';
import { lockAccountRow } from '~/server/auth/lock-account-row';
import { secondFactorSince } from '~/server/auth/second-factor';
import { sessionCookie } from '~/server/auth/session-cookie';
import { issueSessionIn } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { checkPasswordSignIn } from '~/server/features/auth/auth.errors';
import { lockedOut } from '~/server/features/auth/locked-out';
import { type SignedIn, sessionDetails } from '~/server/features/auth/start-session';
import type { PasskeyAssertion } from '~/shared/schemas/passkeys';
import { newPasskeyRequest } from './passkey-requests';
import { passkeyRejected } from './passkeys.errors';
import type { RelyingParty } from './relying-party';
import { verifyPasskey } from './verify-passkey';
import { loadWebAuthn } from './web-authn';

/** Lists no passkeys, so that the browser offers those it has for this host. */
export async function signInOptions(deps: Deps, party: RelyingParty, caller: Caller): Promise<object> {
  checkPasswordSignIn(deps.env);
  await deps.rateLimiter.consume('passkeyByAddress', caller.ip);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newPasskeyRequest(deps.db, { purpose: 'sign-in', userId: null }),
    userVerification: 'required',
  });
}

export async function signInWithPasskey(
  deps: Deps,
  party: RelyingParty,
  response: PasskeyAssertion,
  caller: Caller,
): Promise<SignedIn> {
  checkPasswordSignIn(deps.env);
  await deps.rateLimiter.consume('passkeyByAddress', caller.ip);
  const { id, userId } = await verifyPasskey(deps, party, { purpose: 'sign-in', userId: null }, response);
  const select = { ...publicFields, password: true };
  const { password, ...user } = await deps.db.user.findUniqueOrThrow({ where: { id: userId }, select });
  const details = { device: caller.device, code: 'passkey' };
  if (user.isLocked) {
    await recordAudit(deps, { kind: 'sign-in-while-locked', actor: user, details, caller });
    throw await lockedOut(deps, user.id);
  }
  const session = await deps.db.$transaction(async (tx) => {
    // Locked or removed since it was verified.
    if (!(await lockAccountRow(tx, userId)) || (await tx.passkey.count({ where: { id } })) === 0)
      throw passkeyRejected();
    return issueSessionIn(tx, userId, sessionDetails(deps, caller));
  });
  await recordAudit(deps, { kind: 'sign-in', actor: user, details, caller });
  const proved = { passwordHash: password, factorSince: await secondFactorSince(deps.db, userId) };
  const browser = browserCookie(caller.browserCookie, proved, deps.env);
  return { user, cookies: [sessionCookie(deps.env, session), browser] };
}
