const firstMs = 400;
const longestMs = 10_000;

/**
 * Exponential backoff with full jitter: a thousand browsers that lost the same server come back spread over the
 * whole interval and not in step.
 */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** attempt));
}
