import { firstPreviousHash } from '~/shared/ledger-chain';
import type { MarketNews, PositionKind } from '~/shared/schemas/ledger-events';
import type { LedgerBody, LedgerEntry } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';

export type LedgerEvent = [PositionKind, string, Partial<LedgerBody['position']>?, Partial<LedgerBody>?] | MarketNews;

/** A ledger with the given events, one per day. Default: positions by name in ticker A at 100.00. */
export function ledgerOf(...events: LedgerEvent[]): LedgerEntry[] {
  let previousHash = firstPreviousHash;
  return events.map((one, index) => {
    const at = new Date(Date.UTC(2026, 0, 5 + index, 15));
    const beginning = { version: 1, seq: index + 1, at: at.toISOString() };
    const kind = Array.isArray(one) ? one[0] : one.kind;
    const body = JSON.stringify({ ...beginning, kind, actor: 'person-0', ...contentOf(one), previousHash });
    const entry = { seq: index + 1, at, kind, body, previousHash, hash: sha256(body) };
    previousHash = entry.hash;
    return entry;
  });
}

function contentOf(one: LedgerEvent): object {
  if (!Array.isArray(one)) return { facts: one.facts };
  const [, name, position, more] = one;
  const bought = { entryPrice: '100.00', purchaseDate: '2026-01-05T00:00:00.000Z' };
  return { position: { id: name, ticker: 'A', name, ...bought, ...position }, priceSource: 'test', ...more };
}
