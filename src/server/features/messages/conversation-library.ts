/** What an answer may draw on: the book, and the files of its own conversation. */
import type { Deps } from '~/server/deps';
import { performanceOf, quoteFacts } from '~/server/features/figures/book-facts';
import { positionFacts } from '~/server/features/positions/list-positions';
import type { DocumentFact, FileTexts, Library, Passage } from '~/server/generation/library';
import { mostPassages, type PassagePart, partsOfConversation } from './conversation-passages';
import { type PassageRow, readPassagesAt, readTexts, toPassage } from './file-texts';

const openingPassages = 3;
const tooMuchText =
  'The files of this conversation have more text than can be searched at once (10 MB); newer files come first. To search this one, attach it to a new conversation.';

/** `questionId` tells the files of the question itself from earlier ones. */
export function conversationLibrary(deps: Deps, conversationId: string, questionId: string): Library & FileTexts {
  return {
    positions: () => positionFacts(deps),
    quotes: (tickers) => quoteFacts(deps, tickers),
    performance: () => performanceOf(deps),
    documents: () => readDocuments(deps, conversationId, questionId),
    passages: (query, limit) => searchPassages(deps, conversationId, query, limit),
    passagesAt: (places) => readPassagesAt(deps, conversationId, places),
    texts: (objectIds) => readTexts(deps, conversationId, objectIds),
  };
}

interface DocumentRow {
  id: string;
  name: string;
  processed_type: string | null;
  problem: string | null;
  read_state: string;
  pages: unknown[];
  message_id: string;
  tokens: number;
  passage_count: number;
  /** How many passages it and the files after it have: those that are searched before its last one is. */
  passages_from_here: number;
  opening: { text: string; page: number | null }[] | null;
}

async function readDocuments(deps: Deps, conversationId: string, questionId: string): Promise<DocumentFact[]> {
  const rows = await deps.db.$queryRaw<DocumentRow[]>`
    SELECT o.id, o.name, o.processed_type, coalesce(o.processing_error, o.note) AS problem, o.read_state, o.pages, o.message_id,
           -- Texts that were read before tokens were counted: few have less than three bytes to a token.
           coalesce(o.text_tokens, octet_length(o.extracted_text) / 3, 0)::int AS tokens,
           coalesce((SELECT max(p.place) + 1 FROM object_passages p WHERE p.object_id = o.id), 0)::int AS passage_count,
           coalesce(sum((SELECT max(p.place) + 1 FROM object_passages p WHERE p.object_id = o.id))
             OVER (ORDER BY m.seq DESC, o.created_at DESC, o.id DESC), 0)::int AS passages_from_here,
           (SELECT jsonb_agg(jsonb_build_object('text', p.text, 'page', p.page) ORDER BY p.place)
            FROM object_passages p WHERE p.object_id = o.id AND p.place < ${openingPassages}::int) AS opening
    FROM objects o JOIN messages m ON m.id = o.message_id
    WHERE m.conversation_id = ${conversationId}::uuid ORDER BY m.seq, o.created_at, o.id`;
  return rows.map((row) => {
    const isUnread = row.read_state === 'queued' || row.read_state === 'reading';
    const isPartlySearched = row.passages_from_here > mostPassages;
    const problem = row.problem ?? (isUnread ? 'It is still being read.' : isPartlySearched ? tooMuchText : undefined);
    return {
      objectId: row.id,
      name: row.name,
      kind: (row.processed_type ?? 'unknown') as DocumentFact['kind'],
      opening: (row.opening ?? []).map(({ text, page }, index) => ({
        objectId: row.id,
        source: row.name,
        text,
        place: index,
        rank: -index,
        ...(page !== null && { page }),
      })),
      tokens: row.tokens,
      passageCount: row.passage_count,
      ...(row.pages.length > 0 && { pages: row.pages.length }),
      ...(problem && { problem }),
      isNew: row.message_id === questionId,
    };
  });
}

/**
 * Full-text search over the passages of the conversation's files: any of the question's words, best match first. One
 * statement for each part of them, as reading the words of a long file takes the database a while.
 */
export async function searchPassages(
  deps: Deps,
  conversationId: string,
  query: string,
  limit: number,
): Promise<Passage[]> {
  let best: PassageRow[] = [];
  for (const part of await partsOfConversation(deps, conversationId)) {
    // Sorting keeps the order of the conversation among those that match equally well.
    best = [...best, ...(await searchPart(deps, part, query, limit))].sort((a, b) => b.rank - a.rank).slice(0, limit);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return best.map(toPassage);
}

const searchPart = (
  { db }: Pick<Deps, 'db'>,
  { ids, from, to }: PassagePart,
  query: string,
  limit: number,
): Promise<PassageRow[]> => db.sql<PassageRow>`
  WITH question AS (
    -- The words of the question, joined by "or": plainto_tsquery alone would ask for all of them at once.
    SELECT to_tsquery('english', string_agg(quote_literal(word), ' | ')) AS words
    FROM unnest(tsvector_to_array(to_tsvector('english', ${query}::text))) AS word
  ), passages AS MATERIALIZED (
    SELECT part.place AS file, p.place, o.id, o.name, p.page, p.text, to_tsvector('english', p.text) AS words
    FROM unnest(${ids}::uuid[], ${from}::int[], ${to}::int[]) WITH ORDINALITY AS part(id, low, high, place)
    JOIN objects o ON o.id = part.id
    JOIN object_passages p ON p.object_id = part.id AND p.place >= part.low AND p.place < part.high
  )
  SELECT id, name, place, page, text, ts_rank_cd(passages.words, question.words, 1)::float8 AS rank
  FROM question, passages WHERE passages.words @@ question.words
  ORDER BY rank DESC, file, place LIMIT ${limit}::int`;
