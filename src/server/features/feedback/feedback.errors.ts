import { AppError } from '~/server/lib/errors';

export const notRatable = () =>
  new AppError('conflict', 'Only a finished answer of this service can be rated, not an empty or imported one.');
