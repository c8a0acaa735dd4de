import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Deps } from '~/server/deps';
import { addDocument, replaceText } from '~/server/features/collections/add-document';
import type { CollectionActing } from '~/server/features/collections/record-change';
import { largestFile, reserveFile } from '~/server/features/uploads/quotas';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { claimUpload, objectPath } from '~/server/features/uploads/uploads.service';
import { OperatorError } from '~/server/lib/operator-error';

interface ImportedFile {
  collectionId: string;
  /** The document of an earlier version of the file. */
  documentId: string | undefined;
  file: string;
  /** Its path in the folder. */
  name: string;
  contentHash: string;
}

/** Stores a file like an upload and makes it a document, or a new version of one. Returns the document's id. */
export async function importFile(deps: Deps, acting: CollectionActing, imported: ImportedFile): Promise<string> {
  const { collectionId, documentId, file, name, contentHash } = imported;
  const { size } = await stat(file);
  const maxBytes = largestFile(deps);
  if (size > maxBytes) throw new OperatorError(`larger than ${deps.env.KNOWLEDGE_FILE_MB} MB, see KNOWLEDGE_FILE_MB`);
  const id = await deps.store.newKey();
  await reserveFile(deps, acting.by.id, id, size);
  try {
    await deps.store.write(id, createReadStream(file), { maxBytes, size });
    await claimUpload(deps, acting.by.id, { fileURL: objectPath(id), name: path.basename(name) });
  } catch (error) {
    await deps.db.storedObject.deleteMany({ where: { id } });
    throw error;
  }
  const known = { source: name, contentHash };
  const made = { collectionId, objectPath: objectPath(id) };
  if (!documentId) return (await addDocument(deps, acting, made, known)).id;
  await replaceText(deps, acting, { ...made, documentId }, known);
  await deleteUnreadable(deps, documentId);
  return documentId;
}

/** Earlier versions that could not be read have no text that an answer could cite. */
async function deleteUnreadable(deps: Deps, documentId: string): Promise<void> {
  await deps.db.sql`
    DELETE FROM objects o USING collection_documents d
    WHERE d.id = ${documentId}::uuid AND o.document_id = d.id AND o.id <> d.object_id AND o.read_state = 'failed'`;
  sweepSoon(deps);
}
