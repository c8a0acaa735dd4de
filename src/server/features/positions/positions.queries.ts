/** Positions as rows, with prices as strings with two decimals. */
import type { Deps } from '~/server/deps';

export interface BookRow {
  id: string;
  userId: string;
  name: string;
  ticker: string;
  avgEntryPrice: string;
  purchaseDate: Date;
  status: 'open' | 'closed';
  closeDate: Date | null;
  closePrice: string | null;
  createdAt: Date;
}

interface Decimals {
  toFixed(digits: number): string;
}
/** A position as read by Prisma. */
export type PrismaRow = Omit<BookRow, 'avgEntryPrice' | 'closePrice' | 'status'> & {
  avgEntryPrice: Decimals;
  closePrice: Decimals | null;
  status: string;
};

export const bookRow = ({ avgEntryPrice, closePrice, status, ...row }: PrismaRow): BookRow => ({
  ...row,
  avgEntryPrice: avgEntryPrice.toFixed(2),
  closePrice: closePrice?.toFixed(2) ?? null,
  status: status === 'closed' ? 'closed' : 'open',
});

/** The whole portfolio, newest purchase first. Plain SQL, because an installation may have ten thousand positions. */
export const readBook = (db: Pick<Deps['db'], 'sql'>): Promise<BookRow[]> =>
  db.sql<BookRow>`
    SELECT id::text AS id, user_id::text AS "userId", name, ticker, avg_entry_price::text AS "avgEntryPrice",
           purchase_date AS "purchaseDate", CASE status WHEN 'closed' THEN 'closed' ELSE 'open' END AS status,
           close_date AS "closeDate", close_price::text AS "closePrice", created_at AS "createdAt"
    FROM investment_positions ORDER BY purchase_date DESC, id`;

export interface Recording {
  id: string;
  recordedAt: Date;
  isSample: boolean;
}

/** When the ledger recorded each position of the portfolio, by position. */
export async function readRecordings(db: Pick<Deps['db'], 'sql'>): Promise<Map<string, Recording>> {
  const rows = await db.sql<Recording>`
    SELECT p.id::text AS id, e.at AS "recordedAt", e.kind = 'seeded' AS "isSample"
    FROM investment_positions p JOIN ledger_events e ON e.position_id = p.id
    WHERE e.kind IN ('opened', 'imported', 'seeded')`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Identifies the state of the portfolio: its last change, the newest price or split, and the days of known history. */
export async function readRevision({ db }: Pick<Deps, 'db'>): Promise<string> {
  const [row] = await db.sql<{ seq: string; read: string; days: string }>`
    SELECT (SELECT coalesce(max(seq), 0) FROM ledger_events)::text AS seq,
           coalesce(floor(extract(epoch FROM greatest(
             (SELECT max(last_updated) FROM stock_price_cache), (SELECT max(recorded_at) FROM stock_splits)
           )) * 1000), 0)::bigint::text AS read,
           (SELECT coalesce(sum(history_through - history_from + 1), 0) FROM price_feeds)::text AS days`;
  return `${row?.seq ?? 0}.${row?.read ?? 0}.${row?.days ?? 0}`;
}
