/**
 * Stores messages. One statement writes a message, its answer's row, its idempotency key, its slot and, if needed, its
 * conversation: all of them or none.
 */

import { randomUUID } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { nilUuid } from '~/server/lib/uuid';
import { defaultConversationTitle } from '~/shared/limits';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { Attachment, SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import { answerKey } from './answer-key';
import { leaseSeconds, runningMetadata, temporarySeconds } from './answer-store';
import { explainRejection } from './explain-rejection';
import { requestHash } from './find-question';
import { serverBusy } from './generation.errors';
import type { NewTurn, QuestionLimits } from './new-turn';
import { rethrowBudgetError } from './rethrow-budget-error';
import type { Reservation } from './usage-ledger-types';

/** A message to store: the request, and what the feature derived from it. */
export interface NewQuestion {
  /** New ids, for callers that prepare the answer before the message is stored. */
  questionId?: string | undefined;
  newConversationId?: string | undefined;
  userId: string;
  request: SendMessageInput;
  /** Title of the conversation, used if the message starts one or is the first of one without a title. */
  title: string;
  attachments: Attachment[];
  /** Uploads to attach to the message in the same statement. */
  objectIds: string[];
  /** The id of the model that answers. */
  modelId: string;
  /** The expected cost of the answer; null for a model without a price. */
  reservation: Reservation | null;
}

/** What the statement of insertTurn returns. */
interface StoredRow {
  id: string;
  title: string;
  updated_at: Date;
  is_pinned: boolean;
  is_archived: boolean;
  project_id: string | null;
  temporary_until: Date | null;
  parent_id: string;
  attachments: Attachment[];
}

interface StartedTurn {
  conversation: ConversationSummary;
  createdAt: Date;
  parentId: string;
  /** Attachments of the earlier version, if the message replaces one. */
  attachments: Attachment[];
  committed: Promise<void>;
}

/** The default of `parent_id`. */
const noParent = nilUuid;
/** Several messages sent or retried at the same moment compete for a user's free slots. */
export const storeAttempts = 3;

/** The result of storing a message. `isRepeat`: its messages were stored by an earlier request. */
export type AskedQuestion = { sent: SentMessage; isRepeat: boolean };

/**
 * Stores a message once per request id. When this resolves, nothing can reject the message any more; it is stored once
 * `committed` has resolved.
 */
export async function storeQuestion(
  db: Database,
  { questionId = randomUUID(), newConversationId = randomUUID(), userId, request, title, ...question }: NewQuestion,
  settings: QuestionLimits & { owner: string },
): Promise<AskedQuestion & { committed: Promise<void> }> {
  const { conversationId, clientRequestId, content } = request;
  const { attachments, objectIds, modelId, reservation } = question;
  const turn: NewTurn = {
    ...settings,
    userId,
    conversation: {
      id: conversationId ?? newConversationId,
      isNew: !conversationId,
      title,
      projectId: conversationId ? null : (request.projectId ?? null),
      collections: conversationId ? [] : (request.collections ?? []),
    },
    replaces: request.replaces ?? null,
    questionId,
    messageId: randomUUID(),
    clientRequestId,
    content,
    attachments,
    objectIds,
    modelId,
    sources: request.sources ?? null,
    reservation,
  };
  for (let attempt = 0; attempt < storeAttempts; attempt++) {
    const started = await insertTurn(db, turn, requestHash(request)).catch(rethrowBudgetError);
    if (started) return { sent: sentMessage(turn, started), isRepeat: false, committed: started.committed };
    const earlier = await explainRejection(db, turn, request);
    if (earlier) return { sent: earlier, isRepeat: true, committed: Promise.resolve() };
    // Another message took the same free slot in between; there may be a further one.
  }
  throw serverBusy();
}

/**
 * Null if nothing was written: the request id was used before, the conversation, the message to replace or a file is
 * absent, a file belongs to another message, or all slots are taken. A message without a given parent follows the last
 * active message; see place_message(). Locks the conversation's row before taking the slot, like everything that changes
 * the active branch, and the files after it, so that two messages sent at once can't both have the same file.
 */
async function insertTurn(db: Database, turn: NewTurn, hash: string): Promise<StartedTurn | null> {
  const { conversation, reservation } = turn;
  const key = answerKey({ messageId: turn.messageId, attempt: 1 });
  const content = await db.texts.seal(turn.questionId, turn.content);
  const { rows, committed } = await db.earlySql<StoredRow>`
    WITH own AS MATERIALIZED (
      SELECT id FROM conversations WHERE id = ${conversation.id}::uuid AND user_id = ${turn.userId}::uuid FOR UPDATE
    ), project AS MATERIALIZED (
      SELECT id FROM projects WHERE id = ${conversation.projectId}::uuid AND user_id = ${turn.userId}::uuid FOR KEY SHARE
    ), files AS MATERIALIZED (
      SELECT id FROM objects
      WHERE id = ANY(${turn.objectIds}::uuid[]) AND user_id = ${turn.userId}::uuid AND message_id IS NULL AND document_id IS NULL
        AND (${conversation.isNew} OR EXISTS (SELECT 1 FROM own))
      ORDER BY id FOR UPDATE
    ), earlier AS MATERIALIZED (
      SELECT m.parent_id, m.attachments, coalesce(m.files_of, m.id) AS files_of FROM own JOIN messages m ON m.conversation_id = own.id
      WHERE m.id = ${turn.replaces}::uuid AND m.role = 'user'
    ), started AS (
      INSERT INTO generations
        (message_id, question_id, conversation_id, user_id, client_request_id, request_hash, slot, owner, lease_until)
      SELECT ${turn.messageId}::uuid, ${turn.questionId}::uuid, ${conversation.id}::uuid, ${turn.userId}::uuid,
             ${turn.clientRequestId}, ${hash}, free.slot, ${turn.owner}, now() + make_interval(secs => ${leaseSeconds})
      FROM (
        SELECT slots.slot FROM generate_series(1, ${turn.maxConcurrentAnswers}::int) AS slots(slot)
        WHERE NOT EXISTS (SELECT 1 FROM generations g WHERE g.user_id = ${turn.userId}::uuid AND g.slot = slots.slot)
        ORDER BY 1 LIMIT 1
      ) AS free
      WHERE (${conversation.isNew} AND (${conversation.projectId}::uuid IS NULL OR EXISTS (SELECT 1 FROM project))
             OR EXISTS (SELECT 1 FROM own) AND (${turn.replaces}::uuid IS NULL OR EXISTS (SELECT 1 FROM earlier)))
        AND (SELECT count(*) FROM files) = ${turn.objectIds.length}::int
        AND NOT EXISTS (
          SELECT 1 FROM account_usage u WHERE u.user_id = ${turn.userId}::uuid
            AND (${turn.maxMessages}::int > 0 AND u.messages >= ${turn.maxMessages}::int
                 OR ${conversation.isNew && turn.maxConversations > 0} AND u.conversations >= ${turn.maxConversations}::int))
      ON CONFLICT DO NOTHING
      RETURNING conversation_id
    ), conversation AS (
      INSERT INTO conversations (id, user_id, title, titled_by, project_id)
      SELECT started.conversation_id, ${turn.userId}::uuid, ${conversation.title}, 'question', (SELECT id FROM project) FROM started
      ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at,
        temporary_until = CASE WHEN conversations.temporary_until IS NOT NULL
                               THEN now() + make_interval(secs => ${temporarySeconds}) END,
        (title, titled_by) = (
          SELECT CASE WHEN is_untitled THEN excluded.title ELSE conversations.title END,
                 CASE WHEN is_untitled THEN excluded.titled_by ELSE conversations.titled_by END
          FROM (SELECT conversations.title = ${defaultConversationTitle}
                  AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = conversations.id)) AS own(is_untitled))
      RETURNING id, title, updated_at, is_pinned, is_archived, project_id, temporary_until
    ), switched AS (
      INSERT INTO collection_switches (conversation_id, collection_id, is_on)
      SELECT conversation.id, c.id, c.is_on
      FROM conversation, unnest(${conversation.collections.map(({ id }) => id)}::uuid[], ${conversation.collections.map(({ isOn }) => isOn)}::boolean[]) AS c(id, is_on)
      WHERE c.id IN (SELECT collection_id FROM collection_rights WHERE user_id = ${turn.userId}::uuid)
      ON CONFLICT DO NOTHING
    ), turn AS (
      INSERT INTO messages (id, conversation_id, parent_id, is_active, files_of, role, content, attachments, metadata)
      SELECT t.id, started.conversation_id, t.parent_id, ${turn.replaces === null}::boolean, t.files_of, t.role, t.content, t.attachments, t.metadata
      FROM started LEFT JOIN earlier ON true CROSS JOIN LATERAL (VALUES
        (1, ${turn.questionId}::uuid, coalesce(earlier.parent_id, ${noParent}::uuid), earlier.files_of, 'user', ${content},
         coalesce(earlier.attachments, ${JSON.stringify(turn.attachments)}::jsonb), '{}'::jsonb),
        (2, ${turn.messageId}::uuid, ${turn.questionId}::uuid, NULL, 'assistant', '', '[]'::jsonb,
         ${JSON.stringify(runningMetadata(turn.modelId, turn.sources))}::jsonb)
      ) AS t(place, id, parent_id, files_of, role, content, attachments, metadata)
      ORDER BY t.place
      RETURNING id, parent_id, attachments
    ), shown AS (
      SELECT show_branch(${turn.messageId}::uuid) FROM (SELECT count(*) FROM turn, conversation) AS stored
      WHERE ${turn.replaces !== null}::boolean AND stored.count > 0
    ), attached AS (
      UPDATE objects SET message_id = ${turn.questionId}::uuid
      FROM started WHERE objects.id = ANY(${turn.objectIds}::uuid[]) AND objects.user_id = ${turn.userId}::uuid
        AND objects.message_id IS NULL AND objects.document_id IS NULL
    ), reserved AS (
      SELECT reserve_usage(${key}, ${turn.userId}::uuid, ${reservation?.purpose ?? null}, ${reservation?.model ?? null},
                           ${reservation?.modelName ?? null}, ${reservation?.usd ?? null}::numeric, ${leaseSeconds})
      FROM started WHERE ${reservation !== null}
    )
    SELECT conversation.id, title, updated_at, is_pinned, is_archived, project_id, temporary_until, turn.parent_id, turn.attachments,
           (SELECT count(*) FROM reserved), (SELECT count(*) FROM shown)
    FROM conversation, turn WHERE turn.id = ${turn.questionId}::uuid`;
  const [row] = rows;
  if (!row) {
    await committed;
    return null;
  }
  const { id, title, updated_at: updatedAt, parent_id: parentId, attachments } = row;
  const marks = {
    isPinned: row.is_pinned,
    isArchived: row.is_archived,
    projectId: row.project_id,
    temporaryUntil: row.temporary_until,
  };
  return { conversation: { id, title, updatedAt, ...marks }, createdAt: updatedAt, parentId, attachments, committed };
}

function sentMessage(turn: NewTurn, { conversation, createdAt, parentId, attachments }: StartedTurn): SentMessage {
  const common = { conversationId: turn.conversation.id, createdAt };
  return {
    conversation,
    userMessage: {
      ...common,
      id: turn.questionId,
      parentId: parentId === conversation.id ? null : parentId,
      role: 'user',
      content: turn.content,
      attachments: attachments.map((file) => ({ ...file, state: 'queued' })),
      metadata: {},
    },
    assistantMessage: {
      ...common,
      id: turn.messageId,
      parentId: turn.questionId,
      role: 'assistant',
      content: '',
      attachments: [],
      metadata: runningMetadata(turn.modelId, turn.sources),
    },
  };
}
