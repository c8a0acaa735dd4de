import type { Logger } from '~/server/lib/logger';

/** The database may be unavailable when an answer ends; retries storing until it is back. */
export async function untilStored<T>(logger: Logger, messageId: string, store: () => Promise<T>): Promise<T> {
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await store();
    } catch (error) {
      logger.error({ err: error, messageId }, 'failed to save a finished answer, retrying');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
