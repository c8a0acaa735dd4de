/** Reads the messages of a conversation in batches, so that a long conversation does not fill the memory. */
import type { Deps } from '~/server/deps';
import { attachmentsOf } from '~/server/features/uploads/attachments';
import { answerNotFound, conversationGone } from '~/server/generation/generation.errors';
import { type MessageRow, toChatMessage } from '~/server/generation/message-row';
import type { ChatMessage } from '~/shared/schemas/messages';

const batchRows = 100;

export interface ConversationHead {
  id: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What to export: a conversation, or one of its messages. */
export interface ExportTarget {
  conversation: ConversationHead;
  messageId?: string;
}

/** Another user's conversation is reported as not found. */
export async function findConversation({ db }: Deps, userId: string, id: string): Promise<ExportTarget> {
  const select = { id: true, title: true, createdAt: true, updatedAt: true } as const;
  const conversation = await db.conversation.findFirst({ where: { id, userId }, select });
  if (!conversation) throw conversationGone();
  return { conversation };
}

export async function findMessage({ db }: Deps, userId: string, messageId: string): Promise<ExportTarget> {
  const [conversation] = await db.sql<ConversationHead>`
    SELECT c.id, c.title, c.created_at AS "createdAt", c.updated_at AS "updatedAt"
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND c.user_id = ${userId}::uuid`;
  if (!conversation) throw answerNotFound();
  return { conversation, messageId };
}

type Row = MessageRow & { seq: string; isActive: boolean };
/** From all branches; `isActive` marks the active branch. */
export type ExportedMessage = ChatMessage & { isActive: boolean };

/** In order. The owner is checked with each batch, so that the export ends when the user is deleted. */
export async function* readMessages(
  deps: Deps,
  userId: string,
  { conversation, messageId }: ExportTarget,
  branches: 'active' | 'all',
): AsyncGenerator<ExportedMessage[]> {
  const isAll = branches === 'all' || messageId !== undefined;
  for (let last = '-1'; ; ) {
    const rows = await deps.db.sql<Row>`
      SELECT m.id, m.seq::text AS seq, m.conversation_id AS "conversationId", m.parent_id AS "parentId",
             m.is_active AS "isActive", m.role, m.content, m.attachments, m.metadata, m.created_at AS "createdAt"
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.conversation_id = ${conversation.id}::uuid AND c.user_id = ${userId}::uuid AND m.seq > ${last}::bigint
        AND (m.is_active OR ${isAll}::boolean)
        AND (${messageId ?? null}::uuid IS NULL OR m.id = ${messageId ?? null}::uuid)
      ORDER BY m.seq LIMIT ${batchRows}::int`;
    if (rows.length > 0) yield await withFiles(deps, await deps.db.texts.openMessages(rows));
    const end = rows.at(-1);
    if (!end || rows.length < batchRows || messageId !== undefined) return;
    last = end.seq;
  }
}

/** Adds the stored files. A deleted file is only named in the message. */
async function withFiles(deps: Deps, rows: readonly Row[]): Promise<ExportedMessage[]> {
  const messages = rows.map((row) => ({ ...toChatMessage(row), isActive: row.isActive }));
  const ids = messages.filter(({ attachments }) => attachments.length > 0).map(({ id }) => id);
  if (ids.length === 0) return messages;
  const stored = await attachmentsOf(deps, ids);
  return messages.map((message) => {
    const files = stored.get(message.id) ?? [];
    const attachments = message.attachments.map(
      (attachment) => files.find(({ url }) => url === attachment.url) ?? markDeleted(attachment),
    );
    return { ...message, attachments };
  });
}

const markDeleted = <File extends { name: string }>(file: File): File => ({ ...file, name: `${file.name} – deleted` });
