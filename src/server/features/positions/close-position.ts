import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { recordEvents } from '~/server/features/track-record/record-events';
import type { ClosePositionInput, Position } from '~/shared/schemas/positions';
import { closingDateOf } from './closing-date';
import { exchanged, positionOf, readTicker } from './list-positions';
import { alreadyClosed, positionNotFound } from './positions.errors';
import { bookRow } from './positions.queries';
import { lockForUpdate, newsOf, tickerOf, traceOf } from './positions.service';
import { addPostMortem } from './theses';
import { announceBook } from './watch-book';

/** Closes a position now, at a given price. Closing it twice is a conflict, and the first price stays. */
export async function closePosition(deps: Deps, acting: Acting, input: ClosePositionInput): Promise<Position> {
  const { id, closePrice, postMortem } = input;
  const ticker = await tickerOf(deps, id);
  const known = await readTicker(deps, ticker);
  const row = await deps.db.$transaction(async (tx) => {
    await lockForUpdate(tx, id);
    const [updated] = await tx.investmentPosition.updateManyAndReturn({
      where: { id, status: 'open' },
      data: { status: 'closed', closePrice, closeDate: closingDateOf(ticker, new Date()) },
    });
    if (!updated) {
      const exists = await tx.investmentPosition.findUnique({ where: { id }, select: { id: true } });
      throw exists ? alreadyClosed() : positionNotFound();
    }
    const closed = bookRow(updated);
    await recordAudit(tx, traceOf(acting, 'position-closed', closed, { closePrice: closed.closePrice }));
    await recordEvents(tx, [newsOf('closed', acting, closed, known.quote)]);
    if (postMortem) await addPostMortem(tx, acting, closed, postMortem, known);
    return closed;
  }, transactionLimits.ledger);
  announceBook(deps);
  return positionOf(row, await exchanged(deps, row, known));
}
