import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import type { RefreshedDocument } from '~/shared/schemas/collections';
import { replacePage } from './add-document';
import { changedLines } from './changed-lines';
import { assertEditable } from './collection-access';
import { getDocument, readDocument } from './documents.service';
import type { CollectionActing } from './record-change';
import { readWebPage } from './web-page';

/** Reads the document's web page again. If its lines have changed, a new version is stored. */
export async function refreshDocument(
  deps: Deps,
  acting: CollectionActing,
  { collectionId, documentId }: { collectionId: string; documentId: string },
): Promise<RefreshedDocument> {
  await assertEditable(deps, acting.by, collectionId);
  const { content, sourceType, source, version } = await getDocument(deps, acting.by, collectionId, documentId);
  if (sourceType !== 'url' || source === null) throw new AppError('validation', 'Only web pages can be refreshed.');
  const page = await readWebPage(deps, source, { isRefetch: true });
  const changes = changedLines(content, page.text);
  const document = await readDocument(deps, collectionId, documentId);
  if (!changes.isChanged) return { document, ...changes };
  // The changes are those of the version that was compared.
  return { document: await replacePage(deps, acting, { ...document, version }, page), ...changes };
}
