import { AppError } from '~/server/lib/errors';

/** The same error for missing files and those of other users, so that they can't be told apart. */
export const fileNotFound = () => new AppError('not_found', 'File not found');
/** For users who can read the file: an image without a copy that has no metadata. */
export const onlyForOwner = () =>
  new AppError('not_found', 'Only its owner can download this image, because it may contain location data.');
export const notUploaded = () => new AppError('validation', "The file hasn't been uploaded yet.");
export const tooManyWaiting = () =>
  new AppError('too_many', 'Too many unsent files. Send or remove some of them first.', { retryAfterSeconds: 60 });
