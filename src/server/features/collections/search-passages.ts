/**
 * The only access to passages of collections: checks the user's rights and limits the search to the allowed
 * collections.
 */
import { findPassages, type PassageLimits, type SearchDeps, type SearchedFile } from '~/server/retrieval/find-passages';
import type { Requester } from '~/server/retrieval/vector-search';

export interface PassageScope {
  userId: string;
  /**
   * Only enabled collections: by the switches of this conversation, the selection of its project, or their own switch.
   * The files of its project are always included.
   */
  enabledIn?: string;
  collectionId?: string;
  /** Only these collections, enabled or not. */
  collectionIds?: readonly string[];
  /** Only the document with this text. */
  objectId?: string;
  /** Only these documents. */
  documentIds?: readonly string[];
}

export interface CollectionPassage {
  collectionId: string;
  collection: string;
  documentId: string;
  title: string;
  objectId: string;
  place: number;
  page: number | null;
  /** Offset in the text of the document. */
  start: number;
  text: string;
  score: number;
  /** How many passages the document has, if it was searched. */
  passageCount?: number;
}

/** A document that the user can read and that is searchable. */
export interface DocumentFile extends SearchedFile {
  collectionId: string;
  collection: string;
  documentId: string;
  objectId: string;
}

/** Best match first, from current versions of documents that the user may read. */
export async function searchPassages(
  deps: SearchDeps,
  scope: PassageScope,
  question: string,
  wanted: PassageLimits,
): Promise<CollectionPassage[]> {
  return searchDocuments(deps, await readableFiles(deps, scope), question, {
    ...wanted,
    requester: { userId: scope.userId },
  });
}

interface FoundText {
  rank: number;
  page: number | null;
  start: number;
  text: string;
  passageCount: number;
}

/** The same for documents that the caller has already loaded. */
export async function searchDocuments(
  deps: SearchDeps,
  files: readonly DocumentFile[],
  question: string,
  wanted: PassageLimits & { requester: Requester },
): Promise<CollectionPassage[]> {
  const found = (await findPassages(deps, files, question, wanted)).flatMap(({ file, place, score }) => {
    const document = files[file];
    return document ? [{ document, place, score }] : [];
  });
  if (found.length === 0) return [];
  const texts = await deps.db.sql<FoundText>`
    WITH wanted AS (
      SELECT * FROM unnest(${found.map(({ document }) => document.objectId)}::uuid[], ${found.map(({ place }) => place)}::int[])
        WITH ORDINALITY AS wanted(id, place, rank)
    ), counted AS MATERIALIZED (
      SELECT id, (SELECT max(p.place) + 1 FROM object_passages p WHERE p.object_id = id) AS passages
      FROM (SELECT DISTINCT id FROM wanted) AS documents
    )
    SELECT wanted.rank::int, p.page, p.start, p.text, counted.passages::int AS "passageCount"
    FROM wanted JOIN object_passages p ON p.object_id = wanted.id AND p.place = wanted.place JOIN counted USING (id)
    ORDER BY wanted.rank`;
  return texts.flatMap(({ rank, ...text }) => {
    const hit = found[rank - 1];
    if (!hit) return [];
    const { collectionId, collection, documentId, title, objectId } = hit.document;
    return [{ collectionId, collection, documentId, title, objectId, place: hit.place, score: hit.score, ...text }];
  });
}

export const readableFiles = (
  { db }: Pick<SearchDeps, 'db'>,
  { userId, enabledIn, collectionId, collectionIds, objectId, documentIds }: PassageScope,
): Promise<DocumentFile[]> => {
  // Project files belong to the project's conversations. Elsewhere they are only searched if requested explicitly.
  const isNamed = [collectionId, collectionIds, objectId, documentIds].some((name) => name !== undefined);
  return db.sql<DocumentFile>`
  WITH readable AS (
    SELECT c.id, c.name FROM collections c
    LEFT JOIN projects p ON p.chooses_collections
      AND p.id = (SELECT project_id FROM conversations WHERE id = ${enabledIn ?? null}::uuid)
    LEFT JOIN project_collections pc ON pc.project_id = p.id AND pc.collection_id = c.id
    LEFT JOIN collection_switches s ON s.collection_id = c.id AND s.conversation_id = ${enabledIn ?? null}::uuid
    WHERE c.id IN (SELECT collection_id FROM collection_rights WHERE user_id = ${userId}::uuid)
      AND (${collectionId ?? null}::uuid IS NULL OR c.id = ${collectionId ?? null}::uuid)
      AND (${collectionIds === undefined}::boolean OR c.id = ANY(${[...(collectionIds ?? [])]}::uuid[]))
      AND CASE
        WHEN ${enabledIn === undefined}::boolean THEN c.project_id IS NULL OR ${isNamed}::boolean
        WHEN c.project_id IS NOT NULL THEN c.project_id = (SELECT project_id FROM conversations WHERE id = ${enabledIn ?? null}::uuid)
        ELSE coalesce(s.is_on, CASE WHEN p.id IS NOT NULL THEN pc.project_id IS NOT NULL END, c.is_enabled)
      END
  )
  SELECT c.id AS "collectionId", c.name AS collection, d.id AS "documentId", d.title, i.object_id AS "objectId",
         i.number, i.xmin::text AS version, i.scope_id AS "scopeId", i.language
  FROM readable c
  JOIN collection_documents d ON d.collection_id = c.id
  JOIN passage_indexes i ON i.object_id = d.object_id AND i.indexed_at IS NOT NULL
  WHERE (${objectId ?? null}::uuid IS NULL OR d.object_id = ${objectId ?? null}::uuid)
    AND (${documentIds === undefined}::boolean OR d.id = ANY(${[...(documentIds ?? [])]}::uuid[]))
  ORDER BY d.created_at, d.id`;
};

/** Passages of a document by their indexes, in text order. */
export async function readPlaces(
  { db }: Pick<SearchDeps, 'db'>,
  { collectionId, collection, documentId, title, objectId }: Omit<DocumentFile, keyof SearchedFile> & { title: string },
  places: readonly number[],
): Promise<CollectionPassage[]> {
  const rows = await db.sql<{ place: number; page: number | null; start: number; text: string }>`
    SELECT place, page, start, text FROM object_passages
    WHERE object_id = ${objectId}::uuid AND place = ANY(${[...places]}::int[]) ORDER BY place`;
  return rows.map((row) => ({ collectionId, collection, documentId, title, objectId, score: 0, ...row }));
}
