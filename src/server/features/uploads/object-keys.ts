/**
 * The keys under which the store keeps the bytes of one file. The original has the file's id as its key. The trigger
 * that lists deleted files in the database, and operator/backup, spell the same suffixes.
 */
import type { ObjectStore } from '~/server/providers/storage/types';

/** Of an image: the copy without location and camera, which replaces the original. */
export const cleanKey = (id: string): string => `${id}-clean`;
export const previewKey = (id: string): string => `${id}-preview`;

/** The whole file: the clean copy where there is one, otherwise the original. */
export const wholeFileKeys = (id: string): string[] => [cleanKey(id), id];

/** The first of the keys that the store has. */
export async function firstStored(
  store: ObjectStore,
  keys: readonly string[],
): Promise<{ key: string; size: number } | null> {
  for (const key of keys) {
    const found = await store.stat(key);
    if (found) return { key, size: found.size };
  }
  return null;
}
