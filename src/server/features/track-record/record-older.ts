import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { recordUnrecorded } from './record-events';

/** At startup: records opening events for positions that existed before the ledger or came from a restored backup. */
export async function recordOlderPositions({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<void> {
  // Plain SQL, so that a normal start with nothing to record does not load the query compiler.
  const missing = await db.sql`
    SELECT 1 FROM investment_positions p
    WHERE NOT EXISTS (SELECT 1 FROM ledger_events e WHERE e.position_id = p.id) LIMIT 1`;
  if (missing.length === 0) return;
  const count = await db.$transaction((tx) => recordUnrecorded(tx), transactionLimits.background);
  if (count > 0) logger.info({ positions: count }, 'added existing positions to the ledger');
}
