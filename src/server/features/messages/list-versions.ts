import type { Deps } from '~/server/deps';
import { answerNotFound } from '~/server/generation/generation.errors';
import { type MessageRow, toChatMessage } from '~/server/generation/message-row';
import type { VersionList } from '~/shared/schemas/messages';
import { withAttachments } from './messages.service';

/** The newest versions; older ones are in the list of all branches. */
const maxVersions = 100;

/** The versions of a user's message, oldest first: all messages with the same parent. */
export async function listVersions(deps: Deps, userId: string, messageId: string): Promise<VersionList> {
  const rows = await deps.db.sql<MessageRow & { isActive: boolean }>`
    SELECT v.id, v.conversation_id AS "conversationId", v.parent_id AS "parentId", v.is_active AS "isActive", v.role,
           v.content, v.attachments, v.metadata, v.created_at AS "createdAt"
    FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN messages v ON v.parent_id = m.parent_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${userId}::uuid
    ORDER BY v.created_at DESC, v.seq DESC LIMIT ${maxVersions}::int`;
  if (rows.length === 0) throw answerNotFound();
  const opened = await deps.db.texts.openMessages(rows.reverse());
  const messages = opened.map((row) => ({ ...toChatMessage(row), isActive: row.isActive }));
  return { items: await withAttachments(deps, messages) };
}
