import { isSealed } from '~/server/lib/stored-texts/seal-value';
import type { Attachment, ChatMessage, MessageMetadata } from '~/shared/schemas/messages';

/** A row of `messages` as Prisma returns it. */
export interface MessageRow {
  id: string;
  conversationId: string;
  parentId: string;
  role: string;
  content: string;
  attachments: unknown;
  metadata: unknown;
  createdAt: Date;
}

/** The row as users see it, after its texts were decrypted (lib/stored-texts). */
export function toChatMessage(row: MessageRow): ChatMessage {
  if (isSealed(row.content)) throw new Error('the text of a message was read without decrypting it');
  return {
    id: row.id,
    conversationId: row.conversationId,
    parentId: row.parentId === row.conversationId ? null : row.parentId,
    role: row.role === 'assistant' ? 'assistant' : 'user',
    content: row.content,
    attachments: (row.attachments ?? []) as Attachment[],
    metadata: (row.metadata ?? {}) as MessageMetadata,
    createdAt: row.createdAt,
  };
}
