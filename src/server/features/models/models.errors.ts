import { AppError } from '~/server/lib/errors';

export const modelNotFound = () => new AppError('not_found', 'Model not found');
/** The same error for models that are not available to the user and those that do not exist. */
export const modelUnavailable = () =>
  new AppError('not_found', 'This AI model is not available to you. Choose another one.');
export const endpointNotFound = () => new AppError('not_found', 'Model endpoint not found');
export const endpointNameTaken = () =>
  new AppError('conflict', 'Another endpoint has this name. Choose a different one.', { field: 'name' });
export const modelAlreadyOffered = () =>
  new AppError('conflict', 'This endpoint already offers this model.', { field: 'name' });
export const keyRequiredAgain = () =>
  new AppError(
    'validation',
    'Enter the key, headers and proxy again, or remove them. The stored ones belong to another address or proxy.',
    { field: 'apiKey' },
  );
export const settingsModelNotRemovable = () =>
  new AppError('conflict', 'This model comes from the AI_* settings. Remove it there and restart the server.');
