/**
 * Loads answers with unchecked web sources and stores the results. A result applies only to the exact text and
 * citations that were loaded.
 */
import type { Database } from '~/server/db/client';
import { type AnswerFigures, figuresAfterChecks } from '~/server/features/figures/figures-after-checks';
import { type MessageRow, toChatMessage } from '~/server/generation/message-row';
import { pageKey } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { isPending } from './pending-checks';

export interface UncheckedAnswer {
  messageId: string;
  content: string;
  citations: Citation[];
  /** The citations as stored. */
  known: unknown;
  /** Whether the answer is the report of a research run. */
  isResearch: boolean;
  /** Some figures may be waiting for the check of the sources. */
  figures: AnswerFigures;
}

/** The current text of an answer and its earlier versions, if they have unchecked sources. */
export async function readUnchecked(db: Database, messageId: string): Promise<UncheckedAnswer[]> {
  const rows = await db.sql<Omit<UncheckedAnswer, 'figures' | 'known'> & { metadata: MessageMetadata }>`
    SELECT text.* FROM (
      SELECT id AS "messageId", content, metadata -> 'citations' AS citations,
             metadata ? 'researchId' AS "isResearch", metadata FROM messages
      WHERE id = ${messageId}::uuid AND metadata ? 'citations'
      UNION ALL
      SELECT message_id, content, metadata -> 'citations', metadata ? 'researchId', metadata FROM answer_versions
      WHERE message_id = ${messageId}::uuid AND metadata ? 'citations'
    ) AS text`;
  const answers = await Promise.all(
    rows.map(async ({ messageId: id, content, citations, metadata, ...row }) => ({
      ...row,
      messageId: id,
      content: await db.texts.open(id, content),
      citations: await db.texts.openCitations(id, citations),
      known: citations,
      metadata: await db.texts.openMetadata(id, metadata),
    })),
  );
  return answers
    .filter(({ citations }) => citations.some(isPending))
    .map(({ metadata, ...answer }) => ({ ...answer, figures: figuresIn(metadata) }));
}

const figuresIn = (metadata: MessageMetadata): AnswerFigures =>
  Object.fromEntries(
    figureFields.flatMap((field) => (metadata[field] === undefined ? [] : [[field, metadata[field]]])),
  );
const figureFields = [
  'citedFigures',
  'confirmedFigures',
  'unconfirmedFigures',
  'hasUnconfirmedFigures',
  'isAboutInvestments',
] as const;

/** Counts cited sources that were read, at least in part, or are still pending. */
const countSources = (citations: readonly Citation[]): number => {
  const isRead = ({ check }: Citation) => check?.verdict !== 'unreadable' || check.snapshotId !== undefined;
  return new Set(citations.flatMap((citation) => (citation.url && isRead(citation) ? pageKey(citation.url) : []))).size;
};

export interface CheckedAnswer {
  conversationId: string;
  attempt: number;
  /** The message as readers see it now. */
  message: ChatMessage;
}

/**
 * Replaces the citations of an answer, wherever this text is now: in the message or among its earlier versions.
 * `isStored` is false if the citations have changed since they were loaded; `known` is what is stored now; `shown` is
 * the message if it contains this text.
 */
export async function storeChecks(
  db: Database,
  { messageId, known: before, figures }: UncheckedAnswer,
  citations: readonly Citation[],
): Promise<{ isStored: boolean; known: unknown; shown?: CheckedAnswer }> {
  const known = JSON.stringify(before);
  const reviewed = figuresAfterChecks(figures, citations);
  const entries = { citations, numSourcesUsed: countSources(citations), ...reviewed };
  const sealed = await db.texts.sealMetadata(messageId, entries);
  const changed = JSON.stringify(sealed);
  const [row] = await db.sql<{ count: number; attempt: number | null; message: MessageRow | null }>`
    WITH shown AS (
      UPDATE messages SET metadata = (metadata - ${[...figureFields]}::text[]) || ${changed}::jsonb
      WHERE id = ${messageId}::uuid AND metadata -> 'citations' = ${known}::jsonb RETURNING *
    ), earlier AS (
      UPDATE answer_versions SET metadata = (metadata - ${[...figureFields]}::text[]) || ${changed}::jsonb
      WHERE message_id = ${messageId}::uuid AND metadata -> 'citations' = ${known}::jsonb RETURNING 1
    ), noted AS (
      UPDATE conversations SET checked_at = now() FROM shown WHERE conversations.id = shown.conversation_id
    )
    SELECT (SELECT count(*) FROM shown)::int + (SELECT count(*) FROM earlier)::int AS count,
           (SELECT attempt FROM generations WHERE message_id = ${messageId}::uuid) AS attempt,
           (SELECT jsonb_build_object('id', id, 'conversationId', conversation_id, 'parentId', parent_id, 'role', role,
                                      'content', content, 'attachments', attachments, 'metadata', metadata,
                                      'createdAt', created_at)
            FROM shown) AS message`;
  const stored = { isStored: (row?.count ?? 0) > 0, known: sealed.citations };
  if (!row?.message || row.attempt === null) return stored;
  const [shown] = await db.texts.openMessages([row.message]);
  if (!shown) return stored;
  const message = toChatMessage({ ...shown, createdAt: new Date(shown.createdAt) });
  return { ...stored, shown: { conversationId: message.conversationId, attempt: row.attempt, message } };
}
