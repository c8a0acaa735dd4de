/**
 * The collection texts in which an answer's quotations are looked up. Documents whose passages the model received, that
 * the answer names or that an earlier answer cites are read whole, up to a limit. From all others, only the passages
 * that share the most words with a quotation are read, because a model may repeat any text of the collections.
 */
import type { Database } from '~/server/db/client';
import { findQuotations } from '~/server/features/citations/find-quotations';
import { joinedTexts, objectTexts, type SourceTexts } from '~/server/features/citations/source-texts';
import { readShapes } from '~/server/retrieval/corpus-cache';
import type { SearchDeps } from '~/server/retrieval/find-passages';
import { decodeShape } from '~/server/retrieval/postings';
import { joinedPassages } from './joined-passages';
import {
  type CollectionPassage,
  type DocumentFile,
  type PassageScope,
  readableFiles,
  readPlaces,
  searchDocuments,
} from './search-passages';

/** Total limit for documents that are read whole: about 5 MB of text. */
const maxPassages = 5000;
/** How many quotations are searched for in the other documents, and how many passages for each. */
const maxSearched = 10;
const passagesPerQuotation = 3;
/** A passage must share this many words with a quotation, or all if it has fewer. */
const minTerms = 3;
/** Shorter titles can't be told apart from ordinary words. */
const shortestTitle = 4;
const maxMessages = 200;

export interface QuotingAnswer {
  text: string;
  questionId: string;
}

export type QuotingDeps = SearchDeps & { db: Pick<Database, 'sql' | 'texts'> };

/** Null if the user can read no document, so that no quotation can come from one. */
export async function quotedTexts(
  deps: QuotingDeps,
  /** What the user may read for this answer. */
  scope: PassageScope,
  given: readonly CollectionPassage[],
  answer: QuotingAnswer,
): Promise<SourceTexts | null> {
  const [enabled, cited] = await Promise.all([readableFiles(deps, scope), citedEarlier(deps, answer.questionId)]);
  const { userId } = scope;
  // The answer may repeat quotations from an earlier answer whose collection was switched off since.
  const switchedOff = cited.filter((id) => !enabled.some(({ documentId }) => documentId === id));
  const earlier = switchedOff.length > 0 ? await readableFiles(deps, { userId, documentIds: switchedOff }) : [];
  const documents = [...enabled, ...earlier];
  if (documents.length === 0 && given.length === 0) return null;
  const whole = await readWhole(deps, documents, answer.text, [...given.map(({ documentId }) => documentId), ...cited]);
  const isWhole = new Set(whole.map(({ documentId }) => documentId));
  const others = enabled.filter(({ documentId }) => !isWhole.has(documentId));
  const passages = [
    ...given.filter(({ documentId }) => !isWhole.has(documentId)),
    ...(await nearQuotations(deps, userId, others, answer.text)),
  ];
  return joinedTexts(
    objectTexts(
      deps,
      whole.map(({ objectId, documentId, title }) => ({ objectId, documentId, name: title })),
    ),
    textsOf(passages),
  );
}

/** The documents cited by the answers of this branch, newest answer first. */
async function citedEarlier({ db }: QuotingDeps, questionId: string): Promise<string[]> {
  // Encrypted citations are a single string without JSON paths.
  const rows = await db.sql<{ id: string | null; messageId: string; sealed: string | null }>`
    SELECT cited->>'documentId' AS id, m.id AS "messageId",
           CASE WHEN jsonb_typeof(cited) = 'string' THEN cited #>> '{}' END AS sealed
    FROM branch_of(${questionId}::uuid, ${maxMessages}::int) AS branch JOIN messages m ON m.id = branch.id,
      jsonb_array_elements(CASE jsonb_typeof(m.metadata->'citations') WHEN 'array' THEN m.metadata->'citations'
        WHEN 'string' THEN jsonb_build_array(m.metadata->'citations') ELSE '[]' END) AS cited
    WHERE cited->>'documentId' IS NOT NULL OR jsonb_typeof(cited) = 'string'
    GROUP BY 1, 2, 3 ORDER BY max(m.seq) DESC`;
  const ids = await Promise.all(
    rows.map(async ({ id, messageId, sealed }) => {
      if (sealed === null) return id ?? [];
      const citations = await db.texts.openCitations(messageId, sealed);
      return citations.flatMap(({ documentId }) => documentId ?? []);
    }),
  );
  return [...new Set(ids.flat())];
}

/** As many as the limit allows: named documents first, then `ids` in order. */
async function readWhole(
  deps: SearchDeps,
  documents: readonly DocumentFile[],
  answer: string,
  ids: readonly string[],
): Promise<DocumentFile[]> {
  const text = answer.toLowerCase();
  const named = documents.filter(({ title }) => title.length >= shortestTitle && text.includes(title.toLowerCase()));
  const byId = new Map(documents.map((document) => [document.documentId, document]));
  const candidates = new Set([...named, ...ids.flatMap((id) => byId.get(id) ?? [])]);
  const shapes = await readShapes(
    deps,
    [...candidates].map(({ number }) => number),
  );
  let left = maxPassages;
  return [...candidates].filter(({ number }) => {
    const { length } = decodeShape(shapes.get(number)?.shape ?? '');
    if (length > left) return false;
    left -= length;
    return true;
  });
}

/** Passages that may contain the quotations, with their neighbors. */
async function nearQuotations(
  { db }: SearchDeps,
  userId: string,
  documents: readonly DocumentFile[],
  answer: string,
): Promise<CollectionPassage[]> {
  const found: CollectionPassage[] = [];
  // Without vectors, because quotations are looked up by their words and an embedding endpoint may cost money.
  for (const { text } of findQuotations(answer).slice(0, maxSearched))
    found.push(
      ...(await searchDocuments({ db }, documents, text, {
        limit: passagesPerQuotation,
        minTerms,
        requester: { userId },
      })),
    );
  const places = new Map<string, { document: CollectionPassage; places: number[] }>();
  for (const passage of found) {
    const known = places.get(passage.objectId) ?? { document: passage, places: [] };
    known.places.push(passage.place - 1, passage.place, passage.place + 1);
    places.set(passage.objectId, known);
  }
  // At most three for each of ten quotations.
  return (
    await Promise.all([...places.values()].map(({ document, places }) => readPlaces({ db }, document, places)))
  ).flat();
}

function textsOf(found: readonly CollectionPassage[]): SourceTexts {
  const files = new Map(
    found.map(({ objectId, documentId, title }) => [objectId, { name: title, objectId, documentId }]),
  );
  return {
    files: [...files.values()],
    async *windows() {
      for (const { objectId, start, text, pages } of joinedPassages(found)) {
        const file = files.get(objectId);
        if (file) yield { file, start, text, pages };
      }
    },
  };
}
