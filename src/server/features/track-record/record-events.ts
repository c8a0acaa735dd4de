/**
 * Appends to the ledger: each event contains the hash of the one before. An event is written in the transaction of the
 * change that it records, so that neither exists without the other.
 */

import type { Transaction } from '~/server/db/transaction';
import type { Quote } from '~/server/features/prices/prices.service';
import { sha256 } from '~/server/lib/hash';
import { isForeign } from '~/shared/currencies';
import { firstPreviousHash } from '~/shared/ledger-chain';
import type { MarketBody, MarketFacts, MarketKind, MarketNews, PositionKind } from '~/shared/schemas/ledger-events';
import type { LedgerBody } from '~/shared/schemas/track-record';

export type LedgerNews = PositionNews | MarketEvent;

/** An event that is not about a single position. */
export type MarketEvent = MarketNews & { actorId: string | null; reason?: string };

export interface PositionNews {
  kind: PositionKind;
  /** Null for events without an acting user. */
  actorId: string | null;
  position: RecordedPosition;
  priceSource: string;
  market?: Quote | undefined;
  correction?: { reason: string; old: Record<string, string>; new: Record<string, string> };
  recordedLater?: true;
}

/** A position as stored; prices with two decimals. */
export interface RecordedPosition {
  id: string;
  ticker: string;
  name: string;
  avgEntryPrice: string;
  purchaseDate: Date;
  closePrice: string | null;
  closeDate: Date | null;
}

/**
 * One writer at a time across all processes, so that the numbers have no gap and each event contains the previous hash.
 */
const ledgerLock = 72_707_101;
/** Rows per statement: each has seven values, and PostgreSQL allows 65,535 parameters. */
const rowsAtOnce = 1000;

/**
 * Appends events in order. Call this last in a transaction, because the ledger's lock is held until the transaction
 * ends.
 */
export async function recordEvents(tx: Transaction, news: readonly LedgerNews[]): Promise<void> {
  if (news.length === 0) return;
  await acquireLedgerLock(tx);
  let head = await readHead(tx);
  const rows = news.map((one) => {
    const row = rowAfter(head, one);
    head = { seq: Number(row.seq), at: row.at, hash: row.hash };
    return row;
  });
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx.ledgerEvent.createMany({ data: rows.slice(start, start + rowsAtOnce) });
}

/** Held until the transaction ends; taking it again has no effect. */
export const acquireLedgerLock = (tx: Transaction) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${ledgerLock}::bigint)`;

/** The newest entries of a kind that is not about a single position, newest first. */
export async function readMarketEvents<Kind extends MarketKind>(
  tx: Transaction,
  kind: Kind,
  limit: number,
): Promise<{ seq: bigint; facts: MarketFacts[Kind] }[]> {
  const rows = await tx.ledgerEvent.findMany({ where: { kind }, orderBy: { seq: 'desc' }, take: limit });
  // This server wrote these facts.
  return rows.map(({ seq, body }) => ({ seq, facts: (JSON.parse(body) as { facts: MarketFacts[Kind] }).facts }));
}

interface Head {
  seq: number;
  at: Date;
  hash: string;
}

async function readHead(tx: Transaction): Promise<Head> {
  const row = await tx.ledgerEvent.findFirst({ orderBy: { seq: 'desc' }, select: { seq: true, at: true, hash: true } });
  return row ? { ...row, seq: Number(row.seq) } : { seq: 0, at: new Date(0), hash: firstPreviousHash };
}

function rowAfter(head: Head, news: LedgerNews) {
  const seq = head.seq + 1;
  // Times never decrease, even if the clock was set back.
  const at = new Date(Math.max(Date.now(), head.at.getTime()));
  const body = JSON.stringify(bodyOf(news, seq, at, head.hash));
  const hash = sha256(body);
  const positionId = 'position' in news ? news.position.id : aboutPosition(news);
  return { seq: BigInt(seq), at, kind: news.kind, positionId, body, previousHash: head.hash, hash };
}

/** Theses and notes are about a position, but don't change it. */
const aboutPosition = (news: MarketEvent) =>
  news.kind === 'thesis' || news.kind === 'note' ? news.facts.position : null;

/** The fields must always be in this order, because the text is hashed. */
function bodyOf(news: LedgerNews, seq: number, at: Date, previousHash: string): LedgerBody | MarketBody {
  const beginning = { version: 1, seq, at: at.toISOString() } as const;
  const actor = news.actorId === null ? 'system' : pseudonymOf(news.actorId);
  if (!('position' in news)) {
    const { kind, facts, reason } = news;
    // The caller's type ensures that the kind matches its facts; spreading loses that.
    return { ...beginning, kind, actor, facts, ...(reason && { reason }), previousHash } as MarketBody;
  }
  const { position, market } = news;
  return {
    ...beginning,
    kind: news.kind,
    actor,
    position: {
      id: position.id,
      ticker: position.ticker,
      name: position.name,
      entryPrice: position.avgEntryPrice,
      purchaseDate: position.purchaseDate.toISOString(),
      ...(position.closePrice && { closePrice: position.closePrice }),
      ...(position.closeDate && { closeDate: position.closeDate.toISOString() }),
    },
    priceSource: news.priceSource,
    ...(market && {
      market: {
        price: market.price,
        asOf: market.asOf.toISOString(),
        source: market.source,
        ...(isForeign(market.currency) && { currency: market.currency }),
      },
    }),
    ...news.correction,
    ...(news.recordedLater && { recordedLater: true }),
    previousHash,
  };
}

/** The ledger is public and permanent, so it contains a stable pseudonym instead of the user's name. */
export const pseudonymOf = (userId: string): string => `person-${sha256(`ledger actor ${userId}`).slice(0, 12)}`;

/**
 * Records an opening event for positions without one (all, or the given one), which existed before the ledger or were
 * inserted in another way. The event says that it was recorded later than it happened.
 */
export async function recordUnrecorded(tx: Transaction, id: string | null = null): Promise<number> {
  if ((await readUnrecorded(tx, id)).length === 0) return 0;
  await acquireLedgerLock(tx);
  // Read again under the lock, because another process may have recorded them in the meantime.
  const positions = await readUnrecorded(tx, id);
  const priceSource = 'the book as it was found';
  await recordEvents(
    tx,
    positions.map((position) => ({ kind: 'opened', actorId: null, position, priceSource, recordedLater: true })),
  );
  return positions.length;
}

const readUnrecorded = (tx: Transaction, id: string | null) =>
  tx.$queryRaw<RecordedPosition[]>`
    SELECT p.id::text AS id, p.ticker, p.name, p.avg_entry_price::text AS "avgEntryPrice",
           p.purchase_date AS "purchaseDate", p.close_price::text AS "closePrice", p.close_date AS "closeDate"
    FROM investment_positions p
    WHERE (${id}::uuid IS NULL OR p.id = ${id}::uuid)
      AND NOT EXISTS (SELECT 1 FROM ledger_events e WHERE e.position_id = p.id)
    ORDER BY p.created_at, p.id`;
