import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/**
 * Copies the folder of an open embedded database. Statements wait during the copy, so it equals the state after a crash
 * at this moment: PostgreSQL can open it, and rolls back unfinished transactions. File systems that share blocks
 * between files copy almost instantly.
 */
export async function copyFolder(pglite: PGlite, from: string, to: string): Promise<void> {
  // Leaves little log to replay when the copy is opened.
  await pglite.exec('CHECKPOINT');
  await pglite.runExclusive(() => copyFiles(from, to));
}

/**
 * Takes half the time of Node's `cp`, which checks every source and target before it copies. Copying two files at once
 * is hardly faster. Throws if `to` exists.
 */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  // A folder comes before its entries.
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    if (entry.isDirectory()) await mkdir(target, { mode: 0o700 });
    else await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}
