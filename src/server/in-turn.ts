import type { NextFunction, RequestHandler } from 'express';

/** Requests that begin in one turn of the event loop. */
const perTurn = 4;

/**
 * Lets a burst of requests in few by few, in the order they came: between them the answers being written go on. An idle
 * server lets each in at once.
 */
export function inTurn(): RequestHandler {
  const waiting: NextFunction[] = [];
  let begun = 0;

  const nextTurn = () => {
    const next = waiting.splice(0, perTurn);
    begun = next.length;
    if (begun > 0) setImmediate(nextTurn);
    for (const begin of next) begin();
  };

  return (_request, _response, next) => {
    if (begun === perTurn) {
      waiting.push(next);
      return;
    }
    if (begun === 0) setImmediate(nextTurn);
    begun++;
    next();
  };
}
