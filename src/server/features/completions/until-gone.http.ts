import type { Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import type { Context } from '~/server/trpc/context';

/**
 * Aborts when the caller disconnects, and when the account or its API token ends. Then it also cuts the response off,
 * so that the client sees a broken answer instead of a shorter one. `context` must check the token again each time.
 */
export function untilGone(context: Context, userId: string, response: Response): AbortSignal {
  const gone = new AbortController();
  const stopWatching = endWithSession(context, userId, gone);
  gone.signal.addEventListener('abort', () => {
    stopWatching();
    if (!response.writableFinished) response.destroy();
  });
  const leave = () => gone.abort('the caller left');
  if (response.closed) leave();
  else response.once('close', leave);
  return gone.signal;
}
