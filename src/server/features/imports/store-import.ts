import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { withoutMarks } from '~/server/lib/stored-texts/seal-value';
import { pause } from '~/server/lib/wait';
import type { ImportRow } from './import-store';
import { readImport } from './reading/import-reader';

/** The SQLSTATE of import_conversations() while a conversation is being deleted. */
const beingDeleted = 'QI001';
const deletionPauseMs = 1000;

/** The result of an import; 'canceled' also if it was deleted. */
export type ImportOutcome = 'done' | 'full' | 'canceled';

/** Stores a file part by part. Resumes after the last stored part. */
export async function storeImport(
  deps: Deps,
  { id, userId, position }: ImportRow,
  path: string,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  for await (const part of readImport({ path, userId, position, wanted: 'rows' }, signal)) {
    const rows = await sealedRows(deps.db, part.rows ?? '{}');
    const outcome = await storePart(deps, { id, rows, position: part.position }, signal);
    if (outcome === 'full') return 'full';
    if (outcome !== 'ok') return 'canceled';
  }
  return 'done';
}

/** Waits while a conversation of the part is being deleted, and then adds it as a new one. */
async function storePart(
  { db, env }: Deps,
  { id, rows, position }: { id: string; rows: string; position: number },
  signal: AbortSignal,
): Promise<'ok' | 'ended' | 'full' | undefined> {
  for (;;) {
    try {
      const [row] = await db.sql<{ outcome: 'ok' | 'ended' | 'full' }>`
        SELECT import_conversations(${id}::uuid, ${rows}::jsonb, ${position}::int,
                                    ${env.QUOTA_USER_CONVERSATIONS}::int, ${env.QUOTA_USER_MESSAGES}::int) AS outcome`;
      return row?.outcome;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === beingDeleted)) throw error;
    }
    await pause(deletionPauseMs, signal);
    signal.throwIfAborted();
  }
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
