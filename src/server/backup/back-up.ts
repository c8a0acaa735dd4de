/**
 * Makes a backup of a consistent snapshot of the database, and of every file its rows refer to. The snapshot neither
 * blocks writers nor contains later writes. Files never change once written, so they are copied after the snapshot, or
 * linked if the previous backup has them. With a PostgreSQL server, the product can keep running.
 */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { openSession, type Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import type { Io } from '~/server/lib/command-output';
import { OperatorError } from '~/server/lib/operator-error';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { writeKey } from './backup-key';
import { copyObjects, openPrevious } from './copy-objects';
import { formatVersion, type Manifest, writeManifest } from './manifest';
import { type BackupFolder, writePart } from './parts';
import { beginSnapshot, hasPlainNames, quoted, readMigrations, readSequences, readTables, rowLines } from './tables';

export interface BackupOptions {
  /** Opens the database to read from, if not the configured one. */
  openRows?: () => Promise<Session>;
  /** Folders of earlier backups on the same disk: the files of the first one with the same passphrase are linked. */
  previous?: readonly string[];
}

export interface MadeBackup {
  manifest: Manifest;
  /** Size of the files that the previous backup did not have. */
  copiedBytes: number;
}

export async function backUp(
  env: Env,
  to: string,
  productVersion: string,
  io: Io,
  { openRows, previous: earlier = [] }: BackupOptions = {},
): Promise<MadeBackup> {
  const folderPath = path.resolve(to);
  await prepareFolder(folderPath);
  const passphrase = env.BACKUP_PASSPHRASE;
  const session = await (openRows?.() ??
    openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false }));
  let folder: BackupFolder;
  let snapshot: Awaited<ReturnType<typeof dump>>;
  try {
    const identity = passphrase === undefined ? null : await writeKey(folderPath, passphrase, earlier);
    folder = { path: folderPath, identity };
    snapshot = await dump(session, folder, io);
  } finally {
    await session.close();
  }
  io.print(`Database: ${rowsOf(snapshot.database)} rows of ${snapshot.database.tables.length} tables`);
  const previous = await openPrevious(earlier, folder);
  const { objects, copiedBytes } = await copyObjects(createObjectStore(env), folder, snapshot.objectIds, previous);
  io.print(`Files: ${objects.count}, ${objects.totalBytes} bytes`);
  const { database } = snapshot;
  const createdAt = new Date().toISOString();
  const manifest: Manifest = { format: 'qinsight-backup', formatVersion, createdAt, productVersion, database, objects };
  await writeManifest(folder, manifest);
  return { manifest, copiedBytes };
}

export const rowsOf = ({ tables }: Manifest['database']): number => tables.reduce((sum, { rows }) => sum + rows, 0);

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new OperatorError(`${folder} is not empty. Choose a new folder: a backup never overwrites another.`);
}

async function dump(session: Session, folder: BackupFolder, io: Io) {
  await beginSnapshot(session);
  const found = await readTables(session);
  const tables = found.filter(hasPlainNames);
  for (const { name } of found.filter((table) => !tables.includes(table)))
    io.warn(`The table ${name} is not part of qInsight, so the backup does not contain it.`);
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
    sequences: (await readSequences(session)).filter(({ table }) => tables.some(({ name }) => name === table)),
  };
  await session.script('COMMIT');
  return { database, objectIds };
}

async function readObjectIds(session: Session, tables: { name: string }[]): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'objects')) return [];
  // The bytes of shared files can outlive the file's row.
  const shared = tables.some(({ name }) => name === 'share_files')
    ? 'UNION SELECT object_id::text FROM share_files'
    : '';
  const rows = await session.query(`SELECT id::text AS id FROM ${quoted('objects')} ${shared} ORDER BY 1`);
  return rows.map(({ id }) => String(id));
}
