/**
 * The database: PostgreSQL in this process (PGlite) when no DATABASE_URL is set, a PostgreSQL server otherwise.
 * One schema, one migrations folder, one Prisma client over both; whoever uses `Database` cannot tell them apart.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { lockDataFolder } from './data-folder-lock';
import { PrismaClient } from './generated/client';
import { migrate } from './migrate';

export type Database = PrismaClient;

export interface OpenDatabase {
  db: Database;
  /** True when this process is the only one that can use the data. */
  isEmbedded: boolean;
  /** Names of the migrations that this start applied. */
  applied: string[];
  close(): Promise<void>;
}

/** Connections of one process to a PostgreSQL server. */
const poolSize = 10;

export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
  migrationsDir: string;
}): Promise<OpenDatabase> {
  return settings.databaseUrl
    ? openServer(settings.databaseUrl, settings.migrationsDir)
    : openEmbedded(settings.dataDir, settings.migrationsDir);
}

async function openServer(databaseUrl: string, migrationsDir: string): Promise<OpenDatabase> {
  const [{ PrismaPg }, { default: pg }] = await Promise.all([import('@prisma/adapter-pg'), import('pg')]);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const applied = await migrate(pgSession(pool), migrationsDir).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const db = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  return { db, isEmbedded: false, applied, close: () => db.$disconnect() };
}

/** One connection for all of the migration, so that the advisory lock and the transactions share it. */
function pgSession(pool: import('pg').Pool): Parameters<typeof migrate>[0] {
  return async (work) => {
    const connection = await pool.connect();
    try {
      return await work({
        query: async (sql, parameters) => (await connection.query(sql, parameters)).rows,
        script: async (sql) => {
          await connection.query(sql);
        },
      });
    } finally {
      connection.release();
    }
  };
}

async function openEmbedded(dataDir: string, migrationsDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(dataDir);
  try {
    const [{ PGlite }, { PrismaPGlite }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('pglite-prisma-adapter'),
    ]);
    const pglite = await PGlite.create(path.join(dataDir, 'database'));
    const applied = await migrate(async (work) => {
      return work({
        query: async (sql, parameters) => (await pglite.query<Record<string, unknown>>(sql, parameters)).rows,
        script: async (sql) => {
          await pglite.exec(sql);
        },
      });
    }, migrationsDir);
    const db = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
    const close = async () => {
      await db.$disconnect();
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    return { db, isEmbedded: true, applied, close };
  } catch (error) {
    unlock();
    throw error;
  }
}
