/** The context of a message apart from its files: earlier messages, their summary and the custom instructions. */
import type { Deps } from '~/server/deps';

export interface EarlierTurn {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  hasFiles: boolean;
  /** The names of its files. */
  fileNames: readonly string[];
  /** Whether the conversation's summary covers it. */
  isSummarized: boolean;
}

export interface Summary {
  content: string;
  /** How many messages the summary covers. */
  messages: number;
}

export interface Background {
  /** The newest turns before the message, oldest first. */
  history: EarlierTurn[];
  summary?: Summary;
  /** Messages before `history` that were not loaded: too many, or too long for a request of this size. */
  unreadMessages: number;
  /** Only connected models follow them. */
  customInstructions: string;
  /** The conversation's project, if it has custom instructions. */
  project?: { name: string; customInstructions: string };
  /** Whether the user can read any collection. */
  hasCollections: boolean;
  /** The user's memories; null if memory is off and in temporary conversations. */
  memory: { id: string; text: string }[] | null;
  /**
   * Whether earlier messages were imported, or are based on files or web pages. An answer without a review, because it is
   * still written or its process was killed, may be, and so may one that continues it.
   */
  hasForeignText: boolean;
  /** The newest message that was loaded; null if there is none. */
  lastId: string | null;
}

/** An upper limit for nearly all texts. */
export const bytesPerToken = 8;
const maxMessages = 2000;
/** For counting the messages of a branch that is longer. */
const noLimit = 2_147_483_647;

type Row = {
  kind: 'instructions' | 'project' | 'collections' | 'memory' | 'fact' | 'summary' | 'turn';
  id: string | null;
  /** For a project its name. */
  role: string | null;
  content: string;
  hasFiles: boolean;
  fileNames: string[];
  isSummarized: boolean;
  /** The number of messages that the summary covers, or of all messages of the branch. */
  messages: number;
  isForeign: boolean;
};

/**
 * Selects the turns: up to the message `lastId` on its branch, none if it is null, or the whole active branch if it is
 * undefined. A conversation that does not exist yet may already have a project.
 */
export interface Place {
  conversationId: string | null;
  lastId?: string | null;
  /** A message of the active branch to ignore, with its answer: it is being stored while the turns are read. */
  pendingId?: string;
  projectId?: string | null;
}

/**
 * Loads everything in one statement, with as many messages as fit into `windowTokens`. A summary of another branch, or
 * of later messages, is ignored.
 */
