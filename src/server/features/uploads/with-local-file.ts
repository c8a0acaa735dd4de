import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { scratchFolder } from '~/server/lib/scratch-folder';
import type { ObjectStore } from '~/server/providers/storage/types';

/**
 * Provides a stored file at a path that a thread or another process can open: its storage path, or a temporary copy. A
 * file of any size is never loaded into memory as a whole.
 */
export async function withLocalFile<Result>(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const local = await store.localPath(key);
  if (local) return work(local);
  const folder = await mkdtemp(path.join(scratchFolder(), 'file-'));
  try {
    const copy = path.join(folder, 'file');
    await pipeline(await store.read(key), createWriteStream(copy), { signal });
    return await work(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
