import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Thrown when another living process has the embedded database open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/**
 * Keeps a second process off the embedded database, which allows one at a time. The lock is a file that names its
 * process; one left behind by a crash is recognised, because that process is gone, and taken over.
 * Returns the function that gives the lock back.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'database.lock');
  const mine = `${process.pid} ${startOfProcess(process.pid)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      const descriptor = openSync(file, 'wx', 0o600);
      writeSync(descriptor, mine);
      closeSync(descriptor);
      return () => {
        if (readLock(file) === mine) unlinkSync(file);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error;
    }
    const holder = readLock(file);
    const pid = Number.parseInt(holder ?? '', 10);
    if (holder && pid !== process.pid && isAlive(pid, holder)) {
      throw new DataFolderInUse(
        `The embedded database in ${dataDir} is in use by process ${pid}. It allows one process at a time: ` +
          'stop that process, choose another DATA_DIR, or set DATABASE_URL to use a PostgreSQL server.',
      );
    }
    if (holder !== null) unlinkSync(file);
  }
}

function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isAlive(pid: number, holder: string): boolean {
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
