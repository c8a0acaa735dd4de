import { AppError } from '~/server/lib/errors';

/** The same words for absent and for another's: they must not be told apart. */
export const fileNotFound = () => new AppError('not_found', 'File not found');
/** For attachments of a message, whatever is wrong with their address. */
export const notUploadedHere = () =>
  new AppError('validation', 'This attachment was not uploaded here. Please upload it again.');
export const notArrived = () => new AppError('validation', 'The file has not arrived yet. Upload it first.');
export const attachedBefore = () =>
  new AppError('validation', 'This file belongs to another message already. Please upload it again.');
export const tooManyWaiting = () =>
  new AppError('too_many', 'Too many files are waiting. Send or remove some of them first.', { retryAfterSeconds: 60 });
