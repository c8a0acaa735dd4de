import { AppError } from '~/server/lib/errors';
import { limits } from '~/shared/limits';

export const publishedNotFound = () => new AppError('not_found', 'Published back-test not found');
export const tooManyPublished = () =>
  new AppError(
    'conflict',
    `At most ${limits.publishedBacktests} back-tests can be published. Unpublish one and try again.`,
  );
