import { AppError } from '~/server/lib/errors';

/** The same message for missing collections and those of other users, so that they can't be told apart. */
export const collectionNotFound = () => new AppError('not_found', 'Collection not found');
export const documentNotFound = () => new AppError('not_found', 'Document not found');
export const answerNotFound = () => new AppError('not_found', 'Answer not found');
export const documentChanged = () =>
  new AppError('conflict', 'This document was changed in the meantime. Reload the page and try again.');
export const tooManyCollections = (max: number) =>
  new AppError('conflict', `You can have at most ${max} collections. Delete one you no longer need.`);
export const projectFilesNotShared = () =>
  new AppError('conflict', "Project files can't be shared. Add them to a collection first.");
