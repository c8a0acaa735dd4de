/**
 * Puts a backup back, into whatever database and store the settings name. Everything is checked before anything is
 * touched; files come first, because a file without its row harms nobody; the rows come in one transaction, so that a
 * restore that fails leaves the database as it was.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { migrate, readMigrationFiles } from '~/server/db/migrate';
import { openSession, type Session, withoutLimits } from '~/server/db/session';
import type { Env } from '~/server/env';
import { type Io, OperatorError } from '~/server/operator/command';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { ObjectExists, type ObjectStore } from '~/server/providers/storage/types';
import { fileOfObject, type Manifest, type ObjectLine, objectLine, readManifest } from './manifest';
import { checkPart, hashOf, linesOf } from './parts';
import { deleteListed, listForDeletion, readKeys } from './replaced-files';
import { insertRows, quoted, readMigrations, readTables, readVectorTables, type Table } from './tables';

export interface Restored {
  rows: number;
  objects: number;
  /** Migrations that are newer than the backup. */
  applied: string[];
}

export async function restore(
  env: Env,
  from: string,
  options: { isForced: boolean; migrationsDir: string; io: Io },
): Promise<Restored> {
  const { isForced, migrationsDir, io } = options;
  const folder = path.resolve(from);
  const manifest = await readManifest(folder);
  assertKnown(manifest, migrationsDir);
  await checkParts(folder, manifest);
  io.say(`Backup of ${manifest.createdAt} verified.`);
  const session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: true });
  try {
    await assertUnused(session, isForced);
    await assertEmpty(session, isForced);
    await prepare(session, manifest, migrationsDir);
    const store = createObjectStore(env);
    const replaced = await readKeys(session);
    const objects = await restoreObjects(store, folder, manifest);
    for (const key of objects.keys) replaced.delete(key);
    const rows = await restoreRows(session, folder, manifest, [...replaced]).catch(async (error) => {
      for (const key of objects.written) await store.delete(key).catch(() => {});
      throw error;
    });
    await deleteListed(session, store, [...replaced]);
    const applied = await migrate(async (work) => work(session), migrationsDir);
    return { rows, objects: objects.keys.length, applied };
  } finally {
    await session.close();
  }
}

/** A backup of a newer version has tables and columns that this one would lose. */
function assertKnown({ database, productVersion }: Manifest, migrationsDir: string): void {
  const known = new Map(readMigrationFiles(migrationsDir).map(({ name, checksum }) => [name, checksum]));
  const strange = database.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (!strange) return;
  const why = known.has(strange.name) ? `has a different ${strange.name}` : `has no migration ${strange.name}`;
  throw new OperatorError(
    `The backup was made by version ${productVersion}, and this version ${why}. Restore it with the version that made it, then update.`,
  );
}

async function checkParts(folder: string, { database, objects }: Manifest): Promise<void> {
  for (const table of database.tables) await checkPart(folder, table);
  await checkPart(folder, objects);
  for await (const { key, ...part } of objectsOf(folder, objects.file))
    await checkPart(folder, { file: fileOfObject(key), ...part });
}

async function* objectsOf(folder: string, file: string): AsyncGenerator<ObjectLine> {
  for await (const line of linesOf(folder, file)) yield objectLine.parse(JSON.parse(line));
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

/** Brings the target to the tables the backup was made of. */
async function prepare(session: Session, { database }: Manifest, migrationsDir: string): Promise<void> {
  const names = new Set(database.migrations.map(({ name }) => name));
  const done = await readMigrations(session);
  if (done.some(({ name }) => !names.has(name)))
    throw new OperatorError(
      'The backup is older than this database. Restore it into a new one: choose another DATA_DIR, or another database in DATABASE_URL. Newer migrations are then applied to it.',
    );
  await migrate(async (work) => work(session), migrationsDir, { isWanted: (name) => names.has(name) });
}

/** A migration fills these: a database that was only started once has rows in them, too. They are replaced. */
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

/** Keys of all files of the backup, and of those that were not there before. Those go again when one fails. */
async function restoreObjects(store: ObjectStore, folder: string, { objects }: Manifest) {
  const keys: string[] = [];
  const written: string[] = [];
  try {
    for await (const line of objectsOf(folder, objects.file)) {
      const isNew = await restoreObject(store, path.join(folder, fileOfObject(line.key)), line);
      keys.push(line.key);
      if (isNew) written.push(line.key);
    }
  } catch (error) {
    for (const key of written) await store.delete(key).catch(() => {});
    throw error;
  }
  return { keys, written };
}

/** True when there was no file under this key before. */
async function restoreObject(store: ObjectStore, file: string, { key, bytes, sha256 }: ObjectLine): Promise<boolean> {
  const write = () => store.write(key, createReadStream(file), { maxBytes: bytes, size: bytes });
  try {
    await write();
    return true;
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error;
    // There from an earlier try: keys are never used for other bytes, unless somebody damaged them.
    if ((await hashOf(await store.read(key))) === sha256) return false;
    await store.delete(key);
    await write();
    return false;
  }
}

async function restoreRows(
  session: Session,
  folder: string,
  { database }: Manifest,
  replacedKeys: string[],
): Promise<number> {
  await session.script(`BEGIN; ${withoutLimits}`);
  try {
    const tables = new Map((await readTables(session)).map((table) => [table.name, table]));
    const references = await dropReferences(session);
    for (const name of tables.keys()) await session.script(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    const emptied = [...tables.keys(), ...(await readVectorTables(session))];
    if (emptied.length > 0) await session.script(`TRUNCATE ${emptied.map(quoted).join(', ')}`);
    let rows = 0;
    for (const part of database.tables) rows += await restoreTable(session, folder, part, tables.get(part.name));
    for (const { table, column, lastValue, isCalled } of database.sequences)
      await session.query('SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, $4::boolean)', [
        quoted(table),
        column,
        lastValue,
        isCalled,
      ]);
    for (const name of tables.keys()) await session.script(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    // Made anew, each is checked against every row.
    for (const reference of references) await session.script(reference);
    if (replacedKeys.length > 0) await listForDeletion(session, replacedKeys);
    await session.script('COMMIT');
    return rows;
  } catch (error) {
    await session.script('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function restoreTable(
  session: Session,
  folder: string,
  part: Manifest['database']['tables'][number],
  table: Table | undefined,
): Promise<number> {
  const unknown = part.columns.filter((column) => !table?.columns.some(({ name }) => name === column));
  if (!table || unknown.length > 0)
    throw new OperatorError(`The database has no table ${part.name} with the columns ${unknown.join(', ')}.`);
  const rows = await insertRows(session, table, part.columns, linesOf(folder, part.file));
  if (rows !== part.rows) throw new OperatorError(`${part.file} has ${rows} rows instead of ${part.rows}.`);
  return rows;
}

/** Takes the references between tables away, so that rows may come in any order; returns how to make them again. */
async function dropReferences(session: Session): Promise<string[]> {
  const references = (await session.query(
    `SELECT t.relname AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )) as { table: string; name: string; definition: string }[];
  for (const { table, name } of references)
    await session.script(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  return references.map(
    ({ table, name, definition }) => `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
  );
}
