/** Who can get an account, and how weak its password may be. */
import type { Env } from '~/server/env';
import { type Finding, ok, warn } from './finding';

/** Recommended where others can reach the installation. */
const recommendedLength = 12;

export async function examineAccounts(env: Env): Promise<Finding[]> {
  const { PASSWORD_MIN_LENGTH: length, SIGN_UP, PUBLIC_URL } = env;
  const about = 'accounts';
  const passwords = `passwords of ${length} characters or more`;
  const signUp = ok(
    about,
    SIGN_UP === 'open'
      ? 'anyone who reaches the service can sign up; SIGN_UP=closed changes that'
      : 'sign-up is closed; npm run user:create creates accounts',
  );
  if (PUBLIC_URL !== undefined && length < recommendedLength)
    return [signUp, warn(about, `${passwords} are accepted`, `Set PASSWORD_MIN_LENGTH=${recommendedLength}.`)];
  return [signUp, ok(about, passwords)];
}
