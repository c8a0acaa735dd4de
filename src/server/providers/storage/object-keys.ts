/**
 * The storage keys for the bytes of one file. The original's key is the file's id. The database trigger that lists
 * deleted files, and backup/, use the same suffixes.
 */
import type { ObjectStore } from './types';

/** For an image: the copy without location and camera data, which replaces the original. */
export const cleanKey = (id: string): string => `${id}-clean`;
export const previewKey = (id: string): string => `${id}-preview`;

/** The complete file: the clean copy if there is one, otherwise the original. */
export const wholeFileKeys = (id: string): string[] => [cleanKey(id), id];

/** The first of the keys that exists in the storage. */
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
