import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const tokenNotFound = () => new AppError('not_found', 'API token not found');
export const tooManyTokens = () =>
  new AppError('conflict', `You can have at most ${limits.tokensPerUser} API tokens. Revoke one you don't use.`);
