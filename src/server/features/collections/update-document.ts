import type { Deps } from '~/server/deps';
import type { CollectionDocument, UpdateDocumentInput } from '~/shared/schemas/collections';
import { replaceText } from './add-document';
import { assertEditable, type Reader } from './collection-access';
import { changeDocument, readDocument } from './documents.service';

/** Changes what `input` names. The text is replaced last, where the document is then. */
export async function updateDocument(
  deps: Deps,
  reader: Reader,
  input: UpdateDocumentInput,
): Promise<CollectionDocument> {
  await assertEditable(deps, reader, input.collectionId);
  const current = await readDocument(deps, input.collectionId, input.documentId);
  const isChanged = input.title !== undefined || input.moveTo !== undefined;
  const changed = isChanged ? await changeDocument(deps, reader, input) : current;
  if (input.content === undefined && input.objectPath === undefined) return changed;
  return replaceText(deps, reader, { ...input, collectionId: changed.collectionId });
}
