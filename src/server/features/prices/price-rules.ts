/** The default benchmark. */
export const benchmarkTicker = 'SPY';
/** The benchmarks that readers can choose; the first one is the default. */
export const benchmarksOf = (more: readonly string[]): string[] => [...new Set([benchmarkTicker, ...more])];
/** How long a price counts as fresh. */
export const quoteTtlMs = 15 * 60_000;
/** Smaller splits and moves can't be distinguished from a day's trading. */
export const visibleSplit = 1.25;
