import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const tokenNotFound = () => new AppError('not_found', 'Token not found');
export const tooManyTokens = () =>
  new AppError('conflict', `You can have at most ${limits.tokensPerPerson} tokens. Revoke one you do not use.`);
