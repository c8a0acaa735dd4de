/**
 * One plain connection to the configured database, without Prisma and migrations: for checks (doctor) and for copies as
 * it is (backup, restore).
 */

import type { PGlite } from '@electric-sql/pglite';
import { messageOf } from '~/server/lib/caught';
import { openEmbedded } from './embedded';
import type { SqlConnection } from './sql-connection';

export interface Session extends SqlConnection {
  readonly kind: 'embedded' | 'server';
  close(): Promise<void>;
}

/** For a transaction that may take long, regardless of the limits of its server, role or pooler. */
export const withoutLimits =
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0';

export async function openSession(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Creates the embedded database if there is none. A server's database must exist. */
  mayCreate: boolean;
}): Promise<Session> {
  return settings.databaseUrl ? connect(settings.databaseUrl) : openInProcess(settings.dataDir, settings.mayCreate);
}

/**
 * A connection to a server for one long statement outside of a transaction. Poolers may reject or drop settings made
 * when connecting; then the limits of the server and its role apply, and `log` receives a line.
 */
export async function withUnlimitedConnection<T>(
  databaseUrl: string,
  log: (message: string) => void,
  work: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
  const session = await connect(databaseUrl, { options: '-c statement_timeout=0 -c lock_timeout=0' }).catch((error) => {
    if (/unsupported startup parameter/i.test(messageOf(error))) return connect(databaseUrl);
    throw error;
  });
  try {
    const [row] = await session.query(`SELECT setting FROM pg_settings WHERE name = 'statement_timeout'`);
    if (row?.setting !== '0')
      log(`An index is built within the statement_timeout of the role (${row?.setting} ms), which the pooler keeps.`);
    return await work(session);
  } finally {
    await session.close();
  }
}

async function connect(connectionString: string, more: { options?: string } = {}): Promise<Session> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true, ...more });
  // A broken connection fails its query; without a listener it would also crash the process.
  client.on('error', () => {});
  await client.connect();
  return {
    kind: 'server',
    query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
    script: async (text) => void (await client.query(text)),
    close: () => client.end(),
  };
}

async function openInProcess(dataDir: string, mayCreate: boolean): Promise<Session> {
  const { pglite, close } = await openEmbedded({ dataDir, create: mayCreate ? 'if missing' : 'never' });
  return { kind: 'embedded', ...sqlConnection(pglite), close };
}

export const sqlConnection = (pglite: PGlite): SqlConnection => ({
  query: async (text, values) => (await pglite.query<Record<string, unknown>>(text, values)).rows,
  script: async (text) => void (await pglite.exec(text)),
});
