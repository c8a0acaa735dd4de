import type { Deps } from '~/server/deps';
import { assertOwnProject } from '~/server/features/projects/project-access';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { temporarySeconds } from '~/server/generation/answer-store';
import { conversationGone, tooManyConversations } from '~/server/generation/generation.errors';
import type {
  ConversationSummary,
  CreateConversationInput,
  UpdateConversationInput,
} from '~/shared/schemas/conversations';
import { deleteMarked } from './delete-conversations';
import { deleteDiscardedJob } from './discard-conversations';
import { assertKept } from './temporary-conversations';

const summary = {
  id: true,
  title: true,
  updatedAt: true,
  isPinned: true,
  isArchived: true,
  projectId: true,
  temporaryUntil: true,
} as const;

export async function getConversation(deps: Deps, userId: string, id: string): Promise<ConversationSummary> {
  const conversation = await deps.db.conversation.findFirst({ where: { id, userId }, select: summary });
  if (!conversation) throw conversationGone();
  return conversation;
}

export async function createConversation(
  deps: Deps,
  userId: string,
  { title, projectId = null, isTemporary = false }: CreateConversationInput,
): Promise<ConversationSummary> {
  if (projectId) await assertOwnProject(deps, userId, projectId);
  const max = deps.env.QUOTA_USER_CONVERSATIONS;
  // The account's row is locked, so that concurrent requests are counted one after another. A project deleted since
  // then is ignored.
  const [created] = await deps.db.sql<ConversationSummary>`
    WITH room AS MATERIALIZED (
      SELECT user_id FROM account_usage
      WHERE user_id = ${userId}::uuid AND (${max}::int = 0 OR conversations < ${max}::int) FOR UPDATE
    ), project AS MATERIALIZED (
      SELECT id FROM projects WHERE id = ${projectId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE
    )
    INSERT INTO conversations (user_id, title, project_id, temporary_until)
    SELECT user_id, ${title}, (SELECT id FROM project),
           CASE WHEN ${isTemporary}::boolean THEN now() + make_interval(secs => ${temporarySeconds}) END
    FROM room
    RETURNING id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
              project_id AS "projectId", temporary_until AS "temporaryUntil"`;
  if (!created) throw tooManyConversations(max);
  return created;
}

export async function renameConversation(
  deps: Deps,
  userId: string,
  id: string,
  title: string,
): Promise<ConversationSummary> {
  // Renaming does not change the order of the list, because it is not a new message.
  const [renamed] = await deps.db.conversation.updateManyAndReturn({
    where: { id, userId },
    data: { title, titledBy: 'user' },
    select: summary,
  });
  if (!renamed) throw conversationGone();
  deps.bus.publish(`conversation:${id}`, { type: 'renamed', title });
  return renamed;
}

/** Pins, archives or moves a conversation. Archiving also unpins it. */
export async function updateConversation(
  deps: Deps,
  userId: string,
  { conversationId: id, isPinned, isArchived, projectId }: UpdateConversationInput,
): Promise<ConversationSummary> {
  await assertKept(deps, userId, id);
  if (projectId) await assertOwnProject(deps, userId, projectId);
  const [updated] = await deps.db.sql<ConversationSummary>`
    WITH project AS MATERIALIZED (
      SELECT id FROM projects WHERE id = ${projectId ?? null}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE
    )
    UPDATE conversations SET
      is_archived = coalesce(${isArchived ?? null}::boolean, is_archived),
      is_pinned = coalesce(${isPinned ?? null}::boolean, is_pinned)
        AND NOT coalesce(${isArchived ?? null}::boolean, is_archived),
      project_id = CASE WHEN ${projectId !== undefined}::boolean THEN (SELECT id FROM project) ELSE project_id END
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid
    RETURNING id, title, updated_at AS "updatedAt", is_pinned AS "isPinned", is_archived AS "isArchived",
              project_id AS "projectId", temporary_until AS "temporaryUntil"`;
  if (!updated) throw conversationGone();
  return updated;
}

/** Enough for a conversation of usual length to be gone when the request to delete it returns. */
const statementsAtOnce = 4;

/**
 * Deletes the conversation with its messages. The rest of a very long one is deleted in the background. A running
 * answer is stopped and not stored. The answer's row is locked before all others, in the same order as by the
 * statements that store its text and its end, so that no deadlock can occur.
 */
export async function deleteConversation(deps: Deps, userId: string, id: string): Promise<void> {
  const marked = await deps.db.sql`
    WITH answers AS MATERIALIZED (
      SELECT message_id FROM generations WHERE conversation_id = ${id}::uuid AND user_id = ${userId}::uuid
      ORDER BY message_id FOR UPDATE
    )
    UPDATE conversations SET user_id = NULL, discarded_by = user_id, discarded_at = to_timestamp(0)
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND (SELECT count(*) FROM answers) >= 0 RETURNING 1`;
  if (marked.length === 0) throw conversationGone();
  deps.bus.publish(`conversation:${id}`, { type: 'deleted' });
  await deps.generation.dropConversation(id);
  if (await deleteMarked(deps.db, [id], { maxStatements: statementsAtOnce })) sweepSoon(deps);
  else deps.background.run('asking for the deletion of a conversation', () => deps.jobs.runSoon(deleteDiscardedJob));
}
