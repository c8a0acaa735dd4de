/**
 * Applies prisma/migrations at start, like Prisma's own `migrate deploy`: the same `_prisma_migrations` table,
 * checksums and advisory lock, so that either tool can continue where the other stopped. Each migration is one
 * transaction, which waits only briefly for locks and is retried until it gets them. An index on a large table is built
 * outside of transactions; see build-index.ts.
 */

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, messageOf } from '~/server/lib/caught';
import { sha256 } from '~/server/lib/hash';
import { pause } from '~/server/lib/wait';
import { acquireBuildLock, asPlainIndex, buildHint, buildIndex, isBuiltConcurrently } from './build-index';
import type { SqlConnection } from './sql-connection';

/** Prisma's own key, so that its command and this code exclude each other. */
export const advisoryLock = 72_707_369;

const migrationsTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Thrown if the database and the migrations folder do not match; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** Selects the migrations to apply now. */
  isWanted?: ((name: string) => boolean) | undefined;
  log?: ((message: string) => void) | undefined;
  waiting?: Waiting;
  /** A second connection, if others may be writing: indexes are built on it without a transaction. */
  beside?: WithConnection;
}

type WithConnection = <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T>;

interface Waiting {
  /** How long a statement may wait for a lock. It is short, because all others that need the table queue behind it. */
  lockMs: number;
  /** The first pause before a retry; pauses grow to eight times as long. */
  pauseMs: number;
  /** When to give up. */
  totalMs: number;
}
const defaultWaiting: Waiting = { lockMs: 2000, pauseMs: 2000, totalMs: 3_600_000 };

/** Returns the names of the migrations it applied. */
export async function migrate(
  withConnection: WithConnection,
  migrationsDir: string,
  { isWanted = () => true, log = () => {}, waiting = defaultWaiting, beside }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = readMigrationFiles(migrationsDir).filter(({ name }) => isWanted(name));
  return withConnection(async (connection) => {
    const applied: string[] = [];
    // Reading first avoids locks in the usual case of nothing to apply.
    for (const migration of await pending(connection, migrations)) {
      const isApplied = await retryOnLockTimeout(migration.name, waiting, log, () =>
        beside && isBuiltConcurrently(migration.sql)
          ? buildOnce(connection, migration, migrations, beside)
          : applyOnce(connection, migration, migrations, waiting.lockMs),
      );
      if (isApplied) applied.push(migration.name);
    }
    return applied;
  });
}

/** Retries while locks are not available. No lock is held between attempts, so that others can work. */
async function retryOnLockTimeout<T>(
  name: string,
  { pauseMs, totalMs }: Waiting,
  log: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + totalMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > until) throw error;
      log(`Migration ${name} waits for a lock that another connection holds (attempt ${attempt}). It will try again.`);
      // With jitter, so that two starters do not collide again and again.
      const waitMs = pauseMs * Math.min(8, attempt) * (0.75 + Math.random() / 2);
      await pause(waitMs);
    }
  }
}

const lockTimeout = '55P03';
const isLockTimeout = (error: unknown) => error instanceof MigrationError && codeOf(error.cause) === lockTimeout;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export function readMigrationFiles(folder: string): Migration[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: sha256(sql) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function pending(connection: SqlConnection, migrations: Migration[]): Promise<Migration[]> {
  const [table] = await connection.query(`SELECT to_regclass('_prisma_migrations')::text AS name`);
  if (!table?.name) return migrations;
  const rows = await connection.query(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = known.get(String(row.migration_name));
    if (!row.finished_at)
      throw new MigrationError(
        `Migration ${row.migration_name} failed earlier. Restore a backup or resolve it with Prisma.`,
      );
    if (!migration)
      throw new MigrationError(
        `The database was made by a newer version (it has ${row.migration_name}). Start that version, or restore an older backup.`,
      );
    if (migration.checksum !== row.checksum)
      throw new MigrationError(`Migration ${row.migration_name} was changed after it was applied. Restore its file.`);
  }
  const done = new Set(rows.map((row) => row.migration_name));
  return migrations.filter((migration) => !done.has(migration.name));
}

/**
 * Applies a migration unless another starter has done so. Its lock belongs to the transaction, so it is released even
 * if a pooler then gives the connection to another client.
 */
async function applyOnce(
  connection: SqlConnection,
  migration: Migration,
  migrations: Migration[],
  lockMs: number,
): Promise<boolean> {
  await connection.script('BEGIN');
  try {
    await connection.script(
      `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = ${lockMs}`,
    );
    await connection.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    await connection.script(migrationsTable);
    const isPending = (await pending(connection, migrations)).some(({ name }) => name === migration.name);
    if (isPending) await apply(connection, migration);
    await connection.script('COMMIT');
    return isPending;
  } catch (cause) {
    await connection.script('ROLLBACK').catch(() => {});
    throw failed(migration, cause);
  }
}

function failed({ name }: Migration, cause: unknown): MigrationError {
  if (cause instanceof MigrationError) return cause;
  const why = `${messageOf(cause)}${buildHint(cause)}`;
  return new MigrationError(`Migration ${name} could not be applied: ${why}`, { cause });
}

/**
 * Builds an index while others write to its table, unless another starter has done so. Between its statements, the
 * transaction on this connection holds no snapshot, so the build does not wait for it.
 */
async function buildOnce(
  connection: SqlConnection,
  migration: Migration,
  migrations: Migration[],
  beside: WithConnection,
): Promise<boolean> {
  await connection.script(
    'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
  );
  try {
    if (!(await acquireBuildLock(connection))) {
      throw new MigrationError(`Migration ${migration.name} is being applied by another process.`, {
        cause: { code: lockTimeout },
      });
    }
    const isPending = (await pending(connection, migrations)).some(({ name }) => name === migration.name);
    if (isPending) {
      await beside((builder) => buildIndex(builder, migration.sql));
      await record(connection, migration);
    }
    await connection.script('COMMIT');
    return isPending;
  } catch (cause) {
    await connection.script('ROLLBACK').catch(() => {});
    throw failed(migration, cause);
  }
}

async function apply(connection: SqlConnection, migration: Migration): Promise<void> {
  await connection.script(asPlainIndex(migration.sql));
  await record(connection, migration);
}

async function record(connection: SqlConnection, migration: Migration): Promise<void> {
  await connection.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
