import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { conversationGone, tooManyConversations } from '~/server/generation/generation.errors';
import type { ConversationPage, ConversationSummary, UpdateConversationInput } from '~/shared/schemas/conversations';
import { type Place, placeAfter, placeOf } from './list-place';

const summary = { id: true, title: true, updatedAt: true, isPinned: true, isArchived: true } as const;

interface PageInput {
  search?: string | undefined;
  archived?: 'only' | null | undefined;
  cursor?: string | null | undefined;
  limit: number;
}

/** Pinned first, then newest first; the cursor is the last row's place, so that pages stay right while rows move. */
export async function listConversations(deps: Deps, userId: string, page: PageInput): Promise<ConversationPage> {
  const words = wordsOf(page.search);
  const part = { userId, isArchived: page.archived === 'only', after: placeAfter(page.cursor), limit: page.limit };
  const rows = await (words.length > 0 ? findRows(deps, words, part) : readRows(deps, part));
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? placeOf(last) : null };
}

interface Part {
  userId: string;
  isArchived: boolean;
  after: Place;
  limit: number;
}

/** The everyday list, without the search: a page of an index, and nothing to look at besides. */
const readRows = ({ db }: Deps, { userId, isArchived, after, limit }: Part) => db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived" FROM conversations
  WHERE user_id = ${userId}::uuid AND is_archived = ${isArchived}::boolean
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

/** More words than anybody looks for would only make the query longer. */
const mostWords = 8;
const wordsOf = (search = '') => search.split(/\s+/).filter(Boolean).slice(0, mostWords);

/** One's own titles in the same order by the same index, until enough of them contain all words. */
const findRows = ({ db }: Deps, words: string[], { userId, isArchived, after, limit }: Part) =>
  db.sql<ConversationSummary>`
  SELECT id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived" FROM conversations
  WHERE user_id = ${userId}::uuid AND is_archived = ${isArchived}::boolean
    AND (is_pinned, updated_at, id) < (${after.isPinned}::boolean, ${after.time}::timestamptz, ${after.id}::uuid)
    AND NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS word
      WHERE strpos(name_key(title, NULL), name_key(word, NULL)) = 0
    )
  ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT ${limit + 1}`;

export async function getConversation(deps: Deps, userId: string, id: string): Promise<ConversationSummary> {
  const conversation = await deps.db.conversation.findFirst({ where: { id, userId }, select: summary });
  if (!conversation) throw conversationGone();
  return conversation;
}

export async function createConversation(deps: Deps, userId: string, title: string): Promise<ConversationSummary> {
  const most = deps.env.QUOTA_USER_CONVERSATIONS;
  // The account's row is locked, so requests at the same moment count one after the other.
  const [created] = await deps.db.sql<ConversationSummary>`
    WITH room AS MATERIALIZED (
      SELECT user_id FROM account_usage
      WHERE user_id = ${userId}::uuid AND (${most}::int = 0 OR conversations < ${most}::int) FOR UPDATE
    )
    INSERT INTO conversations (user_id, title) SELECT user_id, ${title} FROM room
    RETURNING id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived"`;
  if (!created) throw tooManyConversations(most);
  return created;
}

export async function renameConversation(
  deps: Deps,
  userId: string,
  id: string,
  title: string,
): Promise<ConversationSummary> {
  // Renaming is not a new message: the conversation keeps its place in the list.
  const [renamed] = await deps.db.conversation.updateManyAndReturn({
    where: { id, userId },
    data: { title },
    select: summary,
  });
  if (!renamed) throw conversationGone();
  deps.bus.publish(`conversation:${id}`, { type: 'renamed', title });
  return renamed;
}

/** Pins and archives. An archived conversation is not pinned. */
export async function updateConversation(
  deps: Deps,
  userId: string,
  { conversationId: id, isPinned, isArchived }: UpdateConversationInput,
): Promise<ConversationSummary> {
  const [updated] = await deps.db.sql<ConversationSummary>`
    UPDATE conversations SET
      is_archived = coalesce(${isArchived ?? null}::boolean, is_archived),
      is_pinned = coalesce(${isPinned ?? null}::boolean, is_pinned)
        AND NOT coalesce(${isArchived ?? null}::boolean, is_archived)
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid
    RETURNING id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived"`;
  if (!updated) throw conversationGone();
  return updated;
}

/** Deletes the conversation with its messages; an answer being written ends without a trace. */
export async function deleteConversation(deps: Deps, userId: string, id: string): Promise<void> {
  const { count } = await deps.db.conversation.deleteMany({ where: { id, userId } });
  if (count === 0) throw conversationGone();
  deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
  sweepSoon(deps);
  await deps.generation.dropConversation(id);
}
