import { AppError } from '~/server/lib/errors';

export const positionNotFound = () => new AppError('not_found', 'Position not found');
export const alreadyClosed = () => new AppError('conflict', 'This position is already closed');
export const notClosed = () => new AppError('validation', 'Only a closed position has a close price');
export const sameTicker = () => new AppError('validation', 'The new ticker is the old one');
export const noOpenPosition = (ticker: string) =>
  new AppError('validation', `No open position has the ticker ${ticker}`);
export const splitNotFound = () => new AppError('not_found', 'Split not found');
export const priceNotHeld = () => new AppError('conflict', 'This price is no longer held back. Reload the list.');
export const nothingToCorrect = () => new AppError('validation', 'Nothing was corrected. Change at least one value.');
export const purchaseInFuture = () => new AppError('validation', 'Purchase date cannot be in the future');
export const thesisChanged = () =>
  new AppError('conflict', 'Another administrator has changed this thesis. Reload the page and try again.');
export const thesisUnchanged = () => new AppError('validation', 'Nothing was changed. Change at least one field.');
export const tooManyTheses = () => new AppError('validation', 'A position can have at most 50 versions of its thesis.');
