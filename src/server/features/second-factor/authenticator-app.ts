/** Set-up and removal of the authenticator app, and its recovery codes, for the signed-in user. */
import { browserCookie } from '~/server/auth/known-browser';
import { lockOwnAccount } from '~/server/auth/lock-account-row';
import { hasSecondFactor, isSecondFactorRequired, secondFactorSince } from '~/server/auth/second-factor';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import type { Requester } from '~/server/features/sessions/sessions.service';
import { signedOut } from '~/server/lib/errors';
import { sessionIdOf } from '~/server/lib/session-token';
import { limits } from '~/shared/limits';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';
import { openSecret, sealSecret } from './authenticator-secret';
import { forgetSecondFactor } from './forget-second-factor';
import { replaceRecoveryCodes } from './recovery-codes';
import { countCode } from './redeem-code';
import { alreadyEnabled, setupExpired, wrongFirstCode } from './second-factor.errors';
import { confirmWithSecondFactor, ownerOf, withSecondFactorProof } from './second-factor-proof';
import { keyUri, newSecret, stepOf } from './totp';

export async function secondFactorStatusOf({ db, env }: Deps, user: { id: string; isAdmin: boolean }) {
  const where = { userId: user.id };
  const app = await db.authenticatorApp.findUnique({ where, select: { confirmedAt: true } });
  return {
    isOn: await hasSecondFactor(db, user.id),
    since: app?.confirmedAt ?? null,
    recoveryCodesLeft: await db.recoveryCode.count({ where }),
    isRequired: isSecondFactorRequired(env, user),
  };
}

/** Creates a secret for the app, which is not active until a code is entered. */
export async function beginAuthenticator(
  deps: Deps,
  requester: Requester,
  proof: SecondFactorProof,
): Promise<{ secret: string; uri: string }> {
  const { user } = requester;
  // Before a code is used up.
  const active = { userId: user.id, confirmedAt: { not: null } };
  if ((await deps.db.authenticatorApp.count({ where: active })) > 0) throw alreadyEnabled();
  await confirmWithSecondFactor(deps, requester, proof);
  const secret = newSecret();
  const sealed = sealSecret(deps.env, user.id, secret);
  const stored = await deps.db.$queryRaw<unknown[]>`
    INSERT INTO authenticator_apps (user_id, secret) VALUES (${user.id}::uuid, ${sealed})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now()
    WHERE authenticator_apps.confirmed_at IS NULL RETURNING 1`;
  if (stored.length === 0) throw alreadyEnabled();
  return { secret, uri: keyUri(secret, user.email) };
}

/**
 * The first code activates the app. Unless the account has a passkey, this creates recovery codes, ends other sessions,
 * which were signed in without a second factor, and returns a cookie for a browser that has passed it.
 */
export async function confirmAuthenticator(
  deps: Deps,
  { user, sessionToken, caller }: Requester,
  code: string,
): Promise<{ recoveryCodes: string[]; cookie: string | null }> {
  const userId = user.id;
  const exceptSessionId = sessionIdOf(sessionToken);
  const owner = await ownerOf(deps, userId);
  const onSuccess = await countCode(deps, owner, caller);
  const since = new Date(Date.now() - limits.authenticatorSetupMs);
  const pending = { userId, confirmedAt: null, createdAt: { gt: since } };
  const app = await deps.db.authenticatorApp.findFirst({ where: pending });
  const secret = app && openSecret(deps.env, userId, app.secret);
  if (!app || !secret) throw setupExpired();
  const step = stepOf(secret, code);
  if (step === null) throw wrongFirstCode();
  const recoveryCodes = await deps.db.$transaction(async (tx) => {
    if (!(await lockOwnAccount(tx, userId, sessionToken))) throw signedOut();
    const isFirst = !(await hasSecondFactor(tx, userId));
    const { count } = await tx.authenticatorApp.updateMany({
      where: { ...pending, secret: app.secret },
      data: { confirmedAt: new Date(), lastStep: step },
    });
    if (count === 0) throw setupExpired();
    if (!isFirst) {
      await recordAudit(tx, { kind: 'authenticator-app-added', actor: user, caller });
      return [];
    }
    const ended = await tx.session.deleteMany({ where: { userId, id: { not: exceptSessionId } } });
    await recordAudit(tx, { kind: 'second-factor-enabled', actor: user, details: { count: ended.count }, caller });
    return replaceRecoveryCodes(tx, userId);
  });
  await onSuccess();
  if (recoveryCodes.length === 0) return { recoveryCodes, cookie: null };
  deps.bus.publish('accounts', { type: 'sessions-ended', userId, exceptSessionId });
  const proved = { passwordHash: owner.password, factorSince: await secondFactorSince(deps.db, userId) };
  return { recoveryCodes, cookie: browserCookie(caller.browserCookie, proved, deps.env) };
}

/** New recovery codes replace all earlier ones. */
export async function renewRecoveryCodes(
  deps: Deps,
  requester: Requester,
  proof: SecondFactorProof,
): Promise<string[]> {
  const { user, caller } = requester;
  return withSecondFactorProof(deps, requester, proof, async (tx) => {
    await recordAudit(tx, { kind: 'recovery-codes-created', actor: user, caller });
    return replaceRecoveryCodes(tx, user.id);
  });
}

export async function turnOffSecondFactor(deps: Deps, requester: Requester, proof: SecondFactorProof): Promise<void> {
  const { user, caller } = requester;
  await withSecondFactorProof(deps, requester, proof, async (tx, codeKind) => {
    const { count } = await tx.authenticatorApp.deleteMany({ where: { userId: user.id } });
    if (count === 0) return;
    // Passkeys remain a second factor, together with the recovery codes.
    const isOn = await hasSecondFactor(tx, user.id);
    if (!isOn) await forgetSecondFactor(tx, user.id);
    const kind = isOn ? 'authenticator-app-removed' : 'second-factor-disabled';
    await recordAudit(tx, { kind, actor: user, details: { code: codeKind }, caller });
  });
}
