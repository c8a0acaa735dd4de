const firstMs = 400;
const longestMs = 10_000;

/** Exponential backoff with full jitter, so that clients of a restarted server don't reconnect at the same moment. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** attempt));
}
