/** Which conversations have an answer in progress, and which have an answer that their user has not seen. */
import type { Deps } from '~/server/deps';
import { conversationGone } from '~/server/generation/generation.errors';
import type { ConversationActivity } from '~/shared/schemas/conversations';

/** Limit of unread marks; more would not be useful. */
const maxUnread = 500;

export async function readActivity({ db }: Deps, userId: string): Promise<ConversationActivity> {
  const [row] = await db.sql<ConversationActivity>`
    SELECT
      coalesce((SELECT jsonb_agg(DISTINCT g.conversation_id) FROM generations g JOIN conversations c ON c.id = g.conversation_id
                WHERE g.user_id = ${userId}::uuid AND g.slot IS NOT NULL AND c.user_id = g.user_id
                  AND c.temporary_until IS NULL), '[]') AS running,
      coalesce((SELECT jsonb_agg(id) FROM (
        SELECT id FROM conversations WHERE user_id = ${userId}::uuid AND is_unread AND temporary_until IS NULL LIMIT ${maxUnread}
      ) AS unread), '[]') AS unread`;
  return row ?? { running: [], unread: [] };
}

export async function markRead({ db }: Deps, userId: string, conversationId: string): Promise<void> {
  const { count } = await db.conversation.updateMany({
    where: { id: conversationId, userId },
    data: { isUnread: false },
  });
  if (count === 0) throw conversationGone();
}
