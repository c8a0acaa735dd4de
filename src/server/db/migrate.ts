/**
 * Applies prisma/migrations at start, in the way of Prisma's own `migrate deploy`: the same `_prisma_migrations`
 * table, checksums and advisory lock, so that either tool can continue where the other stopped. Each migration is
 * one transaction. Statements that cannot run in a transaction do not belong in a migration.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SqlConnection {
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Several statements, no parameters. */
  script(sql: string): Promise<void>;
}

/** Prisma's own key, so that its command and this code wait for each other. */
const advisoryLock = 72_707_369;

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

/** Thrown when the database and the migrations folder do not fit together; the words say what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Returns the names of the migrations it applied; `isWanted` leaves some for later. */
export async function migrate(
  withConnection: <T>(work: (connection: SqlConnection) => Promise<T>) => Promise<T>,
  migrationsDir: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const migrations = readMigrationFiles(migrationsDir).filter(({ name }) => isWanted(name));
  return withConnection(async (connection) => {
    // Reading first keeps the usual start, with nothing to apply, free of locks.
    if ((await pending(connection, migrations)).length === 0) return [];
    await connection.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    try {
      await connection.script(migrationsTable);
      const todo = await pending(connection, migrations);
      for (const migration of todo) await apply(connection, migration);
      return todo.map((migration) => migration.name);
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
    }
  });
}

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
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
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

async function apply(connection: SqlConnection, migration: Migration): Promise<void> {
  await connection.script('BEGIN');
  try {
    await connection.script(migration.sql);
    await connection.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await connection.script('COMMIT');
  } catch (cause) {
    await connection.script('ROLLBACK').catch(() => {});
    throw new MigrationError(`Migration ${migration.name} could not be applied: ${(cause as Error).message}`, {
      cause,
    });
  }
}
