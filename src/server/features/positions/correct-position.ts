/** Corrections of entered values. The ledger permanently keeps the old and new values with the reason. */
import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { recordEvents } from '~/server/features/track-record/record-events';
import type { CorrectPositionInput, Position } from '~/shared/schemas/positions';
import { isClosedBeforePurchase, latestToday } from '~/shared/trading-day';
import { positionOf, readKnown } from './list-positions';
import {
  notClosed,
  nothingToCorrect,
  positionNotFound,
  purchaseAfterClose,
  purchaseInFuture,
} from './positions.errors';
import { type BookRow, bookRow } from './positions.queries';
import { lockForUpdate, traceOf, typed } from './positions.service';
import { announceBook } from './watch-book';

export async function correctPosition(deps: Deps, acting: Acting, input: CorrectPositionInput): Promise<Position> {
  const { id, reason, ...wanted } = input;
  if (wanted.purchaseDate && wanted.purchaseDate.getTime() > latestToday(Date.now())) throw purchaseInFuture();
  const row = await deps.db.$transaction(async (tx) => {
    await lockForUpdate(tx, id);
    const found = await tx.investmentPosition.findUnique({ where: { id } });
    if (!found) throw positionNotFound();
    if (wanted.closePrice !== undefined && found.status !== 'closed') throw notClosed();
    const before = bookRow(found);
    const corrected = bookRow(await tx.investmentPosition.update({ where: { id }, data: defined(wanted) }));
    const change = changeBetween(before, corrected);
    if (Object.keys(change.new).length === 0) throw nothingToCorrect();
    const { closeDate, purchaseDate } = corrected;
    if (change.new.purchaseDate && closeDate && isClosedBeforePurchase(closeDate, purchaseDate))
      throw purchaseAfterClose();
    await recordAudit(tx, traceOf(acting, 'position-corrected', corrected, { reason }));
    await recordEvents(tx, [
      {
        kind: 'corrected',
        actorId: acting.by.id ?? null,
        position: corrected,
        priceSource: typed,
        correction: { reason, ...change },
      },
    ]);
    return corrected;
  }, transactionLimits.ledger);
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return positionOf(row, await readKnown(deps, row));
}

type Correction = Omit<CorrectPositionInput, 'id' | 'reason'>;

const defined = (correction: Correction) =>
  Object.fromEntries(Object.entries(correction).filter(([, value]) => value !== undefined));

/** The changed values, under the names used in the ledger. */
function changeBetween(before: BookRow, after: BookRow) {
  const change: { old: Record<string, string>; new: Record<string, string> } = { old: {}, new: {} };
  const [old, now] = [ledgerFields(before), ledgerFields(after)];
  for (const [field, value] of Object.entries(now)) {
    if (value === old[field]) continue;
    change.old[field] = old[field] ?? '';
    change.new[field] = value;
  }
  return change;
}

const ledgerFields = (row: BookRow): Record<string, string> => ({
  name: row.name,
  entryPrice: row.avgEntryPrice,
  purchaseDate: row.purchaseDate.toISOString(),
  ...(row.closePrice !== null && { closePrice: row.closePrice }),
});
