/** All calculations on a ledger, in a form that can be passed between threads. Runs in a worker if available. */
import { type ChainState, createChainCheck } from '~/shared/ledger-chain';
import { differencesFromBook, replay } from '~/shared/ledger-replay';
import type { BookEntry, LedgerEntry, PublishedCloses } from '~/shared/schemas/track-record';
import { calculateTrackRecord, gatherPrices, type PriceBook, type TrackRecord } from '~/shared/track-record';
import { calculateVerifiedRecord, type VerifiedRecord } from '~/shared/verified-record';
import { type LedgerIndex, ledgerIndex } from './ledger-index';
import { firstWrongHash, hasWebCrypto } from './web-hashes';

export interface CheckedLedger {
  state: ChainState;
  /** Whether the browser's own SHA-256 was used as well, and the first entry whose hash differs. */
  webCrypto: { isUsed: boolean; wrongSeq: number | null };
  /** Inconsistent entries, and differences between the portfolio and the entries. */
  differences: string[];
  prices: PriceBook;
  /** Calculated from market prices only, from the time each entry was recorded. */
  verified: VerifiedRecord;
  /** Calculated from the dates and prices as entered. */
  stated: TrackRecord;
  /** The stated return without deleted positions; absent if none was deleted. */
  returnWithoutDeleted?: string | undefined;
  index: LedgerIndex;
}

export interface Published {
  parts: PublishedCloses[];
  book: BookEntry[];
}

export class LedgerCheck {
  private readonly entries: LedgerEntry[] = [];
  private readonly chain = createChainCheck();
  private readonly webCrypto: { isUsed: boolean; wrongSeq: number | null } = { isUsed: hasWebCrypto(), wrongSeq: null };

  /** Adds the next entries, in order. Returns the number of checked entries. */
  async add(entries: readonly LedgerEntry[]): Promise<number> {
    this.chain.add(entries);
    this.entries.push(...entries);
    const { length } = this.entries;
    this.webCrypto.wrongSeq ??= await firstWrongHash(entries);
    return length;
  }

  finish({ parts, book }: Published): CheckedLedger {
    const { positions, oddities } = replay(this.entries);
    const prices = gatherPrices(parts);
    const stated = calculateTrackRecord(positions, prices);
    return {
      state: this.chain.state,
      webCrypto: this.webCrypto,
      differences: [...oddities, ...differencesFromBook(positions, book)],
      prices,
      verified: calculateVerifiedRecord(positions, prices),
      stated,
      ...(stated.deletedCount > 0 && {
        returnWithoutDeleted: calculateTrackRecord(positions, prices, { withoutDeleted: true }).bookReturn,
      }),
      index: ledgerIndex(this.entries),
    };
  }
}
