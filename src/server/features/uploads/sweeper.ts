/**
 * Keeps the object store in step with the database: deletes the bytes of rows that are gone – the list survives a
 * crash, because the database makes it – drops uploads nobody claimed, and reads files whose reading was cut off.
 */
import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { ObjectStore } from '~/server/providers/storage/types';

const everyMs = 30_000;
const batch = 200;
/** Longer than an upload link lives. */
const linksAreDeadMs = 20 * 60_000;
/** Keys deleted this recently have not had their first round. */
const freshMs = 2 * everyMs;

export interface Sweeper {
  start(): void;
  /** Something was just deleted: look soon rather than at the next round. */
  hurry(): void;
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export function createSweeper(settings: {
  db: Database;
  store: ObjectStore;
  logger: Logger;
  readAgain(id: string): void;
}): Sweeper {
  const { db, store, logger } = settings;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /**
   * An upload link to S3 works without us until it expires, so bytes can come back under a deleted key. There a key is
   * deleted at once and once more when its links are dead; our own route asks the database first.
   */
  const isFinal = (listedAt: Date) => store.kind === 'disk' || Date.now() - listedAt.getTime() > linksAreDeadMs;
  const readDue = () => db.sql<{ key: string; createdAt: Date }>`
    SELECT key, created_at AS "createdAt" FROM object_deletions
    WHERE ${store.kind === 'disk'}::boolean OR created_at > ${new Date(Date.now() - freshMs)}
      OR created_at < ${new Date(Date.now() - linksAreDeadMs)}
    ORDER BY created_at LIMIT ${batch}`;

  /** In plain SQL: it runs at every start, and Prisma's query compiler, once loaded, stays in memory. */
  async function sweep(): Promise<void> {
    await db.sql`
      DELETE FROM objects WHERE message_id IS NULL AND
        (claimed_at IS NULL AND created_at < now() - interval '24 hours' OR claimed_at < now() - interval '7 days')`;
    for (;;) {
      const due = await readDue();
      const done: string[] = [];
      let failures = 0;
      for (const { key, createdAt } of due) {
        try {
          await store.delete(key);
          if (isFinal(createdAt)) done.push(key);
        } catch (error) {
          failures++;
          logger.warn({ err: error, key }, 'an object could not be deleted yet');
        }
      }
      if (done.length > 0) await db.sql`DELETE FROM object_deletions WHERE key = ANY(${done})`;
      if (due.length < batch || done.length === 0 || failures > 0) break;
    }
    const cutOff = await db.sql<{ id: string }>`
      SELECT id FROM objects WHERE claimed_at < now() - interval '1 minute' AND read_state IN ('queued', 'reading')
      LIMIT ${batch}`;
    for (const { id } of cutOff) settings.readAgain(id);
  }

  const run = () => {
    running = running
      .then(sweep)
      .catch((error) => logger.error({ err: error }, 'sweeping objects failed; it is tried again'));
    return running;
  };
  return {
    start() {
      timer = setInterval(() => void run(), everyMs);
      timer.unref();
      void run();
    },
    hurry() {
      soon ??= setTimeout(() => {
        soon = undefined;
        void run();
      }, 1000);
      soon.unref();
    },
    sweep: run,
    async stop() {
      clearInterval(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