export async function readBackground(
  deps: Deps,
  userId: string,
  { conversationId, lastId, pendingId, projectId = null }: Place,
  windowTokens: number,
): Promise<Background> {
  const rows = await deps.db.sql<Row>`
    WITH last AS MATERIALIZED (
      SELECT id, conversation_id, seq, is_active FROM messages
      WHERE id = coalesce(${lastId ?? null}::uuid, (
        SELECT id FROM messages
        WHERE conversation_id = ${conversationId}::uuid AND ${lastId === undefined}::boolean AND is_active
          AND id IS DISTINCT FROM ${pendingId ?? null}::uuid AND parent_id IS DISTINCT FROM ${pendingId ?? null}::uuid
        ORDER BY seq DESC LIMIT 1))
    ), line AS MATERIALIZED (
      SELECT branch.id, branch.seq FROM last, branch_of(last.id, ${maxMessages}::int) AS branch
    ), total AS (SELECT CASE WHEN count(*) < ${maxMessages}::int THEN count(*)
        ELSE (SELECT count(*) FROM last, branch_of(last.id, ${noLimit}::int)) END::int AS messages FROM line
    ), summary AS (
      SELECT s.conversation_id, s.content, s.through_seq, s.messages FROM last JOIN conversation_summaries s USING (conversation_id)
      WHERE s.through_seq <= last.seq AND (
        s.through_seq IN (SELECT seq FROM line) OR last.is_active AND EXISTS (
          SELECT 1 FROM messages m WHERE m.conversation_id = last.conversation_id AND m.seq = s.through_seq AND m.is_active))
    ), remembering AS (
      SELECT id FROM users WHERE id = ${userId}::uuid AND uses_memory AND NOT EXISTS (
        SELECT 1 FROM conversations c WHERE c.id = ${conversationId}::uuid AND c.temporary_until IS NOT NULL)
    )
    SELECT kind, id, role, content, "hasFiles", "fileNames", "isSummarized", messages, "isForeign" FROM (
      (SELECT 'instructions' AS kind, NULL::uuid AS id, NULL AS role, coalesce(instructions, '') AS content,
              false AS "hasFiles", '[]'::jsonb AS "fileNames", false AS "isSummarized", 0 AS messages, NULL::bigint AS seq,
              false AS "isForeign"
       FROM users WHERE id = ${userId}::uuid)
      UNION ALL
      (SELECT 'project', id, name, custom_instructions, false, '[]', false, 0, NULL, false FROM projects
       WHERE user_id = ${userId}::uuid AND custom_instructions <> '' AND id = coalesce(
         (SELECT project_id FROM conversations WHERE id = ${conversationId}::uuid), ${projectId}::uuid))
      UNION ALL
      (SELECT 'collections', NULL, NULL, '', false, '[]', false, 0, NULL, false
       WHERE EXISTS (SELECT FROM collection_rights WHERE user_id = ${userId}::uuid))
      UNION ALL
      (SELECT 'memory', NULL, NULL, '', false, '[]', false, 0, NULL, false FROM remembering)
      UNION ALL
      (SELECT 'fact', f.id, NULL, f.text, false, '[]', false, 0, NULL, false
       FROM remembering r JOIN memories f ON f.user_id = r.id ORDER BY f.created_at, f.id)
      UNION ALL
      (SELECT 'summary', conversation_id, NULL, content, false, '[]', false, messages, NULL, false FROM summary)
      UNION ALL
      (SELECT 'turn', id, role, content, has_files, file_names, seq <= coalesce((SELECT through_seq FROM summary), 0),
              (SELECT messages FROM total), seq, is_foreign
       FROM (
         SELECT m.id, m.role, m.content, m.attachments <> '[]'::jsonb AS has_files,
                jsonb_path_query_array(m.attachments, '$[*].name') AS file_names, m.seq,
                jsonb_exists_any(m.metadata, ARRAY['imported', 'citations', 'liveSearchUsed', 'webReading', 'collectionsUsed', 'researchId', 'isUnreviewed', 'hasUnknownSources'])
                  OR m.metadata @> ANY(ARRAY['{"status": "interrupted"}', '{"processing": true}']::jsonb[]) AS is_foreign,
                sum(octet_length(m.content)) OVER (ORDER BY m.seq DESC) AS bytes
         FROM line JOIN messages m ON m.id = line.id) AS turns
       WHERE bytes - octet_length(content) < ${windowTokens * bytesPerToken}::bigint)
    ) AS background ORDER BY seq NULLS FIRST`;
  return toBackground(await Promise.all(rows.map((row) => opened(deps, row))));
}

async function opened({ db: { texts } }: Deps, row: Row): Promise<Row> {
  if (row.id === null) return row;
  if (row.kind === 'turn') return { ...row, content: await texts.open(row.id, row.content) };
  return row.kind === 'summary' ? { ...row, content: await texts.openSummary(row.id, row.content) } : row;
}

function toBackground(rows: readonly Row[]): Background {
  const background: Background = {
    history: [],
    customInstructions: '',
    hasCollections: false,
    memory: null,
    hasForeignText: false,
    unreadMessages: 0,
    lastId: null,
  };
  let read = 0;
  for (const { kind, id, role, content, hasFiles, fileNames, isSummarized, messages, isForeign } of rows) {
    background.hasForeignText ||= isForeign;
    if (kind === 'instructions') background.customInstructions = content;
    else if (kind === 'project') background.project = { name: role ?? '', customInstructions: content };
    else if (kind === 'collections') background.hasCollections = true;
    else if (kind === 'memory') background.memory ??= [];
    else if (kind === 'fact') background.memory = [...(background.memory ?? []), { id: id ?? '', text: content }];
    else if (kind === 'summary') background.summary = { content, messages };
    else {
      read++;
      background.lastId = id;
      background.unreadMessages = messages - read;
      // Skip answers that failed before their first word. A message without text can still have files.
      if (id !== null && (content !== '' || hasFiles)) {
        background.history.push({
          id,
          role: role === 'assistant' ? 'assistant' : 'user',
          content,
          hasFiles,
          fileNames,
          isSummarized,
        });
      }
    }
  }
  return background;
}
