/** What a question is asked with besides its files: the conversation so far, its summary and the custom instructions. */
import type { Deps } from '~/server/deps';

export interface EarlierTurn {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  hasFiles: boolean;
  /** The conversation's summary covers it. */
  isSummarized: boolean;
}

export interface Summary {
  content: string;
  /** How many messages it covers. */
  messages: number;
}

export interface Background {
  /** The newest turns before the question, oldest first. */
  history: EarlierTurn[];
  summary?: Summary;
  /** Messages before `history` that were not read: no request of this size could contain them. */
  unreadMessages: number;
  /** Only a connected model follows them. */
  customInstructions: string;
}

/** More bytes to a token than nearly all texts have. */
const bytesPerToken = 8;
const mostMessages = 2000;

type Row = {
  kind: 'instructions' | 'summary' | 'turn';
  id: string | null;
  role: string | null;
  content: string;
  hasFiles: boolean;
  isSummarized: boolean;
  messages: number;
};

/**
 * Reads it in one statement, of the messages as many as `windowTokens` can hold. The turns are those before the message
 * `before`, or all so far; a summary that covers later ones is left out.
 */
export async function readBackground(
  deps: Deps,
  userId: string,
  conversationId: string | null,
  windowTokens: number,
  before?: string,
): Promise<Background> {
  const rows = await deps.db.sql<Row>`
    WITH bounds AS (
      SELECT coalesce((SELECT seq FROM messages WHERE id = ${before ?? null}::uuid), 9223372036854775807) AS before_seq
    ), summary AS (
      SELECT s.content, s.through_seq, s.messages FROM conversation_summaries s, bounds
      WHERE s.conversation_id = ${conversationId}::uuid AND s.through_seq < bounds.before_seq
    )
    SELECT kind, id, role, content, "hasFiles", "isSummarized", messages FROM (
      (SELECT 'instructions' AS kind, NULL::uuid AS id, NULL AS role, coalesce(instructions, '') AS content,
              false AS "hasFiles", false AS "isSummarized", 0 AS messages, NULL::bigint AS seq
       FROM users WHERE id = ${userId}::uuid)
      UNION ALL
      (SELECT 'summary', NULL, NULL, content, false, false, messages, NULL FROM summary)
      UNION ALL
      (SELECT 'turn', id, role, content, has_files, seq <= coalesce((SELECT through_seq FROM summary), 0), newest, seq
       FROM (
         SELECT m.id, m.role, m.content, m.attachments <> '[]'::jsonb AS has_files, m.seq,
                count(*) OVER ()::int AS newest, sum(octet_length(m.content)) OVER (ORDER BY m.seq DESC) AS bytes
         FROM (SELECT id, role, content, attachments, seq FROM messages, bounds
               WHERE conversation_id = ${conversationId}::uuid AND seq < bounds.before_seq
               ORDER BY seq DESC LIMIT ${mostMessages}::int) m
       ) AS turns
       WHERE bytes - octet_length(content) < ${windowTokens * bytesPerToken}::bigint)
    ) AS background ORDER BY seq NULLS FIRST`;
  return toBackground(rows);
}

function toBackground(rows: readonly Row[]): Background {
  const background: Background = { history: [], customInstructions: '', unreadMessages: 0 };
  let read = 0;
  for (const { kind, id, role, content, hasFiles, isSummarized, messages } of rows) {
    if (kind === 'instructions') background.customInstructions = content;
    else if (kind === 'summary') background.summary = { content, messages };
    else {
      read++;
      background.unreadMessages = messages - read;
      // An answer that failed before its first word says nothing to a model; a question can be a file without words.
      if (id !== null && (content !== '' || hasFiles)) {
        background.history.push({
          id,
          role: role === 'assistant' ? 'assistant' : 'user',
          content,
          hasFiles,
          isSummarized,
        });
      }
    }
  }
  return background;
}
