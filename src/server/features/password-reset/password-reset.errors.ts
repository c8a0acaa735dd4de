import { AppError } from '~/server/lib/errors';

/**
 * The same error for links that never existed, have expired, were used or were replaced, so that they can't be told
 * apart.
 */
export const linkUnusable = () =>
  new AppError('validation', 'This link has expired or was already used. Request a new one.');
