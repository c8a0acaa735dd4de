/** The owner of a project. Another user's project is reported as not found. */
import type { Deps } from '~/server/deps';
import { projectNotFound } from '~/server/generation/generation.errors';

export async function assertOwnProject({ db }: Pick<Deps, 'db'>, userId: string, projectId: string): Promise<void> {
  const [own] = await db.sql`SELECT 1 FROM projects WHERE id = ${projectId}::uuid AND user_id = ${userId}::uuid`;
  if (!own) throw projectNotFound();
}
