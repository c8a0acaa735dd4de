/**
 * External proofs of when entries were recorded. A timestamp covers all entries up to the one whose hash it signs.
 * Signatures are not verified here, because that needs the authority's certificate.
 */

import type { BitcoinProof, LedgerTimestamp } from './schemas/timestamps';
import type { LedgerEntry } from './schemas/track-record';
import { dayMs } from './utc-day';

export interface LedgerProofs {
  /** The first timestamp of each authority that covers an entry; empty if there is only the server's own time. */
  of(seq: number): readonly LedgerTimestamp[];
  /** One proof per calendar that covers an entry: the first with a block, else the first pending one. */
  inBitcoin(seq: number): readonly BitcoinProof[];
  /** Timestamps of a hash that the ledger doesn't have at that position: it was rewritten, or its end was cut off. */
  foreign: LedgerTimestamp[];
  /** The same for proofs that were submitted to a calendar. */
  foreignInBitcoin: BitcoinProof[];
  /** Entries whose time the timestamps don't support. */
  doubts: TimeDoubt[];
}

/** A range of entries doubted for the same reason. */
export interface TimeDoubt {
  /** The first signature came long after the entry's time, or the time is before the signature of an earlier entry. */
  reason: 'signedLate' | 'beforeSignature';
  from: number;
  to: number;
  /** The signature that raises the doubt about the first entry. */
  time: Date;
}

/** Timestamps are requested at most hourly, and authorities may be unavailable for some time. */
const latestSignatureMs = dayMs;
/** An entry may be recorded while the previous one is being signed, and clocks differ. */
const clockToleranceMs = 10 * 60_000;

export function proofsOf(
  entries: readonly LedgerEntry[],
  timestamps: readonly LedgerTimestamp[],
  bitcoin: readonly BitcoinProof[] = [],
): LedgerProofs {
  const signed = timestamps.filter(({ time }) => time !== null);
  const submitted = bitcoin.filter(({ submittedAt }) => submittedAt !== null);
  const isOurs = ({ seq, hash }: { seq: number; hash: string }) => entries[seq - 1]?.hash === hash;
  const bySeq = new Map<number, LedgerTimestamp[]>();
  for (const timestamp of signed.filter(isOurs))
    bySeq.set(timestamp.seq, [...(bySeq.get(timestamp.seq) ?? []), timestamp]);
  const covering: (readonly LedgerTimestamp[])[] = [];
  let next: readonly LedgerTimestamp[] = [];
  for (let seq = entries.length; seq > 0; seq--) {
    for (const timestamp of bySeq.get(seq) ?? [])
      next = [...next.filter(({ authority }) => authority !== timestamp.authority), timestamp];
    covering[seq] = next;
  }
  const of = (seq: number) => covering[seq] ?? [];
  return {
    of,
    inBitcoin: coveringInBitcoin(entries.length, submitted.filter(isOurs)),
    foreign: signed.filter((timestamp) => !isOurs(timestamp)),
    foreignInBitcoin: submitted.filter((proof) => !isOurs(proof)),
    doubts: doubtsOf(entries, of, bySeq),
  };
}

function coveringInBitcoin(count: number, proofs: readonly BitcoinProof[]): LedgerProofs['inBitcoin'] {
  const covering: (readonly BitcoinProof[])[] = [];
  const newestFirst = proofs.toSorted((a, b) => b.seq - a.seq);
  let next: readonly BitcoinProof[] = [];
  for (let seq = count, at = 0; seq > 0; seq--) {
    for (let proof = newestFirst[at]; proof?.seq === seq; proof = newestFirst[++at]) {
      const { calendar, block } = proof;
      const known = next.find((other) => other.calendar === calendar);
      if (block !== null || !known || known.block === null) next = [...next.filter((other) => other !== known), proof];
    }
    covering[seq] = next;
  }
  return (seq) => covering[seq] ?? [];
}

function doubtsOf(
  entries: readonly LedgerEntry[],
  covering: LedgerProofs['of'],
  bySeq: ReadonlyMap<number, readonly LedgerTimestamp[]>,
): TimeDoubt[] {
  const doubts: TimeDoubt[] = [];
  let newestBefore = Number.NEGATIVE_INFINITY;
  for (const { seq, at } of entries) {
    const first = Math.min(...timesOf(covering(seq)));
    if (at.getTime() < newestBefore - clockToleranceMs) addDoubt(doubts, 'beforeSignature', seq, newestBefore);
    else if (Number.isFinite(first) && first > at.getTime() + latestSignatureMs)
      addDoubt(doubts, 'signedLate', seq, first);
    newestBefore = Math.max(newestBefore, ...timesOf(bySeq.get(seq) ?? []));
  }
  return doubts;
}

const timesOf = (timestamps: readonly LedgerTimestamp[]) =>
  timestamps.flatMap(({ time }) => (time === null ? [] : [time.getTime()]));

function addDoubt(doubts: TimeDoubt[], reason: TimeDoubt['reason'], seq: number, time: number): void {
  const last = doubts.at(-1);
  if (last?.reason === reason && last.to === seq - 1) last.to = seq;
  else doubts.push({ reason, from: seq, to: seq, time: new Date(time) });
}
