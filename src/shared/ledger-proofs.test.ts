import { describe, expect, it } from 'vitest';
import { proofsOf } from './ledger-proofs';
import type { BitcoinProof, LedgerTimestamp } from './schemas/timestamps';
import { ledgerOf } from './testing/sample-ledger';

const entries = ledgerOf(['opened', 'a'], ['opened', 'b'], ['closed', 'a'], ['deleted', 'b']);
const at = new Date('2026-01-08T15:00:00Z');
const stamp = (seq: number, authority: string, more: Partial<LedgerTimestamp> = {}): LedgerTimestamp => ({
  id: `${seq}${authority}`,
  seq,
  hash: entries[seq - 1]?.hash ?? '',
  authority,
  requestedAt: at,
  time: at,
  failures: 0,
  failure: null,
  ...more,
});
const idsOf = (timestamps: readonly LedgerTimestamp[]) => timestamps.map(({ id }) => id).sort();

describe('the proof of when an entry was recorded', () => {
  it('is the first timestamp of each authority that covers it, if any', () => {
    const proofs = proofsOf(entries, [stamp(1, 'x'), stamp(3, 'x'), stamp(2, 'y')]);
    expect([1, 2, 3, 4].map((seq) => idsOf(proofs.of(seq)))).toEqual([['1x', '2y'], ['2y', '3x'], ['3x'], []]);
    expect(proofs.foreign).toEqual([]);
  });

  it('is not a failed timestamp', () => {
    const proofs = proofsOf(entries, [stamp(4, 'x', { time: null, failures: 2, failure: 'away' })]);
    expect([proofs.of(1), proofs.foreign]).toEqual([[], []]);
  });

  it('is not a timestamp of another hash, which shows that the ledger was rewritten', () => {
    const [rewritten, cutOff] = [stamp(2, 'x', { hash: 'f'.repeat(64) }), stamp(9, 'y')];
    const proofs = proofsOf(entries, [rewritten, cutOff]);
    expect(proofs.of(1)).toEqual([]);
    expect(proofs.foreign).toEqual([rewritten, cutOff]);
  });
});

describe('a proof in Bitcoin', () => {
  const proof = (seq: number, calendar: string, more: Partial<BitcoinProof> = {}): BitcoinProof => ({
    id: `${seq}${calendar}`,
    seq,
    hash: entries[seq - 1]?.hash ?? '',
    calendar,
    requestedAt: at,
    submittedAt: at,
    block: null,
    failures: 0,
    failure: null,
    ...more,
  });
  const coveredBy = (...proofs: BitcoinProof[]) => {
    const { inBitcoin } = proofsOf(entries, [], proofs);
    return [1, 2, 3, 4].map((seq) =>
      inBitcoin(seq)
        .map(({ id }) => id)
        .sort(),
    );
  };

  it('is the first per calendar with a block, or a pending one if there is none', () => {
    expect(coveredBy(proof(1, 'x'), proof(3, 'x'), proof(2, 'y'))).toEqual([['1x', '2y'], ['2y', '3x'], ['3x'], []]);
    const [first, second] = [proof(1, 'x', { block: 7 }), proof(3, 'x', { block: 9 })];
    expect(coveredBy(first, second, proof(4, 'x'))).toEqual([['1x'], ['3x'], ['3x'], ['4x']]);
    expect(coveredBy(proof(1, 'x'), second)).toEqual([['3x'], ['3x'], ['3x'], []]);
  });

  it('is not a failed submission or a proof of another hash', () => {
    const failed = proof(4, 'x', { submittedAt: null, failures: 1, failure: 'away' });
    const foreign = proof(2, 'y', { hash: 'f'.repeat(64), block: 7 });
    expect(coveredBy(failed, foreign)).toEqual([[], [], [], []]);
    expect(proofsOf(entries, [], [failed, foreign]).foreignInBitcoin).toEqual([foreign]);
  });
});

describe('times that timestamps do not support', () => {
  // The entries are a day apart, from 5 to 8 January at 15:00.
  const signedAt = (time: string) => ({ time: new Date(time) });

  it('do not exist if each entry is signed within a day', () => {
    const proofs = proofsOf(entries, [
      stamp(1, 'x', signedAt('2026-01-05T15:30:00Z')),
      stamp(3, 'x', signedAt('2026-01-07T15:00:00Z')),
      stamp(4, 'y', signedAt('2026-01-09T15:00:00Z')),
    ]);
    expect(proofs.doubts).toEqual([]);
    expect(proofsOf(entries, []).doubts).toEqual([]);
  });

  it('are those of entries that were first signed more than 24 hours later', () => {
    const late = { reason: 'signedLate', from: 1, to: 3, time: new Date('2026-01-08T15:00:01Z') };
    const proofs = proofsOf(entries, [stamp(3, 'x', { time: late.time }), stamp(4, 'y', { time: late.time })]);
    expect(proofs.doubts).toEqual([late]);
  });

  it('are those before the signature of an earlier entry, allowing 10 minutes for clock differences', () => {
    const within = proofsOf(entries, [stamp(1, 'x', signedAt('2026-01-06T15:10:00Z'))]);
    expect(within.doubts.filter(({ reason }) => reason === 'beforeSignature')).toEqual([]);
    const time = new Date('2026-01-07T15:10:01Z');
    expect(proofsOf(entries, [stamp(1, 'x', { time })]).doubts).toEqual([
      { reason: 'signedLate', from: 1, to: 1, time },
      { reason: 'beforeSignature', from: 2, to: 3, time },
    ]);
  });
});
