import type { Caller } from '~/server/auth/caller';
import { publicFields } from '~/server/auth/current-user';
import { browserCookie, knownBrowserId } from '~/server/auth/known-browser';
import { lockAccountRow } from '~/server/auth/lock-account-row';
import { hasSecondFactor, secondFactorSince } from '~/server/auth/second-factor';
import { clearedSessionCookies, type IssuedSession, sessionCookie } from '~/server/auth/session-cookie';
import { issueSessionIn, newSession } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { beginChallenge } from '~/server/features/second-factor/sign-in-challenge';
import { signedOut } from '~/server/lib/errors';
import { hashPassword, isPassword } from '~/server/lib/password';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { pause } from '~/server/lib/wait';
import type { ChangePasswordInput, CurrentUser, LoginInput, ProfileInput, RegisterInput } from '~/shared/schemas/auth';
import { checkPasswordSignIn, emailTaken, noPasswordUsed, wrongCredentials, wrongCurrentPassword } from './auth.errors';
import { lockedOut } from './locked-out';
import { checkNewPassword } from './new-password';
import { countSignIn, resetSignInAttempts } from './sign-in-limits';
import { signInWays, usesPassword } from './sign-in-ways';
import { checkOpenSignUp } from './sign-up-mode';
import { type SignedIn, sessionDetails, signedInWith, startSession } from './start-session';

export async function register(deps: Deps, input: RegisterInput, caller: Caller): Promise<SignedIn> {
  checkPasswordSignIn(deps.env);
  checkOpenSignUp(deps.env);
  await checkNewPassword(deps.env, input.password);
  await deps.rateLimiter.consume('registerByAddress', caller.ip);
  const password = await hashPassword(input.password);
  const [user] = await deps.db.user.createManyAndReturn({
    data: { email: input.email, password, firstName: input.firstName ?? null, lastName: input.lastName ?? null },
    select: publicFields,
    skipDuplicates: true,
  });
  if (!user) throw emailTaken();
  await recordAudit(deps, { kind: 'sign-up', actor: user, details: { device: caller.device }, caller });
  return startSession(deps, user, password, caller);
}

/** With a second factor there is no session yet, because the code is still missing. */
type PendingSignIn = Omit<SignedIn, 'user'> & { user: null };

/**
 * A wrong email and a wrong password get the same response in the same time. Attempts are counted before the password
 * is checked. Only the right password reveals whether there is a second factor.
 */
export async function login(deps: Deps, input: LoginInput, caller: Caller): Promise<SignedIn | PendingSignIn> {
  checkPasswordSignIn(deps.env);
  const onSuccess = await countSignIn(deps, input.email, caller);
  const found = await deps.db.user.findUnique({
    where: { email: input.email },
    select: { ...publicFields, password: true },
  });
  const details = { device: caller.device };
  if (!(await isPassword(input.password, found?.password)) || !found) {
    const subject = { ...(found && { id: found.id }), label: typedEmail(input.email) };
    await recordAudit(deps, { kind: 'sign-in-failed', actor: null, subject, details, caller });
    throw wrongCredentials();
  }
  const { password: passwordHash, ...user } = found;
  if (user.isLocked) {
    await recordAudit(deps, { kind: 'sign-in-while-locked', actor: user, details, caller });
    throw await lockedOut(deps, user.id);
  }
  await onSuccess();
  const opened = await openAccount(deps, { userId: user.id, passwordHash }, caller);
  if ('challenge' in opened) return { user: null, cookies: [opened.challenge] };
  const signedIn = await signedInWith(deps, { user, passwordHash, session: opened.session }, caller);
  await recordAudit(deps, { kind: 'sign-in', actor: user, details, caller });
  return signedIn;
}

/** The password, the lock or the second factor may change while a password is checked, so this checks them again. */
const openAccount = (
  deps: Deps,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  caller: Caller,
): Promise<{ challenge: string } | { session: IssuedSession }> =>
  deps.db.$transaction(async (tx) => {
    if (!(await lockAccountRow(tx, userId, passwordHash))) throw wrongCredentials();
    if (await hasSecondFactor(tx, userId)) return { challenge: await beginChallenge({ ...deps, db: tx }, { userId }) };
    return { session: await issueSessionIn(tx, userId, sessionDetails(deps, caller)) };
  });

