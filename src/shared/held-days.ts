/** Days are inclusive. Without `to`, it has no end. */
export interface HeldRange {
  ticker: string;
  from: string;
  to: string | undefined;
}

/**
 * The days on which a ticker has a closing price within one of its ranges. Closing prices outside of them don't matter,
 * so an index has the same days whether it is calculated from whole series or from the published prices.
 */
export function heldDays(
  ranges: readonly HeldRange[],
  closes: ReadonlyMap<string, readonly { day: string }[]>,
): Set<string> {
  const byTicker = new Map<string, HeldRange[]>();
  for (const range of ranges) {
    const own = byTicker.get(range.ticker);
    if (own) own.push(range);
    else byTicker.set(range.ticker, [range]);
  }
  const days = new Set<string>();
  for (const [ticker, own] of byTicker) {
    own.sort((a, b) => (a.from < b.from ? -1 : 1));
    let [next, until] = [0, ''];
    for (const { day } of closes.get(ticker) ?? []) {
      for (; (own[next]?.from ?? '9999') <= day; next++) {
        const end = own[next]?.to ?? '9999';
        if (end > until) until = end;
      }
      if (day <= until) days.add(day);
    }
  }
  return days;
}
