/** The files of messages, with the current state of their processing. */
import type { Deps } from '~/server/deps';
import type { Attachment } from '~/shared/schemas/messages';
import type { ReadingProgress } from '~/shared/schemas/uploads';

/** Publishes the current state of a message's files to readers of the conversation. */
export async function publishAttachments(deps: Deps, messageId: string): Promise<void> {
  // Other versions of the message have the same files and the same parent. They are found by their parent, because
  // `files_of` has no index.
  const versions = await deps.db.sql<{ id: string; conversationId: string }>`
    SELECT id, conversation_id AS "conversationId" FROM messages
    WHERE parent_id = (SELECT parent_id FROM messages WHERE id = ${messageId}::uuid)
      AND (id = ${messageId}::uuid OR files_of = ${messageId}::uuid)`;
  const ids = versions.map(({ id }) => id);
  const attachments = await attachmentsOf(deps, ids);
  for (const { id, conversationId } of versions)
    deps.bus.publish(`conversation:${conversationId}`, {
      type: 'attachments',
      messageId: id,
      attachments: attachments.get(id) ?? [],
    });
}

/** How much of a file's text is sent with its message; the rest is read in passages. */
const previewCharacters = 4000;

/** The attachments of messages in the sender's order, with the current state of their processing. */
export async function attachmentsOf(deps: Deps, messageIds: string[]): Promise<Map<string, Attachment[]>> {
  const rows = await deps.db.sql<AttachmentRow>`
    SELECT o.id, m.id AS message_id, name, type, size, read_state,
           CASE WHEN read_state = 'reading' THEN read_progress END AS progress, processed_type, processing_error, note, has_preview,
           width, height, left(extracted_text, ${previewCharacters}::int) AS extracted_text
    FROM messages m JOIN objects o ON o.message_id = coalesce(m.files_of, m.id)
    WHERE m.id = ANY(${messageIds}::uuid[]) ORDER BY attachment_place(o.message_id, o.id), o.created_at, o.id`;
  const byMessage = new Map<string, Attachment[]>();
  for (const row of rows) byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), toAttachment(row)]);
  return byMessage;
}

/** The ids of a message's files, some of which may come from an earlier version of the message. */
export async function filesOf({ db }: Pick<Deps, 'db'>, messageId: string): Promise<string[]> {
  const rows = await db.sql<{ id: string }>`
    SELECT o.id FROM messages m JOIN objects o ON o.message_id = coalesce(m.files_of, m.id)
    WHERE m.id = ${messageId}::uuid ORDER BY attachment_place(o.message_id, o.id), o.created_at, o.id`;
  return rows.map(({ id }) => id);
}

interface AttachmentRow {
  id: string;
  message_id: string;
  name: string;
  type: string;
  size: number;
  read_state: string;
  progress: ReadingProgress | null;
  processed_type: string | null;
  processing_error: string | null;
  note: string | null;
  has_preview: boolean;
  width: number | null;
  height: number | null;
  extracted_text: string | null;
}

function toAttachment(row: AttachmentRow): Attachment {
  return {
    type: row.type,
    name: row.name,
    size: row.size,
    url: `/objects/${row.id}`,
    state: row.read_state as Attachment['state'] & string,
    ...(row.progress && { progress: row.progress }),
    ...(row.extracted_text && { extractedText: row.extracted_text.toWellFormed() }),
    ...(row.processed_type && { processedType: row.processed_type as Attachment['processedType'] & string }),
    ...(row.processing_error && { processingError: row.processing_error }),
    ...(row.note && { note: row.note }),
    ...(row.has_preview && { previewUrl: `/objects/${row.id}/preview` }),
    ...(row.width && row.height && { width: row.width, height: row.height }),
  };
}
