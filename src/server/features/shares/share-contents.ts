/** The files that a link could contain, for the user to choose from. */
import type { Deps } from '~/server/deps';
import { findConversation, findMessage } from '~/server/features/exports/read-conversation';
import type { Citation } from '~/shared/schemas/citations';
import type { ShareContents, ShareContentsInput } from '~/shared/schemas/shares';
import { isPublicSharingOff } from './public-sharing';

/** More than anyone reads through; only the oldest are listed. */
const maxListed = 200;

export async function readContents(deps: Deps, userId: string, input: ShareContentsInput): Promise<ShareContents> {
  const { conversationId, messageId } = input;
  const { conversation } = messageId
    ? await findMessage(deps, userId, messageId)
    : await findConversation(deps, userId, conversationId ?? '');
  const [files, [state]] = await Promise.all([
    usableFiles(deps, userId, conversation.id, messageId ?? null),
    deps.db.sql<{ running: boolean }>`
      SELECT EXISTS (
        SELECT FROM messages WHERE conversation_id = ${conversation.id}::uuid
          AND (id = ${messageId ?? null}::uuid OR ${messageId ?? null}::uuid IS NULL AND is_active)
          AND (metadata->>'processing')::boolean
      ) AS running`,
  ]);
  return {
    files: files.flatMap(({ state, ...file }) => (state === 'ready' ? [file] : [])),
    filesInProcess: files.filter(({ state }) => state === 'in-process').length,
    imagesWithheld: files.filter(({ state }) => state === 'withheld').length,
    leavesOutAnswer: state?.running ?? false,
    allowsEverybody: !isPublicSharingOff(deps),
  };
}

interface UsableFile {
  id: string;
  name: string;
  type: string;
  size: number;
  /** `withheld`: an image whose location and camera data could not be removed. */
  state: 'ready' | 'in-process' | 'withheld';
}

/**
 * The user's own files that the shared messages have or cite. Files of other users are never shared, nor are those of a
 * collection that the user may no longer read, as a former administrator.
 */
async function usableFiles(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  conversationId: string,
  messageId: string | null,
): Promise<UsableFile[]> {
  const sealed = await sealedCitations(db, conversationId, messageId);
  const cited = sealed.flatMap(({ objectId }) => objectId ?? []);
  return db.sql<UsableFile>`
    WITH shown AS (
      SELECT id, files_of, metadata->'citations' AS citations FROM messages
      WHERE conversation_id = ${conversationId}::uuid
        AND (id = ${messageId}::uuid OR ${messageId}::uuid IS NULL AND is_active)
    ), used AS (
      SELECT o.id FROM shown JOIN objects o ON o.message_id = coalesce(shown.files_of, shown.id)
      UNION
      SELECT (cited->>'objectId')::uuid FROM shown, jsonb_array_elements(
        CASE WHEN jsonb_typeof(citations) = 'array' THEN citations ELSE '[]' END) AS cited
      WHERE cited->>'objectId' IS NOT NULL
      UNION
      SELECT unnest(${cited}::uuid[])
    )
    SELECT id, name, type, size,
           CASE WHEN read_state IN ('queued', 'reading') THEN 'in-process'
                WHEN read_state = 'failed' AND type LIKE 'image/%' THEN 'withheld'
                -- One with several pages; the copy of any other has another type.
                WHEN type = 'image/tiff' THEN 'withheld' ELSE 'ready' END AS state
    FROM objects
    WHERE id IN (SELECT id FROM used) AND user_id = ${userId}::uuid AND claimed_at IS NOT NULL
      AND (document_id IS NULL OR EXISTS (
        SELECT FROM collection_documents d JOIN collection_rights r ON r.collection_id = d.collection_id
        WHERE d.id = objects.document_id AND r.user_id = objects.user_id
      ))
    ORDER BY created_at, id LIMIT ${maxListed}::int`;
}

/** Encrypted citations, which the statement above can't search. */
async function sealedCitations(db: Deps['db'], conversationId: string, messageId: string | null): Promise<Citation[]> {
  const rows = await db.sql<{ id: string; citations: unknown }>`
    SELECT id, metadata->'citations' AS citations FROM messages
    WHERE conversation_id = ${conversationId}::uuid AND jsonb_typeof(metadata->'citations') = 'string'
      AND (id = ${messageId}::uuid OR ${messageId}::uuid IS NULL AND is_active)`;
  const opened = await Promise.all(rows.map(({ id, citations }) => db.texts.openCitations(id, citations)));
  return opened.flat();
}
