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
  private closedFrom = 0;

  constructor(private readonly tell: { failed(error: PriceError): void; recovered(): void }) {}

  isOpen(now = Date.now()): boolean {
    return now < this.closedFrom;
  }

  succeed(): void {
    if (this.failures > 0) this.tell.recovered();
    this.failures = 0;
    this.closedFrom = 0;
  }

  /** Returns the length of the pause in seconds. Failures of concurrent requests count once. */
  fail(error: PriceError, now = Date.now()): number {
    if (!this.isOpen(now)) {
      this.failures += 1;
      const backoff = Math.min(firstMs * 2 ** (this.failures - 1), longestMs);
      const asked = (error.retryAfterSeconds ?? 0) * 1000;
      this.closedFrom = now + Math.min(Math.max(backoff, asked), longestMs);
      if (this.failures === 1) this.tell.failed(error);
    }
    return (this.closedFrom - now) / 1000;
  }
}
