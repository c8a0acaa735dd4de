/**
 * Searches the finished messages of a user, on every branch, and titles. The newest entries are read first, which finds
 * frequent words; more of them if the first ones contain some matches. The index finds rare words. So no search ranks
 * more than `maxRanked` entries, however many contain its words.
 */

import type { Deps } from '~/server/deps';
import { assertOwnProject } from '~/server/features/projects/project-access';
import type { SearchHit, SearchInput, SearchResult } from '~/shared/schemas/search';
import { dayMs } from '~/shared/utc-day';
import { answerWords } from './answer-words';
import { markedWords, searchWords, toTsQuery } from './search-words';
import { snippetOf } from './snippet';

const newest = 1000;
/** With fewer matches in the newest entries, the words are rare enough for the index to be faster. */
const minFoundToWiden = 4;
const maxNewest = 10_000;
const maxRanked = 300;
/** The index returns matches in no useful order: at most this many are sorted by their time. */
const maxFound = 20_000;
/** The weight of a message on an inactive branch, relative to the active one. */
const otherBranch = 0.5;

interface HitRow {
  entryId: string;
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
  withTitles: boolean;
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
  const query = await parsedQuery(deps, words);
  if (query === '') return { items: [], ...leftOut };
  const search: Search = {
    userId,
    query,
    model: input.model ?? null,
    hasFiles: input.files === 'with',
    withTitles: input.titles !== 'without',
    projectId: input.projectId ?? null,
    from: input.from ? new Date(input.from) : null,
    to: input.to ? new Date(Date.parse(input.to) + dayMs) : null,
    limit: input.limit,
  };
  const rows = await findRows(deps, search);
  const items = (await Promise.all(rows.map((row) => opened(deps, row)))).map((row) => toHit(row, markedWords(words)));
  return { items, ...leftOut };
}

/**
 * A separate statement, so that the others are planned with the actual words. Empty if none of the words can be in the
 * index. Which characters are part of a word depends on the locale of the database.
 */
async function parsedQuery({ db }: Deps, words: readonly string[]): Promise<string> {
  const [row] = await db.sql<{ query: string }>`SELECT to_tsquery('simple', ${toTsQuery(words)}::text)::text AS query`;
  return row?.query ?? '';
}

async function findRows(deps: Deps, search: Search): Promise<HitRow[]> {
  let recent = await searchNewest(deps, search, newest);
  if (recent.length >= search.limit || !(await hasMore(deps, search))) return recent;
  if (recent.length >= minFoundToWiden) {
    recent = await searchNewest(deps, search, entriesForPage(recent.length, search.limit));
    if (recent.length >= search.limit) return recent;
  }
  return searchAll(deps, search, recent);
}

/** How many of the newest entries probably contain a page of matches, with half as many again to spare. */
const entriesForPage = (found: number, limit: number): number =>
  Math.min(maxNewest, Math.ceil((1.5 * newest * limit) / found));

/** Decrypts an encrypted message, which was found by the name of one of its files. */
async function opened({ db }: Deps, row: HitRow): Promise<HitRow> {
  return row.messageId === null ? row : { ...row, content: await db.texts.open(row.messageId, row.content) };
}

const toHit = ({ entryId: _, content, files, ...hit }: HitRow, words: readonly string[]): SearchHit => ({
  ...hit,
  snippet: snippetOf(hit.role === 'assistant' ? answerWords(content) : content, words),
  files: files ?? [],
});

