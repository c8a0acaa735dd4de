import { AppError } from '~/server/lib/errors';

/**
 * The same error for links that never existed, have expired, were used or were revoked, so that they can't be told
 * apart.
 */
export const invitationUnusable = () =>
  new AppError('validation', 'This link has expired or was already used. Ask for a new one.');
export const invitationNotFound = () => new AppError('not_found', 'Invitation not found');
export const requestNotFound = () =>
  new AppError('forbidden', 'This service has no waitlist and sends no sign-up links. Ask an administrator.');
export const domainNotAllowed = (domains: readonly string[]) =>
  new AppError('forbidden', `Only ${domains.join(' or ')} email addresses can sign up.`, { field: 'email' });
