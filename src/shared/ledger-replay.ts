/** Replays the ledger's entries: the resulting positions, and entries that contradict each other or the portfolio. */

import { bodyOf, isMarketBody } from './ledger-chain';
import type { MarketBody } from './schemas/ledger-events';
import type { BookEntry, LedgerBody, LedgerEntry } from './schemas/track-record';
import { closeDayOf, daysBetween, momentDay, tradingDay } from './trading-day';

/** A position as recorded in the ledger. Days are 'yyyy-mm-dd'. */
export interface TrackedPosition {
  id: string;
  /** The latest one. */
  ticker: string;
  /** All tickers with the time they were recorded (ISO), oldest first. */
  tickers: { ticker: string; since: string }[];
  name: string;
  entryPrice: string;
  purchaseDate: string;
  purchaseDay: string;
  /** The entry that created it. */
  seq: number;
  kind: 'opened' | 'imported' | 'seeded';
  /** When that entry was recorded, by the server's clock (ISO). */
  recordedAt: string;
  /** Calendar days from the stated purchase to its recording; 0 if it was recorded on the same day. */
  daysLate: number;
  /** When its closing or deletion was recorded, whichever came first (ISO). */
  endRecordedAt?: string;
  /** Whether it was in the portfolio before the ledger existed. */
  isRecordedLater: boolean;
  closePrice?: string;
  closeDate?: string;
  closeDay?: string;
  /** The price per share at which it ended, because its stock is no longer traded. */
  delistedAt?: string;
  /** Set if it was deleted from the portfolio; the ledger keeps it. */
  deleted?: { seq: number; at: string; day: string; market?: { price: string; asOf: string } };
}

export interface Replay {
  /** In the order of recording. */
  positions: TrackedPosition[];
  /** Entries that contradict earlier ones, such as closing a position that is not open. */
  oddities: string[];
}

/** Applies the entries in order. */
export function replay(entries: readonly Pick<LedgerEntry, 'seq' | 'body'>[]): Replay {
  const positions = new Map<string, TrackedPosition>();
  const oddities: string[] = [];
  for (const entry of entries) {
    const body = bodyOf(entry);
    if (!body) {
      oddities.push(`Entry ${entry.seq} cannot be read.`);
      continue;
    }
    const oddity = isMarketBody(body) ? applyToTicker(positions, body) : apply(positions, body);
    if (oddity) oddities.push(`Entry ${body.seq} ${oddity}`);
  }
  return { positions: [...positions.values()], oddities };
}

function apply(positions: Map<string, TrackedPosition>, body: LedgerBody): string | null {
  const { kind, position } = body;
  const known = positions.get(position.id);
  if (kind === 'opened' || kind === 'imported' || kind === 'seeded') {
    if (known) return 'opens a position that already exists.';
    const purchaseDay = tradingDay(new Date(position.purchaseDate));
    positions.set(position.id, {
      id: position.id,
      ticker: position.ticker,
      tickers: [{ ticker: position.ticker, since: body.at }],
      name: position.name,
      entryPrice: position.entryPrice,
      purchaseDate: position.purchaseDate,
      purchaseDay,
      seq: body.seq,
      kind,
      recordedAt: body.at,
      daysLate: Math.max(0, daysBetween(purchaseDay, momentDay(body.at))),
      isRecordedLater: body.recordedLater === true,
      ...closingIn(position),
      ...(position.closePrice && position.closeDate && { endRecordedAt: body.at }),
    });
    return null;
  }
  if (!known) return `refers to a position that was never opened.`;
  if (known.deleted) return 'refers to a position that was deleted before.';
  if (kind === 'corrected') {
    correct(known, position);
    return null;
  }
  if (kind === 'closed') {
    if (known.closePrice !== undefined) return 'closes a position that was closed before.';
    Object.assign(known, closingIn(position), { endRecordedAt: body.at });
    return null;
  }
  const { market } = body;
  known.endRecordedAt ??= body.at;
  known.deleted = {
    seq: body.seq,
    at: body.at,
    day: tradingDay(new Date(body.at)),
    ...(market && { market: { price: market.price, asOf: market.asOf } }),
  };
  return null;
}

/** Applies a renamed or delisted ticker to all open positions in it. */
function applyToTicker(positions: Map<string, TrackedPosition>, body: MarketBody): string | null {
  const { kind, facts, at } = body;
  if (kind !== 'renamed' && kind !== 'delisted') return null;
  const open = [...positions.values()].filter(
    ({ ticker, closePrice, deleted }) => ticker === facts.ticker && closePrice === undefined && !deleted,
  );
  for (const position of open) {
    if (kind === 'renamed') {
      position.ticker = facts.to;
      position.tickers.push({ ticker: facts.to, since: at });
    } else {
      Object.assign(position, closingIn({ ...position, closePrice: facts.price, closeDate: at }));
      Object.assign(position, { delistedAt: facts.price, endRecordedAt: at });
    }
  }
  return open.length > 0 ? null : `refers to ${facts.ticker}, of which no position was open.`;
}

/** Changes what is stated, but not when it was recorded, so the verified record is not affected. */
function correct(known: TrackedPosition, position: LedgerBody['position']): void {
  const purchaseDay = tradingDay(new Date(position.purchaseDate));
  Object.assign(known, {
    name: position.name,
    entryPrice: position.entryPrice,
    purchaseDate: position.purchaseDate,
    purchaseDay,
    daysLate: Math.max(0, daysBetween(purchaseDay, momentDay(known.recordedAt))),
    ...(known.closePrice !== undefined && closingIn(position)),
  });
}

type Closing = Pick<LedgerBody['position'], 'purchaseDate' | 'closePrice' | 'closeDate'>;

const closingIn = ({ purchaseDate, closePrice, closeDate }: Closing) =>
  closePrice && closeDate
    ? { closePrice, closeDate, closeDay: closeDayOf(new Date(closeDate), new Date(purchaseDate)) }
    : {};

/** Differences between the current portfolio and the replayed ledger: one was changed without the other. */
export function differencesFromBook(tracked: readonly TrackedPosition[], book: readonly BookEntry[]): string[] {
  const remaining = new Map(tracked.filter(({ deleted }) => !deleted).map((position) => [position.id, position]));
  const differences: string[] = [];
  for (const row of book) {
    const who = `${row.name} (${row.ticker})`;
    const replayed = remaining.get(row.id);
    remaining.delete(row.id);
    if (!replayed) {
      differences.push(`${who} is in the portfolio but not in the ledger.`);
      continue;
    }
    const pairs: [string, string | null | undefined, string | null | undefined][] = [
      ['name', row.name, replayed.name],
      ['ticker', row.ticker, replayed.ticker],
      ['entry price', row.entryPrice, replayed.entryPrice],
      ['purchase date', row.purchaseDate.toISOString(), replayed.purchaseDate],
      ['close price', row.closePrice, replayed.closePrice],
      ['close date', row.closeDate?.toISOString(), replayed.closeDate],
    ];
    for (const [field, inBook, inLedger] of pairs)
      if ((inBook ?? '-') !== (inLedger ?? '-'))
        differences.push(
          `${who}: the ${field} is ${inBook ?? '-'} in the portfolio but ${inLedger ?? '-'} in the ledger.`,
        );
  }
  for (const { name, ticker } of remaining.values())
    differences.push(`${name} (${ticker}) is in the ledger but not in the portfolio.`);
  return differences;
}
