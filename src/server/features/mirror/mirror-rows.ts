/** The database rows of the mirror. Each function is one statement. */
import type { Database } from '~/server/db/client';

export interface CollectionToMirror {
  id: string;
  name: string;
  xaiCollectionId: string | null;
  xaiName: string | null;
}

/** Collections to be copied: organization-wide ones unless switched off, and those switched on. */
export const readChosen = (db: Database): Promise<CollectionToMirror[]> => db.sql<CollectionToMirror>`
  SELECT id, name, xai_collection_id AS "xaiCollectionId", xai_name AS "xaiName" FROM collections
  WHERE coalesce(is_mirrored, scope = 'organization') ORDER BY created_at, id`;

/** Deletes the copies of collections that should no longer have one. Triggers list what to delete at xAI. */
export async function deleteUnselected(db: Database): Promise<void> {
  await db.sql`
    WITH unchosen AS (
      SELECT id FROM collections WHERE NOT coalesce(is_mirrored, scope = 'organization')
    ), documents AS (
      UPDATE collection_documents d
      SET xai_state = NULL, xai_file_id = NULL, xai_collection_id = NULL, xai_problem = NULL
      FROM unchosen WHERE d.collection_id = unchosen.id AND d.xai_state IS NOT NULL
    )
    UPDATE collections c SET xai_collection_id = NULL, xai_name = NULL, xai_problem = NULL
    FROM unchosen WHERE c.id = unchosen.id AND (c.xai_collection_id IS NOT NULL OR c.xai_problem IS NOT NULL)`;
}

/** Collections that xAI no longer has get a new copy, with their documents. */
export async function deleteCopyRows(db: Database, xaiIds: readonly string[]): Promise<void> {
  if (xaiIds.length === 0) return;
  await db.sql`
    WITH lost AS (
      UPDATE collections SET xai_collection_id = NULL, xai_name = NULL WHERE xai_collection_id = ANY(${[...xaiIds]}) RETURNING id
    )
    UPDATE collection_documents d
    SET xai_state = NULL, xai_file_id = NULL, xai_collection_id = NULL, xai_problem = NULL
    FROM lost WHERE d.collection_id = lost.id AND d.xai_state IS NOT NULL`;
}

/**
 * Returns false if the collection was deleted or switched off in the meantime; its copy is then listed for deletion.
 */
export async function saveCopy(
  db: Database,
  { id, xaiId, xaiName }: { id: string; xaiId: string; xaiName: string },
): Promise<boolean> {
  const rows = await db.sql`
    WITH saved AS (
      UPDATE collections SET xai_collection_id = ${xaiId}, xai_name = ${xaiName}, xai_problem = NULL
      WHERE id = ${id}::uuid AND coalesce(is_mirrored, scope = 'organization')
        AND coalesce(xai_collection_id, ${xaiId}) = ${xaiId}
      RETURNING id
    ), unwanted AS (
      INSERT INTO xai_deletions (xai_collection_id) SELECT ${xaiId} WHERE NOT EXISTS (SELECT FROM saved)
    )
    SELECT id FROM saved`;
  return rows.length > 0;
}

export async function saveCollectionProblem(db: Database, ids: readonly string[], problem: string): Promise<void> {
  await db.sql`UPDATE collections SET xai_problem = ${problem} WHERE id = ANY(${[...ids]}::uuid[])`;
}

/** Queues documents without a copy, or whose upload lost its job. A document that failed waits for a retry. */
export const queueUploads = ({ db }: { db: Database }, kind: string): Promise<object[]> => db.sql`
  SELECT enqueue_job(${kind}, d.id::text, o.user_id, jsonb_build_object('documentId', d.id), 0, false)
  FROM collections c
  JOIN collection_documents d ON d.collection_id = c.id
  JOIN objects o ON o.id = d.object_id
  WHERE c.xai_collection_id IS NOT NULL AND coalesce(c.is_mirrored, c.scope = 'organization')
    AND o.read_state = 'ready' AND coalesce(o.extracted_text, '') <> ''
    AND (d.xai_state IS NULL OR d.xai_state = 'uploading')
  ORDER BY d.created_at, d.id LIMIT 500`;

