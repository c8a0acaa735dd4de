/** Checks who can sign up and how weak a password may be. */
import type { Env } from '~/server/env';
import { type Finding, ok, warn } from './finding';

/** Recommended if others can reach the installation. */
const recommendedLength = 12;

export async function checkAccounts(env: Env): Promise<Finding[]> {
  const { PASSWORD_MIN_LENGTH: length, SIGN_UP, PUBLIC_URL } = env;
  const check = 'accounts';
  const passwords = `passwords of ${length} characters or more`;
  const signUp = ok(
    check,
    SIGN_UP === 'open'
      ? 'anyone can sign up (set SIGN_UP=closed to change that)'
      : 'sign-up is closed (npm run user:create creates accounts)',
  );
  if (PUBLIC_URL !== undefined && length < recommendedLength)
    return [signUp, warn(check, `${passwords} are accepted`, `Set PASSWORD_MIN_LENGTH=${recommendedLength}.`)];
  return [signUp, ok(check, passwords)];
}
