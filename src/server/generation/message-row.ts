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

/** The row as readers see it. */
export const toChatMessage = (row: MessageRow): ChatMessage => ({
  id: row.id,
  conversationId: row.conversationId,
  parentId: row.parentId === row.conversationId ? null : row.parentId,
  role: row.role === 'assistant' ? 'assistant' : 'user',
  content: row.content,
  attachments: (row.attachments ?? []) as Attachment[],
  metadata: (row.metadata ?? {}) as MessageMetadata,
  createdAt: row.createdAt,
});
