/** The running summary of a conversation: which messages it covers, and which to add next. */
import type { Deps } from '~/server/deps';
import { conversationGone } from '~/server/generation/generation.errors';
import type { ConversationSummaryText } from '~/shared/schemas/conversations';
import { tokensPerTurn } from './budget';
import { withFileNames } from './notes';

export interface StoredTurn {
  id: string;
  role: 'user' | 'assistant';
  /** With the names of its files. */
  content: string;
  /** A bigint as a string. */
  seq: string;
  isRunning: boolean;
}

export interface StoredSummary {
  content: string;
  messages: number;
  throughSeq: string;
  model: string;
}

/** The newest messages are never summarized, because new messages usually refer to them. */
const minKept = 2;
/** Share of the room for messages that the newest ones keep, so that they and new ones fit beside the summary. */
const keptShare = 0.3;
const maxTurns = 500;

/** The current summary, and the messages after it on the active branch, oldest first. */
export async function readUnsummarized(
  { db }: Pick<Deps, 'db'>,
  conversationId: string,
): Promise<{ summary?: StoredSummary; turns: StoredTurn[] }> {
  const [summary] = await db.sql<StoredSummary>`
    SELECT content, messages, through_seq::text AS "throughSeq", model
    FROM conversation_summaries s WHERE conversation_id = ${conversationId}::uuid AND EXISTS (
      SELECT 1 FROM messages m
      WHERE m.conversation_id = s.conversation_id AND m.seq = s.through_seq AND m.is_active)`;
  const turns = await db.sql<StoredTurn & { fileNames: string[] }>`
    SELECT id, role, content, jsonb_path_query_array(attachments, '$[*].name') AS "fileNames", seq::text AS seq, coalesce((metadata->>'processing')::boolean, false) AS "isRunning"
    FROM messages WHERE conversation_id = ${conversationId}::uuid AND is_active AND seq > ${summary?.throughSeq ?? '0'}::bigint
    ORDER BY seq LIMIT ${maxTurns}::int`;
  const content = summary && (await db.texts.openSummary(conversationId, summary.content));
  const opened = await db.texts.openMessages(turns);
  return {
    ...(summary && { summary: { ...summary, content: content ?? '' } }),
    turns: opened.map(({ fileNames, ...turn }) => ({ ...turn, content: withFileNames(turn.content, fileNames) })),
  };
}

/**
 * Chooses the oldest turns. The newest stay as far as they fit into a part of `historyRoom`, as do unfinished ones. The
 * selection ends with an answer.
 */
export function chooseForSummary(
  turns: readonly StoredTurn[],
  sizes: readonly number[],
  historyRoom: number,
): StoredTurn[] {
  let remainingTokens = historyRoom * keptShare;
  let end = turns.length;
  while (end > 0) {
    remainingTokens -= (sizes[end - 1] ?? 0) + tokensPerTurn;
    if (remainingTokens < 0 && turns.length - end >= minKept) break;
    end--;
  }
  // Newer messages were not loaded, so the loaded ones are not the newest, which stay.
  if (end === 0 && turns.length === maxTurns) end = maxTurns - minKept;
  const running = turns.findIndex(({ isRunning }) => isRunning);
  // The message of a running answer stays too.
  if (running >= 0) end = Math.min(end, Math.max(0, running - 1));
  while (end > 0 && turns[end - 1]?.role !== 'assistant') end--;
  return turns.slice(0, end);
}

/** Does not replace a summary that covers more of the active branch. Stores nothing for a deleted conversation. */
export async function storeSummary(
  { db }: Pick<Deps, 'db'>,
  conversationId: string,
  summary: StoredSummary,
): Promise<StoredSummary> {
  const { content, messages, throughSeq, model } = summary;
  await db.sql`
    INSERT INTO conversation_summaries AS s (conversation_id, content, through_seq, messages, model)
    SELECT id, ${await db.texts.sealSummary(conversationId, content)}, ${throughSeq}::bigint, ${messages}::int, ${model}
    FROM conversations WHERE id = ${conversationId}::uuid
    ON CONFLICT (conversation_id) DO UPDATE SET content = excluded.content, through_seq = excluded.through_seq,
      messages = excluded.messages, model = excluded.model, updated_at = now()
    WHERE s.through_seq < excluded.through_seq OR NOT EXISTS (
      SELECT 1 FROM messages m
      WHERE m.conversation_id = s.conversation_id AND m.seq = s.through_seq AND m.is_active)`;
  return summary;
}

/** Null if nothing on the active branch is summarized. Another user's conversation is reported as not found. */
export async function getSummary(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  conversationId: string,
): Promise<{ summary: ConversationSummaryText | null }> {
  const [row] = await db.sql<{ summary: (Omit<ConversationSummaryText, 'updatedAt'> & { updatedAt: string }) | null }>`
    SELECT (
      SELECT jsonb_build_object('content', s.content, 'messages', s.messages, 'model', s.model, 'updatedAt', s.updated_at)
      FROM conversation_summaries s JOIN messages m ON m.conversation_id = s.conversation_id AND m.seq = s.through_seq
      WHERE s.conversation_id = c.id AND m.is_active
    ) AS summary
    FROM conversations c WHERE c.id = ${conversationId}::uuid AND c.user_id = ${userId}::uuid`;
  if (!row) throw conversationGone();
  if (!row.summary) return { summary: null };
  const content = await db.texts.openSummary(conversationId, row.summary.content);
  return { summary: { ...row.summary, content, updatedAt: new Date(row.summary.updatedAt) } };
}
