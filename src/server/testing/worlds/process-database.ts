/**
 * Where the servers of a test store their data: a PostgreSQL database if a server is configured, else a data folder.
 */
import { mkdirSync } from 'node:fs';
import { testDatabaseUrl } from '~/server/testing/environment';
import { fillDataFolder } from './database-image';
import { temporaryFolder } from './server-process';
import { createTestDatabase } from './test-db';

export const databaseServer = testDatabaseUrl();

export interface ProcessDatabase {
  /** The settings of a server that uses it. */
  settings: { DATA_DIR: string; DATABASE_URL: string };
  drop(): Promise<void>;
}

/**
 * On PostgreSQL the database is empty, and the servers migrate it as at their first start. The embedded one is
 * migrated, because its first start takes seconds; data-folder.test.ts starts from an empty folder.
 */
export async function createProcessDatabase(DATA_DIR = temporaryFolder()): Promise<ProcessDatabase> {
  if (!databaseServer) {
    await fillDataFolder(DATA_DIR);
    return { settings: { DATA_DIR, DATABASE_URL: '' }, drop: async () => {} };
  }
  const { url, drop } = await createTestDatabase(databaseServer, 'template0');
  mkdirSync(DATA_DIR, { recursive: true });
  return { settings: { DATA_DIR, DATABASE_URL: url }, drop };
}
