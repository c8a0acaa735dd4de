import { AppError } from '~/server/lib/errors';

export const codeNeeded = () =>
  new AppError('second_factor', 'Enter your code or use your passkey to finish signing in.');
export const challengeExpired = () =>
  new AppError('signed_out', 'This sign-in took too long or had too many wrong codes. Sign in again.');
export const wrongCode = () =>
  new AppError('validation', 'This code is not valid. Enter the newest code, or a recovery code you have not used.', {
    field: 'code',
  });
/** During the setup, there are no recovery codes yet. */
export const wrongFirstCode = () =>
  new AppError('validation', 'This code is not valid. Enter the newest code that the app shows.', { field: 'code' });
export const alreadyEnabled = () =>
  new AppError('conflict', 'Your account already has an authenticator app. Turn it off first.');
export const notEnabled = (email?: string) =>
  new AppError('conflict', email ? `${email} has no second factor.` : 'Your account has no second factor.');
export const setupExpired = () =>
  new AppError('conflict', 'This setup has expired or was restarted elsewhere. Start it again.');
export const codeMissing = () => new AppError('validation', 'Code is required', { field: 'code' });
export const confirmationEnded = () =>
  new AppError('conflict', "Your confirmation has expired. Confirm again that it's you.");
