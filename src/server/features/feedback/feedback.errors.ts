import { AppError } from '~/server/lib/errors';

export const notRatable = () =>
  new AppError('conflict', "Only complete answers can be rated. Empty and imported ones can't.");
