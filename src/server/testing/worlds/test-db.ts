/** A separate migrated, empty database for a test file, copied from the one of prepare-database.ts. */
import { randomBytes } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { inject } from 'vitest';
import { embeddedDatabase, type OpenDatabase, serverDatabase } from '~/server/db/client';
import { testDatabaseUrl } from '~/server/testing/environment';
import { borrowDatabase } from './embedded-pool';

export async function openTestDatabase(): Promise<OpenDatabase> {
  const serverUrl = testDatabaseUrl();
  return serverUrl ? copyTemplate(serverUrl) : borrowEmbedded();
}

async function borrowEmbedded(): Promise<OpenDatabase> {
  const pglite = await borrowDatabase(inject('embeddedImage'));
  return { ...embeddedDatabase(pglite, PrismaPGlite), applied: [], vectorProblem: null };
}

async function copyTemplate(serverUrl: string): Promise<OpenDatabase> {
  const { url, drop } = await createTestDatabase(serverUrl);
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url });
  // A closing connection may still receive the error that its database was dropped.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  const database = serverDatabase(pool, PrismaPg);
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, applied: [], vectorProblem: 'not prepared for tests', close };
}

/** A database on the server in TEST_DATABASE_URL: a copy of the migrated one, or of another template. */
export async function createTestDatabase(
  serverUrl: string,
  template = inject('templateDatabase'),
): Promise<{ url: string; drop(): Promise<void> }> {
  const { default: pg } = await import('pg');
  const name = `qinsight_test_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(sql).finally(() => server.end());
  };
  // Copying fails while the same template is being copied, which takes a moment.
  for (let attempt = 0; ; attempt++) {
    try {
      await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      break;
    } catch (error) {
      if (attempt >= 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
