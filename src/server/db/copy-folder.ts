import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** More files at once take more processor time, and no less time in total. */
const filesAtOnce = 2;

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

/** Takes half the time of `cp` of Node, which looks at every source and target before it copies. Throws if `to` exists. */
async function copyFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const copyOf = (name: string) => path.join(to, path.relative(from, name));
  await mkdir(to, { mode: 0o700 });
  const files: string[] = [];
  for (const entry of entries) {
    const name = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await mkdir(copyOf(name), { recursive: true, mode: 0o700 });
    else files.push(name);
  }
  const copyRest = async () => {
    for (let name = files.pop(); name !== undefined; name = files.pop())
      await copyFile(name, copyOf(name), constants.COPYFILE_FICLONE);
  };
  // Waits for all, so that nothing is written after a failure.
  const copies = await Promise.allSettled(
    Array.from({ length: filesAtOnce }, () =>
      copyRest().catch((error) => {
        files.length = 0;
        throw error;
      }),
    ),
  );
  for (const copy of copies) if (copy.status === 'rejected') throw copy.reason;
}
