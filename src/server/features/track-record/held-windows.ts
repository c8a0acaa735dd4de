/**
 * The days for which closing prices are needed to recalculate the track record. Only these are public, because
 * providers rarely allow whole series to be published.
 */
import type { Deps } from '~/server/deps';
import { replay, type TrackedPosition } from '~/shared/ledger-replay';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { addDays } from '~/shared/trading-day';

export interface HeldWindow {
  from: string;
  /** The last day needed after the end of the last position; null while one is open. */
  to: string | null;
  /** The first closing price from this day on ends the last position, however late it comes. */
  endsFrom: string | null;
}

/** So that there is a closing price before the first day. */
const leadDays = 10;
/** About 15 trading days: a position ends at its last closing price if its ticker has none for 10 trading days. */
const trailDays = 25;

/**
 * By ticker: from purchase or recording, whichever is first, to the end of the last position. The stated record values
 * a renamed position by its latest ticker alone, from the purchase on.
 */
export function windowsOf(positions: readonly TrackedPosition[]): Map<string, HeldWindow> {
  const windows = new Map<string, HeldWindow>();
  for (const { tickers, purchaseDay, endRecordedAt } of positions)
    for (const [index, { ticker, since }] of tickers.entries()) {
      const recorded = since.slice(0, 10);
      const isFromPurchase = index === 0 || index === tickers.length - 1;
      const first = isFromPurchase && purchaseDay < recorded ? purchaseDay : recorded;
      const end = (tickers[index + 1]?.since ?? endRecordedAt)?.slice(0, 10) ?? null;
      const window = {
        from: addDays(first, -leadDays),
        to: end && addDays(end, trailDays),
        endsFrom: end && addDays(end, 1),
      };
      const known = windows.get(ticker);
      windows.set(ticker, known ? joined(known, window) : window);
    }
  return windows;
}

const joined = (one: HeldWindow, other: HeldWindow): HeldWindow => ({
  from: one.from < other.from ? one.from : other.from,
  to: later(one.to, other.to),
  endsFrom: later(one.endsFrom, other.endsFrom),
});

const later = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : one > other ? one : other;

/** The closing prices of a window, oldest first, and the one that ends its last position if that is later. */
export function within<Close extends { day: string }>(
  closes: readonly Close[],
  window: HeldWindow | undefined,
): Close[] {
  if (!window) return [];
  const { from, to, endsFrom } = window;
  const needed = closes.filter(({ day }) => day >= from && (to === null || day <= to));
  if (to === null || endsFrom === null || needed.some(({ day }) => day >= endsFrom)) return needed;
  const late = closes.find(({ day }) => day > to);
  return late ? [...needed, late] : needed;
}

const known = new WeakMap<object, { seq: string; windows: Promise<Map<string, HeldWindow>> }>();

/** Cached by database, and read again when the ledger has grown. */
export async function readWindows({ db }: Pick<Deps, 'db'>, seq: string): Promise<Map<string, HeldWindow>> {
  const before = known.get(db);
  if (before?.seq === seq) return before.windows;
  const windows = db.sql<Pick<LedgerEntry, 'body'> & { seq: string }>`
    SELECT seq::text AS seq, body FROM ledger_events ORDER BY ledger_events.seq`.then((rows) =>
    windowsOf(replay(rows.map((row) => ({ ...row, seq: Number(row.seq) }))).positions),
  );
  known.set(db, { seq, windows });
  windows.catch(() => known.delete(db));
  return windows;
}
