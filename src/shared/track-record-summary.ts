/** The public figures of a ledger, from public prices. Server, browser and tests share this function. */
import type { TrackedPosition } from './ledger-replay';
import type { LedgerEntry, TrackRecordSummary } from './schemas/track-record';
import { calculateTrackRecord, type PriceBook, type TrackRecord } from './track-record';
import { calculateVerifiedRecord, type VerifiedRecord } from './verified-record';

export interface Records {
  verified: VerifiedRecord;
  stated: TrackRecord;
}

export const calculateRecords = (positions: readonly TrackedPosition[], prices: PriceBook): Records => ({
  verified: calculateVerifiedRecord(positions, prices),
  stated: calculateTrackRecord(positions, prices),
});

export function summarize(entries: readonly LedgerEntry[], { verified, stated }: Records): TrackRecordSummary {
  return {
    verified: {
      ...figuresOf(verified),
      countedCount: verified.countedCount,
      waitingCount: verified.positions.filter(({ state }) => state === 'waiting').length,
      unpriced: verified.unpriced,
    },
    stated: { ...figuresOf(stated), lateCount: stated.lateCount, mostDaysLate: stated.mostDaysLate },
    benchmark: verified.benchmark,
    entryCount: entries.length,
    latestHash: entries.at(-1)?.hash ?? null,
  };
}

const figuresOf = (record: VerifiedRecord | TrackRecord) => ({
  method: record.method,
  returnPercent: record.bookReturn ?? null,
  totalReturnPercent: record.bookTotalReturn ?? null,
  benchmarkReturnPercent: record.benchmarkReturn ?? null,
  benchmarkTotalReturnPercent: record.benchmarkTotalReturn ?? null,
  averageGainPercent: record.averageGain ?? null,
  winRatePercent: record.hitRate ?? null,
  maxDrawdownPercent: record.drawdown ?? null,
  from: record.points[0]?.day ?? null,
  to: record.points.at(-1)?.day ?? null,
});
