import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const positionNotFound = () => new AppError('not_found', 'Position not found');
export const alreadyClosed = () => new AppError('conflict', 'This position is already closed');
export const notClosed = () => new AppError('validation', 'Only a closed position has a close price');
export const sameTicker = () => new AppError('validation', 'The new ticker must differ from the current one.');
export const noOpenPosition = (ticker: string) =>
  new AppError('validation', `No open position has the ticker ${ticker}`);
export const splitNotFound = () => new AppError('not_found', 'Split not found');
export const priceNotHeld = () => new AppError('conflict', 'This price is no longer held back. Reload the list.');
export const nothingToCorrect = () => new AppError('validation', 'Nothing was corrected. Change at least one value.');
export const purchaseInFuture = () => new AppError('validation', 'Purchase date cannot be in the future');
export const purchaseAfterClose = () => new AppError('validation', 'Purchase date cannot be after the close date');
export const thesisChanged = () =>
  new AppError('conflict', 'Another administrator has changed this thesis. Reload the page and try again.');
export const thesisUnchanged = () => new AppError('validation', 'Nothing was changed. Change at least one field.');
export const tooManyTheses = () => new AppError('validation', 'A position can have at most 50 versions of its thesis.');
export const sourceNotFound = () => new AppError('not_found', 'Source not found. Choose it again.');
export const evidenceNotFound = () => new AppError('not_found', 'Evidence not found. Reload the page and try again.');
export const otherCurrency = (words: string) =>
  new AppError('conflict', `${words} Close the positions and add them under the new ticker.`);
export const currencyUnchecked = (ticker: string) =>
  new AppError('conflict', `The currency of ${ticker} is not known yet. Try again when it has a price.`);
export const noteNotFound = () => new AppError('not_found', 'Note not found');
export const noteChanged = () =>
  new AppError('conflict', 'This note was changed in another window. Reload the page and try again.');
export const noteUnchanged = () => new AppError('validation', 'Nothing was changed.');
export const tooManyNotes = () =>
  new AppError('validation', `A position can have at most ${limits.positionNotes} notes.`);
export const tooManyVersions = () =>
  new AppError('validation', `A note can be edited at most ${limits.noteVersions - 1} times. Add a new one.`);
