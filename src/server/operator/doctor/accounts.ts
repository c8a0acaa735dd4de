/** Checks who can sign up, how users sign in, and how weak a password may be. */
import type { Env } from '~/server/env';
import type { SignUpMode } from '~/shared/sign-up-modes';
import { type Finding, ok, warn } from './finding';

/** Recommended if others can reach the installation. */
const recommendedLength = 12;

const check = 'accounts';

const signUpNotes: Record<SignUpMode, string> = {
  open: 'anyone can sign up (set SIGN_UP=closed to change that)',
  invitation: 'sign-up is by invitation (Settings, Admin, Invitations)',
  domain: 'sign-up is for email addresses of SIGN_UP_DOMAINS',
  waitlist: 'sign-up is by waitlist (Settings, Admin, Invitations)',
  closed: 'sign-up is closed (npm run user:create creates accounts)',
};

export async function checkAccounts(env: Env): Promise<Finding[]> {
  const { PASSWORD_MIN_LENGTH: length, SIGN_UP, PUBLIC_URL } = env;
  if (!env.PASSWORD_SIGN_IN) return [passwordsAreOff(env)];
  const passwords = `passwords of ${length} characters or more`;
  const signUp = ok(check, signUpNotes[SIGN_UP]);
  if (PUBLIC_URL !== undefined && length < recommendedLength)
    return [signUp, warn(check, `${passwords} are accepted`, `Set PASSWORD_MIN_LENGTH=${recommendedLength}.`)];
  return [signUp, ok(check, passwords)];
}

/** The operator cannot be locked out, because the setting itself can be reverted. */
function passwordsAreOff({ oidc }: Env): Finding {
  const names = oidc.map(({ name }) => name).join(', ');
  const message = `password sign-in is off, users sign in with ${names} only`;
  if (oidc.some(({ adminGroups }) => adminGroups.length > 0)) return ok(check, message);
  return warn(
    check,
    `${message}, and no group of the provider makes administrators`,
    'Set OIDC_ADMIN_GROUPS, or make sure that an administrator has connected the provider. To return, set PASSWORD_SIGN_IN=on.',
  );
}
