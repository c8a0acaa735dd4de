import type { PriceError } from '~/server/providers/prices/types';
import { isPaused, type Pause, pauseFor } from './pause';

const firstMs = 30_000;
const longestMs = 30 * 60_000;

/**
 * A circuit breaker with exponential backoff: a failing provider is paused for half a minute, then twice as long each
 * time, up to half an hour. Only reports the first failure and the first success after it, so that a server without a
 * network logs one message.
 */
export class Circuit {
  private failures = 0;
  private pause: Pause | undefined;

  constructor(private readonly on: { failed(error: PriceError): void; recovered(): void }) {}

  isOpen(now = Date.now()): boolean {
    return isPaused(this.pause, now);
  }

  succeed(): void {
    if (this.failures > 0) this.on.recovered();
    this.failures = 0;
    this.pause = undefined;
  }

  /** Returns the length of the pause in seconds. Failures of concurrent requests count once. */
  fail(error: PriceError, now = Date.now()): number {
    let { pause } = this;
    if (!pause || !isPaused(pause, now)) {
      this.failures += 1;
      const backoff = Math.min(firstMs * 2 ** (this.failures - 1), longestMs);
      const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
      this.pause = pause = pauseFor(Math.min(Math.max(backoff, retryAfterMs), longestMs), now);
      if (this.failures === 1) this.on.failed(error);
    }
    return (pause.until - now) / 1000;
  }
}
