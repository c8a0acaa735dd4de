import { describe, expect, it } from 'vitest';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { findEntries, type LedgerFilter, ledgerIndex } from './ledger-index';

const entries = ledgerOf(
  ['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }],
  ['opened', 'two', { ticker: 'NVDA', name: 'Nvidia' }],
  { kind: 'prices', facts: { day: '2026-01-07', count: 2, hash: 'b'.repeat(64) } },
  { kind: 'thesis', facts: { position: 'one', version: 1, hash: 'c'.repeat(64) } },
  { kind: 'renamed', facts: { ticker: 'NVDA', to: 'NVD' } },
  ['corrected', 'two', { ticker: 'NVDA', name: 'Nvidia' }, { reason: 'A typing error', old: { entryPrice: '10.00' } }],
);
const index = ledgerIndex(entries);
const found = (filter: LedgerFilter) => findEntries(entries, index, filter).map(({ seq }) => seq);

describe('finding entries of the ledger', () => {
  it('returns all entries without a filter, newest first', () => {
    expect(found({})).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('filters by kind and by ticker, which a thesis takes from its position', () => {
    expect(found({ kind: 'opened' })).toEqual([2, 1]);
    expect(found({ ticker: 'TSLA' })).toEqual([4, 1]);
    expect(found({ ticker: 'NVDA', kind: 'corrected' })).toEqual([6]);
  });

  it('matches all words of a search, in names, figures, reasons, days and hashes', () => {
    expect(found({ search: 'nvidia TYPING' })).toEqual([6]);
    expect(found({ search: '2026-01-07' })).toEqual([3]);
    expect(found({ search: (entries[1]?.hash ?? '').slice(0, 12) })).toEqual([2]);
    expect(found({ search: 'b'.repeat(20) })).toEqual([3]);
    expect(found({ search: 'previousHash' })).toEqual([]);
  });

  it('finds entries by number', () => {
    expect(found({ search: '#4' })).toEqual([4]);
    expect(found({ search: '#40' })).toEqual([]);
    expect(found({ search: ' 4 ' })).toEqual([4]);
    expect(found({ search: '2026' })).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it("finds entries that can't be read", () => {
    const unreadable = entries.map((entry) => ({ ...entry, body: '{' }));
    const some = findEntries(unreadable, ledgerIndex(unreadable), { kind: 'thesis' });
    expect(some.map(({ seq }) => seq)).toEqual([4]);
  });
});
