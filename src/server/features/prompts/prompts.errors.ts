import { AppError } from '~/server/lib/errors';

/** The same error for missing prompts and those of other users, so that they can't be told apart. */
export const promptNotFound = () => new AppError('not_found', 'Prompt not found');
export const tooManyPrompts = (max: number) =>
  new AppError('conflict', `There can be at most ${max} prompts. Delete one that is no longer needed.`);
