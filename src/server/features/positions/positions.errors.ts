import { AppError } from '~/server/lib/errors';

export const positionNotFound = () => new AppError('not_found', 'Position not found');
export const alreadyClosed = () => new AppError('conflict', 'This position is already closed');
export const purchaseInFuture = () => new AppError('validation', 'Purchase date cannot be in the future');
