/** Says whether new files are encrypted, and how many are. The key itself is checked with the other secrets. */
import type { Env } from '~/server/env';
import type { Query } from '~/server/operator/secrets/sealed-columns';
import { type Finding, ok } from './finding';

export async function checkEncryptedFiles(
  { ENCRYPT_FILES }: Pick<Env, 'ENCRYPT_FILES'>,
  query: Query,
): Promise<Finding> {
  const [row] = await query(
    // The version of a file's id, see providers/storage/encrypted.ts.
    `SELECT count(*)::int AS files, count(*) FILTER (WHERE substr(id::text, 15, 1) = '8')::int AS encrypted FROM objects`,
  );
  const [files, encrypted] = [Number(row?.files), Number(row?.encrypted)];
  const stored = `${encrypted.toLocaleString('en-US')} of ${files.toLocaleString('en-US')} stored files are encrypted`;
  return ok('file encryption', `${ENCRYPT_FILES}${files > 0 ? `; ${stored}` : ''}`);
}
