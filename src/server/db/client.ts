/**
 * The database: PostgreSQL in this process (PGlite) when no DATABASE_URL is set, a PostgreSQL server otherwise.
 * One schema, one migrations folder, one Prisma client over both; whoever uses `Database` cannot tell them apart.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import type { PrismaPGlite } from 'pglite-prisma-adapter';
import { lockDataFolder } from './data-folder-lock';
import { PrismaClient } from './generated/client';
import { migrate } from './migrate';
import { createPoolSql, createSql, type Sql } from './sql';

/** Prisma for most, and `sql` for what must be quick. */
export type Database = PrismaClient & { sql: Sql };

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
/**
 * When a query is given up and its connection with it. A server that went away without a word – a failover, a cable –
 * would otherwise be waited for as long as TCP does, a quarter of an hour.
 */
const queryMs = 15_000;
/** A migration may take its time, and may have to wait for another process that migrates. */
const migrationMs = 3_600_000;

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
    query_timeout: queryMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const applied = await migrate(pgSession(pool), migrationsDir).catch(async (error) => {
    await pool.end();
    throw error;
  });
  return { ...serverDatabase(pool, PrismaPg), applied };
}

/** Around a pool, which it closes. The adapter is handed in, because only one of the two is ever loaded. */
export function serverDatabase(pool: Pool, Adapter: typeof PrismaPg): Omit<OpenDatabase, 'applied'> {
  const client = new PrismaClient({ adapter: new Adapter(pool) });
  const close = async () => {
    await client.$disconnect();
    await pool.end();
  };
  return { db: Object.assign(client, { sql: createPoolSql(pool) }), isEmbedded: false, close };
}

/** Around an embedded database, which it closes. */
export function embeddedDatabase(pglite: PGlite, Adapter: typeof PrismaPGlite): Omit<OpenDatabase, 'applied'> {
  const client = new PrismaClient({ adapter: new Adapter(pglite) });
  const sql = createSql(async ({ text }, values) => (await pglite.query<object>(text, values)).rows);
  const close = async () => {
    await client.$disconnect();
    if (!pglite.closed) await pglite.close();
  };
  return { db: Object.assign(client, { sql }), isEmbedded: true, close };
}

/** One connection for all of the migration, so that the advisory lock and the transactions share it. */
function pgSession(pool: Pool): Parameters<typeof migrate>[0] {
  return async (work) => {
    const connection = await pool.connect();
    try {
      return await work({
        query: async (text, values) => {
          const query = { text, values: values ?? [], query_timeout: migrationMs };
          return (await connection.query<Record<string, unknown>>(query)).rows;
        },
        script: async (text) => {
          const query = { text, query_timeout: migrationMs };
          await connection.query(query);
        },
      });
    } finally {
      connection.release();
    }
  };
}

async function openEmbedded(dataDir: string, migrationsDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir);
  try {
    const [{ PGlite }, { PrismaPGlite }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('pglite-prisma-adapter'),
    ]);
    lock.assertHeld();
    const pglite = await PGlite.create(path.join(dataDir, 'database'));
    const applied = await migrate(async (work) => {
      return work({
        query: async (sql, parameters) => (await pglite.query<Record<string, unknown>>(sql, parameters)).rows,
        script: async (sql) => {
          await pglite.exec(sql);
        },
      });
    }, migrationsDir);
    const database = embeddedDatabase(pglite, PrismaPGlite);
    const close = async () => {
      await database.close();
      lock.release();
    };
    return { ...database, applied, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
