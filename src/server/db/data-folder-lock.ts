import { closeSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Thrown when another living process has the embedded database open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

export interface DataFolderLock {
  /** Throws when another process has the folder after all. For a moment after the lock was taken, before it matters. */
  assertHeld(): void;
  /** Gives the lock back. */
  release(): void;
}

/**
 * Keeps a second process off the embedded database, which allows one at a time. The lock is a file that names its
 * process; one left behind by a crash is recognised, because that process is gone, and taken over.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const file = path.join(dataDir, 'database.lock');
  const mine = `${process.pid} ${startOfProcess(process.pid)}`;
  for (let attempt = 0; !create(file, mine); attempt++) {
    const holder = readLock(file);
    if (holder === mine) break;
    if (holder && isAlive(holder)) throw inUse(dataDir, holder);
    // An empty lock is one whose process is about to write its name, unless it stays empty.
    const isBeingWritten = holder === '' && attempt < 50;
    if (isBeingWritten) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    else if (holder !== null) takeAway(file, holder);
    if (attempt > 100) throw inUse(dataDir, holder ?? 'unknown');
  }
  return {
    assertHeld() {
      const holder = readLock(file);
      if (holder !== mine) throw inUse(dataDir, holder ?? 'unknown');
    },
    release() {
      if (readLock(file) === mine) unlinkSync(file);
    },
  };
}

const inUse = (dataDir: string, holder: string) =>
  new DataFolderInUse(
    `The embedded database in ${dataDir} is in use by process ${holder.split(' ', 1)[0]}. It allows one process at a time: ` +
      'stop that process, choose another DATA_DIR, or set DATABASE_URL to use a PostgreSQL server.',
  );

/** False when the file is there already. */
function create(file: string, content: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, content);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes the lock of a process that is gone. Several processes may find it at the same moment, and one of them may
 * have put its own in its place since: moving the file away and looking at what was moved tells, and that one goes back.
 */
function takeAway(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readLock(aside) === stale) unlinkSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isAlive(holder: string): boolean {
  const pid = Number.parseInt(holder, 10);
  // A number that is ours now was another's before: in a container every first process is number 1.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // The number may have been given to a new process since; where the start time can be read, it must agree too.
  return holder === `${pid} ${startOfProcess(pid)}`;
}

/** Clock ticks after boot at which the process started (Linux), or '-' where the system does not tell. */
function startOfProcess(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
