import { AppError } from '~/server/lib/errors';

/** The same text for missing and for another user's, so that they cannot be distinguished. */
export const promptNotFound = () => new AppError('not_found', 'Prompt not found');
export const tooManyPrompts = (most: number) =>
  new AppError('conflict', `There can be at most ${most} prompts. Delete one that is no longer needed.`);
