/** Ledgers with exact times, and closing prices for the following weekdays. */
import { replay } from '~/shared/ledger-replay';
import type { Close } from '~/shared/performance';
import type { PositionKind } from '~/shared/schemas/ledger-events';
import type { LedgerBody, LedgerEntry, TrackRecordSummary } from '~/shared/schemas/track-record';
import type { PriceBook } from '~/shared/track-record';
import { calculateRecords, summarize } from '~/shared/track-record-summary';
import { addDays } from '~/shared/trading-day';

/** Weekdays from Monday, 5 January 2026. */
export const days = Array.from({ length: 30 }, (_, index) =>
  addDays('2026-01-05', Math.floor(index / 5) * 7 + (index % 5)),
);
const closesOf = (prices: readonly (number | null)[]): Close[] =>
  prices.flatMap((price, index) => (price === null ? [] : [{ day: days[index] as string, close: price.toFixed(6) }]));
export const flat = (price: number, count = days.length) => Array.from({ length: count }, () => price);

export function pricesOf(closes: Record<string, readonly (number | null)[]>): PriceBook {
  const all = Object.entries({ SPY: flat(500), ...closes }).map(([ticker, list]) => [ticker, closesOf(list)] as const);
  return { benchmark: 'SPY', closes: new Map(all), splits: new Map(), quotes: new Map() };
}

export interface TimedLedgerEvent {
  kind: PositionKind | 'renamed' | 'delisted';
  /** Recorded at this UTC time: 20:59 is before New York's close in winter, 21:01 after it. */
  at: string;
  id: string;
  position?: Partial<LedgerBody['position']>;
  market?: LedgerBody['market'];
  /** For a renamed or delisted ticker. */
  facts?: object;
}

export const timedLedgerOf = (...events: TimedLedgerEvent[]): LedgerEntry[] =>
  events.map(({ kind, at, id, position, market, facts }, index) => {
    const body = JSON.stringify({
      version: 1,
      seq: index + 1,
      at,
      kind,
      actor: 'person-0',
      ...(facts
        ? { facts }
        : { position: { id, ticker: 'A', name: id, entryPrice: '100.00', purchaseDate: at, ...position } }),
      priceSource: 'typed',
      ...(market && { market }),
      previousHash: '',
    });
    return { seq: index + 1, at: new Date(at), kind, body, previousHash: '', hash: `hash ${index + 1}` };
  });

export const recordsOf = (entries: readonly LedgerEntry[], prices: PriceBook) =>
  calculateRecords(replay(entries).positions, prices);
export const verifiedOf = (entries: readonly LedgerEntry[], prices: PriceBook) => recordsOf(entries, prices).verified;

/** The public figures of a ledger, from the entries themselves. */
export const summarizeTrackRecord = (entries: readonly LedgerEntry[], prices: PriceBook): TrackRecordSummary =>
  summarize(entries, calculateRecords(replay(entries).positions, prices));
