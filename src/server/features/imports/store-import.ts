import type { Deps } from '~/server/deps';
import type { ImportRow } from './import-store';
import { readImport } from './reading/import-reader';

/** How an import ended; 'canceled' also when it was removed. */
export type ImportEnd = 'done' | 'full' | 'canceled';

/** Stores a file part by part. Continues after the last part that is stored. */
export async function storeImport(
  { db, env }: Deps,
  { id, userId, position }: ImportRow,
  path: string,
  signal: AbortSignal,
): Promise<ImportEnd> {
  for await (const part of readImport({ path, userId, position, wanted: 'rows' }, signal)) {
    const [row] = await db.sql<{ outcome: 'ok' | 'ended' | 'full' }>`
      SELECT import_conversations(${id}::uuid, ${part.rows ?? '{}'}::jsonb, ${part.position}::int,
                                  ${env.QUOTA_USER_CONVERSATIONS}::int, ${env.QUOTA_USER_MESSAGES}::int) AS outcome`;
    if (row?.outcome === 'full') return 'full';
    if (row?.outcome !== 'ok') return 'canceled';
  }
  return 'done';
}
