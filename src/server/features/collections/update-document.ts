import type { Deps } from '~/server/deps';
import type { CollectionDocument, UpdateDocumentInput } from '~/shared/schemas/collections';
import { replaceText } from './add-document';
import { assertEditable } from './collection-access';
import { documentChanged } from './collections.errors';
import { changeDocument, readDocument } from './documents.service';
import type { CollectionActing } from './record-change';

/** Changes only the fields given in `input`, all of them or none. */
export async function updateDocument(
  deps: Deps,
  acting: CollectionActing,
  input: UpdateDocumentInput,
): Promise<CollectionDocument> {
  await assertEditable(deps, acting.by, input.collectionId);
  const current = await readDocument(deps, input.collectionId, input.documentId);
  if (input.version !== undefined && input.version !== current.version) throw documentChanged();
  if (input.content !== undefined || input.objectPath !== undefined) return replaceText(deps, acting, input);
  const isChanged = input.title !== undefined || input.moveTo !== undefined;
  return isChanged ? changeDocument(deps, acting, input) : current;
}
