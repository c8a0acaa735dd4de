/** What the book is compared with. */
export const benchmarkTicker = 'SPY';
/** What readers can compare it with; the first one is used unless they choose another. */
export const benchmarksOf = (more: readonly string[]): string[] => [...new Set([benchmarkTicker, ...more])];
/** How long a price counts as fresh. */
export const quoteTtlMs = 15 * 60_000;
