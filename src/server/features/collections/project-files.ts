/**
 * The files of a project are documents in a collection of its own, so they are processed, searched and deleted like all
 * others.
 */
import type { Deps } from '~/server/deps';
import { projectNotFound } from '~/server/generation/generation.errors';

/** Returns the id of the collection, or creates it. It has the project's name. */
export async function createProjectFiles({ db }: Pick<Deps, 'db'>, userId: string, projectId: string): Promise<string> {
  return db.$transaction(async (tx) => {
    // With two concurrent requests, the second waits here and then finds the collection that the first created.
    const [project] = await tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM projects WHERE id = ${projectId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`;
    if (!project) throw projectNotFound();
    const [made] = await tx.$queryRaw<
      { id: string }[]
    >`SELECT id FROM collections WHERE project_id = ${projectId}::uuid`;
    if (made) return made.id;
    const { id } = await tx.collection.create({
      data: { userId, projectId, name: project.name },
      select: { id: true },
    });
    return id;
  });
}
