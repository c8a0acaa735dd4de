import type { Deps } from '~/server/deps';
import { conversationGone } from '~/server/generation/generation.errors';
import type { MoveConversationsInput } from '~/shared/schemas/projects';
import { assertOwnProject } from './project-access';

/**
 * Moves conversations into a project, or out of theirs. Returns how many were moved; if there were none, throws the
 * not-found error of a single conversation. Their order in lists does not change.
 */
export async function moveConversations(
  deps: Deps,
  userId: string,
  { conversationIds, projectId }: MoveConversationsInput,
): Promise<number> {
  const moved = await deps.db.sql`
    WITH target AS MATERIALIZED (
      SELECT id FROM projects WHERE id = ${projectId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE
    )
    UPDATE conversations SET project_id = (SELECT id FROM target)
    WHERE id = ANY(${conversationIds}::uuid[]) AND user_id = ${userId}::uuid AND temporary_until IS NULL
      AND (${projectId}::uuid IS NULL OR EXISTS (SELECT FROM target))
    RETURNING id`;
  if (moved.length > 0) return moved.length;
  if (projectId) await assertOwnProject(deps, userId, projectId);
  throw conversationGone();
}
