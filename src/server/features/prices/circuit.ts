const firstMs = 30_000;
const longestMs = 30 * 60_000;

/** Leaves a provider that fails alone for a while: half a minute, then twice as long each time, half an hour at most. */
export class Circuit {
  private failures = 0;
  private closedFrom = 0;

  isOpen(now: number): boolean {
    return now < this.closedFrom;
  }

  /** True for the first success after failures. */
  succeed(): boolean {
    const hadFailed = this.failures > 0;
    this.failures = 0;
    this.closedFrom = 0;
    return hadFailed;
  }

  /** Answers for how long it is left alone now, in milliseconds. */
  fail(now: number, retryAfterSeconds = 0): { ms: number; isFirst: boolean } {
    this.failures += 1;
    const backoff = Math.min(firstMs * 2 ** (this.failures - 1), longestMs);
    const ms = Math.min(Math.max(backoff, retryAfterSeconds * 1000), longestMs);
    this.closedFrom = now + ms;
    return { ms, isFirst: this.failures === 1 };
  }
}
