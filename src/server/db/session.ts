/**
 * One plain connection to the database of the settings, without Prisma and without migrating it: for a look at what is
 * there (doctor) and for copies of it as it is (backup, restore).
 */

import type { PGlite } from '@electric-sql/pglite';
import { messageOf } from '~/server/lib/caught';
import { openEmbedded } from './embedded';
import type { SqlConnection } from './sql-connection';

export interface Session extends SqlConnection {
  readonly kind: 'embedded' | 'server';
  close(): Promise<void>;
}

/** For a transaction that may take long, whatever limits its server, role or pooler sets for statements. */
export const withoutLimits =
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0';

export async function openSession(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Makes the embedded database where there is none. A server's database must be there already. */
  mayCreate: boolean;
}): Promise<Session> {
  return settings.databaseUrl ? connect(settings.databaseUrl) : openInProcess(settings.dataDir, settings.mayCreate);
}

/**
 * A connection to a server for one long statement outside of a transaction. Poolers refuse or drop what is set when
 * connecting; then the limits of the server and its role apply, and `log` receives a line.
 */
export async function withUnlimitedConnection<T>(
  databaseUrl: string,
  log: (words: string) => void,
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
  // A connection that breaks fails its query; without a listener it would end the process besides.
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
