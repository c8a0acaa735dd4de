/**
 * The errors of all processes, stored so that an administrator sees them whichever process responds, also those of one
 * that has ended. Few are kept, for a day: the log has all of them.
 */
import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import type { LoggedError } from '~/shared/schemas/status';
import { withoutAddresses } from './without-secrets';

const everyMs = 5000;
/** More than the Status page shows. */
const mostStored = 1000;
const mostShown = 100;

type Needs = Pick<Deps, 'db' | 'env' | 'recentErrors' | 'logger'>;

/** Stores new errors every few seconds until it is stopped. */
export function keepErrors(needs: Needs): { stop(): Promise<void> } {
  let storing = Promise.resolve();
  const store = () => {
    // Not an error in the log, which would be one more to store. What was not stored is tried again.
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

/** Stores what this process has logged since the last time. Twice the same error is stored once. */
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
  await forgetErrors(db);
}

/** Nobody's email address outlives the account in here. PostgreSQL rejects NUL and unpaired surrogates. */
const storable = (message: string) => withoutAddresses(message).replaceAll('\u0000', '').toWellFormed();

/** Removes errors that are a day old, and the oldest when there are too many. */
export async function forgetErrors(db: Database): Promise<void> {
  await db.sql`
    DELETE FROM server_errors
    WHERE at < now() - interval '1 day'
       OR at <= (SELECT at FROM server_errors ORDER BY at DESC OFFSET ${mostStored} LIMIT 1)`;
}

export async function readErrors(deps: Omit<Needs, 'logger'>): Promise<LoggedError[]> {
  await storeErrors(deps);
  return deps.db.sql<LoggedError>`
    SELECT process_id AS process, number AS id, at, message, request_id AS "requestId" FROM server_errors
    WHERE at > now() - interval '1 day' ORDER BY at DESC, number DESC LIMIT ${mostShown}`;
}
