import type { Sql } from '~/server/db/sql';

/** How often the processes on the database are compared with the siblings. */
const compareMs = 5000;

/** Tracks whether every process on the database belongs to this supervisor; false until the first check. */
export function watchForOtherInstances(settings: {
  sql: Sql;
  processId: string;
  siblings: () => ReadonlySet<string>;
  onError: (error: unknown) => void;
}): { areAllSiblings(): boolean; poll(): Promise<void>; close(): void } {
  const { sql, processId, siblings, onError } = settings;
  let areAll = false;
  let isPolling = false;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      // A process with a recent heartbeat may still publish; one silent for longer counts as abandoned.
      const rows = await sql<{ id: string }>`
        SELECT id FROM server_processes WHERE seen_at > now() - interval '10 seconds'`;
      areAll = rows.every(({ id }) => id === processId || siblings().has(id));
    } catch (error) {
      areAll = false;
      onError(error);
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), compareMs).unref();
  return { areAllSiblings: () => areAll, poll, close: () => clearInterval(timer) };
}
