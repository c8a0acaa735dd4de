import { isCommonPassword } from '~/server/lib/common-passwords';
import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

/** The requirements for every new password, in each place where one is set. Existing passwords keep working. */
export async function checkNewPassword(
  { PASSWORD_MIN_LENGTH: minimum }: { PASSWORD_MIN_LENGTH: number },
  password: string,
  name: 'Password' | 'New password' = 'Password',
): Promise<void> {
  const passwordError = (message: string) =>
    new AppError('validation', message, { field: name === 'Password' ? 'password' : 'newPassword' });
  if (password.length < minimum) throw passwordError(`${name} must be at least ${minimum} characters`);
  if (password.length > limits.passwordMaxLength)
    throw passwordError(`${name} must be at most ${limits.passwordMaxLength} characters`);
  if (await isCommonPassword(password)) throw passwordError('This is a commonly used password. Choose another one.');
}
