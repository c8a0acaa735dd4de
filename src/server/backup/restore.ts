/**
 * Restores a backup into the configured database and storage. Everything is checked before anything is changed. Files
 * come first, because a file without a row is harmless. The rows are restored in one transaction, so that a failed
 * restore leaves the database as it was.
 */

import path from 'node:path';
import { migrate, readMigrationFiles } from '~/server/db/migrate';
import { sealedValues } from '~/server/db/sealed-columns';
import { openSession, type Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import type { Io } from '~/server/lib/command-output';
import { sha256OfStream } from '~/server/lib/hash';
import { OperatorError } from '~/server/lib/operator-error';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { fileKeyColumn } from '~/server/providers/storage/file-key-column';
import { ObjectExists, type ObjectStore } from '~/server/providers/storage/types';
import { fileOfObject, type Manifest, type ObjectLine, objectsOf, openBackup } from './manifest';
import { type BackupFolder, checkPart, readPart } from './parts';
import { deleteListed, readKeys } from './replaced-files';
import { restoreRows } from './restore-rows';
import { quoted, readMigrations, readTables } from './tables';

export interface RestoreSummary {
  rows: number;
  objects: number;
  /** Migrations that are newer than the backup. */
  applied: string[];
}

export async function restore(
  env: Env,
  from: string,
  options: { isForced: boolean; migrationsDir: string; io: Io },
): Promise<RestoreSummary> {
  const { isForced, migrationsDir, io } = options;
  const { folder, manifest } = await openBackup(path.resolve(from), env.BACKUP_PASSPHRASE);
  assertKnown(manifest, migrationsDir);
  await checkParts(folder, manifest);
  io.print(`Backup of ${manifest.createdAt} verified.`);
  const session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: true });
  try {
    await assertUnused(session, isForced);
    await assertEmpty(session, isForced);
    await prepare(session, manifest, migrationsDir);
    const store = createObjectStore(env);
    const replaced = await readKeys(session);
    const objects = await restoreObjects(store, folder, manifest);
    for (const key of objects.keys) replaced.delete(key);
    const { rows, skipped } = await restoreRows(session, folder, manifest, [...replaced]).catch(async (error) => {
      for (const key of objects.written) await store.delete(key).catch(() => {});
      throw error;
    });
    await deleteListed(session, store, [...replaced]);
    const applied = await migrate(async (work) => work(session), migrationsDir);
    await warnOfFileKeys(session, env, io);
    for (const name of skipped)
      io.warn(
        `The table ${name} is not part of qInsight, so it was not restored. Its rows are in database/${name}.ndjson.gz.`,
      );
    return { rows, objects: objects.keys.length, applied };
  } finally {
    await session.close();
  }
}

/** Nothing is lost yet: the files can be read once the secret is restored. */
async function warnOfFileKeys(session: Session, env: Env, io: Io): Promise<void> {
  let missing = 0;
  for await (const keys of sealedValues(session.query, env, fileKeyColumn))
    missing += keys.filter(({ opened }) => opened === null).length;
  if (missing > 0)
    io.warn(
      'The encrypted files and messages of this backup need the SECRET_KEY they were stored with. Add it to SECRET_KEY_PREVIOUS, then run npm run secrets:rotate. Until then they cannot be read.',
    );
}

/** A backup of a newer version has tables and columns that this version would lose. */
export function assertKnown({ database, productVersion }: Manifest, migrationsDir: string): void {
  const known = new Map(readMigrationFiles(migrationsDir).map(({ name, checksum }) => [name, checksum]));
  const unknownMigration = database.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (!unknownMigration) return;
  const why = known.has(unknownMigration.name)
    ? `has a different ${unknownMigration.name}`
    : `has no migration ${unknownMigration.name}`;
  throw new OperatorError(
    `The backup was made by version ${productVersion}, and this version ${why}. Restore it with the version that made it, then update.`,
  );
}

export async function checkParts(folder: BackupFolder, { database, objects }: Manifest): Promise<void> {
  for (const table of database.tables) await checkPart(folder, table);
  await checkPart(folder, objects);
  for await (const { key, ...part } of objectsOf(folder, objects.file))
    await checkPart(folder, { file: fileOfObject(key), ...part });
}

async function assertUnused(session: Session, isForced: boolean): Promise<void> {
  if (session.kind === 'embedded' || isForced) return;
  const [others] = await session.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if (Number(others?.count) > 0)
    throw new OperatorError(
      `${others?.count} other connections use this database. Stop the servers first, or add --force if they are not qInsight servers.`,
    );
}

/** Migrates the target to the schema of the backup. */
export async function prepare(session: Session, { database }: Manifest, migrationsDir: string): Promise<void> {
  const names = new Set(database.migrations.map(({ name }) => name));
  const done = await readMigrations(session);
  if (done.some(({ name }) => !names.has(name)))
    throw new OperatorError(
      'The backup is older than this database. Restore it into a new one: choose another DATA_DIR, or another database in DATABASE_URL. Newer migrations are then applied to it.',
    );
  await migrate(async (work) => work(session), migrationsDir, { isWanted: (name) => names.has(name) });
}

/**
 * Migrations insert rows into these tables, so even a database that was only started once has some. They are replaced.
 */
const filledByMigrations = new Set(['budgets']);

async function assertEmpty(session: Session, isForced: boolean): Promise<void> {
  if (isForced) return;
  for (const { name } of await readTables(session)) {
    if (filledByMigrations.has(name)) continue;
    const [first] = await session.query(`SELECT 1 AS one FROM ${quoted(name)} LIMIT 1`);
    if (first)
      throw new OperatorError(
        `The database is not empty: ${name} has rows. Nothing was restored. Choose an empty one, or add --force to replace everything in it.`,
      );
  }
}

/**
 * Restores all files. Returns the keys of the backup's files, and those that did not exist before; these are deleted if
 * one fails.
 */
async function restoreObjects(store: ObjectStore, folder: BackupFolder, { objects }: Manifest) {
  const keys: string[] = [];
  const written: string[] = [];
  try {
    for await (const line of objectsOf(folder, objects.file)) {
      const isNew = await restoreObject(store, folder, line);
      keys.push(line.key);
      if (isNew) written.push(line.key);
    }
  } catch (error) {
    for (const key of written) await store.delete(key).catch(() => {});
    throw error;
  }
  return { keys, written };
}

/** True if the key did not exist before. */
async function restoreObject(
  store: ObjectStore,
  folder: BackupFolder,
  { key, bytes, sha256 }: ObjectLine,
): Promise<boolean> {
  const write = async () => {
    const content = readPart(folder, fileOfObject(key));
    try {
      await store.write(key, content, { maxBytes: bytes, size: bytes });
    } finally {
      content.destroy();
    }
  };
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error;
    // Exists from an earlier attempt: keys are never reused for other bytes, unless the file was damaged.
    if ((await sha256OfStream(await store.read(key))) === sha256) return false;
    await store.delete(key);
    await write();
    return false;
  }
}
