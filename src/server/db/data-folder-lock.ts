/**
 * Allows only one process at a time to open the embedded database. The kernel releases the lock when the process ends,
 * so it also works between containers, whose processes cannot see each other.
 */

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, messageOf } from '~/server/lib/caught';
import { tryLock } from '~/server/lib/kernel-lock';
import { DataFolderUnusable } from './data-folder';
import { isAlive, nameOfThisProcess, startOf } from './process-name';

/** Thrown if another running process has the embedded database open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

export interface DataFolderLock {
  /** Throws if the lock file was deleted or replaced, so that another process could lock the new one. */
  assertHeld(): void;
  release(): void;
}

/** How long a process may take to write its name after taking the lock, or to release it when ending. */
const attempts = 50;
const pauseMs = 10;

export function lockDataFolder(dataDir: string, lockFile = tryLock): DataFolderLock {
  const file = path.join(dataDir, 'database.lock');
  for (let attempt = 1; ; attempt++) {
    const descriptor = openLock(file);
    try {
      if (lockOrExplain(lockFile, descriptor, dataDir)) {
        if (isSameFile(file, descriptor)) return hold(dataDir, file, descriptor);
      } else {
        throwIfInUse(dataDir, readLock(file));
        if (attempt >= attempts) throw dataFolderInUse(dataDir, 'a process of another container or machine');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      }
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    closeSync(descriptor);
  }
}

function hold(dataDir: string, file: string, descriptor: number): DataFolderLock {
  // Earlier versions take no kernel lock. Their file names a process and its start time.
  const named = readLock(file);
  if (startOf(named) !== '-') throwIfInUse(dataDir, named);
  ftruncateSync(descriptor, 0);
  writeSync(descriptor, nameOfThisProcess(), 0);
  return {
    assertHeld() {
      if (!isSameFile(file, descriptor))
        throw new DataFolderInUse(
          `The lock ${file} was deleted or replaced while the embedded database was open. Another process may have opened it.`,
        );
    },
    release() {
      if (isSameFile(file, descriptor)) unlinkSync(file);
      closeSync(descriptor);
    },
  };
}

function throwIfInUse(dataDir: string, holder: string): void {
  if (isAlive(holder)) throw dataFolderInUse(dataDir, `process ${Number.parseInt(holder, 10)}`);
}

const dataFolderInUse = (dataDir: string, holder: string) =>
  new DataFolderInUse(
    `The embedded database in ${dataDir} is in use by ${holder}. It allows one process at a time: ` +
      'stop that process, choose another DATA_DIR, or set DATABASE_URL to use a PostgreSQL server.',
  );

function openLock(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new DataFolderUnusable(
      `The lock ${file} belongs to another account. Stop the process that uses it, then run as the account of the server, ` +
        `or give it the folder: chown -R <account> ${path.dirname(file)}`,
      { cause: error },
    );
  }
}

function lockOrExplain(lockFile: typeof tryLock, descriptor: number, dataDir: string): boolean {
  try {
    return lockFile(descriptor);
  } catch (error) {
    throw new DataFolderUnusable(
      `The data folder ${dataDir} cannot be locked (${codeOf(error) ?? messageOf(error)}), so a second process could damage the embedded database. ` +
        'Use a local disk for DATA_DIR, or set DATABASE_URL to use a PostgreSQL server.',
      { cause: error },
    );
  }
}

/** False if the file was deleted or replaced after it was opened. */
function isSameFile(file: string, descriptor: number): boolean {
  const now = statSync(file, { bigint: true, throwIfNoEntry: false });
  const opened = fstatSync(descriptor, { bigint: true });
  return now?.ino === opened.ino && now.dev === opened.dev;
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
