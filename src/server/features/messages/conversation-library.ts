/** What an answer may draw on: the book, and the files of its own conversation. */
import type { Deps } from '~/server/deps';
import { performanceOf, quoteFacts } from '~/server/features/figures/book-facts';
import { positionFacts } from '~/server/features/positions/list-positions';
import type { DocumentFact, Library, Passage } from '~/server/providers/llm/types';

const openingPassages = 3;

/** `questionId` tells the files of the question itself from earlier ones. */
export function conversationLibrary(deps: Deps, conversationId: string, questionId: string): Library {
  return {
    positions: () => positionFacts(deps),
    quotes: (tickers) => quoteFacts(deps, tickers),
    performance: () => performanceOf(deps),
    documents: () => readDocuments(deps, conversationId, questionId),
    passages: (query, limit) => searchPassages(deps, conversationId, query, limit),
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
  opening: { text: string; page: number | null }[] | null;
}

async function readDocuments(deps: Deps, conversationId: string, questionId: string): Promise<DocumentFact[]> {
  const rows = await deps.db.$queryRaw<DocumentRow[]>`
    SELECT o.id, o.name, o.processed_type, coalesce(o.processing_error, o.note) AS problem, o.read_state, o.pages, o.message_id,
           (SELECT jsonb_agg(jsonb_build_object('text', p.text, 'page', p.page) ORDER BY p.place)
            FROM object_passages p WHERE p.object_id = o.id AND p.place < ${openingPassages}::int) AS opening
    FROM objects o JOIN messages m ON m.id = o.message_id
    WHERE m.conversation_id = ${conversationId}::uuid ORDER BY m.seq, o.created_at, o.id`;
  return rows.map((row) => {
    const isUnread = row.read_state === 'queued' || row.read_state === 'reading';
    const problem = row.problem ?? (isUnread ? 'It is still being read.' : undefined);
    return {
      objectId: row.id,
      name: row.name,
      kind: (row.processed_type ?? 'unknown') as DocumentFact['kind'],
      opening: (row.opening ?? []).map(({ text, page }, index) => ({
        objectId: row.id,
        source: row.name,
        text,
        rank: -index,
        ...(page !== null && { page }),
      })),
      ...(row.pages.length > 0 && { pages: row.pages.length }),
      ...(problem && { problem }),
      isNew: row.message_id === questionId,
    };
  });
}

/** Full-text search over the passages of the conversation's files: any of the question's words, best match first. */
export async function searchPassages(
  deps: Deps,
  conversationId: string,
  query: string,
  limit: number,
): Promise<Passage[]> {
  const rows = await deps.db.$queryRaw<{ id: string; name: string; page: number | null; text: string; rank: number }[]>`
    WITH question AS (
      -- The words of the question, joined by "or": plainto_tsquery alone would ask for all of them at once.
      SELECT to_tsquery('english', string_agg(quote_literal(word), ' | ')) AS words
      FROM unnest(tsvector_to_array(to_tsvector('english', ${query}))) AS word
    )
    SELECT o.id, o.name, p.page, p.text,
           ts_rank_cd(to_tsvector('english', p.text), question.words, 1) AS rank
    FROM question, object_passages p
    JOIN objects o ON o.id = p.object_id
    JOIN messages m ON m.id = o.message_id
    WHERE m.conversation_id = ${conversationId}::uuid AND to_tsvector('english', p.text) @@ question.words
    ORDER BY rank DESC, m.seq, p.place LIMIT ${limit}`;
  return rows.map(({ id, name, page, text, rank }) => ({
    objectId: id,
    source: name,
    text,
    rank: Number(rank),
    ...(page !== null && { page }),
  }));
}
