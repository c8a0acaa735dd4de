import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { scheduleMirror } from '~/server/features/mirror/schedule-mirror';
import { checkNewOwner } from '~/server/features/uploads/quotas';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { objectPath } from '~/server/features/uploads/uploads.service';
import { createdCursor, decodeCursor, listStart, type PageRequest, pageOf } from '~/server/lib/cursor';
import type {
  CollectionDocument,
  DocumentPage,
  DocumentSource,
  UpdateDocumentInput,
  WholeDocument,
} from '~/shared/schemas/collections';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import { type Access, assertEditable, assertReadable, ownerOfFiles, type Reader } from './collection-access';
import { documentNotFound } from './collections.errors';
import { type CollectionActing, recordDocument } from './record-change';

interface DocumentRow {
  id: string;
  collectionId: string;
  title: string;
  source: string | null;
  metadata: { sourceType?: DocumentSource; keywords?: string[]; summary?: string; extractedFromMessageId?: string };
  objectId: string | null;
  version: number;
  indexedAt: Date | null;
  type: string | null;
  size: number | null;
  readState: CollectionDocument['state'] | null;
  progress: ReadingProgress | null;
  problem: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Newest first. */
export async function listDocuments(
  deps: Deps,
  reader: Reader,
  page: PageRequest & { collectionId: string },
): Promise<DocumentPage> {
  await assertReadable(deps, reader, page.collectionId);
  const after = page.cursor ? decodeCursor(page.cursor) : listStart;
  const rows = await readRows(deps, { ...after, collectionId: page.collectionId, limit: page.limit + 1 });
  const { items, nextCursor } = pageOf(rows, page.limit, createdCursor);
  return { items: items.map(toDocument), nextCursor };
}

/** The caller must have checked the user's access to the collection. */
export async function readDocument(
  deps: Pick<Deps, 'db'>,
  collectionId: string,
  documentId: string,
): Promise<CollectionDocument> {
  const [row] = await readRows(deps, { collectionId, ...listStart, limit: 1, only: documentId });
  if (!row) throw documentNotFound();
  return toDocument(row);
}

export async function getDocument(
  deps: Deps,
  reader: Reader,
  collectionId: string,
  documentId: string,
): Promise<WholeDocument> {
  await assertReadable(deps, reader, collectionId);
  const document = await readDocument(deps, collectionId, documentId);
  const [text] = await deps.db.sql<
    Pick<WholeDocument, 'content' | 'pages' | 'passageStarts'> & { messageId: string | null }
  >`
    SELECT d.content, coalesce(o.pages, '[]') AS pages,
           ARRAY(SELECT p.start FROM object_passages p WHERE p.object_id = d.object_id ORDER BY p.place) AS "passageStarts",
           d.metadata->>'extractedFromMessageId' AS "messageId"
    FROM collection_documents d LEFT JOIN objects o ON o.id = d.object_id WHERE d.id = ${documentId}::uuid`;
  if (!text) throw documentNotFound();
  const { content, pages, passageStarts, messageId } = text;
  return { ...document, content, pages, passageStarts, ...(messageId && { extractedFromMessageId: messageId }) };
}

/** Finds the collection that a document is in now, because citations stay valid when it moves. */
export async function locateDocument(
  deps: Pick<Deps, 'db'>,
  reader: Reader,
  documentId: string,
): Promise<{ collectionId: string }> {
  const [row] = await deps.db.sql<{ collectionId: string }>`
    SELECT d.collection_id AS "collectionId" FROM collection_documents d
    WHERE d.id = ${documentId}::uuid AND EXISTS (
      SELECT FROM collection_rights r WHERE r.collection_id = d.collection_id AND r.user_id = ${reader.id}::uuid
    )`;
  if (!row) throw documentNotFound();
  return row;
}

/** Renames or moves a document. `replaceText` changes the text. */
export async function changeDocument(
  deps: Deps,
  acting: CollectionActing,
  input: UpdateDocumentInput,
): Promise<CollectionDocument> {
  const move = await planMove(deps, acting.by, input);
  await deps.db.$transaction((tx) => renameOrMove(deps, tx, acting, { ...input, ...move }), transactionLimits.short);
  scheduleMirror(deps);
  return readDocument(deps, move.to.id, input.documentId);
}

/** The collections that a document leaves and enters; the same one unless it moves. Throws without edit rights. */
export async function planMove(
  deps: Deps,
  reader: Reader,
  { collectionId, moveTo }: Pick<UpdateDocumentInput, 'collectionId' | 'moveTo'>,
): Promise<{ from: Access; to: Access }> {
  const from = await assertEditable(deps, reader, collectionId);
  return { from, to: moveTo === undefined ? from : await assertEditable(deps, reader, moveTo) };
}

export async function renameOrMove(
  deps: Deps,
  tx: Transaction,
  acting: CollectionActing,
  { documentId, title, from, to }: { documentId: string; title?: string | undefined; from: Access; to: Access },
): Promise<void> {
  // The files get the owner of the new collection, because the old owner may not have access to it.
  const ownerId = to.id === from.id ? null : ownerOfFiles(to, acting.by);
  if (ownerId !== null) await checkNewOwner(deps, tx, { ownerId, documentId });
  const [document] = await tx.$queryRaw<{ id: string; title: string; before: string }[]>`
    WITH document AS (
      UPDATE collection_documents
      SET title = coalesce(${title ?? null}, title), collection_id = ${to.id}::uuid, updated_at = now()
      WHERE id = ${documentId}::uuid AND collection_id = ${from.id}::uuid RETURNING id, title
    ), files AS (
      UPDATE objects SET user_id = ${ownerId}::uuid FROM document
      WHERE objects.document_id = document.id AND objects.user_id <> ${ownerId}::uuid
    )
    SELECT id::text, title, (SELECT d.title FROM collection_documents d WHERE d.id = document.id) AS before FROM document`;
  if (!document) throw documentNotFound();
  if (to.id === from.id) return recordDocument(tx, acting, 'collection-document-changed', from, document);
  // The new title may be that of a personal collection.
  await recordDocument(tx, acting, 'collection-document-deleted', from, { ...document, title: document.before });
  await recordDocument(tx, acting, 'collection-document-added', to, document);
}

export async function deleteDocument(
  deps: Deps,
  acting: CollectionActing,
  collectionId: string,
  documentId: string,
): Promise<void> {
  const access = await assertEditable(deps, acting.by, collectionId);
  await deps.db.$transaction(async (tx) => {
    const [document] = await tx.$queryRaw<{ id: string; title: string }[]>`
      DELETE FROM collection_documents WHERE id = ${documentId}::uuid AND collection_id = ${collectionId}::uuid
      RETURNING id::text, title`;
    if (!document) throw documentNotFound();
    await recordDocument(tx, acting, 'collection-document-deleted', access, document);
  }, transactionLimits.short);
  sweepSoon(deps);
  scheduleMirror(deps);
}

/** A page after `time` and `id`, or only the document `only`. */
const readRows = (
  { db }: Pick<Deps, 'db'>,
  page: { collectionId: string; time: Date; id: string; limit: number; only?: string },
): Promise<DocumentRow[]> => db.sql<DocumentRow>`
  SELECT d.id, d.collection_id AS "collectionId", d.title, d.source, d.metadata, d.object_id AS "objectId", d.version,
         d.indexed_at AS "indexedAt", d.created_at AS "createdAt", d.updated_at AS "updatedAt", o.type, o.size,
         o.read_state AS "readState", CASE WHEN o.read_state = 'reading' THEN o.read_progress END AS progress,
         coalesce(o.processing_error, o.note) AS problem
  FROM collection_documents d LEFT JOIN objects o ON o.id = d.object_id
  WHERE d.collection_id = ${page.collectionId}::uuid
    AND (d.created_at < ${page.time} OR (d.created_at = ${page.time} AND d.id > ${page.id}::uuid))
    AND (${page.only ?? null}::uuid IS NULL OR d.id = ${page.only ?? null}::uuid)
  ORDER BY d.created_at DESC, d.id LIMIT ${page.limit}::int`;

function toDocument({
  metadata,
  objectId,
  indexedAt,
  readState,
  progress,
  problem,
  ...row
}: DocumentRow): CollectionDocument {
  const { sourceType = 'manual', keywords = [], summary = '' } = metadata;
  const isSearchable = readState !== 'ready' || indexedAt !== null;
  return {
    ...row,
    sourceType,
    keywords,
    summary,
    type: row.type ?? 'text/plain',
    size: row.size ?? 0,
    objectPath: objectId && objectPath(objectId),
    state: isSearchable ? (readState ?? 'ready') : 'reading',
    ...(progress && { progress }),
    ...(problem && { problem }),
  };
}
