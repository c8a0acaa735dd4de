/** The public view of the ledger's timestamps, including failed attempts. */
import type { Deps } from '~/server/deps';
import { pageOf } from '~/server/lib/cursor';
import type { LedgerTimestamp, TimestampPage } from '~/shared/schemas/timestamps';

/** With their responses, a hundred timestamps are about 700 KB. */
const rowsAtOnce = { plain: 500, withResponses: 100 };

interface TimestampRow extends Omit<LedgerTimestamp, 'seq' | 'response'> {
  seq: string;
  response: string | null;
}

interface TimestampQuery {
  cursor?: string | null | undefined;
  limit?: number | undefined;
  responses?: boolean | undefined;
}

/** Oldest first, after `cursor`. */
export async function readTimestamps(
  { db, timestampAuthorities }: Pick<Deps, 'db' | 'timestampAuthorities'>,
  { cursor, limit, responses = false }: TimestampQuery = {},
): Promise<TimestampPage> {
  const max = Math.min(limit ?? rowsAtOnce.plain, responses ? rowsAtOnce.withResponses : rowsAtOnce.plain);
  const rows = await db.sql<TimestampRow>`
    SELECT id::text AS id, seq::text AS seq, hash, authority, requested_at AS "requestedAt", time, failures, failure,
           CASE WHEN ${responses}::boolean THEN replace(encode(response, 'base64'), chr(10), '') END AS response
    FROM ledger_timestamps WHERE ledger_timestamps.id > ${cursor ?? '0'}::bigint
    ORDER BY ledger_timestamps.id LIMIT ${max + 1}::int`;
  const { items, nextCursor } = pageOf(rows, max, ({ id }) => id);
  return {
    items: items.map(
      ({ response, ...row }): LedgerTimestamp => ({
        ...row,
        seq: Number(row.seq),
        ...(response !== null && { response }),
      }),
    ),
    authorities: timestampAuthorities.map(({ name }) => name),
    nextCursor,
  };
}

/** One response in DER, for `openssl ts -verify`; null if there is none. */
export async function readTimestampFile({ db }: Pick<Deps, 'db'>, id: string): Promise<Buffer | null> {
  const [row] = await db.sql<{ response: string | null }>`
    SELECT encode(response, 'base64') AS response FROM ledger_timestamps WHERE id = ${id}::bigint`;
  return row?.response ? Buffer.from(row.response, 'base64') : null;
}

export interface AuthorityState {
  name: string;
  /** The time of its newest timestamp. */
  lastTime: Date | null;
  /** Why the last attempt failed; null if it succeeded. */
  failure: string | null;
}

/** The configured authorities, and the result of the last attempt at each. */
export async function readAuthorities({
  db,
  timestampAuthorities,
}: Pick<Deps, 'db' | 'timestampAuthorities'>): Promise<AuthorityState[]> {
  const names = timestampAuthorities.map(({ name }) => name);
  const rows = await db.sql<AuthorityState>`
    SELECT DISTINCT ON (authority) authority AS name, max(time) OVER (PARTITION BY authority) AS "lastTime",
           CASE WHEN response IS NULL THEN failure END AS failure
    FROM ledger_timestamps WHERE authority = ANY(${names}::text[]) ORDER BY authority, id DESC`;
  const known = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => known.get(name) ?? { name, lastTime: null, failure: null });
}