/** Returns the text only if it looks like an email, because users sometimes type their password into this field. */
export const typedEmail = (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : 'not an email address');

/**
 * Ends one session and everything that depends on it. Returns the Set-Cookie values that clear the browser's cookies.
 */
export async function logout(
  deps: Deps,
  signedIn: { sessionToken: SessionToken | null; user: CurrentUser } | null,
  caller: Caller,
): Promise<string[]> {
  if (signedIn?.sessionToken) {
    const { sessionToken, user } = signedIn;
    await deps.sessions.invalidateSession(sessionToken);
    deps.bus.publish('accounts', { type: 'session-ended', userId: user.id, sessionId: sessionIdOf(sessionToken) });
    await recordAudit(deps, { kind: 'sign-out', actor: user, caller });
  }
  return clearedSessionCookies(deps.env);
}

export async function updateProfile(deps: Deps, userId: string, { firstName, lastName }: ProfileInput) {
  const data = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
  return deps.db.user.update({ where: { id: userId }, data, select: publicFields });
}

/** Time for the response with the new cookie to arrive, so that the requesting browser reconnects with it. */
const renewalMs = 300;

/**
 * Ends every session of the account and replaces the current one. Returns the new cookie, so that a copy of the old one
 * is useless. Attempts are counted, so that an unattended browser can't be used for guessing. The old hash is part of
 * the update's condition, so only the first of two concurrent changes succeeds.
 */
export async function changePassword(
  deps: Deps,
  session: { user: { id: string; email: string }; sessionToken: SessionToken; caller: Caller },
  input: ChangePasswordInput,
): Promise<string[]> {
  await checkNewPassword(deps.env, input.newPassword, 'New password');
  const { user, caller } = session;
  const userId = user.id;
  await deps.rateLimiter.consume('passwordByAccount', userId);
  const found = await deps.db.user.findUnique({ where: { id: userId }, select: signInWays });
  if (found && !usesPassword(deps, found)) throw noPasswordUsed(deps.env);
  if (!(await isPassword(input.currentPassword, found?.password)) || !found) throw wrongCurrentPassword();
  const password = await hashPassword(input.newPassword);
  const renewed = newSession(userId, sessionDetails(deps, caller));
  const oldSessionId = sessionIdOf(session.sessionToken);
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({ where: { id: userId, password: found.password }, data: { password } });
    if (count === 0) throw wrongCurrentPassword();
    const ended = await tx.$queryRaw<{ id: string; identityId: string | null; providerSid: string | null }[]>`
      DELETE FROM sessions WHERE user_id = ${userId}::uuid
      RETURNING sid AS id, identity_id AS "identityId", provider_sid AS "providerSid"`;
    const current = ended.find(({ id }) => id === oldSessionId);
    // Ended since the request started: it must not come back.
    if (!current) throw signedOut();
    // The renewed session still belongs to its provider, which may end it.
    const { identityId, providerSid } = current;
    await tx.session.create({ data: { ...renewed.row, identityId, providerSid } });
    const tokensRevoked = input.revokeTokens ? (await tx.apiToken.deleteMany({ where: { userId } })).count : 0;
    // A link requested earlier would undo this change.
    await tx.emailLink.deleteMany({ where: { userId, purpose: 'reset-password' } });
    await tx.signInChallenge.deleteMany({ where: { userId } });
    await recordAudit(tx, { kind: 'password-changed', actor: user, details: { tokensRevoked }, caller });
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId, exceptSessionId: oldSessionId });
  deps.background.run('the end of a renewed session', async (signal) => {
    await pause(renewalMs, signal);
    deps.bus.publish('accounts', { type: 'session-ended', userId, sessionId: oldSessionId });
  });
  await deps.rateLimiter.reset('passwordByAccount', userId);
  await resetSignInAttempts(deps, user.email, caller);
  // The old browser cookie was bound to the old password. The new one keeps this browser recognized, with its second
  // factor.
  const factorSince = await secondFactorSince(deps.db, userId);
  const hasPassedFactor = knownBrowserId(caller.browserCookie, { passwordHash: found.password, factorSince });
  const proved = { passwordHash: password, ...(hasPassedFactor && { factorSince }) };
  return [sessionCookie(deps.env, renewed), browserCookie(caller.browserCookie, proved, deps.env)];
}
