/**
 * Marks a research run as failed. Its user sees it in the list of conversations, and by email if there is a mail server.
 */
import type { Deps } from '~/server/deps';
import { mailAfterMs, mailResearchJob } from './mail-research.job';
import type { Research } from './research-store';

export const working = ['queued', 'running', 'writing'] as const satisfies readonly Research['state'][];

/**
 * One statement, so that a crash can't leave a failed research without its notification. Only the first of several
 * calls has an effect.
 */
export async function failResearch(
  { db, env, jobs }: Pick<Deps, 'db' | 'env' | 'jobs'>,
  id: string,
  from: readonly Research['state'][],
  error: string,
): Promise<void> {
  const rows = await db.sql`
    WITH failed AS (
      UPDATE researches SET state = 'failed', updated_at = now(), error = ${error}
      WHERE id = ${id}::uuid AND state = ANY(${[...from]}::text[]) RETURNING id, user_id, conversation_id
    ), marked AS (
      UPDATE conversations SET updated_at = now(), is_unread = true FROM failed WHERE conversations.id = failed.conversation_id
    ), mailed AS (
      SELECT enqueue_job(${mailResearchJob.kind}, id::text, user_id, jsonb_build_object('researchId', id),
                         ${mailAfterMs / 1000}::float8, false)
      FROM failed WHERE ${env.SMTP_URL !== undefined}::boolean
    )
    SELECT (SELECT count(*) FROM mailed) FROM failed`;
  if (rows.length > 0) jobs.wake();
}
