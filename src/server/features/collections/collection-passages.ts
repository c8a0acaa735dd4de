/** What an answer draws on from the collections that are on: passages, who they belong to, and their citations. */
import type { Deps } from '~/server/deps';
import type { SourceTexts } from '~/server/features/citations/source-texts';
import type { Passage } from '~/server/generation/library';
import type { Citation, UsedCollection } from '~/shared/schemas/messages';
import { type CollectionPassage, searchPassages } from './search-passages';

/** A passage that shares a single word with the question is most often about something else. */
const leastWords = 2;

export interface CollectionPassages {
  /** Best first. What it returns counts as given to the model. */
  find(query: string, limit: number): Promise<Passage[]>;
  /** The passages found so far, document by document, within a number of characters. */
  frames(characters: number): { name: string; passages: string[] }[];
  /** The passages found so far, to look up what an answer quotes. */
  texts(): SourceTexts;
  /** The collections whose passages were given, or only those of which a document is cited. */
  used(citations?: readonly Citation[]): UsedCollection[];
}

export function collectionPassages(
  deps: Pick<Deps, 'db'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): CollectionPassages {
  const found: CollectionPassage[] = [];
  return {
    async find(query, limit) {
      const passages = await searchPassages(deps, { userId, enabledIn: conversationId, leastWords }, query, limit);
      found.push(...passages);
      return passages.map(toPassage);
    },
    frames: (characters) => framesOf(found, characters),
    texts: () => textsOf(found),
    used(citations) {
      const cited = citations && new Set(citations.map(({ documentId }) => documentId));
      const used = found.filter(({ documentId }) => !cited || cited.has(documentId));
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

function framesOf(found: readonly CollectionPassage[], characters: number): { name: string; passages: string[] }[] {
  const frames = new Map<string, { name: string; passages: string[] }>();
  let left = characters;
  for (const { documentId, title, page, text } of found) {
    if (text.length > left) continue;
    left -= text.length;
    const frame = frames.get(documentId) ?? { name: title, passages: [] };
    frame.passages.push(page === null ? text : `[page ${page}] ${text}`);
    frames.set(documentId, frame);
  }
  return [...frames.values()];
}

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
