/** A ledger of thousands of entries. A fifth of them open positions, in a few dozen stocks. */
import type pg from 'pg';
import type { LedgerBody, LedgerEntry } from '~/shared/schemas/track-record';
import { type LedgerEvent, ledgerOf } from '~/shared/testing/sample-ledger';

const tickers = Array.from({ length: 40 }, (_, index) => `T${index}`);
const tickerAt = (index: number) => tickers[index % tickers.length] as string;

export function longLedger(count: number): LedgerEntry[] {
  return ledgerOf(
    ...Array.from({ length: count }, (_, index): LedgerEvent => {
      if (index % 5 > 0) {
        const day = new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
        return { kind: 'prices', facts: { day, count: tickers.length, hash: 'a'.repeat(64) } };
      }
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      return ['opened', id, { ticker: tickerAt(index / 5), name: `Company ${index}` }];
    }),
  );
}

export async function insertLedger(pool: pg.Pool, entries: readonly LedgerEntry[]): Promise<void> {
  const rows = JSON.stringify(
    entries.map((entry) => ({ ...entry, position: (JSON.parse(entry.body) as Partial<LedgerBody>).position ?? null })),
  );
  await pool.query(
    `INSERT INTO ledger_events (seq, at, kind, position_id, body, previous_hash, hash)
     SELECT e.seq, e.at, e.kind, (e.position ->> 'id')::uuid, e.body, e."previousHash", e.hash
     FROM jsonb_to_recordset($1::jsonb) AS e(seq bigint, at timestamptz, kind text, position jsonb, body text,
                                             "previousHash" text, hash text)`,
    [rows],
  );
  await pool.query(
    `INSERT INTO investment_positions (id, user_id, ticker, name, avg_entry_price, purchase_date)
     SELECT (e.position ->> 'id')::uuid, u.id, e.position ->> 'ticker', e.position ->> 'name',
            (e.position ->> 'entryPrice')::numeric, (e.position ->> 'purchaseDate')::timestamptz
     FROM jsonb_to_recordset($1::jsonb) AS e(position jsonb), (SELECT id FROM users LIMIT 1) AS u
     WHERE jsonb_typeof(e.position) = 'object'`,
    [rows],
  );
}
