import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { conversationGone, tooManyConversations } from '~/server/generation/generation.errors';
import { decodeCursor, encodeCursor } from '~/server/lib/cursor';
import type { ConversationPage, ConversationSummary } from '~/shared/schemas/conversations';

const summary = { id: true, title: true, updatedAt: true } as const;
/** Without a cursor every time is below infinity, so any id will do. */
const lowestId = '00000000-0000-0000-0000-000000000000';

interface PageInput {
  search?: string | undefined;
  cursor?: string | null | undefined;
  limit: number;
}

/** Newest first; the cursor is the last row's time and id, so that pages stay right while rows move. */
export async function listConversations(deps: Deps, userId: string, page: PageInput): Promise<ConversationPage> {
  const after = page.cursor ? decodeCursor(page.cursor) : null;
  const words = wordsOf(page.search);
  const rows = await (words.length > 0
    ? findRows(deps, userId, words, after, page.limit)
    : readRows(deps, userId, after, page.limit));
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? encodeCursor(last.updatedAt, last.id) : null };
}

type After = ReturnType<typeof decodeCursor> | null;

/** The everyday list, without the search: a page of an index, and nothing to look at besides. */
function readRows(deps: Deps, userId: string, after: After, limit: number): Promise<ConversationSummary[]> {
  return deps.db.sql<ConversationSummary>`
    SELECT id, title, updated_at AS "updatedAt" FROM conversations
    WHERE user_id = ${userId}::uuid
      AND (updated_at, id) < (coalesce(${after?.time ?? null}, 'infinity'::timestamptz), ${after?.id ?? lowestId}::uuid)
    ORDER BY updated_at DESC, id DESC LIMIT ${limit + 1}`;
}

/** More words than anybody looks for would only make the query longer. */
const mostWords = 8;
const wordsOf = (search = '') => search.split(/\s+/).filter(Boolean).slice(0, mostWords);

/** One's own titles, newest first by the same index, until enough of them hold all words. */
function findRows(
  deps: Deps,
  userId: string,
  words: string[],
  after: After,
  limit: number,
): Promise<ConversationSummary[]> {
  return deps.db.sql<ConversationSummary>`
    SELECT id, title, updated_at AS "updatedAt" FROM conversations
    WHERE user_id = ${userId}::uuid
      AND (updated_at, id) < (coalesce(${after?.time ?? null}, 'infinity'::timestamptz), ${after?.id ?? lowestId}::uuid)
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS word
        WHERE strpos(name_key(title, NULL), name_key(word, NULL)) = 0
      )
    ORDER BY updated_at DESC, id DESC LIMIT ${limit + 1}`;
}

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
    RETURNING id, title, updated_at AS "updatedAt"`;
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

/** Deletes the conversation with its messages; an answer being written ends without a trace. */
export async function deleteConversation(deps: Deps, userId: string, id: string): Promise<void> {
  const { count } = await deps.db.conversation.deleteMany({ where: { id, userId } });
  if (count === 0) throw conversationGone();
  deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
  sweepSoon(deps);
  await deps.generation.dropConversation(id);
}
