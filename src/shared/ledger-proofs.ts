/**
 * What outside of this server proves when an entry was recorded. A timestamp covers all entries up to the one whose hash
 * it is for. Whether its signature is right needs the authority's certificate: that is not checked here.
 */
import type { LedgerTimestamp } from './schemas/timestamps';
import type { LedgerEntry } from './schemas/track-record';

export interface LedgerProofs {
  /** The first timestamp of each authority that covers an entry; empty when only this server says when it was. */
  of(seq: number): readonly LedgerTimestamp[];
  /** Signed for a hash that this ledger doesn't contain at that place: it was rewritten, or its end cut off. */
  foreign: LedgerTimestamp[];
}

export function proofsOf(entries: readonly LedgerEntry[], timestamps: readonly LedgerTimestamp[]): LedgerProofs {
  const signed = timestamps.filter(({ time }) => time !== null);
  const isOurs = ({ seq, hash }: LedgerTimestamp) => entries[seq - 1]?.hash === hash;
  const bySeq = new Map<number, LedgerTimestamp[]>();
  for (const one of signed.filter(isOurs)) bySeq.set(one.seq, [...(bySeq.get(one.seq) ?? []), one]);
  const covering: (readonly LedgerTimestamp[])[] = [];
  let next: readonly LedgerTimestamp[] = [];
  for (let seq = entries.length; seq > 0; seq--) {
    for (const timestamp of bySeq.get(seq) ?? [])
      next = [...next.filter(({ authority }) => authority !== timestamp.authority), timestamp];
    covering[seq] = next;
  }
  return { of: (seq) => covering[seq] ?? [], foreign: signed.filter((timestamp) => !isOurs(timestamp)) };
}
