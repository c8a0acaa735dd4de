/** Checks of the folder with the embedded database: whether it is usable, and whether its database is complete. */

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '~/server/lib/caught';

/** Thrown if the folder or its database cannot be used. `message` says what to do. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
}

export const databaseFolder = (dataDir: string) => path.join(dataDir, 'database');
/** Kept even if the database is lost, so that a damaged installation is not taken for a new one. */
const markerFile = (dataDir: string) => path.join(dataDir, 'installation');
const recoveryHint =
  'Restore a backup: move the folder away and run "npm run restore -- --from <backup>". For a new installation, choose another DATA_DIR.';

const reasons: Record<string, string> = {
  EACCES: 'this account is not allowed to write to it',
  EPERM: 'this account is not allowed to write to it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};

/** Creates the folder if it is missing, and checks that it is writable. */
export function prepareDataFolder(dataDir: string, log: (message: string) => void = () => {}): void {
  // A random name, because pids repeat in containers.
  const trial = path.join(dataDir, `.write-test-${randomUUID()}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(trial, 'x', { mode: 0o600 });
    unlinkSync(trial);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!reasons[code]) throw error;
    throw new DataFolderUnusable(
      `The data folder ${dataDir} cannot be used: ${reasons[code]}. Give this account a folder it can write to, or set another DATA_DIR.`,
      { cause: error },
    );
  }
  if (process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0)
    log(`Other accounts on this machine can read the data folder ${dataDir}. Run: chmod 700 ${dataDir}`);
}

/** Whether a database exists. Throws if there was one that is now lost or incomplete. */
export function hasDatabase(dataDir: string): boolean {
  const folder = databaseFolder(dataDir);
  if (existsSync(path.join(folder, 'PG_VERSION'))) return true;
  if (entriesOf(folder).length > 0) throw damaged(dataDir, 'PG_VERSION is missing');
  return false;
}

/** Throws if the folder belongs to an installation whose database is gone. */
export function assertNew(dataDir: string): void {
  const isOld = existsSync(markerFile(dataDir)) || containsFiles(path.join(dataDir, 'objects'));
  if (!isOld) return;
  throw new DataFolderUnusable(
    `The data folder ${dataDir} contains an installation, but its database is missing. ${recoveryHint}`,
  );
}

export const damaged = (dataDir: string, why: string, cause?: unknown) =>
  new DataFolderUnusable(`The embedded database in ${databaseFolder(dataDir)} is damaged (${why}). ${recoveryHint}`, {
    cause,
  });

/** Empty folders do not count: the doctor leaves some after checking the file storage. */
const containsFiles = (folder: string) =>
  existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

const entriesOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Creates the marker if it is missing, and closes the database to other accounts: PGlite creates its files readable by
 * all.
 */
export function markDataFolder(dataDir: string): void {
  chmodSync(databaseFolder(dataDir), 0o700);
  if (existsSync(markerFile(dataDir))) return;
  const file = openSync(markerFile(dataDir), 'w', 0o600);
  writeFileSync(file, `${randomUUID()}\n`);
  fsyncSync(file);
  closeSync(file);
  syncFolder(dataDir);
}

/** Moves a new, complete database into place after syncing it to disk. */
export async function moveIntoPlace(created: string, dataDir: string): Promise<void> {
  await syncAll(created);
  renameSync(created, databaseFolder(dataDir));
  syncFolder(dataDir);
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncAll(name);
    else if (entry.isFile()) await syncFile(name);
  }
  syncFolder(folder);
}

async function syncFile(name: string): Promise<void> {
  const file = await open(name, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
