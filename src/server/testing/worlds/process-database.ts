/** Where the servers of a test keep their data: an empty PostgreSQL database where one is given, else an own folder. */
import { temporaryFolder } from './server-process';
import { createTestDatabase } from './test-db';

export const databaseServer = process.env.TEST_DATABASE_URL ?? '';

export interface ProcessDatabase {
  /** The settings that bring a server there. */
  settings: { DATA_DIR: string; DATABASE_URL: string };
  drop(): Promise<void>;
}

export async function createProcessDatabase(): Promise<ProcessDatabase> {
  const DATA_DIR = temporaryFolder();
  if (!databaseServer) return { settings: { DATA_DIR, DATABASE_URL: '' }, drop: async () => {} };
  // Empty: the servers migrate it themselves, as at their first start.
  const { url, drop } = await createTestDatabase(databaseServer, 'template0');
  return { settings: { DATA_DIR, DATABASE_URL: url }, drop };
}
