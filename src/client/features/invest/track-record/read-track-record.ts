/**
 * Loads the whole ledger, checking it while the rest is still loading, then loads the prices and calculates. Everything
 * is calculated in the browser; requests only fetch data.
 */
import type { ChainCheck } from '~/shared/ledger-chain';
import { type LedgerProofs, proofsOf } from '~/shared/ledger-proofs';
import type { BitcoinProof, BitcoinProofPage, LedgerTimestamp, TimestampPage } from '~/shared/schemas/timestamps';
import type { BookEntry, LedgerEntry, LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';
import type { CheckedLedger } from './checking/check-ledger';
import { createLedgerChecker, type LedgerChecker } from './checking/ledger-checker';

export interface TrackRecordCalls {
  ledger: (cursor: string | null) => Promise<LedgerPage>;
  closes: (cursor: string | null) => Promise<PublishedCloses>;
  book: () => Promise<BookEntry[]>;
  timestamps: (cursor: string | null) => Promise<TimestampPage>;
  bitcoinProofs: (cursor: string | null) => Promise<BitcoinProofPage>;
}

export type ReadingStep = { name: 'ledger'; read: number; total: number } | { name: 'prices' } | { name: 'figures' };

export interface ReadTrackRecord extends Omit<CheckedLedger, 'state'> {
  /** Oldest first. */
  entries: LedgerEntry[];
  check: Pick<ChainCheck, 'state' | 'has'>;
  /** Timestamps signed by external authorities, and failures. */
  timestamps: { items: LedgerTimestamp[]; authorities: string[] };
  /** Bitcoin proofs of OpenTimestamps calendars, including pending ones. */
  bitcoin: { items: BitcoinProof[]; calendars: string[] };
  proofs: LedgerProofs;
  /** Without prices no figures can be calculated, which is not the same as positions without a price. */
  hasPrices: boolean;
}

/** If the ledger grows while it loads, the portfolio is loaded again, up to this many times in total. */
const maxComparisons = 3;

/** `onStep` reports the progress. Rejects if a request fails. */
export async function readTrackRecord(
  calls: TrackRecordCalls,
  onStep: (step: ReadingStep) => void,
  createChecker = createLedgerChecker,
): Promise<ReadTrackRecord> {
  let total = 0;
  let isReading = true;
  const onCount = (read: number) => isReading && onStep({ name: 'ledger', read, total: Math.max(total, read) });
  const checker = createChecker(onCount);
  const entries: LedgerEntry[] = [];

  async function readOn(): Promise<number> {
    const before = entries.length;
    let cursor: string | null = entries.length > 0 ? String(entries.at(-1)?.seq) : null;
    do {
      const page: LedgerPage = await calls.ledger(cursor);
      total = Math.max(page.head?.seq ?? 0, total);
      entries.push(...page.entries);
      checker.add(page.entries);
      cursor = page.nextCursor;
    } while (cursor);
    return entries.length - before;
  }

  try {
    // Loaded before the ledger, so that everything signed by now must be in it.
    const [timestamps, bitcoin] = await Promise.all([readTimestamps(calls), readBitcoinProofs(calls)]);
    await readOn();
    // Loaded after the ledger, because prices are published together with the entries that concern them.
    const closes = readCloses(calls);
    // Avoids an unhandled rejection: the error is handled below, after that of the portfolio.
    closes.catch(() => {});
    let book = await calls.book();
    for (let round = 1; round < maxComparisons && (await readOn()) > 0; round++) book = await calls.book();
    isReading = false;
    onStep({ name: 'prices' });
    const parts = await closes;
    onStep({ name: 'figures' });
    const { state, ...checked } = await finishedCheck(checker, { parts, book });
    const hashes = new Set(entries.map(({ hash }) => hash));
    const hasPrices = !parts.some(({ published }) => published === false);
    const check = { state, has: (hash: string) => hashes.has(hash.trim().toLowerCase()) };
    const proofs = proofsOf(entries, timestamps.items, bitcoin.items);
    return { entries, check, ...checked, timestamps, bitcoin, proofs, hasPrices };
  } finally {
    checker.close();
  }
}

/** Waits a tick, so that the page renders the progress before a long calculation starts. */
async function finishedCheck(checker: LedgerChecker, published: Parameters<LedgerChecker['finish']>[0]) {
  await new Promise<void>((resolve) => setTimeout(resolve));
  return checker.finish(published);
}

async function readCloses(calls: TrackRecordCalls): Promise<PublishedCloses[]> {
  const parts: PublishedCloses[] = [];
  let part: string | null = null;
  do {
    const next: PublishedCloses = await calls.closes(part);
    parts.push(next);
    part = next.nextCursor;
  } while (part);
  return parts;
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

async function readBitcoinProofs(calls: TrackRecordCalls): Promise<ReadTrackRecord['bitcoin']> {
  const items: BitcoinProof[] = [];
  let calendars: string[] = [];
  let cursor: string | null = null;
  do {
    const page: BitcoinProofPage = await calls.bitcoinProofs(cursor);
    items.push(...page.items);
    ({ calendars, nextCursor: cursor } = page);
  } while (cursor);
  return { items, calendars };
}
