/** What the book is compared with. */
export const benchmarkTicker = 'SPY';
/** How long a price counts as fresh. */
export const quoteTtlMs = 15 * 60_000;
