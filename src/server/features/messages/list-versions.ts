import type { Deps } from '~/server/deps';
import { answerNotFound } from '~/server/generation/generation.errors';
import type { AnswerVersions } from '~/shared/schemas/messages';

/** The newest earlier texts of an answer, oldest first; older ones are of no use. */
const mostVersions = 20;

export async function listVersions(deps: Deps, userId: string, messageId: string): Promise<AnswerVersions> {
  const [answer] = await deps.db.sql<{ items: AnswerVersions['items'][number][] | null }>`
    SELECT (
      SELECT jsonb_agg(jsonb_build_object('attempt', v.attempt, 'content', v.content, 'metadata', v.metadata,
                                          'retriedAt', v.created_at) ORDER BY v.attempt)
      FROM (SELECT * FROM answer_versions WHERE message_id = g.message_id ORDER BY attempt DESC LIMIT ${mostVersions}::int) v
    ) AS items
    FROM generations g WHERE g.message_id = ${messageId}::uuid AND g.user_id = ${userId}::uuid`;
  if (!answer) throw answerNotFound();
  return { items: (answer.items ?? []).map((item) => ({ ...item, retriedAt: new Date(item.retriedAt) })) };
}
