/**
 * A conversation's events for clients without a WebSocket: server-sent events, from Last-Event-ID on. The stream ends
 * with the session or token that opened it, on whichever process that ended.
 */
import type { Response } from 'express';
import { queryValue } from './lists';
import { type Call, eventsOf } from './route';

const keepAliveMs = 15_000;
const sessionCheckMs = 10_000;
/** Unsent bytes at which a reader is given no more until it has caught up. */
const bufferedBytes = 1024 * 1024;
const reconnectMs = 1000;

export async function streamEvents({ deps, context, request, response, input }: Call): Promise<void> {
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  const lastEventId = request.get('last-event-id') ?? queryValue(request, 'lastEventId');
  const resume = lastEventId && /^[\w:-]{1,100}$/.test(lastEventId) ? { lastEventId } : {};
  const reading = { ...context, untilDrained: () => untilDrained(response) };
  const events = eventsOf(reading, { ...input, ...resume }, leave.signal);
  // A refusal comes with the first step, while the answer can still be JSON.
  let next = await events.next();
  const userId = (await context.authenticate())?.user.id;

  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Proxies that collect answers would hold the text back.
    'X-Accel-Buffering': 'no',
  });
  if (request.method === 'HEAD') {
    leave.abort();
    response.end();
    return;
  }
  response.write(`retry: ${reconnectMs}\n\n`);
  const checkSession = () =>
    void context.authenticate().then(
      (signedIn) => signedIn || leave.abort(),
      (error) => deps.logger.warn({ err: error }, 'the session behind a stream could not be checked'),
    );
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), keepAliveMs);
  const sessionCheck = setInterval(checkSession, sessionCheckMs);
  const unsubscribe = deps.bus.subscribe('accounts', (signal) => {
    if (signal.userId === userId) checkSession();
  });
  try {
    for (; !next.done && !leave.signal.aborted; next = await events.next()) {
      const { id, event } = next.value;
      response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
    }
  } finally {
    clearInterval(keepAlive);
    clearInterval(sessionCheck);
    unsubscribe();
    leave.abort();
    response.end();
  }
}

/** Resolves when the reader has taken what was sent, or is gone. */
async function untilDrained(response: Response): Promise<void> {
  if (response.writableLength <= bufferedBytes || response.closed) return;
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
