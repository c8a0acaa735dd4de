/** For tests of locks on a PostgreSQL server: a transaction that stays open, and statements that wait for it. */
import type { Database } from '~/server/db/client';
import { until } from '~/server/testing/until';

export type Transaction = Pick<Database, '$executeRaw' | '$queryRaw'>;

export interface OpenTransaction {
  /** Runs further statements in it. */
  run(work: (tx: Transaction) => Promise<unknown>): Promise<unknown>;
  commit(): Promise<void>;
}

/** Runs statements in a transaction that stays open until `commit()`. */
export async function openTransaction(
  db: Database,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<OpenTransaction> {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  const tx = await new Promise<Transaction>((resolve, reject) => {
    ended = db.$transaction(
      async (opened) => {
        await work(opened);
        resolve(opened);
        await isOver;
      },
      { timeout: 120_000 },
    );
    ended.catch(reject);
  });
  return {
    run: (more) => more(tx),
    async commit() {
      end();
      await ended;
    },
  };
}

/** Resolves when `count` statements wait for the lock of another one. */
export const untilBlocked = (db: Database, count = 1): Promise<void> =>
  until(async () => {
    const blocked = await db.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return blocked.length >= count;
  });
