/**
 * Searches titles and a user's finished messages on all branches. The newest entries are scanned first, which finds
 * frequent words. The index finds the others, which are rare. So no search ranks more than `mostRanked` entries,
 * however many contain its words.
 */
import type { Deps } from '~/server/deps';
import { assertOwnProject } from '~/server/features/projects/project-access';
import type { SearchHit, SearchInput, SearchResult } from '~/shared/schemas/search';
import { answerWords } from './answer-words';
import { searchWords, toTsQuery } from './search-words';
import { snippetOf } from './snippet';

const newest = 1000;
const mostRanked = 300;
/** How many entries found by the index are sorted by time. */
const mostFound = 20_000;
/** The weight of a message on an inactive branch, relative to the active one. */
const otherBranch = 0.5;
const dayMs = 86_400_000;

interface HitRow {
  conversationId: string;
  title: string;
  messageId: string | null;
  role: 'user' | 'assistant' | null;
  isActive: boolean;
  content: string;
  files: string[] | null;
  at: Date;
}

interface Search {
  userId: string;
  query: string;
  model: string | null;
  hasFiles: boolean;
  projectId: string | null;
  from: Date | null;
  to: Date | null;
  limit: number;
}

export async function searchMessages(deps: Deps, userId: string, input: SearchInput): Promise<SearchResult> {
  if (input.projectId) await assertOwnProject(deps, userId, input.projectId);
  const words = searchWords(input.q);
  const leftOut = deps.db.texts.isOn ? { leavesOutTexts: true as const } : {};
  if (words.length === 0) return { items: [], ...leftOut };
  const search: Search = {
    userId,
    query: toTsQuery(words),
    model: input.model ?? null,
    hasFiles: input.files === 'with',
    projectId: input.projectId ?? null,
    from: input.from ? new Date(input.from) : null,
    to: input.to ? new Date(Date.parse(input.to) + dayMs) : null,
    limit: input.limit,
  };
  const recent = await searchNewest(deps, search);
  const isWhole = recent.length >= input.limit || !(await hasMore(deps, search));
  const rows = isWhole ? recent : await searchAll(deps, search);
  const items = (await Promise.all(rows.map((row) => opened(deps, row)))).map((row) => toHit(row, words));
  return { items, ...leftOut };
}

/** Found by a file name. */
async function opened({ db }: Deps, row: HitRow): Promise<HitRow> {
  return row.messageId === null ? row : { ...row, content: await db.texts.open(row.messageId, row.content) };
}

const toHit = ({ content, files, ...hit }: HitRow, words: readonly string[]): SearchHit => ({
  ...hit,
  snippet: snippetOf(hit.role === 'assistant' ? answerWords(content) : content, words),
  files: files ?? [],
});

const searchNewest = ({ db }: Deps, search: Search): Promise<HitRow[]> => db.sql<HitRow>`
  WITH candidates AS MATERIALIZED (
    SELECT id, conversation_id, at, words FROM (
      SELECT id, conversation_id, at, words, model, has_files FROM search_entries
      WHERE user_id = ${search.userId}::uuid AND at < coalesce(${search.to}::timestamptz, 'infinity')
        AND at >= coalesce(${search.from}::timestamptz, '-infinity')
      ORDER BY at DESC LIMIT ${newest}::int
    ) AS newest
    WHERE words @@ ${search.query}::tsquery AND (${search.model}::text IS NULL OR model = ${search.model}::text)
      AND (has_files OR NOT ${search.hasFiles}::boolean)
      AND (${search.projectId}::uuid IS NULL OR conversation_id IN (
        SELECT id FROM conversations WHERE user_id = ${search.userId}::uuid AND project_id = ${search.projectId}::uuid))
    LIMIT ${mostRanked}::int
  ), ranked AS (
    SELECT candidates.id, at, ts_rank(words, ${search.query}::tsquery) * ${otherBranch}::real ^ (m.is_active IS FALSE)::int AS rank
    FROM candidates JOIN conversations c ON c.id = candidates.conversation_id LEFT JOIN messages m ON m.id = candidates.id
    WHERE c.user_id = ${search.userId}::uuid ORDER BY rank DESC, at DESC LIMIT ${search.limit}::int
  )
  SELECT e.conversation_id AS "conversationId", c.title, m.id AS "messageId", m.role, m.is_active IS NOT FALSE AS "isActive", coalesce(m.content, c.title) AS content,
         (SELECT jsonb_agg(file -> 'name') FROM jsonb_array_elements(m.attachments) AS file) AS files, e.at
  FROM ranked JOIN search_entries e ON e.id = ranked.id JOIN conversations c ON c.id = e.conversation_id
  LEFT JOIN messages m ON m.id = ranked.id
  ORDER BY ranked.rank DESC, ranked.at DESC`;

/** Whether the user has older entries in the period than those already scanned. */
async function hasMore({ db }: Deps, { userId, from, to }: Search): Promise<boolean> {
  const more = await db.sql`
    SELECT FROM search_entries WHERE user_id = ${userId}::uuid AND at < coalesce(${to}::timestamptz, 'infinity')
      AND at >= coalesce(${from}::timestamptz, '-infinity') ORDER BY at DESC OFFSET ${newest}::int LIMIT 1`;
  return more.length > 0;
}

/**
 * The search words include the user. OFFSET 0 keeps the other conditions out of the index: a generic plan expects few
 * entries per user, and would read the times of a million.
 */
const searchAll = ({ db }: Deps, search: Search): Promise<HitRow[]> => db.sql<HitRow>`
  WITH candidates AS MATERIALIZED (
    SELECT id, at FROM (
      SELECT id, at FROM (
        SELECT id, conversation_id, user_id, at, model, has_files FROM search_entries
        WHERE words @@ (${`'user:${search.userId}'`}::tsquery && ${search.query}::tsquery) OFFSET 0
      ) AS matching
      WHERE user_id = ${search.userId}::uuid AND at < coalesce(${search.to}::timestamptz, 'infinity') AND at >= coalesce(${search.from}::timestamptz, '-infinity')
      AND (${search.model}::text IS NULL OR model = ${search.model}::text)
      AND (has_files OR NOT ${search.hasFiles}::boolean)
      AND (${search.projectId}::uuid IS NULL OR conversation_id IN (
        SELECT id FROM conversations WHERE user_id = ${search.userId}::uuid AND project_id = ${search.projectId}::uuid))
      LIMIT ${mostFound}::int
    ) AS found ORDER BY at DESC LIMIT ${mostRanked}::int
  ), ranked AS (
    SELECT candidates.id, candidates.at, ts_rank(e.words, ${search.query}::tsquery) * ${otherBranch}::real ^ (m.is_active IS FALSE)::int AS rank
    FROM candidates JOIN search_entries e ON e.id = candidates.id JOIN conversations c ON c.id = e.conversation_id
    LEFT JOIN messages m ON m.id = candidates.id
    WHERE c.user_id = ${search.userId}::uuid ORDER BY rank DESC, at DESC LIMIT ${search.limit}::int
  )
  SELECT e.conversation_id AS "conversationId", c.title, m.id AS "messageId", m.role, m.is_active IS NOT FALSE AS "isActive", coalesce(m.content, c.title) AS content,
         (SELECT jsonb_agg(file -> 'name') FROM jsonb_array_elements(m.attachments) AS file) AS files, e.at
  FROM ranked JOIN search_entries e ON e.id = ranked.id JOIN conversations c ON c.id = e.conversation_id
  LEFT JOIN messages m ON m.id = ranked.id
  ORDER BY ranked.rank DESC, ranked.at DESC`;
