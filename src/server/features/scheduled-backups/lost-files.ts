/** Files that the storage should have had when they were copied into a backup. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileOfObject } from '~/server/backup/manifest';
import type { Database } from '~/server/db/client';
import { codeOf } from '~/server/lib/caught';

const uuidLength = 36;

/** Leaves out files that were deleted since the snapshot, and uploads that were never completed. */
export async function readLost({ sql }: Pick<Database, 'sql'>, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const rows = await sql<{ id: string }>`
    SELECT id::text AS id FROM objects WHERE id = ANY(${missing}::uuid[]) AND claimed_at IS NOT NULL
    UNION SELECT object_id::text FROM share_files WHERE object_id = ANY(${missing}::uuid[])`;
  return rows.map(({ id }) => id);
}

/**
 * How many of these files a backup contains. Reads names only, because an earlier backup may need another passphrase.
 * A file is stored under its id, or under names that begin with it.
 */
export async function countBackedUp(backups: readonly string[], ids: readonly string[]): Promise<number> {
  const sought = new Set(ids);
  for (const backup of backups) {
    for (const shelf of new Set([...sought].map((id) => path.dirname(fileOfObject(id)))))
      for (const name of await namesIn(path.join(backup, shelf))) sought.delete(name.slice(0, uuidLength));
  }
  return ids.length - sought.size;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
