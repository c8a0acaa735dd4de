import { setTimeout as delay } from 'node:timers/promises';
import { PriceError } from './types';

/** Waits until `gapMs` after the previous request, for vendors with a limit per second. */
export function spacing(gapMs: number): (signal?: AbortSignal) => Promise<void> {
  let next = 0;
  return async (signal) => {
    const now = Date.now();
    const waitMs = Math.max(0, next - now);
    next = now + waitMs + gapMs;
    if (waitMs === 0) return;
    try {
      await delay(waitMs, undefined, { signal });
    } catch (error) {
      throw new PriceError('unavailable', 'The price request was canceled.', { cause: error });
    }
  };
}
