import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const passkeyNotFound = () => new AppError('not_found', 'Passkey not found');
export const tooManyPasskeys = () =>
  new AppError('conflict', `You can have at most ${limits.passkeysPerUser} passkeys. Remove one first.`);
export const passkeyKnown = () => new AppError('conflict', 'This passkey has already been added.');
/** The same error for an unknown passkey, an expired request and a wrong signature. */
export const passkeyRejected = (cause?: unknown) =>
  new AppError('validation', "This passkey couldn't be verified. Try again.", { cause });
