/**
 * A migrated, empty embedded database as a file. Tests start from a copy of it: the first boot of an empty folder and
 * its migrations take longer than most test files.
 */

import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { emptyDatabase } from '~/server/db/empty-database';
import { migrate } from '~/server/db/migrate';
import type { SqlConnection } from '~/server/db/sql-connection';
import { prepareVectorTables } from '~/server/db/vector-tables';
import { dayMs } from '~/shared/utc-day';

export const migrationsDir = path.resolve('prisma/migrations');
const cacheDir = path.resolve('node_modules/.cache/qinsight-test-database');
const otherSources = [
  'scripts/empty-database.mjs',
  'src/server/testing/worlds/database-image.ts',
  'src/server/db/migrate.ts',
  'src/server/db/vector-tables.ts',
  'node_modules/@electric-sql/pglite/package.json',
  'node_modules/@electric-sql/pglite-pgvector/package.json',
];
const keptForMs = dayMs;
/** Every start of an embedded database clears its buffers. With the usual 128 MB this takes most of a start. */
const smallBuffers = "shared_buffers = '16MB'\n";

/** The data folder of a server that was started once and stopped: its database is migrated and empty. */
export async function fillDataFolder(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'database');
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xf', await embeddedImage(), '-C', folder]);
}

/** The file's path. It is created once and reused until its sources change. */
export async function embeddedImage(): Promise<string> {
  const image = path.join(cacheDir, `${await fingerprint()}.tar`);
  if (existsSync(image)) return image;
  await mkdir(cacheDir, { recursive: true });
  // A concurrent run must never read an incomplete image.
  const unfinished = path.join(cacheDir, `${randomBytes(6).toString('hex')}.part`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'qinsight-image-'));
  try {
    await migratedDatabase(folder);
    await promisify(execFile)('tar', ['-cf', unfinished, '-C', folder, '.']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await rename(unfinished, image);
  await removeOldImages();
  return image;
}

/**
 * The database is stopped before it is copied. A copy of a running one would be recovered at every start, by opening
 * and syncing each of its 900 files and applying all migrations again.
 */
async function migratedDatabase(folder: string): Promise<void> {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { vector }, ...(await emptyDatabase()) });
  const connection = connectionOf(pglite);
  await migrate((work) => work(connection), migrationsDir);
  await prepareVectorTables(connection);
  await pglite.close();
  await appendFile(path.join(folder, 'postgresql.conf'), smallBuffers);
}

/** A hash of the migrations, the code that applies them, and the version of the database. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(migrationsDir, { recursive: true });
  const migrations = names.filter((name) => name.endsWith('.sql')).sort();
  const sources = [...migrations.map((name) => path.join(migrationsDir, name)), ...otherSources];
  for (const source of sources)
    hash
      .update(`${source}\0`)
      .update(await readFile(source))
      .update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** Deletes images of other sources. One may still be in use by a run that started before the sources changed. */
async function removeOldImages(): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const file = path.join(cacheDir, name);
    // Another run may remove it at the same time.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - keptForMs) await rm(file, { force: true });
  }
}

const connectionOf = (pglite: PGlite): SqlConnection => ({
  query: async (sql, parameters) => (await pglite.query<Record<string, unknown>>(sql, parameters)).rows,
  script: async (sql) => {
    await pglite.exec(sql);
  },
});
