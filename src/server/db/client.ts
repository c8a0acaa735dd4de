/**
 * The database: PostgreSQL in this process (PGlite) without DATABASE_URL, a PostgreSQL server otherwise. One schema,
 * one migrations folder and one Prisma client for both; users of `Database` cannot tell them apart.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import type { PrismaPGlite } from 'pglite-prisma-adapter';
import { readableTexts, type StoredTexts } from '~/server/lib/stored-texts/stored-texts';
import { copyFolder } from './copy-folder';
import { databaseFolder } from './data-folder';
import { createEarlySql, type EarlySql } from './early-sql';
import { openEmbedded } from './embedded';
import { PrismaClient } from './generated/client';
import { migrate } from './migrate';
import { createServerPool, type ServerLimits } from './server-pool';
import { openSession, sqlConnection, withUnlimitedConnection } from './session';
import { createPoolSql, createSql, type Sql } from './sql';
import { tracedPglite } from './traced-pglite';
import { vacuumChanged } from './vacuum';
import { prepareVectorTables } from './vector-tables';

/**
 * Prisma for most queries, `sql` for fast ones, `earlySql` for those that must not wait for the disk, `reservedSql` for
 * those that must not wait for requests. Message texts are read and written with `texts`.
 */
export type Database = PrismaClient & { sql: Sql; earlySql: EarlySql; reservedSql: Sql; texts: StoredTexts };

export interface OpenDatabase {
  db: Database;
  /** True when this process is the only one that can use the data. */
  isEmbedded: boolean;
  /** Connection counts of the pool; undefined with the embedded database. */
  pool?: () => { total: number; idle: number; waiting: number };
  /** Names of the migrations that this start applied. */
  applied: string[];
  /**
   * Copies a consistent snapshot of the embedded database, while statements wait. Undefined for a PostgreSQL server.
   */
  copyTo?: (folder: string) => Promise<void>;
  /**
   * Removes deleted rows of the embedded database from its files. Undefined for a PostgreSQL server, which does that.
   */
  vacuum?: (signal: AbortSignal) => Promise<string[]>;
  /** Why the database cannot store vectors, for operators; null if it can. */
  vectorProblem: string | null;
  close(): Promise<void>;
}

type BareDatabase = Omit<OpenDatabase, 'applied' | 'vectorProblem'>;

export interface DatabaseSettings {
  databaseUrl: string | undefined;
  dataDir: string;
  migrationsDir: string;
  /** Limits for a PostgreSQL server. */
  limits: ServerLimits;
  /** Receives a line for the operator, such as the reason a migration waits. */
  log?(message: string): void;
  /** Called when the embedded database can no longer be trusted: the process must end. */
  onLost?(error: unknown): void;
}

export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return settings.databaseUrl ? openServer(settings.databaseUrl, settings) : openInProcess(settings);
}

async function openServer(databaseUrl: string, settings: DatabaseSettings): Promise<OpenDatabase> {
  const { migrationsDir, limits, log } = settings;
  const session = await openSession({ databaseUrl, dataDir: settings.dataDir, mayCreate: false });
  // A separate connection, because migrations have other limits than requests.
  let applied: string[];
  let vectorProblem: string | null;
  try {
    applied = await migrate(async (work) => work(session), migrationsDir, {
      log,
      beside: (work) => withUnlimitedConnection(databaseUrl, log ?? (() => {}), work),
    });
    vectorProblem = await prepareVectorTables(session);
  } finally {
    await session.close();
  }
  return { ...(await openServerDatabase(databaseUrl, limits)), applied, vectorProblem };
}

/** Opens the database without migrating it. */
export async function openServerDatabase(databaseUrl: string, limits: ServerLimits): Promise<BareDatabase> {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const pool = await createServerPool(databaseUrl, limits);
  const reserve = await createServerPool(databaseUrl, { ...limits, poolSize: 2 });
  return serverDatabase(pool, PrismaPg, reserve);
}

/**
 * Wraps a pool, and closes it at the end. `reserve` is for heartbeats and checkpoints: if they waited for a connection
 * while requests use all of them, other processes would close the answers of this one. A checkpoint that waits for a
 * lock leaves the second connection to heartbeats. The adapter is a parameter, so that only one of the two is loaded.
 */
export function serverDatabase(pool: Pool, Adapter: typeof PrismaPg, reserve = pool): BareDatabase {
  const client = new PrismaClient({ adapter: new Adapter(pool) });
  const close = async () => {
    await client.$disconnect();
    await Promise.all([...new Set([pool, reserve])].map((one) => one.end()));
  };
  const sql = createPoolSql(pool);
  const reservedSql = reserve === pool ? sql : createPoolSql(reserve);
  return {
    db: Object.assign(client, { sql, earlySql: createEarlySql(pool), reservedSql, texts: readableTexts() }),
    isEmbedded: false,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
  };
}

/** Wraps an embedded database, and closes it at the end. */
export function embeddedDatabase(bare: PGlite, Adapter: typeof PrismaPGlite): BareDatabase {
  const pglite = tracedPglite(bare);
  const client = new PrismaClient({ adapter: new Adapter(pglite) });
  const sql = createSql(async ({ text }, values) => (await pglite.query<object>(text, values)).rows);
  const close = async () => {
    await client.$disconnect();
    if (!pglite.closed) await pglite.close();
  };
  const committed = Promise.resolve();
  const earlySql: EarlySql = async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => ({
    rows: await sql<Row>(parts, ...values),
    committed,
  });
  const db = Object.assign(client, { sql, earlySql, reservedSql: sql, texts: readableTexts() });
  return { db, isEmbedded: true, vacuum: (signal) => vacuumChanged(pglite, signal), close };
}

async function openInProcess({ dataDir, migrationsDir, log, onLost }: DatabaseSettings): Promise<OpenDatabase> {
  const embedded = await openEmbedded({ dataDir, create: 'if new', log, onLost });
  try {
    const { PrismaPGlite } = await import('pglite-prisma-adapter');
    const { pglite } = embedded;
    const connection = sqlConnection(pglite);
    const applied = await migrate(async (work) => work(connection), migrationsDir, { log });
    const vectorProblem = await prepareVectorTables(connection);
    const database = embeddedDatabase(pglite, PrismaPGlite);
    const close = async () => {
      await database.close();
      await embedded.close();
    };
    const copyTo = (folder: string) => copyFolder(pglite, databaseFolder(dataDir), folder);
    return { ...database, applied, vectorProblem, copyTo, close };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}
