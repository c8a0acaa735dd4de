/**
 * Updates of an answer in the database after its message was stored. Each function is one statement, so one transaction
 * and one round trip.
 */

import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { AnswerSources } from '~/shared/answer-sources';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { type MessageRow, toChatMessage } from './message-row';

/** Lease of a running answer. Never renewed, because heartbeats show whether its process is alive. */
export const leaseSeconds = 3600;

/** How long a temporary conversation is kept after its last message, or after its page was last open. */
export const temporarySeconds = 3600;

const keptNames: ReadonlySet<string> = new Set([
  'liveSearchUsed',
  'webReading',
  'collectionsUsed',
  'numCollectionsUsed',
  'xaiCollectionsUsed',
  'hasUnknownSources',
  'reasoning',
  'memory',
] satisfies (keyof MessageMetadata)[]);

/** The metadata that a continued answer has from the start. The review of its whole text adds the rest. */
export const keptMetadata = (partial: { metadata: MessageMetadata } | undefined): MessageMetadata =>
  Object.fromEntries(Object.entries(partial?.metadata ?? {}).filter(([name]) => keptNames.has(name)));

/** The metadata of a running answer. */
export const runningMetadata = (
  modelId: string,
  sources?: AnswerSources | null,
  partial?: { metadata: MessageMetadata },
): MessageMetadata => ({
  processing: true,
  modelId,
  ...limitedTo(sources),
  // What a continued answer already has, in case this process ends before there is new text.
  ...keptMetadata(partial),
  ...(partial?.metadata.usage && { usage: partial.metadata.usage }),
  ...(partial?.metadata.citations && {
    citations: partial.metadata.citations,
    ...(partial.metadata.numSourcesUsed && { numSourcesUsed: partial.metadata.numSourcesUsed }),
  }),
});

/** The web is not a restriction of sources. */
export const limitedTo = (sources: AnswerSources | null | undefined): Pick<MessageMetadata, 'sources'> =>
  sources && sources !== 'web' ? { sources } : {};

export interface Checkpoint {
  messageId: string;
  /** A late checkpoint must not be stored in the next attempt. */
  attempt: number;
  /** New text: all of it, or what follows the stored text from `place` on. Null if there is none. */
  text: { whole: string } | { place: number; piece: string } | null;
}

/**
 * Stores the new text of all answers of this process in one statement. Mostly as pieces, whose cost does not grow with
 * the text; a whole text replaces the pieces before it. Returns the answers the process still owns, and whether each
 * must end because of a stop request or a locked account. A missing one was deleted or closed by another process; the
 * lock on its row prevents that while its text is stored.
 */
export async function saveCheckpoints(
  db: Database,
  owner: string,
  checkpoints: Checkpoint[],
): Promise<Map<string, { stopRequested: boolean; isLocked: boolean }>> {
  const ids = checkpoints.map(({ messageId }) => messageId);
  const attempts = checkpoints.map(({ attempt }) => attempt);
  const fullTexts: { messageId: string; text: string }[] = [];
  const pieces: { messageId: string; place: number; text: string }[] = [];
  for (const { messageId, text } of checkpoints) {
    if (!text) continue;
    if ('whole' in text) fullTexts.push({ messageId, text: await db.texts.seal(messageId, text.whole) });
    else pieces.push({ messageId, place: text.place, text: await db.texts.seal(messageId, text.piece, text.place) });
  }
  const rows = await db.reservedSql<{ message_id: string; stop_requested: boolean; is_locked: boolean }>`
    WITH held AS (
      SELECT message_id, user_id, stop_requested
      FROM generations JOIN unnest(${ids}::uuid[], ${attempts}::int[]) AS written(id, attempt)
        ON message_id = written.id AND generations.attempt = written.attempt
      WHERE owner = ${owner} AND lease_until IS NOT NULL
      FOR SHARE OF generations
    ), rewritten AS (
      UPDATE messages SET content = whole.content
      FROM unnest(${fullTexts.map((w) => w.messageId)}::uuid[], ${fullTexts.map((w) => w.text)}::text[]) AS whole(id, content), held
      WHERE messages.id = whole.id AND held.message_id = whole.id
      RETURNING messages.id
    ), replaced AS (
      DELETE FROM answer_pieces USING rewritten WHERE message_id = rewritten.id
    ), added AS (
      INSERT INTO answer_pieces (message_id, place, text)
      SELECT id, place, text
      FROM unnest(${pieces.map((p) => p.messageId)}::uuid[], ${pieces.map((p) => p.place)}::int[],
                  ${pieces.map((p) => p.text)}::text[]) AS piece(id, place, text), held
      WHERE held.message_id = id
      ON CONFLICT (message_id, place) DO UPDATE SET text = excluded.text
    )
    SELECT message_id, stop_requested, is_locked FROM held JOIN users ON users.id = user_id`;
  return new Map(rows.map((row) => [row.message_id, { stopRequested: row.stop_requested, isLocked: row.is_locked }]));
}

