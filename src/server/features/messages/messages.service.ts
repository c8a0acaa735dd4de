import type { Deps } from '~/server/deps';
import { attachmentsOf } from '~/server/features/uploads/attachments';
import { conversationGone } from '~/server/generation/generation.errors';
import { type MessageRow, toChatMessage } from '~/server/generation/message-row';
import type { CatalogUser } from '~/server/generation/model-catalog-types';
import type { ConversationEvents, WatchOptions } from '~/server/generation/watch-conversation';
import { decodeSequenceCursor, encodeSequenceCursor, pageOf } from '~/server/lib/cursor';
import type { AnswerSources } from '~/shared/answer-sources';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage, MessagePage, MessageVersions, RetryInput } from '~/shared/schemas/messages';
import { addRetries } from './add-retries';
import { readPartialAnswer } from './continued-answer';
import { prepareAgain, stillAvailable } from './resume-answer';

/** Above every sequence number of PostgreSQL. */
const endOfSequence = 2n ** 63n - 1n;

type ListedRow = MessageRow & { seq: string; isActive: boolean; versionIds: string[] | null };

/**
 * The newest messages of the active branch, or of all branches, or those before the cursor. Oldest first within the
 * page.
 */
export async function listMessages(
  deps: Deps,
  userId: string,
  page: { conversationId: string; cursor?: string | null | undefined; limit: number; branches: 'active' | 'all' },
): Promise<MessagePage> {
  const { conversationId, limit } = page;
  const isTree = page.branches === 'all';
  const before = page.cursor ? decodeSequenceCursor(page.cursor) : endOfSequence;
  const rows = await deps.db.sql<ListedRow>`
    SELECT m.id, m.seq::text AS seq, m.conversation_id AS "conversationId", m.parent_id AS "parentId",
           m.is_active AS "isActive", m.role, m.content || coalesce(
             (SELECT string_agg(p.text, '' ORDER BY p.place)
              FROM answer_pieces p JOIN generations g ON g.message_id = p.message_id AND g.lease_until IS NOT NULL
              WHERE p.message_id = m.id), ''
           ) AS content, m.attachments, m.metadata, m.created_at AS "createdAt",
           (SELECT jsonb_agg(v.id ORDER BY v.created_at, v.seq) FROM messages v
            WHERE v.parent_id = m.parent_id HAVING count(*) > 1) AS "versionIds"
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.conversation_id = ${conversationId}::uuid AND c.user_id = ${userId}::uuid AND m.seq < ${String(before)}::bigint
      AND (m.is_active OR ${isTree}::boolean)
    ORDER BY m.seq DESC LIMIT ${limit + 1}`;
  // Without rows, the conversation is empty or belongs to another user.
  if (rows.length === 0) await assertOwner(deps, userId, conversationId);
  const { items, nextCursor } = pageOf(rows, limit, ({ seq }) => encodeSequenceCursor(BigInt(seq)));
  const opened = await deps.db.texts.openMessages(items);
  const messages = opened.reverse().map((row) => ({ ...toListed(row), ...(isTree && { isActive: row.isActive }) }));
  return { items: await addRetries(deps.db, await withAttachments(deps, messages)), nextCursor };
}

const toListed = (row: ListedRow): ChatMessage => ({
  ...toChatMessage(row),
  ...(row.versionIds && { versions: placeAmong(row.versionIds, row.id) }),
});

function placeAmong(ids: readonly string[], id: string): MessageVersions {
  const index = ids.indexOf(id);
  return { number: index + 1, count: ids.length, previousId: ids[index - 1] ?? null, nextId: ids[index + 1] ?? null };
}

/** Adds attachments with the state of their processing. Skips the query if the page has none. */
export async function withAttachments(deps: Deps, messages: ChatMessage[]): Promise<ChatMessage[]> {
  const ids = messages.filter(({ attachments }) => attachments.length > 0).map(({ id }) => id);
  if (ids.length === 0) return messages;
  const known = await attachmentsOf(deps, ids);
  return messages.map((message) => ({ ...message, attachments: known.get(message.id) ?? message.attachments }));
}

export async function retryAnswer(
  deps: Deps,
  user: CatalogUser,
  { messageId, model, parameters, timeZone, continues, ...input }: RetryInput,
  requestId?: string,
) {
  const userId = user.id;
  const before = await answerBefore(deps, userId, messageId);
  const sources = input.sources ?? before?.sources ?? null;
  const chosen = model ? await deps.models.choose(user, model) : await stillAvailable(deps, user, before?.modelId);
  const partial = continues ? await readPartialAnswer(deps, userId, messageId, chosen) : undefined;
  return deps.generation.retry({
    userId,
    messageId,
    chosen,
    sources,
    partial,
    requestId,
    attachmentsOf: async (questionId) => (await attachmentsOf(deps, [questionId])).get(questionId) ?? [],
    resumable: { timeZone, parameters },
    prepare: prepareAgain(deps, user, { chosen, sources, partial, timeZone, parameters }),
  });
}

/** The model that wrote the user's answer, and the sources it was limited to. */
async function answerBefore(deps: Deps, userId: string, messageId: string) {
  const [row] = await deps.db.sql<{ modelId: string | null; sources: AnswerSources | null }>`
    SELECT m.metadata ->> 'modelId' AS "modelId", m.metadata ->> 'sources' AS sources
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${userId}::uuid`;
  return row;
}

/** See Generation.watch. Another user's conversation is reported as not found. */
export async function watch<Event>(
  deps: Deps,
  userId: string,
  options: WatchOptions,
  toEvent: (id: string, event: ConversationEvent) => Event,
): Promise<ConversationEvents<Event>> {
  // Skip the query for a new conversation whose first answer is running, because its owner is known.
  if (!deps.generation.isWritingFor(userId, options.conversationId))
    await assertOwner(deps, userId, options.conversationId);
  return deps.generation.watch(options, toEvent);
}

async function assertOwner(deps: Deps, userId: string, conversationId: string): Promise<void> {
  const [own] = await deps.db.sql`
    SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid AND user_id = ${userId}::uuid`;
  if (!own) throw conversationGone();
}
