/**
 * The folder of the disk store: locations and naming of files. Files are named only by keys, are one folder deep, and
 * links planted by others are not followed.
 */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '~/server/lib/caught';
import { AppError } from '~/server/lib/errors';
import { dayMs } from '~/shared/utc-day';
import { ObjectExists, ObjectMissing, StorageFull } from './types';

/** Temporary files of writes, and parts of uploads. The upload of a part expires after the same time. */
const temporaryPattern = /^(?:\.upload-[0-9a-f-]{36}|[0-9a-f-]{36}-part-\d{1,5})$/;
const leftoverMs = dayMs;
/** Errors of link(2) on file systems without hard links. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
const noRoom = new Set(['ENOSPC', 'EROFS', 'EDQUOT', 'EACCES', 'EPERM']);

/** The user's message for a file system error while writing; any other error is returned unchanged. */
export const writingFailed = (error: unknown) =>
  noRoom.has(codeOf(error) ?? '') ? new StorageFull({ cause: error }) : error;

/** The same for errors while reading or deleting, when a full disk is not the cause. */
export const unreachable = (error: unknown) =>
  codeOf(error) === undefined || error instanceof AppError
    ? error
    : new AppError('unavailable', 'This file is unavailable right now.', { cause: error });

/** The location of the key's file; null if its folder is missing or not ours. */
export async function findFile(root: string, key: string): Promise<string | null> {
  const folder = await folderOf(root, key);
  return folder && path.join(folder, key);
}

async function folderOf(root: string, key: string): Promise<string | null> {
  try {
    // The root itself may be a symbolic link, for example because the operator moved it to a larger disk.
    const folder = path.join(await realpath(root), key.slice(0, 2));
    return (await lstat(folder)).isDirectory() ? folder : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** The same, but creates the folder if it is missing. */
export async function prepareFile(root: string, key: string): Promise<string> {
  const found = await findFile(root, key);
  if (found) return found;
  await mkdir(root, { recursive: true, mode: 0o700 });
  const realRoot = await realpath(root);
  await mkdir(path.join(realRoot, key.slice(0, 2)), { mode: 0o700 }).catch((error) => {
    // A concurrent write created it, or it is not a folder: findFile below checks that.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await syncFolder(realRoot);
  const made = await findFile(root, key);
  if (!made) throw new StorageFull({ cause: new Error(`${key.slice(0, 2)} in the objects folder is not a folder`) });
  return made;
}

/** Throws ObjectMissing if the key does not exist or is not a plain file. */
export async function openFile(root: string, key: string): Promise<{ file: FileHandle; size: number }> {
  const name = await findFile(root, key);
  if (!name) throw new ObjectMissing();
  // Without O_NONBLOCK, opening a named pipe would block forever.
  const file = await open(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw ['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '') ? new ObjectMissing({ cause: error }) : error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new ObjectMissing();
    return { file, size: stats.size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const temporaryIn = (folder: string) => path.join(folder, `.upload-${randomUUID()}`);

/** Writes a few bytes and deletes them, because a full or read-only disk still allows opening and listing files. */
export async function tryWriting(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const name = temporaryIn(await realpath(root));
  const file = await open(name, 'wx', 0o600);
  try {
    await file.writeFile('ok');
    await file.sync();
  } finally {
    await file.close();
    await removeFile(name);
  }
}

/**
 * Lets `work` fill a temporary file, syncs it and gives it its name, unless the name is taken. After an error, nothing
 * remains.
 */
export async function writeFileOnce<T>(name: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  if (await isTaken(name)) throw new ObjectExists();
  const temporary = temporaryIn(path.dirname(name));
  const file = await open(temporary, 'wx', 0o600);
  try {
    let result: T;
    try {
      result = await work(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameInto(temporary, name);
    await syncFolder(path.dirname(name));
    return result;
  } finally {
    await removeFile(temporary);
  }
}

async function isTaken(name: string): Promise<boolean> {
  return lstat(name).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Unlike a rename, a link fails if the name is taken; of several concurrent ones, one succeeds. */
async function renameInto(temporary: string, name: string): Promise<void> {
  try {
    await link(temporary, name);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ObjectExists();
    if (!withoutLinks.has(codeOf(error) ?? '')) throw error;
    await reserve(name);
    await rename(temporary, name);
  }
}

async function reserve(name: string): Promise<void> {
  try {
    await (await open(name, 'wx', 0o600)).close();
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new ObjectExists() : error;
  }
}

/** Deletes the name, never the target of a symbolic link. */
export async function removeFile(name: string): Promise<void> {
  await unlink(name).catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** A new name survives a power failure only once its folder is synced. Not every file system supports that. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // The file is complete and has its name even if the folder cannot be synced.
  } finally {
    await handle?.close();
  }
}

/** Deletes remains of writes and uploads that are a day old; none in progress takes that long. Returns their number. */
export async function removeLeftovers(root: string, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const folder of await foldersOf(root)) {
    for (const name of await readdir(folder)) {
      if (!temporaryPattern.test(name)) continue;
      const file = path.join(folder, name);
      const age = now - (await lstat(file)).mtimeMs;
      if (age < leftoverMs) continue;
      await removeFile(file);
      removed++;
    }
  }
  return removed;
}

/** The root and its folders, without symbolic links. */
async function foldersOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (!entries) return [];
  return [root, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(root, name))];
}
