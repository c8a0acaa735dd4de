/** The database rows of imports: at most one per user, replaced by the next import. */
import type { Database } from '~/server/db/client';
import type { ImportState } from '~/shared/conversation-import';
import type { ConversationImportView, ImportPreview } from '~/shared/schemas/imports';
import { fileDeleted } from './imports.errors';

export interface ImportRow extends Omit<ConversationImportView, 'preview'> {
  userId: string;
  objectId: string;
  preview: StoredPreview | null;
}

/** As stored in JSON. */
export type StoredPreview = Omit<ImportPreview, 'from' | 'to' | 'keptDays' | 'refusal'> & {
  from: number | null;
  to: number | null;
};

/** An import whose file was deleted before it was started has failed. */
export async function readImportRow(db: Database, wanted: { id?: string; userId?: string }): Promise<ImportRow | null> {
  const { id = null, userId = null } = wanted;
  const [row] = await db.sql<ImportRow & { hasFile: boolean }>`
    SELECT id, user_id AS "userId", object_id AS "objectId", file_name AS "fileName", state, preview, position,
           conversations, messages, error, created_at AS "createdAt", updated_at AS "updatedAt",
           EXISTS (SELECT 1 FROM objects WHERE objects.id = object_id) AS "hasFile"
    FROM conversation_imports
    WHERE (${id}::uuid IS NULL OR id = ${id}::uuid) AND (${userId}::uuid IS NULL OR user_id = ${userId}::uuid)
    ORDER BY created_at DESC LIMIT 1`;
  if (!row) return null;
  const { hasFile, ...found } = row;
  const needsFile = found.state === 'waiting' || found.state === 'ready';
  return needsFile && !hasFile ? { ...found, state: 'failed', error: fileDeleted } : found;
}

/** Returns whether the import was in one of the given states. */
export async function changeImport(
  db: Database,
  id: string,
  from: readonly ImportState[],
  change: { state: ImportState; error?: string; preview?: StoredPreview },
): Promise<boolean> {
  const rows = await db.sql`
    UPDATE conversation_imports
    SET state = ${change.state}, error = ${change.error ?? null}, updated_at = now(),
        preview = coalesce(${change.preview ? JSON.stringify(change.preview) : null}::jsonb, preview)
    WHERE id = ${id}::uuid AND state = ANY(${[...from]}::text[]) RETURNING id`;
  return rows.length > 0;
}

/** Stores the progress of the preview. False if the import was canceled. */
export async function markPosition(db: Database, id: string, position: number): Promise<boolean> {
  const rows = await db.sql`
    UPDATE conversation_imports SET position = ${position}::int, updated_at = now()
    WHERE id = ${id}::uuid AND state = 'reading' RETURNING id`;
  return rows.length > 0;
}
