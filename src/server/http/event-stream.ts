/**
 * Events for clients without a WebSocket: server-sent events, starting after Last-Event-ID. The stream ends with the
 * session or token that opened it, whichever process ended that.
 */

import type { Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import type { Deps } from '~/server/deps';
import { tooMany } from '~/server/lib/errors';
import { pause } from '~/server/lib/wait';
import type { Context } from '~/server/trpc/context';
import type { HttpCall } from './http-call';

const keepAliveMs = 15_000;
/** With more unsent bytes than this, the stream waits for its client. */
const bufferedBytes = 1024 * 1024;
const drainPollMs = 50;
const reconnectMs = 1000;
/** Open streams of one user on one process. */
const streamsPerUser = 50;
const openStreams = new WeakMap<Deps, Map<string, number>>();

interface NumberedEvent {
  id: string;
  event: unknown;
}

export async function streamEvents(
  { deps, context, request, response }: HttpCall,
  open: (context: Context, signal: AbortSignal) => AsyncGenerator<NumberedEvent>,
): Promise<void> {
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  const userId = (await context.authenticate())?.user.id;
  const release = userId === undefined ? () => {} : await countStream(deps, userId);
  const stopWatching = endWithSession(context, userId, leave);
  const keepAlive = setInterval(() => response.headersSent && response.write(': keep-alive\n\n'), keepAliveMs);
  const events = open({ ...context, untilDrained: () => untilDrained(response) }, leave.signal);
  try {
    // Wait for the first event: an error can still be sent as JSON.
    let next = await events.next();
    begin(response);
    for (; !next.done && !leave.signal.aborted && request.method !== 'HEAD'; next = await events.next()) {
      const { id, event } = next.value;
      response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    deps.logger.error({ err: error, requestId: context.requestId }, 'event stream failed');
    response.destroy();
  } finally {
    release();
    clearInterval(keepAlive);
    stopWatching();
    leave.abort();
    await events.return(undefined);
  }
}

/** Counts a user's stream; returns the function to call when it ends. */
async function countStream(deps: Deps, userId: string): Promise<() => void> {
  await deps.rateLimiter.consume('streamsByAccount', userId);
  const counts = openStreams.get(deps) ?? new Map<string, number>();
  openStreams.set(deps, counts);
  const count = counts.get(userId) ?? 0;
  if (count >= streamsPerUser) throw tooMany('Too many streams are open at once. Please close some.', 5);
  counts.set(userId, count + 1);
  return () => {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}

function begin(response: Response): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Otherwise proxies may buffer the events.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${reconnectMs}\n\n`);
}

/** Waits until the client has read what was sent, or has disconnected. */
async function untilDrained(response: Response): Promise<void> {
  while (response.writableLength > bufferedBytes && !response.closed) {
    await pause(drainPollMs);
  }
}
