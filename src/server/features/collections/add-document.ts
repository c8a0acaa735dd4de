/** Adds a document to a collection, or replaces its text with a new version. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { scheduleMirror } from '~/server/features/mirror/schedule-mirror';
import { attachText } from '~/server/features/uploads/attach-text';
import { checkNewOwner, largestFile } from '~/server/features/uploads/quotas';
import { deleteUnattached } from '~/server/features/uploads/sweeper';
import { claimAttachments } from '~/server/features/uploads/uploads.service';
import { alreadyAttached, attachmentsNotFound } from '~/server/generation/generation.errors';
import type { ReadPage } from '~/server/providers/pages/types';
import { limits } from '~/shared/limits';
import type {
  AddDocumentInput,
  CollectionDocument,
  DocumentSource,
  UpdateDocumentInput,
} from '~/shared/schemas/collections';
import { textStart } from '~/shared/text-start';
import { type Access, assertEditable, ownerOfFiles, type Reader } from './collection-access';
import { answerNotFound, collectionNotFound, documentChanged, documentNotFound } from './collections.errors';
import { planMove, readDocument, renameOrMove } from './documents.service';
import { indexDocumentJob } from './index-document.job';
import { type CollectionActing, recordDocument } from './record-change';
import { readWebPage } from './web-page';

/** How long the response waits for a typed text to be processed, which is usually fast. */
const waitMs = 5000;
const pollMs = 50;

/** A file of an imported folder: its path in the folder, and the SHA-256 of its bytes. */
export interface Imported {
  source: string;
  contentHash: string;
}

/** The content of a new document or a new version. */
interface Created {
  objectId: string;
  title: string;
  sourceType: DocumentSource;
  source: string | null;
  /** Empty until the file is processed. */
  content: string;
  messageId?: string;
  contentHash?: string;
}

export async function addDocument(
  deps: Deps,
  acting: CollectionActing,
  input: AddDocumentInput,
  imported?: Imported,
): Promise<CollectionDocument> {
  const reader = acting.by;
  const access = await assertEditable(deps, reader, input.collectionId);
  const made: Created = { ...(await make(deps, reader, input)), ...imported };
  const metadata = {
    sourceType: made.sourceType,
    ...(made.messageId && { extractedFromMessageId: made.messageId }),
  };
  const ownerId = ownerOfFiles(access, reader);
  const id = await store(deps, { reader, ownerId, made }, async (tx) => {
    const [row] = await tx.$queryRaw<{ id: string }[]>`
      WITH held AS (
        SELECT o.id, c.id AS collection_id FROM objects o, collections c
        WHERE o.id = ${made.objectId}::uuid AND o.user_id = ${reader.id}::uuid AND c.id = ${input.collectionId}::uuid
          AND o.message_id IS NULL AND o.document_id IS NULL
        FOR UPDATE OF o FOR KEY SHARE OF c
      ), document AS (
        INSERT INTO collection_documents (collection_id, title, content, source, metadata, object_id, content_hash, updated_at)
        SELECT collection_id, ${made.title}, ${made.content}, ${made.source}, ${JSON.stringify(metadata)}::jsonb, id,
               ${made.contentHash ?? null}, now()
        FROM held RETURNING id, object_id
      ), file AS (
        UPDATE objects SET document_id = document.id, user_id = ${ownerId}::uuid
        FROM document WHERE objects.id = document.object_id
        RETURNING objects.id, objects.user_id, objects.document_id
      )
      SELECT document_id::text AS id,
             enqueue_job(${indexDocumentJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, true)
      FROM file`;
    if (!row) {
      const isKept = (await tx.collection.count({ where: { id: input.collectionId } })) > 0;
      throw isKept ? alreadyAttached() : collectionNotFound();
    }
    await recordDocument(tx, acting, 'collection-document-added', access, { ...row, title: made.title });
    return row.id;
  });
  return whenReady(deps, input.collectionId, id, made);
}

/** Replaces the text, and renames or moves the document with it. The old text is kept for the citations that quote it. */
export async function replaceText(
  deps: Deps,
  acting: CollectionActing,
  { collectionId, documentId, version, moveTo, ...input }: UpdateDocumentInput,
  imported?: Imported,
): Promise<CollectionDocument> {
  const reader = acting.by;
  const move = await planMove(deps, reader, { collectionId, moveTo });
  const { title: before, sourceType } = await readDocument(deps, collectionId, documentId);
  const title = input.title ?? before;
  const made = await make(deps, reader, { ...input, title });
  // An edited web page keeps its URL, so that it can be refreshed.
  const kept = sourceType === 'url' && made.sourceType === 'manual' ? { sourceType } : {};
  const isChanged = input.title !== undefined || moveTo !== undefined;
  const change = isChanged ? { ...move, documentId, title: input.title } : undefined;
  const content = { ...made, ...kept, ...imported };
  const replaced = await replaceWith(deps, acting, { access: move.to, documentId, title, version, change }, content);
  if (isChanged) scheduleMirror(deps);
  return replaced;
}

/** Replaces the stored text, which must still be that of `version`, with the current text of the page. */
export async function replacePage(
  deps: Deps,
  acting: CollectionActing,
  { collectionId, id, title, version }: CollectionDocument,
  page: ReadPage,
): Promise<CollectionDocument> {
  const access = await assertEditable(deps, acting.by, collectionId);
  const made = await fromPage(deps, acting.by, page, title);
  return replaceWith(deps, acting, { access, documentId: id, title, version }, made);
}

