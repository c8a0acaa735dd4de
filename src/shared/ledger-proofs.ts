/**
 * What outside of this server proves when an entry was recorded. A timestamp covers all entries up to the one whose hash
 * it is for. Whether its signature is right needs the authority's certificate: that is not checked here.
 */
import type { BitcoinProof, LedgerTimestamp } from './schemas/timestamps';
import type { LedgerEntry } from './schemas/track-record';

export interface LedgerProofs {
  /** The first timestamp of each authority that covers an entry; empty when only this server says when it was. */
  of(seq: number): readonly LedgerTimestamp[];
  /** A proof of each calendar that covers an entry: the first that names a block, else the first that waits for one. */
  inBitcoin(seq: number): readonly BitcoinProof[];
  /** Signed for a hash that this ledger doesn't contain at that place: it was rewritten, or its end cut off. */
  foreign: LedgerTimestamp[];
  /** The same of proofs that were submitted to a calendar. */
  foreignInBitcoin: BitcoinProof[];
  /** Entries whose time the timestamps don't support. */
  doubts: TimeDoubt[];
}

/** Entries that follow each other and are doubted for the same reason. */
export interface TimeDoubt {
  /** Their first signature came long after their time, or they state a time before one over an entry before them. */
  reason: 'signedLate' | 'beforeSignature';
  from: number;
  to: number;
  /** The signature that raises the doubt about the first of them. */
  time: Date;
}

/** Authorities are asked at most once an hour, and may be away for some time. */
export const latestSignatureMs = 24 * 3_600_000;
/** An entry may be recorded while the one before it is being signed, and two clocks differ. */
export const clockToleranceMs = 10 * 60_000;

export function proofsOf(
  entries: readonly LedgerEntry[],
  timestamps: readonly LedgerTimestamp[],
  bitcoin: readonly BitcoinProof[] = [],
): LedgerProofs {
  const signed = timestamps.filter(({ time }) => time !== null);
  const submitted = bitcoin.filter(({ submittedAt }) => submittedAt !== null);
  const isOurs = ({ seq, hash }: { seq: number; hash: string }) => entries[seq - 1]?.hash === hash;
  const bySeq = new Map<number, LedgerTimestamp[]>();
  for (const one of signed.filter(isOurs)) bySeq.set(one.seq, [...(bySeq.get(one.seq) ?? []), one]);
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
      const known = next.find((one) => one.calendar === calendar);
      if (block !== null || !known || known.block === null) next = [...next.filter((one) => one !== known), proof];
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
