/** The public view of calendar proofs, including failed attempts. */
import type { Deps } from '~/server/deps';
import { pageOf } from '~/server/lib/cursor';
import { otsFile } from '~/server/providers/calendars/proof-format';
import type { BitcoinProof, BitcoinProofPage } from '~/shared/schemas/timestamps';

const rowsAtOnce = 500;

interface ProofQuery {
  cursor?: string | null | undefined;
  limit?: number | undefined;
}

/** Oldest first, after `cursor`. */
export async function readBitcoinProofs(
  { db, calendars }: Pick<Deps, 'db' | 'calendars'>,
  { cursor, limit = rowsAtOnce }: ProofQuery = {},
): Promise<BitcoinProofPage> {
  const max = Math.min(limit, rowsAtOnce);
  const rows = await db.sql<Omit<BitcoinProof, 'seq'> & { seq: string }>`
    SELECT id::text AS id, seq::text AS seq, hash, calendar, requested_at AS "requestedAt",
           submitted_at AS "submittedAt", block, failures, failure
    FROM bitcoin_proofs WHERE bitcoin_proofs.id > ${cursor ?? '0'}::bigint
    ORDER BY bitcoin_proofs.id LIMIT ${max + 1}::int`;
  const { items, nextCursor } = pageOf(rows, max, ({ id }) => id);
  return {
    items: items.map((row) => ({ ...row, seq: Number(row.seq) })),
    calendars: [...calendars.names],
    nextCursor,
  };
}

/** One proof as an .ots file; null if there is none. */
export async function readOtsFile({ db }: Pick<Deps, 'db'>, id: string): Promise<Buffer | null> {
  const [row] = await db.sql<{ hash: string; proof: string | null }>`
    SELECT hash, encode(proof, 'base64') AS proof FROM bitcoin_proofs WHERE id = ${id}::bigint`;
  return row?.proof ? otsFile(row.hash, Buffer.from(row.proof, 'base64')) : null;
}

export interface CalendarState {
  name: string;
  /** When it last accepted a hash. */
  lastTime: Date | null;
  /** Why the last request failed; null if it succeeded. */
  failure: string | null;
}

/** The configured calendars, and the result of the last request to each. */
export async function readCalendarStates({
  db,
  calendars: { names },
}: Pick<Deps, 'db' | 'calendars'>): Promise<CalendarState[]> {
  const rows = await db.sql<CalendarState>`
    SELECT DISTINCT ON (calendar) calendar AS name, max(submitted_at) OVER (PARTITION BY calendar) AS "lastTime", failure
    FROM bitcoin_proofs WHERE calendar = ANY(${[...names]}::text[]) ORDER BY calendar, requested_at DESC, id DESC`;
  const known = new Map(rows.map((row) => [row.name, row]));
  return names.map((name) => known.get(name) ?? { name, lastTime: null, failure: null });
}
