import { expect, it } from 'vitest';
import type { LedgerTimestamp } from '~/shared/schemas/timestamps';
import { authorityRecords } from './authority-records';

const at = new Date('2026-01-08T15:00:00Z');
const item = (id: string, authority: string, more: Partial<LedgerTimestamp> = {}): LedgerTimestamp => ({
  ...{ id, seq: Number(id), hash: '', authority, requestedAt: at, time: at, failures: 0, failure: null },
  ...more,
});

it('shows the newest timestamp, all failures and the last one of each current and former authority', () => {
  const failing = item('3', 'a', { time: null, failures: 2, failure: 'away' });
  const items = [item('1', 'a', { failures: 1, failure: 'slow' }), item('2', 'old'), failing];
  expect(authorityRecords({ items, authorities: ['a', 'b'] })).toEqual([
    { authority: 'a', newest: items[0], failures: 3, failing },
    { authority: 'b', newest: undefined, failures: 0, failing: undefined },
    { authority: 'old', newest: items[1], failures: 0, failing: undefined },
  ]);
});
