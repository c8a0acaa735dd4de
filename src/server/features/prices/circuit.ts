import type { PriceError } from '~/server/providers/prices/types';

const firstMs = 30_000;
const longestMs = 30 * 60_000;

/**
 * A circuit breaker with exponential backoff: a failing provider is paused for half a minute, then twice as long each
 * time, up to half an hour. Only reports the first failure and the first success after it, so that a server without a
 * network logs one message.
 */
export class Circuit {
  private failures = 0;
  private openUntil = 0;

  constructor(private readonly on: { failed(error: PriceError): void; recovered(): void }) {}

  isOpen(now = Date.now()): boolean {
    return now < this.openUntil;
  }

  succeed(): void {
    if (this.failures > 0) this.on.recovered();
    this.failures = 0;
    this.openUntil = 0;
  }

  /** Returns the length of the pause in seconds. Failures of concurrent requests count once. */
  fail(error: PriceError, now = Date.now()): number {
    if (!this.isOpen(now)) {
      this.failures += 1;
      const backoff = Math.min(firstMs * 2 ** (this.failures - 1), longestMs);
      const asked = (error.retryAfterSeconds ?? 0) * 1000;
      this.openUntil = now + Math.min(Math.max(backoff, asked), longestMs);
      if (this.failures === 1) this.on.failed(error);
    }
    return (this.openUntil - now) / 1000;
  }
}
