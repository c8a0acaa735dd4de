import type { Sql } from '~/server/db/sql';

/** How often the processes on the database are compared with the siblings. */
const compareMs = 5000;

/** Tracks whether every process on the database belongs to this supervisor; false until the first check. */
export function watchForOtherInstances(settings: {
  sql: Sql;
  processId: string;
  siblings: () => ReadonlySet<string>;
  onError: (error: unknown) => void;
}): { areAllSiblings(): boolean; look(): Promise<void>; close(): void } {
  const { sql, processId, siblings, onError } = settings;
  let areAll = false;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      // A process with a recent heartbeat may still publish; one silent for longer counts as abandoned.
      const rows = await sql<{ id: string }>`
        SELECT id FROM server_processes WHERE seen_at > now() - interval '10 seconds'`;
      areAll = rows.every(({ id }) => id === processId || siblings().has(id));
    } catch (error) {
      areAll = false;
      onError(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), compareMs).unref();
  return { areAllSiblings: () => areAll, look, close: () => clearInterval(timer) };
}