const searchNewest = ({ db }: Deps, search: Search, entries: number): Promise<HitRow[]> => db.sql<HitRow>`
  WITH candidates AS MATERIALIZED (
    SELECT id, conversation_id, at, words FROM (
      SELECT id, conversation_id, at, words, is_title, model, has_files FROM search_entries
      WHERE user_id = ${search.userId}::uuid AND at < coalesce(${search.to}::timestamptz, 'infinity')
        AND at >= coalesce(${search.from}::timestamptz, '-infinity')
      ORDER BY at DESC LIMIT ${entries}::int
    ) AS newest
    WHERE words @@ ${search.query}::tsquery AND (${search.model}::text IS NULL OR model = ${search.model}::text)
      AND (has_files OR NOT ${search.hasFiles}::boolean) AND (NOT is_title OR ${search.withTitles}::boolean)
      AND (${search.projectId}::uuid IS NULL OR conversation_id IN (
        SELECT id FROM conversations WHERE user_id = ${search.userId}::uuid AND project_id = ${search.projectId}::uuid))
    LIMIT ${maxRanked}::int
  ), ranked AS (
    SELECT candidates.id, at, ts_rank(words, ${search.query}::tsquery) * ${otherBranch}::real ^ (m.is_active IS FALSE)::int AS rank
    FROM candidates JOIN conversations c ON c.id = candidates.conversation_id LEFT JOIN messages m ON m.id = candidates.id
    WHERE c.user_id = ${search.userId}::uuid ORDER BY rank DESC, at DESC LIMIT ${search.limit}::int
  )
  SELECT e.id AS "entryId", e.conversation_id AS "conversationId", c.title, m.id AS "messageId", m.role, m.is_active IS NOT FALSE AS "isActive", coalesce(m.content, c.title) AS content,
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
 * The query contains the user's id as a word. OFFSET 0 keeps the planner from using the index of the other conditions:
 * a plan made for every user expects few entries per user, and could read a million by time. Matches among the newest
 * entries are added, because the index may return `maxFound` older ones.
 */
const searchAll = ({ db }: Deps, search: Search, recent: readonly HitRow[]): Promise<HitRow[]> => db.sql<HitRow>`
  WITH candidates AS MATERIALIZED (
    (SELECT id, at FROM (
      SELECT id, at FROM (
        SELECT id, conversation_id, user_id, at, is_title, model, has_files FROM search_entries
        WHERE words @@ (${`'user:${search.userId}'`}::tsquery && ${search.query}::tsquery) OFFSET 0
      ) AS matching
      WHERE user_id = ${search.userId}::uuid AND at < coalesce(${search.to}::timestamptz, 'infinity') AND at >= coalesce(${search.from}::timestamptz, '-infinity')
      AND (${search.model}::text IS NULL OR model = ${search.model}::text)
      AND (has_files OR NOT ${search.hasFiles}::boolean) AND (NOT is_title OR ${search.withTitles}::boolean)
      AND (${search.projectId}::uuid IS NULL OR conversation_id IN (
        SELECT id FROM conversations WHERE user_id = ${search.userId}::uuid AND project_id = ${search.projectId}::uuid))
      LIMIT ${maxFound}::int
    ) AS found ORDER BY at DESC LIMIT ${maxRanked}::int)
    UNION SELECT id, at FROM search_entries WHERE id = ANY(${recent.map((row) => row.entryId)}::uuid[])
  ), ranked AS (
    SELECT candidates.id, candidates.at, ts_rank(e.words, ${search.query}::tsquery) * ${otherBranch}::real ^ (m.is_active IS FALSE)::int AS rank
    FROM candidates JOIN search_entries e ON e.id = candidates.id JOIN conversations c ON c.id = e.conversation_id
    LEFT JOIN messages m ON m.id = candidates.id
    WHERE c.user_id = ${search.userId}::uuid ORDER BY rank DESC, at DESC LIMIT ${search.limit}::int
  )
  SELECT e.id AS "entryId", e.conversation_id AS "conversationId", c.title, m.id AS "messageId", m.role, m.is_active IS NOT FALSE AS "isActive", coalesce(m.content, c.title) AS content,
         (SELECT jsonb_agg(file -> 'name') FROM jsonb_array_elements(m.attachments) AS file) AS files, e.at
  FROM ranked JOIN search_entries e ON e.id = ranked.id JOIN conversations c ON c.id = e.conversation_id
  LEFT JOIN messages m ON m.id = ranked.id
  ORDER BY ranked.rank DESC, ranked.at DESC`;
