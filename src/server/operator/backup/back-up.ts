/**
 * Takes a backup: the database as it is at one moment – a snapshot in which writers do not wait and are not seen – and
 * every file its rows speak of. Files never change once they are written, so they may be copied after the snapshot. On
 * a PostgreSQL server the product may run meanwhile.
 */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session, withoutLimits } from '~/server/db/session';
import type { Env } from '~/server/env';
import { cleanKey, previewKey } from '~/server/features/uploads/object-keys';
import { type Io, OperatorError } from '~/server/operator/command';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { ObjectMissing, type ObjectStore } from '~/server/providers/storage/types';
import { fileOfObject, formatVersion, type Manifest, type ObjectLine, objectListName, writeManifest } from './manifest';
import { writePart } from './parts';
import { quoted, readMigrations, readSequences, readTables, rowLines } from './tables';

const copiesAtOnce = 4;

export async function backUp(env: Env, to: string, productVersion: string, io: Io): Promise<Manifest> {
  const folder = path.resolve(to);
  await prepareFolder(folder);
  const session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false });
  let snapshot: Awaited<ReturnType<typeof dump>>;
  try {
    snapshot = await dump(session, folder);
  } finally {
    await session.close();
  }
  const rows = snapshot.database.tables.reduce((sum, table) => sum + table.rows, 0);
  io.say(`Database: ${rows} rows of ${snapshot.database.tables.length} tables`);
  const objects = await copyObjects(createObjectStore(env), folder, snapshot.objectIds);
  io.say(`Files: ${objects.count}, ${objects.totalBytes} bytes`);
  const { database } = snapshot;
  const createdAt = new Date().toISOString();
  const manifest: Manifest = { format: 'qinsight-backup', formatVersion, createdAt, productVersion, database, objects };
  await writeManifest(folder, manifest);
  return manifest;
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new OperatorError(`${folder} is not empty. Choose a new folder: a backup never overwrites another.`);
}

async function dump(session: Session, folder: string) {
  await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await session.script(withoutLimits);
  // The same spelling everywhere, whatever the server is set to.
  await session.script(`SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL TimeZone = 'UTC'; SET LOCAL IntervalStyle = 'iso_8601';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`);
  const tables = await readTables(session);
  if (tables.length === 0) throw new OperatorError('There is nothing to back up: the database has no tables yet.');
  const parts: Manifest['database']['tables'] = [];
  for (const table of tables) {
    let rows = 0;
    const lines = rowLines(session, table, (count) => {
      rows += count;
    });
    const part = await writePart(folder, `database/${table.name}.ndjson.gz`, lines, { isCompressed: true });
    parts.push({ ...part, name: table.name, columns: table.columns.map(({ name }) => name), rows });
  }
  const objectIds = await readObjectIds(session, tables);
  const [version] = await session.query('SHOW server_version');
  const database: Manifest['database'] = {
    kind: session.kind,
    version: String(version?.server_version),
    migrations: await readMigrations(session),
    tables: parts,
    sequences: await readSequences(session),
  };
  await session.script('COMMIT');
  return { database, objectIds };
}

async function readObjectIds(session: Session, tables: { name: string }[]): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'objects')) return [];
  const rows = await session.query(`SELECT id::text AS id FROM ${quoted('objects')} ORDER BY 1`);
  return rows.map(({ id }) => String(id));
}

async function copyObjects(store: ObjectStore, folder: string, ids: string[]): Promise<Manifest['objects']> {
  const lines: ObjectLine[] = [];
  const missing: string[] = [];
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const copied = [];
      for (const key of [id, cleanKey(id), previewKey(id)]) copied.push(await copyObject(store, folder, key));
      const found = copied.filter((line) => line !== null);
      lines.push(...found);
      if (found.length === 0) missing.push(id);
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  lines.sort((a, b) => (a.key < b.key ? -1 : 1));
  const part = await writePart(
    folder,
    objectListName,
    lines.map((line) => `${JSON.stringify(line)}\n`),
  );
  const totalBytes = lines.reduce((sum, { bytes }) => sum + bytes, 0);
  return { ...part, count: lines.length, totalBytes, missing: missing.sort() };
}

/** Null when there is no such object: most have no variants, and one may have been deleted since the snapshot. */
async function copyObject(store: ObjectStore, folder: string, key: string): Promise<ObjectLine | null> {
  if (!(await store.stat(key))) return null;
  try {
    const { bytes, sha256 } = await writePart(folder, fileOfObject(key), await store.read(key));
    return { key, bytes, sha256 };
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}
