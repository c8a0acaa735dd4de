/** Responses of server-sent events in OpenAI's format. */
import type { Response } from 'express';

const keepAliveMs = 15_000;

export function beginStream(response: Response): void {
  if (response.headersSent) return;
  // Otherwise proxies may buffer the events.
  response.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
}

/**
 * Sends a comment at intervals until the response ends, because proxies cut off a connection that stays silent while a
 * model thinks. Only the first comment sends the headers: until then, an error has a status of its own.
 */
export function keepAlive(response: Response): void {
  if (response.closed) return;
  const timer = setInterval(() => {
    if (response.writableEnded || response.writableNeedDrain) return;
    beginStream(response);
    response.write(': keep-alive\n\n');
  }, keepAliveMs);
  response.once('close', () => clearInterval(timer));
}
