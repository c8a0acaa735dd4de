/** Copies the files of an installation into a backup. Files of the previous backup are linked instead. */

import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '~/server/lib/caught';
import { cleanKey, previewKey } from '~/server/providers/storage/object-keys';
import { ObjectMissing, type ObjectStore } from '~/server/providers/storage/types';
import { fileOfObject, type Manifest, type ObjectLine, objectListName, objectsOf, readManifest } from './manifest';
import { type BackupFolder, pathOfPart, writePart } from './parts';

const copiesAtOnce = 4;

export interface PreviousBackup {
  folder: BackupFolder;
  objects: Map<string, ObjectLine>;
}

/**
 * The first of these backups that is readable and has the same key. Null if there is none: all files are then copied.
 */
export async function openPrevious(
  earlier: readonly string[],
  { identity }: BackupFolder,
): Promise<PreviousBackup | null> {
  for (const path of earlier) {
    const opened = await tryOpen({ path, identity });
    if (opened) return opened;
  }
  return null;
}

/** Null if it is missing, damaged, or has another key. */
async function tryOpen(folder: BackupFolder): Promise<PreviousBackup | null> {
  try {
    const manifest = await readManifest(folder);
    const objects = new Map<string, ObjectLine>();
    for await (const line of objectsOf(folder, manifest.objects.file)) objects.set(line.key, line);
    return { folder, objects };
  } catch {
    return null;
  }
}

export async function copyObjects(
  store: ObjectStore,
  folder: BackupFolder,
  ids: string[],
  previous: PreviousBackup | null,
): Promise<{ objects: Manifest['objects']; copiedBytes: number }> {
  const lines: ObjectLine[] = [];
  const missing: string[] = [];
  const waiting = [...ids];
  let copiedBytes = 0;
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const found: ObjectLine[] = [];
      for (const key of [id, cleanKey(id), previewKey(id)]) {
        const linked = previous && (await linkObject(previous, folder, key));
        const copied = linked ? null : await copyObject(store, folder, key);
        copiedBytes += copied?.bytes ?? 0;
        const line = linked || copied;
        if (line) found.push(line);
      }
      lines.push(...found);
      if (found.length === 0) missing.push(id);
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  lines.sort((a, b) => (a.key < b.key ? -1 : 1));
  const listed = lines.map((line) => `${JSON.stringify(line)}\n`);
  const part = await writePart(folder, objectListName, listed);
  const totalBytes = lines.reduce((sum, { bytes }) => sum + bytes, 0);
  return { objects: { ...part, count: lines.length, totalBytes, missing: missing.sort() }, copiedBytes };
}

/**
 * Safe, because a key is never reused for other bytes. Null if the file must be copied: it is new, or the disk has no
 * hard links.
 */
async function linkObject(previous: PreviousBackup, folder: BackupFolder, key: string): Promise<ObjectLine | null> {
  const line = previous.objects.get(key);
  if (!line) return null;
  const target = pathOfPart(folder, fileOfObject(key));
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  try {
    await link(pathOfPart(previous.folder, fileOfObject(key)), target);
    return line;
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw error;
    return null;
  }
}

/** Null if there is no such object: most have no variants, and it may have been deleted since the snapshot. */
async function copyObject(store: ObjectStore, folder: BackupFolder, key: string): Promise<ObjectLine | null> {
  if (!(await store.stat(key))) return null;
  try {
    const { bytes, sha256 } = await writePart(folder, fileOfObject(key), await store.read(key));
    return { key, bytes, sha256 };
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}
