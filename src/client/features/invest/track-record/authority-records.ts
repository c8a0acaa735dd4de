import type { LedgerTimestamp } from '~/shared/schemas/timestamps';
import type { ReadTrackRecord } from './read-track-record';

export interface AuthorityRecord {
  authority: string;
  newest: LedgerTimestamp | undefined;
  /** The total number of failed attempts. */
  failures: number;
  /** The last attempt, if it failed. */
  failing: LedgerTimestamp | undefined;
}

/** One row for each current or former authority. */
export function authorityRecords({ items, authorities }: ReadTrackRecord['timestamps']): AuthorityRecord[] {
  const names = [...new Set([...authorities, ...items.map(({ authority }) => authority)])];
  return names.map((authority) => {
    const own = items.filter((item) => item.authority === authority);
    const last = own.at(-1);
    return {
      authority,
      newest: own.findLast(({ time }) => time !== null),
      failures: own.reduce((sum, { failures }) => sum + failures, 0),
      failing: last?.time === null ? last : undefined,
    };
  });
}
