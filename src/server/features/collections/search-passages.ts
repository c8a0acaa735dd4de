/**
 * The one way to the passages of collections. What a better ranking needs is known here: whose question it is, the
 * collections it may draw on, its words, and how many passages there is room for.
 */
import type { Deps } from '~/server/deps';

export interface PassageScope {
  userId: string;
  /** Only collections that are on: by the switches of this conversation, otherwise by their own. */
  enabledIn?: string;
  collectionId?: string;
  /** How many of the question's words a passage must contain, or all where there are fewer. */
  leastWords?: number;
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
}

/** Best first: passages that contain any of the words, from current versions of documents the user may read. */
export const searchPassages = (
  { db }: Pick<Deps, 'db'>,
  { userId, enabledIn, collectionId, leastWords = 1 }: PassageScope,
  query: string,
  limit: number,
): Promise<CollectionPassage[]> => db.sql<CollectionPassage>`
  WITH question AS (
    -- The words are lexemes already: a cast takes them as they are, where to_tsquery would stem them again.
    SELECT array_agg(word) AS words,
           string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery AS wanted
    FROM unnest(tsvector_to_array(to_tsvector('english', ${query}::text))) AS word
  ), readable AS (
    SELECT c.id, c.name FROM collections c
    LEFT JOIN collection_switches s ON s.collection_id = c.id AND s.conversation_id = ${enabledIn ?? null}::uuid
    WHERE (c.user_id = ${userId}::uuid OR c.scope = 'organization')
      AND (${collectionId ?? null}::uuid IS NULL OR c.id = ${collectionId ?? null}::uuid)
      AND (${enabledIn === undefined}::boolean OR coalesce(s.is_on, c.is_enabled))
  )
  SELECT c.id AS "collectionId", c.name AS collection, d.id AS "documentId", d.title, p.object_id AS "objectId", p.place,
         p.page, p.start, p.text, ts_rank_cd(p.words, q.wanted, 1)::float8 AS score
  FROM question q, readable c
  JOIN collection_documents d ON d.collection_id = c.id
  JOIN object_passages p ON p.object_id = d.object_id
  WHERE p.words @@ q.wanted
    AND (SELECT count(*) FROM unnest(tsvector_to_array(p.words)) AS word WHERE word = ANY(q.words))
        >= least(${leastWords}::int, cardinality(q.words))
  ORDER BY score DESC, d.created_at, d.id, p.place LIMIT ${limit}::int`;
