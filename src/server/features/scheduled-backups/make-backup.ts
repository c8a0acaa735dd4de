/** One scheduled backup: create, verify, record, and delete older ones. */
import { mkdir, readdir, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { askBackupThread } from '~/server/backup/backup-thread';
import type { BackupSummary } from '~/server/backup/backup-worker';
import { damagedCode } from '~/server/backup/parts';
import type { Deps } from '~/server/deps';
import { codeOf } from '~/server/lib/caught';
import { OperatorError } from '~/server/lib/operator-error';
import { packageVersion } from '~/server/lib/package-version';
import { migrationsDir } from '~/server/lib/product-root';
import { explainProblem } from './backup-problem';
import {
  forgetAttempt,
  insertAttempt,
  readRecordedFolders,
  recordFailed,
  recordMade,
  recordVerified,
} from './backup-store';
import {
  chooseExpired,
  chooseShared,
  damagedName,
  deleteBackup,
  type FoundFolders,
  nameOf,
  readFolders,
  verifiedName,
} from './keep-backups';
import { countBackedUp, readLost } from './lost-files';

/** Disk space that must stay free while a database is copied or restored. */
const reserveBytes = 256 * 1024 * 1024;

export interface MakeOptions {
  /** By the database's clock. */
  now: Date;
  signal: AbortSignal;
}

interface Folders {
  dir: string;
  name: string;
  folder: string;
  /** For temporary databases, on the disk of the data. */
  scratch: string;
}

/** Records a failure and returns; only throws if aborted. */
export async function makeBackup(deps: Deps, options: MakeOptions): Promise<void> {
  const { env, db, logger } = deps;
  // The job only exists if BACKUP_DIR is set.
  const dir = env.BACKUP_DIR as string;
  const name = nameOf(options.now);
  const places = { dir, name, folder: path.join(dir, name), scratch: path.join(env.DATA_DIR, 'backup-scratch') };
  const id = await insertAttempt(db, name, env.BACKUP_PASSPHRASE !== undefined);
  try {
    await removeScratch(places.scratch);
    const { missing, ...made } = await make(deps, places, options);
    await recordMade(db, id, made);
    const warning = await checkLost(deps, places, missing);
    await verify(deps, places, options.signal);
    await recordVerified(db, id, warning);
    logger.info({ folder: name, ...made, warning }, 'backup made and verified');
  } catch (error) {
    if (options.signal.aborted) {
      // Before its record, because a folder without one is never deleted.
      await deleteBackup(dir, name)
        .then(() => forgetAttempt(db, id))
        .catch(() => {});
      throw error;
    }
    logger.error({ err: error, folder: name }, 'backup failed');
    await recordFailed(db, id, explainProblem(error, env));
  } finally {
    await removeScratch(places.scratch).catch(() => {});
  }
  await removeExpired(deps, dir, options.now).catch((error) =>
    logger.warn({ err: error }, 'failed to delete expired backups'),
  );
}

/** Never create BACKUP_DIR itself: if its disk isn't mounted, backups would fill another disk. */
async function make(deps: Deps, { dir, folder, scratch }: Folders, options: MakeOptions): Promise<BackupSummary> {
  const { env, database } = deps;
  const { complete, unfinished } = await readOwnFolders(deps, dir);
  for (const left of unfinished) await deleteBackup(dir, left);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await assertRoom(deps, scratch);
  const previous = chooseShared(complete).map((name) => path.join(dir, name));
  const copy = database.copyTo ? path.join(scratch, 'copy') : null;
  await mkdir(folder, { mode: 0o700 });
  try {
    if (copy) await database.copyTo?.(copy);
    const request = { env, to: folder, productVersion: packageVersion(), copy };
    return await askBackupThread({ task: 'make', previous, ...request }, options.signal);
  } catch (error) {
    await deleteBackup(dir, path.basename(folder)).catch(() => {});
    throw error;
  }
}

/**
 * Fails if an earlier backup contains a file that is missing now: retention would in time delete that backup. A file
 * that no backup contains is only a warning, because otherwise it would make every later backup fail.
 */
async function checkLost(deps: Deps, { dir }: Folders, missing: string[]): Promise<string | null> {
  const lost = await readLost(deps.db, missing);
  if (lost.length === 0) return null;
  const verified = (await readOwnFolders(deps, dir)).complete.filter(({ isVerified }) => isVerified);
  const backedUp = await countBackedUp(
    verified.map(({ name }) => path.join(dir, name)),
    lost,
  );
  const counted = (count: number) => (count === 1 ? '1 file is' : `${count} files are`);
  if (backedUp === 0) return `${counted(lost.length)} missing from the file storage and from all backups.`;
  throw new OperatorError(
    `${counted(backedUp)} missing from the file storage, but in earlier backups. Check that the storage is mounted. If it is, see "Backup fails" in docs/runbooks.md.`,
  );
}

async function verify({ env }: Deps, { folder, scratch }: Folders, signal: AbortSignal): Promise<void> {
  await rm(path.join(scratch, 'copy'), { recursive: true, force: true });
  const restored = path.join(scratch, 'restored');
  const request = { folder, passphrase: env.BACKUP_PASSPHRASE, migrationsDir, scratch: restored };
  try {
    await askBackupThread({ task: 'verify', ...request }, signal);
  } catch (error) {
    if (codeOf(error) === damagedCode) await mark(folder, damagedName);
    throw error;
  }
  await mark(folder, verifiedName);
}

/** With the time. */
async function mark(folder: string, name: string): Promise<void> {
  await writeFile(path.join(folder, name), `${new Date().toISOString()}\n`, { mode: 0o600, flush: true });
}

/** Restoring writes the database twice: as log (WAL) and as data. */
async function assertRoom({ db }: Deps, scratch: string): Promise<void> {
  const [row] = await db.sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float8 AS bytes`;
  const requiredBytes = (row?.bytes ?? 0) * 2 + reserveBytes;
  const { bavail, bsize } = await statfs(scratch);
  if (bavail * bsize >= requiredBytes) return;
  const megabytes = Math.ceil(requiredBytes / 1024 ** 2);
  throw new OperatorError(
    `The backup needs ${megabytes} MB in DATA_DIR for a copy of the database, for a short time. Free up space there.`,
  );
}

/** In a container a volume may be mounted at `scratch`, and a mount point can't be deleted. */
async function removeScratch(scratch: string): Promise<void> {
  const names = await readdir(scratch).catch(() => []);
  for (const name of names) await rm(path.join(scratch, name), { recursive: true, force: true });
  await rmdir(scratch).catch(() => {});
}

async function removeExpired(deps: Deps, dir: string, now: Date): Promise<void> {
  const { env, logger } = deps;
  const keep = { daily: env.BACKUP_KEEP_DAILY, weekly: env.BACKUP_KEEP_WEEKLY };
  const expired = chooseExpired((await readOwnFolders(deps, dir)).complete, keep, now);
  for (const name of expired) await deleteBackup(dir, name);
  if (expired.length > 0) logger.info({ folders: expired }, 'expired backups deleted');
}

/** Backups of another installation in the same folder are left alone: this database doesn't know them. */
async function readOwnFolders({ db }: Deps, dir: string): Promise<FoundFolders> {
  const [{ complete, unfinished }, own] = [await readFolders(dir), await readRecordedFolders(db)];
  return {
    complete: complete.filter(({ name }) => own.has(name)),
    unfinished: unfinished.filter((name) => own.has(name)),
  };
}
