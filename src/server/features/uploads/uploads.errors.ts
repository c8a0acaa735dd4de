import { AppError } from '~/server/lib/errors';

/** The same error for missing files and those of other users, so that they can't be told apart. */
export const fileNotFound = () => new AppError('not_found', 'File not found');
/** For users who can read the file: an image without a copy that has no metadata. */
export const onlyForOwner = () =>
  new AppError('not_found', 'Only its owner can download this image, because it may contain location data.');
/** Whatever is wrong with their URLs. Mostly, a draft was open for longer than the sweeper keeps its files. */
export const attachmentsNotFound = (names: readonly string[]) => {
  const [label, them] = names.length > 1 ? ['Files', 'them'] : ['File', 'it'];
  const named = names.length > 0 ? `: ${names.join(', ')}` : '';
  const message = `${label} not found${named}. Unsent files are deleted after 7 days. Upload ${them} again.`;
  return new AppError('validation', message);
};
export const notUploaded = () => new AppError('validation', "The file hasn't been uploaded yet.");
export const alreadyAttached = () =>
  new AppError('validation', 'This file is already attached to another message. Upload it again.');
export const tooManyWaiting = () =>
  new AppError('too_many', 'Too many unsent files. Send or remove some of them first.', { retryAfterSeconds: 60 });
