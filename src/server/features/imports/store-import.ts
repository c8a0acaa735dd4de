import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { withoutMarks } from '~/server/lib/stored-texts/seal-value';
import type { ImportRow } from './import-store';
import { readImport } from './reading/import-reader';

/** The result of an import; 'canceled' also if it was deleted. */
export type ImportOutcome = 'done' | 'full' | 'canceled';

/** Stores a file part by part. Resumes after the last stored part. */
export async function storeImport(
  { db, env }: Deps,
  { id, userId, position }: ImportRow,
  path: string,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  for await (const part of readImport({ path, userId, position, wanted: 'rows' }, signal)) {
    const rows = await sealedRows(db, part.rows ?? '{}');
    const [row] = await db.sql<{ outcome: 'ok' | 'ended' | 'full' | 'deleting' }>`
      SELECT import_conversations(${id}::uuid, ${rows}::jsonb, ${part.position}::int,
                                  ${env.QUOTA_USER_CONVERSATIONS}::int, ${env.QUOTA_USER_MESSAGES}::int) AS outcome`;
    if (row?.outcome === 'full') return 'full';
    // The next attempt of the job adds it as a new one.
    if (row?.outcome === 'deleting') throw new Error('a conversation of this import is still being deleted');
    if (row?.outcome !== 'ok') return 'canceled';
  }
  return 'done';
}

interface Rows {
  messages?: { id: string; content: string; metadata: object }[];
}

/** The rows as JSON, with their texts encrypted if encryption is on. */
async function sealedRows({ texts }: Database, json: string): Promise<string> {
  if (!texts.isOn) return withoutMarks(json);
  const rows: Rows = JSON.parse(json);
  const messages = await Promise.all(
    (rows.messages ?? []).map(async (message) => ({
      ...message,
      content: await texts.seal(message.id, message.content),
      metadata: await texts.sealMetadata(message.id, message.metadata),
    })),
  );
  return JSON.stringify({ ...rows, messages });
}
