/** The sources of an answer: the portfolio, and the files on its branch of the conversation. */
import type { Deps } from '~/server/deps';
import { performanceOf, quoteFacts } from '~/server/features/figures/book-facts';
import { positionFacts } from '~/server/features/positions/list-positions';
import type { DocumentFact, FileTexts, Library } from '~/server/generation/library';
import { maxMessages } from './conversation-passages';
import { readPassagesAt, readTexts } from './file-texts';
import { searchConversation } from './search-conversation';

const openingPassages = 3;
/** `questionId` distinguishes the files of the current message from earlier ones. */
export function conversationLibrary(deps: Deps, conversationId: string, questionId: string): Library & FileTexts {
  return {
    positions: () => positionFacts(deps),
    quotes: (tickers) => quoteFacts(deps, tickers),
    performance: () => performanceOf(deps),
    documents: () => readDocuments(deps, questionId),
    passages: (query, limit, wholePages) =>
      searchConversation(deps, { conversationId, questionId }, query, { limit, wholePages }),
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
  opening: { text: string; page: number | null }[] | null;
}

async function readDocuments(deps: Deps, questionId: string): Promise<DocumentFact[]> {
  const rows = await deps.db.$queryRaw<DocumentRow[]>`
    SELECT o.id, o.name, o.processed_type, coalesce(o.processing_error, o.note) AS problem, o.read_state, o.pages, m.id AS message_id,
           -- Texts that were read before tokens were counted: few have less than three bytes to a token.
           coalesce(o.text_tokens, octet_length(o.extracted_text) / 3, 0)::int AS tokens,
           coalesce((SELECT max(p.place) + 1 FROM object_passages p WHERE p.object_id = o.id), 0)::int AS passage_count,
           (SELECT jsonb_agg(jsonb_build_object('text', p.text, 'page', p.page) ORDER BY p.place)
            FROM object_passages p WHERE p.object_id = o.id AND p.place < ${openingPassages}::int) AS opening
    FROM branch_of(${questionId}::uuid, ${maxMessages}::int) AS m JOIN objects o ON o.message_id = m.files_of
    ORDER BY m.seq, attachment_place(o.message_id, o.id), o.created_at, o.id`;
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
