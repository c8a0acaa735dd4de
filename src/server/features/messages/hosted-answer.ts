/**
 * Sources of an answer other than its files: passages of collections given to the model, and results of a hosted
 * search.
 */
import { joinedTexts } from '~/server/features/citations/source-texts';
import type { CollectionPassages } from '~/server/features/collections/collection-passages';
import type { QuotingAnswer } from '~/server/features/collections/quoted-texts';
import type { AnswerMemory } from '~/server/features/memory/memory-tools';
import { collectionsOf, type HostedSearch } from '~/server/features/mirror/hosted-search';
import type { HostedWeb } from '~/server/features/web/hosted-web';
import type { AnswerModel } from '~/server/generation/library';
import type { AnswerRewriter } from '~/server/generation/prepared-answer';
import type { MessageMetadata, UsedCollection } from '~/shared/schemas/messages';

/** Wraps the model so that its events are observed. */
export function watched(
  model: AnswerModel,
  { web, hosted, memory }: { web: HostedWeb | null; hosted: HostedSearch | null; memory: AnswerMemory | null },
): AnswerModel {
  if (!web && !hosted && !memory) return model;
  return {
    ...model,
    stream(request, signal) {
      const answer = model.stream(request, signal);
      const searched = web ? web.watching(answer) : answer;
      const events = memory ? memory.watching(searched) : searched;
      return hosted ? hosted.watching(events) : events;
    },
  };
}

/**
 * The texts in which to look up quotations: collections, and documents found by the hosted search. Null if there are
 * neither.
 */
export async function foundBy(
  hosted: HostedSearch | null,
  collections: CollectionPassages,
  writer: Pick<AnswerRewriter, 'placeOf'>,
  answer: QuotingAnswer,
) {
  const texts = await collections.texts(answer);
  const documents = (await hosted?.documents()) ?? [];
  if (!hosted || documents.length === 0) return texts && { found: texts, marks: [] };
  const marks = documents.flatMap(({ title, places }) =>
    places.map(({ start, end }) => ({ start: writer.placeOf(start), end: writer.placeOf(end, true), file: title })),
  );
  const hostedTexts = hosted.texts(documents);
  return { found: texts ? joinedTexts(texts, hostedTexts) : hostedTexts, marks };
}

export async function usedBy(
  hosted: HostedSearch | null,
  collections: CollectionPassages,
): Promise<Partial<MessageMetadata>> {
  const found = collectionsOf((await hosted?.documents()) ?? []);
  const used = [
    ...new Map([...collections.used(), ...found].map((collection) => [collection.id, collection])).values(),
  ];
  return { ...usedCollections(used), ...(found.length > 0 && { xaiCollectionsUsed: true }) };
}

export const usedCollections = (used: UsedCollection[]): Partial<MessageMetadata> =>
  used.length > 0 ? { numCollectionsUsed: used.length, collectionsUsed: used } : {};
