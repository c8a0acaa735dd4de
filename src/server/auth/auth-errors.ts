import { AppError } from '~/server/lib/errors';

export const readOnlyToken = () =>
  new AppError('forbidden', 'This API token can only read. Create one with write access in Settings.');

export const setUpSecondFactorFirst = () =>
  new AppError('second_factor_setup', 'Set up a second factor first. Your account must have one.');
