import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';

export const wrongCredentials = () => new AppError('signed_out', 'Invalid email or password');
export const wrongCurrentPassword = () => new AppError('validation', 'Current password is incorrect');
export const wrongPassword = () => new AppError('validation', 'Password is incorrect', { field: 'password' });
export const passwordMissing = () => new AppError('validation', 'Password is required', { field: 'password' });
export const emailTaken = () => new AppError('conflict', 'An account with this email already exists');
export const accountLocked = () => new AppError('forbidden', 'Your account is locked. Please contact support.');
export const accountDeactivated = () =>
  new AppError(
    'forbidden',
    'Your organization has deactivated your account. Ask your administrator to activate it again.',
  );
export const signUpClosed = () =>
  new AppError('forbidden', 'Sign-up is closed. Ask an administrator of this service for an account.');
export const noPasswordUsed = ({ PASSWORD_SIGN_IN }: Pick<Env, 'PASSWORD_SIGN_IN'>) =>
  new AppError(
    'conflict',
    PASSWORD_SIGN_IN
      ? 'Your account has no password. Use "Forgot your password?" on the sign-in page to set one.'
      : 'You sign in with a provider, without a password.',
  );
export const confirmFirst = () =>
  new AppError('forbidden', "Confirm it's you first: sign in again with your provider in Settings, Password.");

/** With PASSWORD_SIGN_IN=off, passwords can neither open sessions nor create accounts. */
export function checkPasswordSignIn({ PASSWORD_SIGN_IN }: Pick<Env, 'PASSWORD_SIGN_IN'>): void {
  if (!PASSWORD_SIGN_IN)
    throw new AppError('forbidden', 'Password sign-in is turned off. Choose a provider on the sign-in page.');
}
