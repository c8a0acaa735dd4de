/**
 * The files of an installation that a restore replaces. They are listed in the transaction that replaces its rows. So a
 * failed restore leaves them alone, and after an interrupted one the server's own cleanup deletes them.
 */
import type { Session } from '~/server/db/session';
import type { ObjectStore } from '~/server/providers/storage/types';

/** Keys of all files in the database, including those still to be deleted. */
export async function readKeys(session: Session): Promise<Set<string>> {
  const [tables] = await session.query(
    `SELECT to_regclass('objects') IS NOT NULL AS known, to_regclass('share_files') IS NOT NULL AS shares`,
  );
  if (!tables?.known) return new Set();
  const ids = `SELECT id FROM objects${tables.shares ? ' UNION SELECT object_id FROM share_files' : ''}`;
  const rows = await session.query(
    `SELECT id::text || suffix AS key FROM (${ids}) AS file CROSS JOIN (VALUES (''), ('-preview'), ('-clean')) AS kind(suffix)
     UNION SELECT key FROM object_deletions`,
  );
  return new Set(rows.map(({ key }) => String(key)));
}

export async function listForDeletion(session: Session, keys: string[]): Promise<void> {
  await session.query('INSERT INTO object_deletions (key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [keys]);
}

/** Deletes the files. Those that fail stay listed, and the server tries again. */
export async function deleteListed(session: Session, store: ObjectStore, keys: string[]): Promise<void> {
  const done: string[] = [];
  for (const key of keys) {
    try {
      await store.delete(key);
      done.push(key);
    } catch {}
  }
  await session.query('DELETE FROM object_deletions WHERE key = ANY($1::text[])', [done]);
}