async function replaceWith(
  deps: Deps,
  acting: CollectionActing,
  {
    access,
    documentId,
    title,
    version,
    change,
  }: {
    access: Access;
    documentId: string;
    title: string;
    version?: number | undefined;
    change?: Parameters<typeof renameOrMove>[3] | undefined;
  },
  made: Created,
): Promise<CollectionDocument> {
  const reader = acting.by;
  const ownerId = ownerOfFiles(access, reader);
  await store(deps, { reader, ownerId, made }, async (tx) => {
    if (change) await renameOrMove(deps, tx, acting, change);
    const [row] = await tx.$queryRaw<object[]>`
      WITH document AS (
        UPDATE collection_documents d
        SET object_id = o.id, content = ${made.content}, source = coalesce(${made.source}, d.source), version = d.version + 1,
            indexed_at = NULL, content_hash = ${made.contentHash ?? null}, updated_at = now(),
            metadata = d.metadata - 'keywords' - 'summary' - 'describedBy' || jsonb_build_object('sourceType', ${made.sourceType}::text)
        FROM objects o
        WHERE d.id = ${documentId}::uuid AND d.collection_id = ${access.id}::uuid AND o.id = ${made.objectId}::uuid
          AND d.version = coalesce(${version ?? null}::int, d.version)
          AND o.user_id = ${reader.id}::uuid AND o.message_id IS NULL AND o.document_id IS NULL
        RETURNING d.id, d.object_id
      ), file AS (
        UPDATE objects SET document_id = document.id, user_id = ${ownerId}::uuid
        FROM document WHERE objects.id = document.object_id
        RETURNING objects.id, objects.user_id
      )
      SELECT enqueue_job(${indexDocumentJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, true)
      FROM file`;
    if (!row) {
      const now = await tx.collectionDocument.findUnique({ where: { id: documentId }, select: { version: true } });
      if (!now) throw documentNotFound();
      throw version !== undefined && now.version !== version ? documentChanged() : alreadyAttached();
    }
    await recordDocument(tx, acting, 'collection-document-changed', access, { id: documentId, title });
  });
  return whenReady(deps, access.id, documentId, made);
}

/** Deletes the file of a text if this fails, because its editor can't see it. An uploaded file can be tried again. */
async function store<T>(
  deps: Deps,
  { reader, ownerId, made }: { reader: Reader; ownerId: string; made: Created },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { objectId, sourceType } = made;
  try {
    const stored = await deps.db.$transaction(async (tx) => {
      await checkNewOwner(deps, tx, { ownerId, objectId });
      return work(tx);
    }, transactionLimits.short);
    deps.jobs.wake();
    return stored;
  } catch (error) {
    if (sourceType !== 'file') await deleteUnattached(deps, reader.id, [objectId]);
    throw error;
  }
}

async function make(
  deps: Deps,
  reader: Reader,
  input: Pick<AddDocumentInput, 'title' | 'content' | 'objectPath' | 'url' | 'messageId'>,
): Promise<Created> {
  if (input.objectPath !== undefined) return fromFile(deps, reader, input.objectPath, input.title);
  if (input.messageId !== undefined) return fromAnswer(deps, reader, input.messageId, input.title);
  if (input.url !== undefined) return fromPage(deps, reader, await readWebPage(deps, input.url), input.title);
  const { title = '', content = '' } = input;
  const { id: objectId } = await attachText(deps, reader.id, { name: title, text: content });
  return { objectId, title, content, sourceType: 'manual', source: null };
}

async function fromPage(
  deps: Deps,
  reader: Reader,
  page: ReadPage,
  requestedTitle: string | undefined,
): Promise<Created> {
  const title = textStart(requestedTitle ?? (page.title || page.site), limits.titleCharacters);
  const { id: objectId } = await attachText(deps, reader.id, { name: title, text: page.text });
  return { objectId, title, content: page.text, sourceType: 'url', source: page.url };
}

async function fromFile(deps: Deps, reader: Reader, url: string, title: string | undefined): Promise<Created> {
  const [file] = await claimAttachments(deps, reader.id, [{ url }], largestFile(deps));
  if (!file) throw attachmentsNotFound([]);
  const name = file.name.replace(/\.[^.]{1,10}$/, '') || file.name;
  return { objectId: file.id, title: title ?? name, content: '', sourceType: 'file', source: file.name };
}

async function fromAnswer(deps: Deps, reader: Reader, messageId: string, title: string | undefined): Promise<Created> {
  const [answer] = await deps.db.sql<{ content: string; title: string }>`
    SELECT m.content, c.title FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${reader.id}::uuid AND m.role = 'assistant' AND m.content <> ''`;
  if (!answer) throw answerNotFound();
  const made = { title: title ?? answer.title, content: await deps.db.texts.open(messageId, answer.content) };
  const { id: objectId } = await attachText(deps, reader.id, { name: made.title, text: made.content });
  return { ...made, objectId, messageId, sourceType: 'message', source: null };
}

/** Returns a typed document once it is searchable, a file at once. */
async function whenReady(
  deps: Deps,
  collectionId: string,
  documentId: string,
  { sourceType }: Created,
): Promise<CollectionDocument> {
  const end = Date.now() + (sourceType === 'file' ? 0 : waitMs);
  for (;;) {
    const document = await readDocument(deps, collectionId, documentId);
    if (document.state === 'ready' || document.state === 'failed' || Date.now() >= end) return document;
    await delay(pollMs);
  }
}
