/**
 * A folder for temporary files, such as a plaintext copy of an encrypted file during processing. Its process locks it,
 * and the kernel releases the lock when the process ends. So the next process to start can tell which folders belong to
 * killed ones, also in other containers, and deletes them.
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

/** The folder of this process, created on first use, and again if the system has deleted it. */
export function scratchFolder(): string {
  if (!current || !existsSync(current)) current = makeScratchFolder(tmpdir());
  return current;
}

/** It is renamed only after it is locked, so that no process can mistake it for an abandoned one. */
export function makeScratchFolder(root: string): string {
  const unlocked = mkdtempSync(path.join(root, `.${prefix}`));
  const folder = path.join(root, `${prefix}${randomUUID()}`);
  // Open for as long as the process runs.
  const descriptor = openSync(path.join(unlocked, lockName), 'wx', 0o600);
  try {
    tryLock(descriptor);
    renameSync(unlocked, folder);
  } catch {
    // Without file locks, the folder keeps the name that is never cleaned up.
    closeSync(descriptor);
    return unlocked;
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deletes the folders of killed processes. Returns how many. */
export async function removeLeftScratch(root = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(root, name);
    const descriptor = lockOf(folder);
    if (descriptor === null) continue;
    try {
      // The lock is deleted last, so that a partly deleted folder is found again.
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

/** The descriptor that locks a dead process's folder. Null for others, and for anything that is not our folder. */
function lockOf(folder: string): number | null {
  let descriptor: number | undefined;
  try {
    // Any account may create something there: do not follow links or touch folders of other accounts.
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || (process.getuid && stats.uid !== process.getuid())) return null;
    descriptor = openSync(path.join(folder, lockName), constants.O_RDWR | constants.O_NOFOLLOW);
    if (tryLock(descriptor)) return descriptor;
  } catch {
    // Deleted in the meantime, or without locks.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return null;
}
