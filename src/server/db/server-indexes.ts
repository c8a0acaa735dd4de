/** Indexes of a PostgreSQL server that are built while it is in use, because migrations don't contain them. */

import { codeOf, messageOf } from '~/server/lib/caught';
import type { Logger } from '~/server/lib/logger';
import { buildIndex, indexNameOf } from './build-index';
import { openSession, withUnlimitedConnection } from './session';
import type { SqlConnection } from './sql-connection';

/** Builds the index of a CREATE INDEX CONCURRENTLY statement. */
export type BuildIndex = (sql: string) => Promise<void>;

interface ServerSettings {
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string };
  database: { isEmbedded: boolean };
  logger: Logger;
}

/**
 * Runs `ensure` on a connection outside of the pool. A build exceeds the statement timeout of requests, so it has a
 * further connection without one. Limits are lifted only by connecting: behind a pooler, SET would lift them for all
 * clients.
 */
export async function ensureOnServer<T>(
  { env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, database, logger }: ServerSettings,
  ensure: (connection: SqlConnection, build: BuildIndex) => Promise<T>,
): Promise<T | undefined> {
  if (database.isEmbedded || !databaseUrl) return;
  const build = (sql: string) =>
    withUnlimitedConnection(
      databaseUrl,
      (message) => logger.info(message),
      (connection) => buildIndex(connection, sql),
    ).catch((cause) => {
      throw codeOf(cause) === '57014' ? canceled(sql, cause) : cause;
    });
  const session = await openSession({ databaseUrl, dataDir, mayCreate: false });
  try {
    return await ensure(session, build);
  } finally {
    await session.close();
  }
}

/** A canceled build leaves an invalid index behind. */
const canceled = (sql: string, cause: unknown) =>
  new Error(
    `${messageOf(cause)}. Run these one by one with psql, connected to the server itself and not to a pooler: DROP INDEX CONCURRENTLY IF EXISTS ${indexNameOf(sql)}; ${sql.replace(/\s+/g, ' ')}`,
    { cause },
  );