/**
 * Replaces the stored text of a running answer by a shorter one. Returns a new attempt, because readers have seen text
 * that is gone; null if the process no longer owns the answer.
 */
export async function saveShortened(
  db: Database,
  owner: string,
  { messageId, attempt, text }: { messageId: string; attempt: number; text: string },
): Promise<number | null> {
  const content = await db.texts.seal(messageId, text);
  const [row] = await db.reservedSql<{ attempt: number }>`
    WITH held AS (
      UPDATE generations SET attempt = attempt + 1
      WHERE message_id = ${messageId}::uuid AND owner = ${owner} AND attempt = ${attempt} AND lease_until IS NOT NULL
      RETURNING message_id, attempt
    ), removed AS (
      DELETE FROM answer_pieces USING held WHERE answer_pieces.message_id = held.message_id
    )
    UPDATE messages SET content = ${content} FROM held WHERE id = held.message_id RETURNING held.attempt`;
  return row?.attempt ?? null;
}

/** Adds entries to the metadata of a running answer, and stores them: they outlast its process. */
export type KeepMetadata = (entriesOf: (metadata: MessageMetadata) => Partial<MessageMetadata>) => Promise<void>;

/** Adds to `metadata` at once, and to the stored answer one change after the other. */
export function keeperOf(
  { db, owner, logger }: { db: Database; owner: string; logger: Logger },
  live: { messageId: string; attempt: number },
  metadata: MessageMetadata,
): KeepMetadata {
  let saved = Promise.resolve();
  return (entriesOf) => {
    const entries = entriesOf(metadata);
    Object.assign(metadata, entries);
    // The end of the answer stores them again.
    saved = saved
      .then(() => saveRunningMetadata(db, owner, live, entries))
      .catch((error) =>
        logger.warn({ err: error, messageId: live.messageId }, 'failed to store metadata of an answer'),
      );
    return saved;
  };
}

/** Adds entries to the metadata of a running answer. No effect if this process no longer owns the attempt. */
export async function saveRunningMetadata(
  db: Database,
  owner: string,
  { messageId, attempt }: { messageId: string; attempt: number },
  metadata: MessageMetadata,
): Promise<void> {
  const entries = await db.texts.sealMetadata(messageId, metadata);
  await db.sql`
    WITH own AS (
      SELECT message_id FROM generations
      WHERE message_id = ${messageId}::uuid AND owner = ${owner} AND attempt = ${attempt} AND lease_until IS NOT NULL
      FOR SHARE
    )
    UPDATE messages SET metadata = metadata || ${JSON.stringify(entries)}::jsonb FROM own WHERE id = own.message_id`;
}

/** A job to add when the answer has ended. Features define the kinds of jobs. */
export interface FollowUp {
  kind: string;
  key: string;
  payload: object;
}

/** `isSwitched`: the answer has no text, so the version before it is the active one again. */
export interface EndedAnswer {
  message: ChatMessage;
  isSwitched: boolean;
}

/**
 * Stores the end of an answer, once, and adds its follow-up jobs: only the owner of the running attempt can. Null if it
 * is no longer the owner, because the conversation was deleted or another process closed the answer as interrupted.
 * Locks the conversation's row before the message's, like everything that changes the active branch.
 */
