import type { Logger } from '~/server/lib/logger';
import { pause } from '~/server/lib/wait';
import type { Mail, Mailer } from './types';

/** Pauses between attempts to send an email; a mail server that restarts is back within them. */
const retryAfterMs = [2000, 10_000];

export async function sendWithRetries(
  { mailer, logger }: { mailer: Mailer; logger: Logger },
  mail: Mail,
  signal: AbortSignal,
): Promise<void> {
  for (const ms of retryAfterMs) {
    try {
      return await mailer.send(mail);
    } catch (error) {
      logger.warn({ err: error }, 'failed to send an email, retrying');
      await pause(ms, signal);
      if (signal.aborted) break;
    }
  }
  await mailer.send(mail);
}
