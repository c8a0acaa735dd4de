/** The signed-in user's passkeys: add, list, rename, remove, and use to confirm a sensitive action. */
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { browserCookie } from '~/server/auth/known-browser';
import { lockAccountRow, lockOwnAccount } from '~/server/auth/lock-account-row';
import { hasSecondFactor, secondFactorSince } from '~/server/auth/second-factor';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { forgetPasskeyConfirmations } from '~/server/features/second-factor/forget-second-factor';
import { replaceRecoveryCodes } from '~/server/features/second-factor/recovery-codes';
import { confirmWithSecondFactor, withSecondFactorProof } from '~/server/features/second-factor/second-factor-proof';
import type { Requester } from '~/server/features/sessions/sessions.service';
import { signedOut } from '~/server/lib/errors';
import { sessionIdOf } from '~/server/lib/session-token';
import { limits } from '~/shared/limits';
import type { PasskeyAssertion, PasskeyRegistration, PasskeySummary } from '~/shared/schemas/passkeys';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';
import { consumePasskeyRequest, newPasskeyRequest } from './passkey-requests';
import { passkeyKnown, passkeyNotFound, passkeyRejected, tooManyPasskeys } from './passkeys.errors';
import type { RelyingParty } from './relying-party';
import { userHandleBytes, verifyPasskey } from './verify-passkey';
import { loadWebAuthn } from './web-authn';

const shown = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;

export const listPasskeys = ({ db }: Deps, userId: string): Promise<PasskeySummary[]> =>
  db.passkey.findMany({ where: { userId }, select: shown, orderBy: { createdAt: 'asc' } });

/** Requires a proof first, so that someone with access to the browser can't add a way to sign in. */
export async function beginPasskey(
  deps: Deps,
  party: RelyingParty,
  requester: Requester,
  proof: SecondFactorProof,
): Promise<object> {
  const { user } = requester;
  await confirmWithSecondFactor(deps, requester, proof);
  const existing = await deps.db.passkey.findMany({ where: { userId: user.id } });
  if (existing.length >= limits.passkeysPerUser) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.email,
    userID: userHandleBytes(user.id),
    challenge: await newPasskeyRequest(deps.db, { purpose: 'add', userId: user.id }),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // The passkey must work without an email (discoverable) and verify the user by PIN or biometrics.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * The account's first second factor creates recovery codes, ends the sessions signed in without one, and returns a
 * cookie for a browser that has passed it.
 */
export async function addPasskey(
  deps: Deps,
  party: RelyingParty,
  { user, sessionToken, caller }: Requester,
  { name, response }: { name: string; response: PasskeyRegistration },
): Promise<{ added: { passkey: PasskeySummary; recoveryCodes: string[] }; cookie: string | null }> {
  const userId = user.id;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo: found } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumePasskeyRequest(deps.db, { purpose: 'add', userId }, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
  }).catch((error: unknown) => {
    throw passkeyRejected(error);
  });
  if (!found) throw passkeyRejected();
  const exceptSessionId = sessionIdOf(sessionToken);
  const { id: credentialId, publicKey, counter, transports = [] } = found.credential;
  const { passwordHash, ...added } = await deps.db.$transaction(async (tx) => {
    if (!(await lockOwnAccount(tx, userId, sessionToken))) throw signedOut();
    if ((await tx.passkey.count({ where: { userId } })) >= limits.passkeysPerUser) throw tooManyPasskeys();
    const isFirst = !(await hasSecondFactor(tx, userId));
    const [passkey] = await tx.passkey.createManyAndReturn({
      data: { userId, name, credentialId, publicKey, counter: BigInt(counter), transports },
      select: shown,
      skipDuplicates: true,
    });
    if (!passkey) throw passkeyKnown();
    const subject = { id: passkey.id, label: name };
    await recordAudit(tx, { kind: 'passkey-added', actor: user, subject, caller });
    if (!isFirst) return { passkey, recoveryCodes: [] };
    const ended = await tx.session.deleteMany({ where: { userId, id: { not: exceptSessionId } } });
    await recordAudit(tx, { kind: 'second-factor-enabled', actor: user, details: { count: ended.count }, caller });
    const { password } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { password: true } });
    return { passkey, recoveryCodes: await replaceRecoveryCodes(tx, userId), passwordHash: password };
  });
  if (passwordHash === undefined) return { added, cookie: null };
  deps.bus.publish('accounts', { type: 'sessions-ended', userId, exceptSessionId });
  const proved = { passwordHash, factorSince: await secondFactorSince(deps.db, userId) };
  return { added, cookie: browserCookie(caller.browserCookie, proved, deps.env) };
}

export async function renamePasskey(
  { db }: Deps,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { count } = await db.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw passkeyNotFound();
}

/**
 * Requires a code as well, as for the authenticator app: the password alone would otherwise turn the second factor off.
 * Sensitive actions must then be confirmed again. Removing the last one also deletes its recovery codes and pending
 * sign-ins.
 */
export async function removePasskey(
  deps: Deps,
  requester: Requester,
  { id, ...proof }: SecondFactorProof & { id: string },
): Promise<void> {
  const { user, caller } = requester;
  const where = { id, userId: user.id };
  if (!(await deps.db.passkey.findFirst({ where, select: { id: true } }))) throw passkeyNotFound();
  await withSecondFactorProof(deps, requester, proof, async (tx, codeKind) => {
    const passkey = await tx.passkey.findFirst({ where });
    if (!passkey) throw passkeyNotFound();
    await tx.passkey.delete({ where: { id } });
    await forgetPasskeyConfirmations(tx, user.id);
    await recordAudit(tx, { kind: 'passkey-removed', actor: user, subject: { id, label: passkey.name }, caller });
    if (await hasSecondFactor(tx, user.id)) return;
    await tx.recoveryCode.deleteMany({ where: { userId: user.id } });
    await tx.signInChallenge.deleteMany({ where: { userId: user.id } });
    await recordAudit(tx, { kind: 'second-factor-disabled', actor: user, details: { code: codeKind }, caller });
  });
}

/** The challenge for this account's passkeys. */
export async function passkeyOptionsFor(
  { db }: Deps,
  party: RelyingParty,
  { purpose, userId }: { purpose: 'confirm' | 'second-factor'; userId: string },
): Promise<object> {
  const passkeys = await db.passkey.findMany({ where: { userId } });
  if (passkeys.length === 0) throw passkeyNotFound();
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newPasskeyRequest(db, { purpose, userId }),
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: purpose === 'confirm' ? 'required' : 'preferred',
  });
}

/** Confirms sensitive actions of this session for ten minutes, in place of the password. */
export async function confirmWithPasskey(
  deps: Deps,
  party: RelyingParty,
  { user, sessionToken, caller }: Requester,
  response: PasskeyAssertion,
): Promise<void> {
  await deps.rateLimiter.consume('passwordByAccount', user.id);
  const { id, name } = await verifyPasskey(deps, party, { purpose: 'confirm', userId: user.id }, response);
  await deps.rateLimiter.reset('passwordByAccount', user.id);
  await deps.db.$transaction(async (tx) => {
    // Removed since it was verified.
    if (!(await lockAccountRow(tx, user.id)) || (await tx.passkey.count({ where: { id } })) === 0)
      throw passkeyRejected();
    await tx.session.updateMany({ where: { id: sessionIdOf(sessionToken) }, data: { passkeyAt: new Date() } });
  });
  await recordAudit(deps, { kind: 'passkey-confirmed', actor: user, details: { passkey: name }, caller });
}
