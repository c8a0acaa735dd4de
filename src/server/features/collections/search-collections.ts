import type { Deps } from '~/server/deps';
import type { FoundPassage } from '~/shared/schemas/collections';
import { assertReadable, type Reader } from './collection-access';
import { searchPassages } from './search-passages';

export async function searchCollections(
  deps: Deps,
  reader: Reader,
  input: { q: string; limit: number; collectionId?: string | undefined },
): Promise<FoundPassage[]> {
  if (input.collectionId !== undefined) await assertReadable(deps, reader, input.collectionId);
  const scope = { userId: reader.id, ...(input.collectionId !== undefined && { collectionId: input.collectionId }) };
  const found = await searchPassages(deps, scope, input.q, { limit: input.limit });
  return found.map(({ collectionId, documentId, title, page, start, text, score }) => ({
    collectionId,
    documentId,
    title,
    ...(page !== null && { page }),
    start,
    text,
    score,
  }));
}