export async function saveEnd(
  db: Database,
  end: {
    messageId: string;
    attempt: number;
    owner: string;
    content: string;
    metadata: MessageMetadata;
    followUps?: readonly FollowUp[] | undefined;
  },
): Promise<EndedAnswer | null> {
  const { followUps = [] } = end;
  const content = await db.texts.seal(end.messageId, end.content);
  const metadata = await db.texts.sealMetadata(end.messageId, end.metadata);
  const [row] = await db.sql<MessageRow & Pick<EndedAnswer, 'isSwitched'>>`
    WITH ended AS (
      UPDATE generations SET slot = NULL, lease_until = NULL, owner = NULL
      WHERE message_id = ${end.messageId}::uuid AND owner = ${end.owner} AND attempt = ${end.attempt}
        AND lease_until IS NOT NULL
      RETURNING message_id, conversation_id, user_id
    ), touched AS (
      UPDATE conversations SET updated_at = now(), is_unread = true,
        temporary_until = CASE WHEN temporary_until IS NOT NULL
                               THEN now() + make_interval(secs => ${temporarySeconds}) END
      FROM ended WHERE id = ended.conversation_id RETURNING ended.message_id
    ), removed AS (
      DELETE FROM answer_pieces USING ended WHERE answer_pieces.message_id = ended.message_id
    ), followed AS (
      SELECT enqueue_job(job.kind, job.key, user_id, job.payload::jsonb, 0, true)
      FROM ended, unnest(${followUps.map(({ kind }) => kind)}::text[], ${followUps.map(({ key }) => key)}::text[],
                         ${followUps.map(({ payload }) => JSON.stringify(payload))}::text[]) AS job(kind, key, payload)
    ), stored AS (
      UPDATE messages SET content = ${content}, metadata = ${JSON.stringify(metadata)}::jsonb
      FROM touched WHERE id = touched.message_id
      RETURNING id, conversation_id AS "conversationId", parent_id AS "parentId", role, content, attachments, metadata,
                created_at AS "createdAt"
    )
    SELECT *, content = '' AND show_earlier(id) AS "isSwitched", (SELECT count(*) FROM followed) FROM stored`;
  const [opened] = await db.texts.openMessages(row ? [row] : []);
  return opened ? { message: toChatMessage(opened), isSwitched: opened.isSwitched } : null;
}

/**
 * Requests a stop. Also marks closed answers, because the generating process may reopen them. False if the answer does not
 * exist or is another user's.
 */
export async function requestStop(db: Database, userId: string, messageId: string): Promise<boolean> {
  const [row] = await db.sql`
    UPDATE generations SET stop_requested = true
    WHERE message_id = ${messageId}::uuid AND user_id = ${userId}::uuid RETURNING 1`;
  if (row) return true;
  // The row is deleted long after the answer's end (forget-ended.ts).
  const [ended] = await db.sql`
    SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND m.role = 'assistant' AND c.user_id = ${userId}::uuid
      AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.message_id = m.id)`;
  return ended !== undefined;
}

/** Current rows of answers: their text so far, or their final text. */
export async function readAnswers(db: Database, messageIds: string[]): Promise<AnswerRow[]> {
  const rows = await db.sql<AnswerRow>`
    SELECT g.attempt, g.lease_until IS NOT NULL AS "isRunning", m.id, m.conversation_id AS "conversationId",
           m.parent_id AS "parentId", m.role,
           m.content || coalesce(
             (SELECT string_agg(p.text, '' ORDER BY p.place) FROM answer_pieces p
              WHERE p.message_id = m.id AND g.lease_until IS NOT NULL), ''
           ) AS content, m.attachments, m.metadata, m.created_at AS "createdAt"
    FROM generations g JOIN messages m ON m.id = g.message_id
    WHERE g.message_id = ANY(${messageIds}::uuid[])`;
  return db.texts.openMessages(rows);
}

export type AnswerRow = MessageRow & { attempt: number; isRunning: boolean };
