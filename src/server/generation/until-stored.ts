import { isDatabaseFull, isDatabaseRejection, isDatabaseUnavailable } from '~/server/db/database-unavailable';
import type { Logger } from '~/server/lib/logger';

/** Tries for an error that may or may not pass: a quarter of an hour. */
const maxTries = 200;

/**
 * The database may be unavailable when an answer ends; retries storing until it is back. Values that it rejects would
 * keep the answer running for ever, so `less` stores the end without them. Null if that is rejected, too.
 */
export async function untilStored<T>(
  logger: Logger,
  messageId: string,
  store: () => Promise<T>,
  less?: () => Promise<T>,
): Promise<T | null> {
  for (let tries = 0, wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await store();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isDatabaseFull(error)) tries += isDatabaseRejection(error) ? maxTries : 1;
      if (tries >= maxTries) {
        logger.error({ err: error, messageId }, 'failed to save a finished answer, the database rejects a part of it');
        return less ? untilStored(logger, messageId, less) : null;
      }
      logger.error({ err: error, messageId }, 'failed to save a finished answer, retrying');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
