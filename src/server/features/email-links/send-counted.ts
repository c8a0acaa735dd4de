import type { Deps } from '~/server/deps';
import type { LimitedByAccount } from '~/server/lib/rate-limit';
import { sendWithRetries } from '~/server/providers/mail/send-with-retries';
import type { Mail } from '~/server/providers/mail/types';

/** Sends an email that a limit has counted. If the mail server does not accept it, it does not count. */
export async function sendCounted(
  deps: Deps,
  mail: Mail,
  { action, key }: { action: LimitedByAccount; key: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await sendWithRetries(deps, mail, signal);
  } catch (error) {
    await deps.rateLimiter.refund(action, key);
    throw error;
  }
}
