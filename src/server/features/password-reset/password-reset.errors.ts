import { AppError } from '~/server/lib/errors';

/** One answer for links that never were, are too old, were used, or were replaced: none of them says more. */
export const linkUnusable = () =>
  new AppError('validation', 'This link has expired or was already used. Request a new one.');