export interface DocumentToMirror {
  id: string;
  title: string;
  objectId: string;
  collectionId: string;
  /** The id of the collection at xAI. */
  target: string;
  text: string;
  fileId: string | null;
  /** What an earlier attempt has reached; null before the first. */
  before: 'uploading' | 'processing' | null;
}

/** Marks the upload as started before anything is sent, so that the next attempt looks for leftovers of this one. */
export async function beginUpload(db: Database, documentId: string): Promise<DocumentToMirror | undefined> {
  const [row] = await db.sql<DocumentToMirror>`
    WITH wanted AS (
      SELECT d.id, d.title, d.object_id, d.collection_id, c.xai_collection_id AS target, o.extracted_text AS text,
             d.xai_file_id AS file_id, d.xai_state AS before
      FROM collection_documents d
      JOIN collections c ON c.id = d.collection_id
      JOIN objects o ON o.id = d.object_id
      WHERE d.id = ${documentId}::uuid AND c.xai_collection_id IS NOT NULL
        AND coalesce(c.is_mirrored, c.scope = 'organization')
        AND o.read_state = 'ready' AND coalesce(o.extracted_text, '') <> ''
        AND (d.xai_state IS NULL OR d.xai_state IN ('uploading', 'processing'))
      FOR UPDATE OF d
    ), begun AS (
      UPDATE collection_documents d SET xai_state = coalesce(d.xai_state, 'uploading')
      FROM wanted WHERE d.id = wanted.id RETURNING d.id
    )
    SELECT w.id, w.title, w.object_id AS "objectId", w.collection_id AS "collectionId", w.target, w.text,
           w.file_id AS "fileId", w.before
    FROM wanted w JOIN begun USING (id)`;
  return row;
}

/** Returns false if the document has changed since the upload started; the file is then listed for deletion. */
export async function saveFile(db: Database, document: DocumentToMirror, fileId: string): Promise<boolean> {
  const { id, objectId, title, collectionId, target } = document;
  const rows = await db.sql`
    WITH saved AS (
      UPDATE collection_documents d SET xai_file_id = ${fileId}, xai_collection_id = ${target}
      FROM collections c
      WHERE d.id = ${id}::uuid AND d.object_id = ${objectId}::uuid AND d.title = ${title} AND d.xai_state IS NOT NULL
        AND d.collection_id = ${collectionId}::uuid AND c.id = d.collection_id AND c.xai_collection_id = ${target}
      RETURNING d.id
    ), unwanted AS (
      INSERT INTO xai_deletions (xai_collection_id, xai_file_id)
      SELECT ${target}, ${fileId} WHERE NOT EXISTS (SELECT FROM saved)
    )
    SELECT id FROM saved`;
  return rows.length > 0;
}

export async function saveState(
  db: Database,
  fileId: string,
  { state, problem = null }: { state: 'processing' | 'ready' | 'failed'; problem?: string | null },
): Promise<void> {
  await db.sql`
    UPDATE collection_documents SET xai_state = ${state}, xai_problem = ${problem} WHERE xai_file_id = ${fileId}`;
}

/** Stores why an attempt failed. With `isFinal`, the document waits for a retry. */
export async function saveProblem(db: Database, documentId: string, problem: string, isFinal = false): Promise<void> {
  await db.sql`
    UPDATE collection_documents
    SET xai_problem = ${problem}, xai_state = CASE WHEN ${isFinal}::boolean THEN 'failed' ELSE xai_state END
    WHERE id = ${documentId}::uuid AND xai_state IN ('uploading', 'processing')`;
}

/** Resets documents, so that they are uploaded again. Their files at xAI are listed for deletion. */
export async function deleteDocumentRows(db: Database, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db.sql`
    UPDATE collection_documents
    SET xai_state = NULL, xai_file_id = NULL, xai_collection_id = NULL, xai_problem = NULL
    WHERE xai_file_id = ANY(${[...fileIds]})`;
}
