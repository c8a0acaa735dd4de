/**
 * Changes of the portfolio by administrators. Each change is one transaction with its records: an audit event, which
 * says who made it, and a ledger entry, which is public and permanent.
 */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { type PositionNews, recordEvents, recordUnrecorded } from '~/server/features/track-record/record-events';
import type { AddPositionInput, Position } from '~/shared/schemas/positions';
import { latestToday } from '~/shared/trading-day';
import { exchanged, positionOf, readTicker } from './list-positions';
import { positionNotFound, purchaseInFuture } from './positions.errors';
import { type BookRow, bookRow, type PrismaRow } from './positions.queries';
import { announceBook } from './watch-book';

/** The source of a price entered by an administrator. */
export const typed = 'entered by an administrator';

export async function addPosition(deps: Deps, acting: Acting, input: AddPositionInput): Promise<Position> {
  if (input.purchaseDate.getTime() > latestToday(Date.now())) throw purchaseInFuture();
  const known = await readTicker(deps, input.ticker);
  const row = await deps.db.$transaction(async (tx) => {
    const added = bookRow(await tx.investmentPosition.create({ data: { userId: idOf(acting), ...input } }));
    await recordAudit(tx, traceOf(acting, 'position-added', added, { entryPrice: added.avgEntryPrice }));
    await recordEvents(tx, [newsOf('opened', acting, added, known.quote)]);
    return added;
  }, transactionLimits.ledger);
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return positionOf(row, await exchanged(deps, row, known));
}

/** Removes a position from the portfolio. The ledger keeps it as deleted, with its market price at that time. */
export async function deletePosition(deps: Deps, acting: Acting, id: string): Promise<void> {
  const ticker = await tickerOf(deps, id);
  const { quote } = await readTicker(deps, ticker);
  await deps.db.$transaction(async (tx) => {
    await lockForUpdate(tx, id);
    const [removed] = await tx.$queryRaw<BookRow[]>`
      DELETE FROM investment_positions WHERE id = ${id}::uuid
      RETURNING id::text AS id, user_id::text AS "userId", name, ticker, avg_entry_price::text AS "avgEntryPrice", status,
                purchase_date AS "purchaseDate", close_date AS "closeDate", close_price::text AS "closePrice"`;
    if (!removed) throw positionNotFound();
    await recordAudit(tx, traceOf(acting, 'position-deleted', removed, { status: removed.status }));
    await recordEvents(tx, [newsOf('deleted', acting, removed, quote)]);
  }, transactionLimits.ledger);
  announceBook(deps);
}

/** Records sample positions in the ledger, marked as samples. Runs in the caller's transaction. */
export const recordSeeded = (tx: Transaction, userId: string, rows: readonly PrismaRow[]): Promise<void> =>
  recordEvents(
    tx,
    rows.map((row) => ({ kind: 'seeded', actorId: userId, position: bookRow(row), priceSource: 'sample data' })),
  );

/**
 * Locks the position, then records its current state before the change if the ledger has no entry for it. All writers
 * lock in this order, so that the holder of the ledger's lock never waits for a row.
 */
export async function lockForUpdate(tx: Transaction, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM investment_positions WHERE id = ${id}::uuid FOR UPDATE`;
  await recordUnrecorded(tx, id);
}

export async function tickerOf(deps: Deps, id: string): Promise<string> {
  const row = await deps.db.investmentPosition.findUnique({ where: { id }, select: { ticker: true } });
  if (!row) throw positionNotFound();
  return row.ticker;
}

/** Positions need the account of a signed-in administrator; the operator on the command line has none. */
function idOf({ by }: Acting): string {
  if (!by.id) throw new Error('a position needs an account as its author');
  return by.id;
}

export const newsOf = (
  kind: PositionNews['kind'],
  acting: Acting,
  position: PositionNews['position'],
  market: PositionNews['market'],
): PositionNews => ({ kind, actorId: acting.by.id ?? null, position, priceSource: typed, market });

export const traceOf = (
  { by, caller }: Acting,
  kind: 'position-added' | 'position-closed' | 'position-deleted' | 'position-corrected',
  { id, name, ticker }: BookRow,
  details: Record<string, string | null>,
) => ({ kind, actor: by, subject: { id, label: `${name} (${ticker})` }, details, caller });
