/**
 * A folder for files of the moment, such as a readable copy of an encrypted file while it is processed. It is locked by
 * its process, and the kernel ends the lock with the process. So whichever process starts next knows which folders are
 * those of killed ones, in other containers too, and deletes them.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, lstatSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tryLock } from './kernel-lock';

const prefix = 'qinsight-scratch-';
const lockName = 'lock';

let current: string | undefined;

/** The folder of this process, made when it is first needed, and again when the system has tidied it up. */
export function scratchFolder(): string {
  if (!current || !existsSync(current)) current = makeScratchFolder(tmpdir());
  return current;
}

/** It has another name until it is locked: nobody may take it for one that was left. */
export function makeScratchFolder(root: string): string {
  const unlocked = mkdtempSync(path.join(root, `.${prefix}`));
  const folder = path.join(root, `${prefix}${randomUUID()}`);
  // Open for as long as the process lives.
  const descriptor = openSync(path.join(unlocked, lockName), 'wx', 0o600);
  try {
    tryLock(descriptor);
    renameSync(unlocked, folder);
  } catch {
    // A file system without locks: the folder keeps the name that nobody cleans up.
    closeSync(descriptor);
    return unlocked;
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deletes what killed processes left. Returns how many folders. */
export async function removeLeftScratch(root = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(root, name);
    const descriptor = lockOf(folder);
    if (descriptor === null) continue;
    try {
      // The lock goes last: a folder that was deleted in part is found again.
      for (const left of await readdir(folder))
        if (left !== lockName) await rm(path.join(folder, left), { recursive: true });
      await rm(folder, { recursive: true });
      removed++;
    } finally {
      closeSync(descriptor);
    }
  }
  return removed;
}

/** The descriptor that locks a folder whose process is gone. Null for others, and for what is not a folder of ours. */
function lockOf(folder: string): number | null {
  let descriptor: number | undefined;
  try {
    // Anybody may put something there: links are not followed, and folders of other accounts not touched.
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || (process.getuid && stats.uid !== process.getuid())) return null;
    descriptor = openSync(path.join(folder, lockName), constants.O_RDWR | constants.O_NOFOLLOW);
    if (tryLock(descriptor)) return descriptor;
  } catch {
    // Gone in the meantime, or without locks.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return null;
}
