/** A back-test in the URL, so that its link can be shared. */
export interface BackTestSearch {
  tickers?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  rebalancing?: string | undefined;
  cost?: string | undefined;
  /** Runs kept for comparison, in the format of `encodeRun`. */
  kept?: string[] | undefined;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

/** The router parses numbers in the URL, so they are converted back to text. Other values are ignored. */
export function readSearch(search: Record<string, unknown>): BackTestSearch {
  const { tickers, from, to, rebalancing, cost, kept } = search;
  return {
    tickers: text(tickers),
    from: text(from),
    to: text(to),
    rebalancing: text(rebalancing),
    cost: text(cost),
    kept: Array.isArray(kept) ? kept.flatMap((run) => text(run) ?? []) : undefined,
  };
}
