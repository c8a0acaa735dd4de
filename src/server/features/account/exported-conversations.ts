/** Reads a user's conversations for an export in batches, whatever their number and length. */
import type { Deps } from '~/server/deps';
import { nilUuid } from '~/server/lib/uuid';
import type { Attachment, MessageMetadata } from '~/shared/schemas/messages';

export interface ExportedMessage {
  id: string;
  /**
   * The message before this one; null for a first message. Messages with the same parent are versions of each other.
   */
  parentId: string | null;
  /** Whether the message is on the conversation's active branch. */
  isActive: boolean;
  role: 'user' | 'assistant';
  content: string;
  attachments: Attachment[];
  metadata: MessageMetadata;
  createdAt: Date;
}

export interface ExportedConversation {
  id: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  isPinned: boolean;
  isArchived: boolean;
  projectId: string | null;
  /** Summary of the oldest messages, if AI models received one. */
  summary: string | null;
  /** Read this to the end before requesting the next conversation. */
  messages: AsyncIterable<ExportedMessage>;
}

const batchRows = 200;
/** Sorts before every id that the database creates. */
const start = { conversationId: nilUuid, seq: '-1' };

type Row = Omit<ExportedMessage, 'id'> & {
  conversationId: string;
  title: string;
  startedAt: Date;
  updatedAt: Date;
  isPinned: boolean;
  isArchived: boolean;
  projectId: string | null;
  summary: string | null;
  /** Null in a conversation without messages. */
  id: string | null;
  seq: string;
};

/** Yields the conversations one by one, each with its messages in order, from a single pass over both tables. */
export async function* exportedConversations(deps: Deps, userId: string): AsyncGenerator<ExportedConversation> {
  const rows = messageRows(deps, userId);
  let next = await rows.next();
  async function* messagesOf(conversationId: string): AsyncGenerator<ExportedMessage> {
    for (; !next.done && next.value.conversationId === conversationId; next = await rows.next()) {
      const { id, parentId, isActive, role, content, attachments, metadata, createdAt } = next.value;
      if (id === null) continue;
      yield { id, parentId, isActive, role, content, attachments, metadata, createdAt };
    }
  }
  while (!next.done) {
    const { conversationId, title, startedAt, updatedAt, isPinned, isArchived, projectId, summary } = next.value;
    const messages = messagesOf(conversationId);
    const marks = { isPinned, isArchived, projectId };
    yield { id: conversationId, title, createdAt: startedAt, updatedAt, ...marks, summary, messages };
    // If the consumer stopped early, skip the rest of this conversation, so that the next one starts at its first
    // message.
    for await (const _ of messagesOf(conversationId));
  }
}

async function* messageRows(deps: Deps, userId: string): AsyncGenerator<Row, undefined> {
  let last = start;
  for (;;) {
    // Every conversation returns at least one row, except the one already started, so this limit is enough for a batch.
    const rows = await deps.db.sql<Row>`
      SELECT c.id AS "conversationId", c.title, c.created_at AS "startedAt", c.updated_at AS "updatedAt",
             c.is_pinned AS "isPinned", c.is_archived AS "isArchived", c.project_id AS "projectId", s.content AS summary, m.id, nullif(m.parent_id, c.id) AS "parentId", m.is_active AS "isActive", m.role,
             m.content, m.attachments, m.metadata, m.created_at AS "createdAt", coalesce(m.seq, 0)::text AS seq
      FROM (SELECT id, title, created_at, updated_at, is_pinned, is_archived, project_id FROM conversations
            WHERE user_id = ${userId}::uuid AND temporary_until IS NULL AND id >= ${last.conversationId}::uuid
            ORDER BY id LIMIT ${batchRows + 1}::int) c
      LEFT JOIN conversation_summaries s ON s.conversation_id = c.id
      LEFT JOIN messages m ON m.conversation_id = c.id
      WHERE (c.id, coalesce(m.seq, 0)) > (${last.conversationId}::uuid, ${last.seq}::bigint)
      ORDER BY c.id, coalesce(m.seq, 0) LIMIT ${batchRows}::int`;
    for (const row of rows) yield await opened(deps, row);
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) return;
    last = end;
  }
}

async function opened({ db: { texts } }: Deps, row: Row): Promise<Row> {
  const summary = row.summary === null ? null : await texts.openSummary(row.conversationId, row.summary);
  const { id } = row;
  if (id === null) return { ...row, summary };
  const [message] = await texts.openMessages([{ ...row, id }]);
  return { ...row, ...message, summary };
}
