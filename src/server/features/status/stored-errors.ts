/**
 * Stores the errors of all processes, so that administrators see them whichever process responds, including those of
 * processes that have ended. Only some are kept, for a day; the log has all of them.
 */
import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import type { LoggedError } from '~/shared/schemas/status';
import { withoutAddresses } from './without-secrets';

const everyMs = 5000;
/** More than the Status page shows. */
const maxStored = 1000;
const maxShown = 100;

type Needs = Pick<Deps, 'db' | 'env' | 'recentErrors' | 'logger'>;

/** Stores new errors every few seconds until it is stopped. */
export function startErrorStore(needs: Needs): { stop(): Promise<void> } {
  let storing = Promise.resolve();
  const store = () => {
    // Logged as a warning, because an error would be stored too. Errors that were not stored are retried.
    storing = storeErrors(needs).catch((error) => needs.logger.warn({ err: error }, 'could not store errors'));
    return storing;
  };
  const timer = setInterval(() => void storing.then(store), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await storing;
      await store();
    },
  };
}

/** Stores what this process has logged since the last time. Repeated errors are stored once. */
export async function storeErrors({ db, env, recentErrors }: Omit<Needs, 'logger'>): Promise<void> {
  const unsaved = recentErrors.unsaved();
  if (unsaved.length === 0) return;
  await db.sql`
    INSERT INTO server_errors (process_id, number, at, message, request_id)
    SELECT ${env.processId}, * FROM unnest(
      ${unsaved.map(({ id }) => id)}::int[], ${unsaved.map(({ at }) => at.toISOString())}::timestamptz[],
      ${unsaved.map(({ message }) => storable(message))}::text[], ${unsaved.map(({ requestId }) => requestId)}::text[])
    ON CONFLICT DO NOTHING`;
  recentErrors.saved(Math.max(...unsaved.map(({ id }) => id)));
  await deleteOldErrors(db);
}

/**
 * Removes emails, which must not outlive their account here, and characters that PostgreSQL rejects: NUL and lone
 * surrogates.
 */
const storable = (message: string) => withoutAddresses(message).replaceAll('\u0000', '').toWellFormed();

/** Deletes errors older than a day, and the oldest ones above the limit. */
export async function deleteOldErrors(db: Database): Promise<void> {
  await db.sql`
    DELETE FROM server_errors
    WHERE at < now() - interval '1 day'
       OR at <= (SELECT at FROM server_errors ORDER BY at DESC OFFSET ${maxStored} LIMIT 1)`;
}

export async function readErrors(deps: Omit<Needs, 'logger'>): Promise<LoggedError[]> {
  await storeErrors(deps);
  return deps.db.sql<LoggedError>`
    SELECT process_id AS process, number AS id, at, message, request_id AS "requestId" FROM server_errors
    WHERE at > now() - interval '1 day' ORDER BY at DESC, number DESC LIMIT ${maxShown}`;
}
