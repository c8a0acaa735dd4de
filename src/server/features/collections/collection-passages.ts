/** What an answer draws on from the collections that are on: passages, who they belong to, and their citations. */
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

/** What comes unasked: a passage that shares a single word with the question is most often about something else. */
const leastUnasked = 2;

interface FindOptions {
  limit: number;
  wholePages?: number | undefined;
  objectId?: string | undefined;
  leastTerms?: number;
  /** Of `documents()`, where the caller has just looked them up. */
  among?: readonly DocumentFile[];
}

export interface CollectionPassages {
  /** Best first, of all documents or of the one with this object. */
  find(query: string, options: FindOptions): Promise<Passage[]>;
  /** The documents that may be drawn on. */
  documents(): Promise<DocumentFile[]>;
  /** Passages of one of these documents, by their places. */
  read(document: DocumentFile, places: readonly number[]): Promise<Passage[]>;
  /** These passages, of those found or read, were given to the model. */
  give(passages: readonly Passage[]): void;
  /** Where to look up what an answer quotes; null without a document that the user may read. */
  texts(answer: QuotingAnswer): Promise<SourceTexts | null>;
  /** The collections whose passages were given, or only those of which a document is cited. */
  used(citations?: readonly Citation[]): UsedCollection[];
}

export function collectionPassages(
  deps: QuotingDeps,
  /** Those that are on in a conversation, or these. */
  {
    userId,
    conversationId,
    collectionIds,
  }: { userId: string; conversationId?: string; collectionIds?: readonly string[] },
): CollectionPassages {
  const readable = {
    userId,
    ...(conversationId !== undefined && { enabledIn: conversationId }),
    ...(collectionIds !== undefined && { collectionIds }),
  };
  const rows = new WeakMap<Passage, CollectionPassage>();
  const given = new Set<CollectionPassage>();
  const toPassages = (found: readonly CollectionPassage[]) =>
    found.map((row) => {
      const passage = toPassage(row);
      rows.set(passage, row);
      return passage;
    });
  return {
    async find(query, { objectId, among, leastTerms = leastUnasked, ...wanted }) {
      const scope = { ...readable, ...(objectId !== undefined && { objectId }) };
      const documents = among ?? (await readableFiles(deps, scope));
      return toPassages(await searchDocuments(deps, documents, query, { ...wanted, leastTerms, asker: { userId } }));
    },
    documents: () => readableFiles(deps, readable),
    read: async (document, places) => toPassages(await readPlaces(deps, document, places)),
    give(passages) {
      for (const passage of passages) {
        const row = rows.get(passage);
        if (row) given.add(row);
      }
    },
    texts: (answer) => quotedTexts(deps, readable, [...given], answer),
    used(citations) {
      const cited = citations && new Set(citations.map(({ documentId }) => documentId));
      const used = [...given].filter(({ documentId }) => !cited || cited.has(documentId));
      return [...new Map(used.map(({ collectionId: id, collection: name }) => [id, { id, name }])).values()];
    },
  };
}

const toPassage = ({ objectId, documentId, title, text, place, score, page }: CollectionPassage): Passage => ({
  objectId,
  documentId,
  source: title,
  text,
  place,
  rank: score,
  ...(page !== null && { page }),
});
