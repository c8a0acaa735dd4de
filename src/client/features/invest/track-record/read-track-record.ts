/**
 * Reads the whole ledger and checks it while the rest is still coming, then reads the prices and calculates. All of it
 * happens in the reader's browser; the calls only fetch.
 */
import { type ChainCheck, createChainCheck } from '~/shared/ledger-chain';
import { type LedgerProofs, proofsOf } from '~/shared/ledger-proofs';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import type { LedgerTimestamp, TimestampPage } from '~/shared/schemas/timestamps';
import type { BookEntry, LedgerEntry, LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';
import { calculateTrackRecord, gatherPrices, type PriceBook, type TrackRecord } from '~/shared/track-record';
import { calculateVerifiedRecord, type VerifiedRecord } from '~/shared/verified-record';
import { firstWrongHash, hasWebCrypto } from './web-hashes';

export interface TrackRecordCalls {
  ledger: (cursor: string | null) => Promise<LedgerPage>;
  closes: (cursor: string | null) => Promise<PublishedCloses>;
  book: () => Promise<BookEntry[]>;
  timestamps: (cursor: string | null) => Promise<TimestampPage>;
}

export type ReadingStep = { name: 'ledger'; read: number; total: number } | { name: 'prices' } | { name: 'figures' };

export interface ReadTrackRecord {
  /** Oldest first. */
  entries: LedgerEntry[];
  check: ChainCheck;
  /** Whether the browser's own SHA-256 was asked as well, and the first entry where it says something else. */
  webCrypto: { isUsed: boolean; wrongSeq: number | null };
  /** Entries that do not fit together, and where the book is not what they come to. */
  differences: string[];
  /** What authorities outside of the server signed, and what failed. */
  timestamps: { items: LedgerTimestamp[]; authorities: string[] };
  proofs: LedgerProofs;
  prices: PriceBook;
  /** By market prices alone, from when each entry was recorded. */
  verified: VerifiedRecord;
  /** From the dates and prices as entered. */
  stated: TrackRecord;
  /** The stated return without the positions that were deleted; absent when none was. */
  returnWithoutDeleted?: string | undefined;
}

/** The ledger may grow while it is read; then the book is compared once more. */
const mostComparisons = 3;

export async function readTrackRecord(
  calls: TrackRecordCalls,
  onStep: (step: ReadingStep) => void,
): Promise<ReadTrackRecord> {
  const entries: LedgerEntry[] = [];
  const check = createChainCheck();
  const webCrypto = { isUsed: hasWebCrypto(), wrongSeq: null as number | null };

  async function readOn(): Promise<number> {
    const before = entries.length;
    let cursor: string | null = entries.length > 0 ? String(entries.at(-1)?.seq) : null;
    do {
      const page: LedgerPage = await calls.ledger(cursor);
      check.add(page.entries);
      entries.push(...page.entries);
      webCrypto.wrongSeq ??= await firstWrongHash(page.entries);
      onStep({ name: 'ledger', read: entries.length, total: Math.max(page.head?.seq ?? 0, entries.length) });
      cursor = page.nextCursor;
    } while (cursor);
    return entries.length - before;
  }

  // Before the ledger: whatever was signed by now must be in it.
  const timestamps = await readTimestamps(calls);
  await readOn();
  let book = await calls.book();
  for (let round = 1; round < mostComparisons && (await readOn()) > 0; round++) book = await calls.book();

  onStep({ name: 'prices' });
  const parts: PublishedCloses[] = [];
  let part: string | null = null;
  do {
    const next: PublishedCloses = await calls.closes(part);
    parts.push(next);
    part = next.nextCursor;
  } while (part);

  onStep({ name: 'figures' });
  await aMoment();
  const { positions, oddities } = replay(entries);
  const prices = gatherPrices(parts);
  const stated = calculateTrackRecord(positions, prices);
  return {
    entries,
    check,
    webCrypto,
    timestamps,
    prices,
    proofs: proofsOf(entries, timestamps.items),
    differences: [...oddities, ...differencesFromBook(positions, book)],
    verified: calculateVerifiedRecord(positions, prices),
    stated,
    ...(stated.deletedCount > 0 && {
      returnWithoutDeleted: calculateTrackRecord(positions, prices, { withoutDeleted: true }).bookReturn,
    }),
  };
}

async function readTimestamps(calls: TrackRecordCalls): Promise<ReadTrackRecord['timestamps']> {
  const items: LedgerTimestamp[] = [];
  let authorities: string[] = [];
  let cursor: string | null = null;
  do {
    const page: TimestampPage = await calls.timestamps(cursor);
    items.push(...page.items);
    ({ authorities, nextCursor: cursor } = page);
  } while (cursor);
  return { items, authorities };
}

/** Lets the page draw what is happening before a longer sum begins. */
const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve));
