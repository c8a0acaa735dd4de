/** The client of a transaction, and how long transactions may take. */
import type { Prisma } from './generated/client';

export type Transaction = Prisma.TransactionClient;

/**
 * `maxWait` limits the wait for a free connection, `timeout` the transaction including its waits for locks. Prisma's 2
 * and 5 s are too short for transactions that wait for one another.
 */
export const transactionLimits = {
  /** Requests of one user that create rows up to a limit, one after another. */
  short: { maxWait: 10_000, timeout: 10_000 },
  /** Others may be writing to the ledger, one after another. */
  ledger: { maxWait: 10_000, timeout: 20_000 },
  /** Changes of many rows. */
  bulk: { maxWait: 10_000, timeout: 60_000 },
  /** Work that no request waits for. */
  background: { maxWait: 60_000, timeout: 120_000 },
};
