import type { Deps } from '~/server/deps';
import { assertOwnProject } from '~/server/features/projects/project-access';
import { type PageRequest, pageOf } from '~/server/lib/cursor';
import type { ConversationPage, ConversationSummary } from '~/shared/schemas/conversations';
import { getConversation } from './conversations.service';
import { type ListPosition, placeAfter, placeOf } from './list-place';

interface PageInput extends PageRequest {
  search?: string | undefined;
  archived?: 'only' | null | undefined;
  /** Id of a project, or 'none'. If absent, conversations of all projects. */
  projectId?: string | null | undefined;
  /** Id of a conversation. The page ends with it, instead of starting at the cursor. */
  through?: string | null | undefined;
}

/** Pinned first, then newest first. The cursor is a sort key, so pages stay correct while conversations move. */
export async function listConversations(deps: Deps, userId: string, page: PageInput): Promise<ConversationPage> {
  const { projectId = null, limit } = page;
  const words = wordsOf(page.search);
  const part = { userId, projectId, isArchived: page.archived === 'only', after: placeAfter(page.cursor), limit };
  if (page.through) return pageThrough(deps, page.through, words, part);
  const rows = await (words.length > 0 ? findRows(deps, words, part) : rowsOf(deps, part));
  if (rows.length === 0) await assertOwnList(deps, part);
  return pageOf(rows, limit, placeOf);
}

/** The page that ends with a conversation. More may follow, so it always has a cursor. */
async function pageThrough(deps: Deps, id: string, words: string[], part: Part): Promise<ConversationPage> {
  const items = (await findRowsThrough(deps, id, words, part)).reverse();
  const last = items.at(-1);
  if (last) return { items, nextCursor: placeOf(last) };
  await getConversation(deps, part.userId, id);
  await assertOwnList(deps, part);
  return { items, nextCursor: null };
}

async function assertOwnList(deps: Deps, { userId, projectId }: Part): Promise<void> {
  if (projectId && projectId !== 'none') await assertOwnProject(deps, userId, projectId);
}

interface Part {
  userId: string;
  projectId: string | null;
  isArchived: boolean;
  after: ListPosition;
  limit: number;
}

/**
 * Without a search, one statement each for pinned and unpinned conversations, so that each page comes from an index.
 */
function rowsOf(deps: Deps, part: Part): Promise<ConversationSummary[]> {
  if (part.projectId === null) return readAll(deps, part);
  return part.projectId === 'none' ? readWithoutProject(deps, part) : readProject(deps, part);
}

const readAll = ({ db }: Deps, { userId, isArchived, after, limit }: Part) => db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
         project_id AS "projectId", temporary_until AS "temporaryUntil" FROM conversations
  WHERE user_id = ${userId}::uuid AND is_archived = ${isArchived}::boolean
    AND temporary_until IS NULL
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

const readWithoutProject = ({ db }: Deps, { userId, isArchived, after, limit }: Part) => db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
         project_id AS "projectId", temporary_until AS "temporaryUntil" FROM conversations
  WHERE user_id = ${userId}::uuid AND project_id IS NULL AND is_archived = ${isArchived}::boolean
    AND temporary_until IS NULL
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

const readProject = ({ db }: Deps, { userId, projectId, isArchived, after, limit }: Part) =>
  db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
         project_id AS "projectId", temporary_until AS "temporaryUntil" FROM conversations
  WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid AND is_archived = ${isArchived}::boolean
    AND temporary_until IS NULL
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

/** More search words would only make the query slower. */
const maxWords = 8;
const wordsOf = (search = '') => search.split(/\s+/).filter(Boolean).slice(0, maxWords);

/** Scans the user's own titles in the same order by the same index until enough of them contain all words. */
const findRows = ({ db }: Deps, words: string[], { userId, projectId, isArchived, after, limit }: Part) =>
  db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
         project_id AS "projectId", temporary_until AS "temporaryUntil" FROM conversations
  WHERE user_id = ${userId}::uuid AND is_archived = ${isArchived}::boolean
    AND temporary_until IS NULL
    AND (${projectId}::text IS NULL OR coalesce(project_id::text, 'none') = lower(${projectId}::text))
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS word
      WHERE strpos(name_key(title, NULL), name_key(word, NULL)) = 0
    )
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

/** Scans the same index in the other direction, from the conversation up. */
const findRowsThrough = ({ db }: Deps, id: string, words: string[], { userId, projectId, isArchived, limit }: Part) =>
  db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
         project_id AS "projectId", temporary_until AS "temporaryUntil" FROM conversations
  WHERE user_id = ${userId}::uuid AND is_archived = ${isArchived}::boolean
    AND temporary_until IS NULL
    AND (${projectId}::text IS NULL OR project_id::text = lower(${projectId}::text)
         OR (${projectId}::text = 'none' AND project_id IS NULL))
    AND (is_pinned, updated_at, id) >=
        (SELECT is_pinned, updated_at, id FROM conversations WHERE id = ${id}::uuid AND user_id = ${userId}::uuid)
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS word
      WHERE strpos(name_key(title, NULL), name_key(word, NULL)) = 0
    )
  ORDER BY is_pinned, updated_at, id LIMIT ${limit}`;
