import { AppError } from '~/server/lib/errors';

export const readOnlyToken = () =>
  new AppError('forbidden', 'This API token can only read. Create one with write access in Settings.');
