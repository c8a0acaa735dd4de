/** The passages that an answer may use from the enabled collections, with their owners and citations. */
import type { SourceTexts } from '~/server/features/citations/source-texts';
import type { Passage } from '~/server/generation/library';
import type { Citation } from '~/shared/schemas/citations';
import type { UsedCollection } from '~/shared/schemas/messages';
import { type QuotingAnswer, type QuotingDeps, quotedTexts } from './quoted-texts';
import {
  type CollectionPassage,
  type DocumentFile,
  readableFiles,
  readPlaces,
  searchDocuments,
} from './search-passages';

/** For automatic searches: a passage that shares only one word with the message is usually irrelevant. */
const defaultMinTerms = 2;

interface FindOptions {
  limit: number;
  wholePages?: number | undefined;
  objectId?: string | undefined;
  minTerms?: number;
  /** The result of `documents()`, if the caller has just loaded it. */
  among?: readonly DocumentFile[];
}

export interface CollectionPassages {
  /** Best match first, from all documents or the one with this object. */
  find(query: string, options: FindOptions): Promise<Passage[]>;
  /** The documents that may be used. */
  documents(): Promise<DocumentFile[]>;
  /** Passages of one of these documents, by their indexes. */
  read(document: DocumentFile, places: readonly number[]): Promise<Passage[]>;
  /** Records which of the passages found or read were given to the model. */
  markGiven(passages: readonly Passage[]): void;
  /** The texts in which to look up quotations of the answer; null if the user can read no document. */
  texts(answer: QuotingAnswer): Promise<SourceTexts | null>;
  /** The collections whose passages were given to the model, or only those with a cited document. */
  used(citations?: readonly Citation[]): UsedCollection[];
}

export function collectionPassages(
  deps: QuotingDeps,
  /** The collections enabled in a conversation, or the given ones. */
  {
    userId,
    conversationId,
    collectionIds,
    hasCollections = true,
  }: {
    userId: string;
    conversationId?: string;
    collectionIds?: readonly string[];
    /** False if the user can read no collection, so that there is nothing to look up. */
    hasCollections?: boolean;
  },
): CollectionPassages {
  const readable = {
    userId,
    ...(conversationId !== undefined && { enabledIn: conversationId }),
    ...(collectionIds !== undefined && { collectionIds }),
  };
  const rows = new WeakMap<Passage, CollectionPassage>();
  const givenPassages = new Set<CollectionPassage>();
  const toPassages = (found: readonly CollectionPassage[]) =>
    found.map((row) => {
      const passage = toPassage(row);
      rows.set(passage, row);
      return passage;
    });
  return {
    async find(query, { objectId, among, minTerms = defaultMinTerms, ...wanted }) {
      if (!hasCollections) return [];
      const scope = { ...readable, ...(objectId !== undefined && { objectId }) };
      const documents = among ?? (await readableFiles(deps, scope));
      return toPassages(await searchDocuments(deps, documents, query, { ...wanted, minTerms, requester: { userId } }));
    },
    documents: async () => (hasCollections ? readableFiles(deps, readable) : []),
    read: async (document, places) => toPassages(await readPlaces(deps, document, places)),
    markGiven(passages) {
      for (const passage of passages) {
        const row = rows.get(passage);
        if (row) givenPassages.add(row);
      }
    },
    texts: async (answer) => (hasCollections ? quotedTexts(deps, readable, [...givenPassages], answer) : null),
    used(citations) {
      const cited = citations && new Set(citations.map(({ documentId }) => documentId));
      const used = [...givenPassages].filter(({ documentId }) => !cited || cited.has(documentId));
      return [...new Map(used.map(({ collectionId: id, collection: name }) => [id, { id, name }])).values()];
    },
  };
}

const toPassage = ({ title, score, page, ...row }: CollectionPassage): Passage => ({
  objectId: row.objectId,
  documentId: row.documentId,
  source: title,
  collection: row.collection,
  text: row.text,
  place: row.place,
  rank: score,
  ...(row.passageCount !== undefined && { passageCount: row.passageCount }),
  ...(page !== null && { page }),
});
