import type { Deps } from '~/server/deps';
import { isPassword } from '~/server/lib/password';
import { wrongPassword } from './auth.errors';

/**
 * Throws unless the password is the account's. Attempts are counted for all sensitive actions together, so that an
 * unattended browser cannot be used to guess it. Returns the stored hash: a write that must not follow a password
 * change makes it part of its condition.
 */
export async function confirmPassword(deps: Deps, userId: string, password: string): Promise<string> {
  await deps.rateLimiter.consume('passwordByAccount', userId);
  const found = await deps.db.user.findUnique({ where: { id: userId }, select: { password: true } });
  if (!(await isPassword(password, found?.password)) || !found) throw wrongPassword();
  await deps.rateLimiter.reset('passwordByAccount', userId);
  return found.password;
}
