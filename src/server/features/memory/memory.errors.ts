import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

/** The same error for missing facts and those of other users, so that they can't be told apart. */
export const memoryNotFound = () => new AppError('not_found', 'Fact not found');
export const tooManyMemories = () =>
  new AppError('conflict', `The memory has ${limits.memories} facts, which is the limit. Delete some first.`);
