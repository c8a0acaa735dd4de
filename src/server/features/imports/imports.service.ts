/** Imports of conversations: a file is uploaded, read for a preview, and then stored in the background. */
import type { Deps } from '~/server/deps';
import { reserveFile } from '~/server/features/uploads/quotas';
import { fileNotFound, notUploaded } from '~/server/features/uploads/uploads.errors';
import { limits } from '~/shared/limits';
import type { ConversationImportView, CreatedImport, CreateImportInput, ImportPreview } from '~/shared/schemas/imports';
import { quotaErrorOf } from './import-room';
import { type ImportRow, readImportRow } from './import-store';
import { importInProgress, importNotFound, importRejected, notReady } from './imports.errors';
import { deleteImportFile, runImportJob } from './run-import.job';

/** Replaces the user's earlier import, unless that is in progress. */
export async function createImport(
  deps: Deps,
  userId: string,
  { fileName, size, baseUrl }: CreateImportInput & { baseUrl: string },
): Promise<CreatedImport> {
  const earlier = await readImportRow(deps.db, { userId });
  if (earlier?.state === 'reading' || earlier?.state === 'running') throw importInProgress();
  if (earlier) await removeRow(deps, earlier);
  const objectId = await deps.store.newKey();
  await reserveFile(deps, userId, objectId, size);
  const maxBytes = limits.conversationImportBytes;
  const { url, headers } = await deps.store.signUpload({ key: objectId, userId, maxBytes, baseUrl, size });
  const { id } = await deps.db.conversationImport.create({ data: { userId, objectId, fileName } });
  return { import: await getImport(deps, userId, id), upload: { uploadURL: url, headers } };
}

export async function currentImport(deps: Deps, userId: string): Promise<ConversationImportView | null> {
  const row = await readImportRow(deps.db, { userId });
  return row && viewOf(deps, row);
}

export async function getImport(deps: Deps, userId: string, id: string): Promise<ConversationImportView> {
  return viewOf(deps, await ownImport(deps, userId, id));
}

/** Called after the upload: reads the file for the preview. Idempotent. */
export async function readImportFile(deps: Deps, userId: string, id: string): Promise<ConversationImportView> {
  const row = await ownImport(deps, userId, id);
  if (row.state === 'waiting') {
    const object = await deps.db.storedObject.findFirst({ where: { id: row.objectId, userId }, select: { id: true } });
    if (!object) throw fileNotFound();
    if (!(await deps.store.stat(row.objectId))) throw notUploaded();
    await start(deps, row, 'waiting', 'reading');
  }
  return getImport(deps, userId, id);
}

/** Stores the conversations from the preview. Idempotent. */
export async function runImport(deps: Deps, userId: string, id: string): Promise<ConversationImportView> {
  const row = await ownImport(deps, userId, id);
  if (row.state === 'ready') {
    const quotaError = row.preview && (await quotaErrorOf(deps, userId, row.preview));
    if (quotaError) throw importRejected(quotaError);
    await start(deps, row, 'ready', 'running');
  } else if (row.state !== 'running' && row.state !== 'done') throw row.error ? importRejected(row.error) : notReady();
  return getImport(deps, userId, id);
}

/** Cancels and deletes an import. Conversations already stored stay. */
export async function removeImport(deps: Deps, userId: string, id: string): Promise<void> {
  await removeRow(deps, await ownImport(deps, userId, id));
}

/** Changes the state and adds the job in one statement. */
async function start({ db, jobs }: Deps, { id }: ImportRow, from: 'waiting' | 'ready', to: 'reading' | 'running') {
  const rows = await db.sql`
    WITH changed AS (
      UPDATE conversation_imports SET state = ${to}, position = 0, updated_at = now()
      WHERE id = ${id}::uuid AND state = ${from} RETURNING id, user_id
    )
    SELECT enqueue_job(${runImportJob.kind}, id::text, user_id, jsonb_build_object('importId', id), 0, true)
    FROM changed`;
  if (rows.length > 0) jobs.wake();
}

async function removeRow(deps: Deps, row: ImportRow): Promise<void> {
  await deps.db.conversationImport.deleteMany({ where: { id: row.id, userId: row.userId } });
  await deleteImportFile(deps, row);
}

async function ownImport(deps: Deps, userId: string, id: string): Promise<ImportRow> {
  const row = await readImportRow(deps.db, { id, userId });
  if (!row) throw importNotFound();
  return row;
}

async function viewOf(deps: Deps, row: ImportRow): Promise<ConversationImportView> {
  const { userId, objectId: _, preview, ...view } = row;
  return { ...view, preview: preview && (await previewOf(deps, row, preview)) };
}

async function previewOf(
  deps: Deps,
  { userId, state }: ImportRow,
  { from, to, ...preview }: NonNullable<ImportRow['preview']>,
): Promise<ImportPreview> {
  return {
    ...preview,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
    keptDays: deps.env.RETENTION_CONVERSATIONS_DAYS || null,
    refusal: state === 'ready' ? await quotaErrorOf(deps, userId, preview) : null,
  };
}
