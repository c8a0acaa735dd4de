import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

/** The same text for missing and for another user's, so that they cannot be distinguished. */
export const memoryNotFound = () => new AppError('not_found', 'Fact not found');
export const tooManyMemories = () =>
  new AppError('conflict', `The memory has ${limits.memories} facts, which is the limit. Delete some first.`);
