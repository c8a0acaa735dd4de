import { AppError } from '~/server/lib/errors';

/** The same message for missing imports and those of other users. */
export const importNotFound = () => new AppError('not_found', 'Import not found');
export const importInProgress = () =>
  new AppError('conflict', 'An import is already in progress. Wait for it to finish, or cancel it.');
export const notReady = () => new AppError('conflict', 'This import cannot be started in its current state.');
export const importRejected = (message: string) => new AppError('conflict', message);
export const importFailed = 'Failed to import. The file could not be read completely. Choose it again.';
export const fileDeleted = 'Failed to import. The file was deleted after 24 hours. Choose it again.';
