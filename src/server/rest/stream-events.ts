/**
 * A conversation's events for clients without a WebSocket: server-sent events, from Last-Event-ID on. The stream ends
 * with the session or token that opened it, on whichever process that ended.
 */
import type { Request, Response } from 'express';
import { endWithSession } from '~/server/auth/watch-sessions';
import type { Deps } from '~/server/deps';
import { tooMany } from '~/server/lib/errors';
import { queryValue } from './lists';
import { type Call, eventsOf } from './route';

const keepAliveMs = 15_000;
/** Unsent bytes at which a reader is given no more until it has caught up. */
const bufferedBytes = 1024 * 1024;
const reconnectMs = 1000;
/** Open streams of one person on one process. */
const streamsPerPerson = 50;
const openStreams = new WeakMap<Deps, Map<string, number>>();

export async function streamEvents({ deps, context, request, response, input }: Call): Promise<void> {
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  const userId = (await context.authenticate())?.user.id;
  const leaveLine = userId === undefined ? () => {} : await enterLine(deps, userId);
  const stopWatching = endWithSession(context, userId, leave);
  const keepAlive = setInterval(() => response.headersSent && response.write(': keep-alive\n\n'), keepAliveMs);
  const reading = { ...context, untilDrained: () => untilDrained(response) };
  const events = eventsOf(reading, { ...input, ...lastEventIdOf(request) }, leave.signal);
  try {
    // A refusal comes with the first step, while the answer can still be JSON.
    let next = await events.next();
    begin(response);
    for (; !next.done && !leave.signal.aborted && request.method !== 'HEAD'; next = await events.next()) {
      const { id, event } = next.value;
      response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    deps.logger.error({ err: error, requestId: context.requestId }, 'a stream of events failed');
    response.destroy();
  } finally {
    leaveLine();
    clearInterval(keepAlive);
    stopWatching();
    leave.abort();
    await events.return(undefined);
  }
}

/** Counts a stream of a person; returns what to call when it ends. */
async function enterLine(deps: Deps, userId: string): Promise<() => void> {
  await deps.rateLimiter.consume('streamsByAccount', userId);
  const counts = openStreams.get(deps) ?? new Map<string, number>();
  openStreams.set(deps, counts);
  const count = counts.get(userId) ?? 0;
  if (count >= streamsPerPerson) throw tooMany('Too many streams are open at once. Please close some.', 5);
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
    // Proxies that collect answers would hold the text back.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${reconnectMs}\n\n`);
}

/** As browsers send it after a lost connection, or in the address, where a script may put it. */
function lastEventIdOf(request: Request): { lastEventId?: string } {
  const id = request.get('last-event-id') ?? queryValue(request, 'lastEventId');
  // It is repeated in the stream, so it must not be able to hold a line of its own.
  return id && /^[\w:-]{1,100}$/.test(id) ? { lastEventId: id } : {};
}

/** Waits while the reader has not taken what was sent, unless it is gone. */
async function untilDrained(response: Response): Promise<void> {
  while (response.writableLength > bufferedBytes && !response.closed) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
