/** Opens the embedded database: PostgreSQL in this process, in a folder that belongs to this process alone. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { messageOf } from '~/server/lib/caught';
import {
  assertNew,
  DataFolderUnusable,
  damaged,
  databaseFolder,
  hasDatabase,
  markDataFolder,
  moveIntoPlace,
  prepareDataFolder,
} from './data-folder';
import { DataFolderInUse, type DataFolderLock, lockDataFolder } from './data-folder-lock';
import { emptyDatabase } from './empty-database';
import { delayWasmOptimization } from './wasm-budget';

const lockCheckMs = 1000;

export interface EmbeddedDatabase {
  pglite: PGlite;
  close(): Promise<void>;
}

export interface EmbeddedSettings {
  dataDir: string;
  /** Whether to create a missing database: only in a new folder, or also to replace a lost one. */
  create: 'if new' | 'if missing' | 'never';
  /** Receives a line for the operator. */
  log?: ((message: string) => void) | undefined;
  /** Called when the folder can no longer be trusted: the process must end. */
  onLost?: ((error: unknown) => void) | undefined;
}

/** Thrown if there is no embedded database yet and none may be created. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

export async function openEmbedded({ dataDir, create, log, onLost }: EmbeddedSettings): Promise<EmbeddedDatabase> {
  if (create === 'never') assertFolderExists(dataDir);
  prepareDataFolder(dataDir, log);
  const lock = lockDataFolder(dataDir);
  try {
    delayWasmOptimization();
    const { SyncedPGlite } = await import('./synced-pglite');
    const open = (folder: string, initial?: { loadDataDir?: Blob }) =>
      SyncedPGlite.open(folder, onLost ?? (() => {}), initial);
    if (!hasDatabase(dataDir)) {
      if (create === 'if new') assertNew(dataDir);
      const initial = await emptyDatabase();
      await createDatabase(dataDir, (folder) => open(folder, initial));
    }
    markDataFolder(dataDir);
    const pglite = await open(databaseFolder(dataDir)).catch((error) => {
      throw damaged(dataDir, messageOf(error), error);
    });
    const watch = onLost && watchLock(lock, onLost);
    const close = async () => {
      clearInterval(watch);
      if (!pglite.closed) await pglite.close();
      lock.release();
    };
    return { pglite, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A deleted lock file no longer excludes other processes, so this process must end before one of them starts. */
function watchLock(lock: DataFolderLock, onLost: (error: unknown) => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    try {
      lock.assertHeld();
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) return;
      clearInterval(timer);
      onLost(error);
    }
  }, lockCheckMs);
  return timer.unref();
}

function assertFolderExists(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  assertNew(dataDir);
  throw new NoDatabase(`No database found in ${dataDir} yet. The server creates it at its first start.`);
}

/** Created beside its final place, so that an existing database is always complete. */
async function createDatabase(dataDir: string, open: (folder: string) => Promise<PGlite>): Promise<void> {
  const folder = path.join(dataDir, 'database.new');
  rmSync(folder, { recursive: true, force: true });
  try {
    const pglite = await open(folder);
    await pglite.close();
    await moveIntoPlace(folder, dataDir);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new DataFolderUnusable(
      `The embedded database could not be created in ${dataDir} (${messageOf(error)}). Check the free space of the disk.`,
      { cause: error },
    );
  }
}
