/** What an answer draws on from the collections that are on: passages, who they belong to, and their citations. */
import type { Deps } from '~/server/deps';
import type { SourceTexts } from '~/server/features/citations/source-texts';
import type { Passage } from '~/server/generation/library';
import type { Citation, UsedCollection } from '~/shared/schemas/messages';
import { type CollectionPassage, searchPassages } from './search-passages';

/** A passage that shares a single word with the question is most often about something else. */
const leastTerms = 2;

export interface CollectionPassages {
  /** Best first. What it returns counts as given to the model, until `keep` says which of it was. */
  find(query: string, limit: number, wholePages?: number): Promise<Passage[]>;
  /** Of what was found, only these were given to the model. */
  keep(given: readonly Passage[]): void;
  /** The passages given so far, to look up what an answer quotes. */
  texts(): SourceTexts;
  /** The collections whose passages were given, or only those of which a document is cited. */
  used(citations?: readonly Citation[]): UsedCollection[];
}

export function collectionPassages(
  deps: Pick<Deps, 'db'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): CollectionPassages {
  const given = new Map<Passage, CollectionPassage>();
  return {
    async find(query, limit, wholePages) {
      const scope = { userId, enabledIn: conversationId };
      const passages = await searchPassages(deps, scope, query, { limit, wholePages, leastTerms });
      const found = passages.map((passage) => [toPassage(passage), passage] as const);
      for (const [passage, row] of found) given.set(passage, row);
      return found.map(([passage]) => passage);
    },
    keep(passages) {
      const kept = new Set(passages);
      for (const passage of given.keys()) if (!kept.has(passage)) given.delete(passage);
    },
    texts: () => textsOf([...given.values()]),
    used(citations) {
      const cited = citations && new Set(citations.map(({ documentId }) => documentId));
      const used = [...given.values()].filter(({ documentId }) => !cited || cited.has(documentId));
      return [...new Map(used.map(({ collectionId: id, collection: name }) => [id, { id, name }])).values()];
    },
  };
}

const toPassage = ({ objectId, documentId, title, text, score, page }: CollectionPassage): Passage => ({
  objectId,
  documentId,
  source: title,
  text,
  rank: score,
  ...(page !== null && { page }),
});

function textsOf(found: readonly CollectionPassage[]): SourceTexts {
  const files = new Map(
    found.map(({ objectId, documentId, title }) => [objectId, { name: title, objectId, documentId }]),
  );
  return {
    files: [...files.values()],
    async *windows() {
      for (const { objectId, start, page, text } of found) {
        const file = files.get(objectId);
        if (file) yield { file, start, text, pages: page === null ? [] : [{ page, start }] };
      }
    },
  };
}
