import type { Database } from '~/server/db/client';
import type { ChatMessage, MessageMetadata, MessageVersions } from '~/shared/schemas/messages';

interface RetryRow {
  listedId: string;
  id: string;
  metadata: MessageMetadata;
  earlierId: string;
  earlierText: string;
}

/**
 * Adds to a retry without text the text of the version before it, and to that version the error of the retry. Only the
 * newest version counts. Skips the query if no message of the page has versions.
 */
export async function addRetries(db: Database, messages: ChatMessage[]): Promise<ChatMessage[]> {
  const ids = messages.filter(({ role, versions }) => role === 'assistant' && versions).map(({ id }) => id);
  if (ids.length === 0) return messages;
  const rows = await db.sql<RetryRow>`
    SELECT listed.id AS "listedId", newest.id, newest.metadata, earlier.id AS "earlierId", earlier.content AS "earlierText"
    FROM messages listed CROSS JOIN LATERAL (
      SELECT * FROM messages v WHERE v.parent_id = listed.parent_id ORDER BY v.seq DESC LIMIT 1
    ) AS newest
    JOIN generations g ON g.message_id = newest.id JOIN messages earlier ON earlier.id = g.earlier_id
    WHERE listed.id = ANY(${ids}::uuid[]) AND listed.id IN (newest.id, earlier.id) AND newest.content = ''`;
  const retries = new Map(rows.map((row) => [row.listedId, row]));
  return Promise.all(
    messages.map(async (message) => {
      const row = retries.get(message.id);
      const { versions } = message;
      return row && versions ? { ...message, versions: { ...versions, ...(await stateOf(db, row)) } } : message;
    }),
  );
}

async function stateOf({ texts }: Database, row: RetryRow): Promise<Partial<MessageVersions>> {
  if (row.id === row.listedId) return { earlierText: await texts.open(row.earlierId, row.earlierText) };
  const { error, modelId } = await texts.openMetadata(row.id, row.metadata);
  return error ? { failedRetry: { error, ...(modelId && { modelId }) } } : {};
}
