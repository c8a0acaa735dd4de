import { firstPreviousHash } from '~/shared/ledger-chain';
import type { LedgerBody, LedgerEntry, LedgerKind } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';

export type Told = [LedgerKind, string, Partial<LedgerBody['position']>?, Partial<LedgerBody>?];

/** A ledger of what is told: a day apart, position by name, all of the share A at 100.00 unless said otherwise. */
export function ledgerOf(...told: Told[]): LedgerEntry[] {
  let previousHash = firstPreviousHash;
  return told.map(([kind, name, position, more], index) => {
    const at = new Date(Date.UTC(2026, 0, 5 + index, 15));
    const bought = { entryPrice: '100.00', purchaseDate: '2026-01-05T00:00:00.000Z' };
    const body = JSON.stringify({
      version: 1,
      seq: index + 1,
      at: at.toISOString(),
      kind,
      actor: 'person-0',
      position: { id: name, ticker: 'A', name, ...bought, ...position },
      priceSource: 'test',
      ...more,
      previousHash,
    });
    const entry = { seq: index + 1, at, kind, body, previousHash, hash: sha256(body) };
    previousHash = entry.hash;
    return entry;
  });
}
