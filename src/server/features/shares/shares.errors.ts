import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const shareNotFound = () => new AppError('not_found', 'Shared link not found');
export const tooManyShares = () =>
  new AppError('conflict', `You have ${limits.sharesPerUser} shared links, which is the limit. Revoke some first.`);
export const notCopyable = () =>
  new AppError('conflict', 'This link was created before this feature existed. Ask its owner for a new one.');

export const publicSharingOff = () =>
  new AppError('forbidden', 'Public links are turned off. Share with signed-in users instead.');
export const nothingToShare = () => new AppError('conflict', 'This conversation has no messages to share.');
