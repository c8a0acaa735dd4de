/**
 * One plain connection to the database of the settings, without Prisma and without migrating it: for a look at what is
 * there (doctor) and for copies of it as it is (backup, restore).
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { lockDataFolder } from './data-folder-lock';
import type { SqlConnection } from './migrate';

export interface Session extends SqlConnection {
  readonly kind: 'embedded' | 'server';
  close(): Promise<void>;
}

/** Thrown when there is no embedded database yet, and none was wanted. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
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
  return settings.databaseUrl ? connect(settings.databaseUrl) : openEmbedded(settings.dataDir, settings.mayCreate);
}

async function connect(connectionString: string): Promise<Session> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true });
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

async function openEmbedded(dataDir: string, mayCreate: boolean): Promise<Session> {
  const folder = path.join(dataDir, 'database');
  if (!mayCreate && !existsSync(path.join(folder, 'PG_VERSION')))
    throw new NoDatabase(`There is no database in ${dataDir} yet. The first start of the server makes one.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    lock.assertHeld();
    const pglite = await PGlite.create(folder);
    return {
      kind: 'embedded',
      query: async (text, values) => (await pglite.query<Record<string, unknown>>(text, values)).rows,
      script: async (text) => void (await pglite.exec(text)),
      async close() {
        await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
