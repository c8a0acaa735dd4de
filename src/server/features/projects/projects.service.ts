import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { collectionNotFound } from '~/server/features/collections/collections.errors';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { projectNotFound } from '~/server/generation/generation.errors';
import type { CatalogUser } from '~/server/generation/model-catalog-types';
import { createdCursor, decodeCursor, listStart, type PageRequest, pageOf } from '~/server/lib/cursor';
import { limits } from '~/shared/limits';
import type { CreateProjectInput, Project, ProjectPage, UpdateProjectInput } from '~/shared/schemas/projects';
import { tooManyProjects } from './projects.errors';

/** Newest first. */
export async function listProjects(deps: Deps, userId: string, page: PageRequest): Promise<ProjectPage> {
  const after = page.cursor ? decodeCursor(page.cursor) : listStart;
  const rows = await readProjects(deps, userId, { ...after, limit: page.limit + 1 });
  return pageOf(rows, page.limit, createdCursor);
}

export async function getProject(deps: Deps, userId: string, projectId: string): Promise<Project> {
  const [project] = await readProjects(deps, userId, { ...listStart, limit: 1, only: projectId });
  if (!project) throw projectNotFound();
  return project;
}

export async function createProject(deps: Deps, user: CatalogUser, input: CreateProjectInput): Promise<Project> {
  await assertChoices(deps, user, input);
  const { name, customInstructions, defaultModel = null, collectionIds = null } = input;
  const created = await deps.db.$transaction(async (tx) => {
    // Locks in a separate statement, so that the next one also counts projects created by earlier holders of the lock.
    await tx.$queryRaw`SELECT 1 FROM account_usage WHERE user_id = ${user.id}::uuid FOR UPDATE`;
    const [row] = await tx.$queryRaw<{ id: string }[]>`
      WITH created AS (
        INSERT INTO projects (user_id, name, custom_instructions, default_model, chooses_collections)
        SELECT ${user.id}::uuid, ${name}, ${customInstructions}, ${defaultModel}, ${collectionIds !== null}::boolean
        WHERE (SELECT count(*) FROM projects WHERE user_id = ${user.id}::uuid) < ${limits.projectsPerUser}::int
        RETURNING id
      ), chosen AS (
        INSERT INTO project_collections (project_id, collection_id)
        SELECT DISTINCT created.id, wanted.id FROM created, unnest(${collectionIds ?? []}::uuid[]) AS wanted(id)
      )
      SELECT id FROM created`;
    return row;
  }, transactionLimits.short);
  if (!created) throw tooManyProjects(limits.projectsPerUser);
  return getProject(deps, user.id, created.id);
}

/** Changes only the given fields. A model and collections that the project already has may no longer be available. */
export async function updateProject(deps: Deps, user: CatalogUser, input: UpdateProjectInput): Promise<Project> {
  const { projectId, name, customInstructions, defaultModel, collectionIds } = input;
  const stored = await getProject(deps, user.id, projectId);
  await assertChoices(deps, user, {
    defaultModel: defaultModel === stored.defaultModel ? undefined : defaultModel,
    collectionIds: collectionIds?.filter((id) => !stored.collectionIds?.includes(id)),
  });
  const hasCollections = collectionIds !== undefined;
  const [updated] = await deps.db.sql`
    WITH updated AS (
      UPDATE projects SET name = coalesce(${name ?? null}, name),
        custom_instructions = coalesce(${customInstructions ?? null}, custom_instructions),
        default_model = CASE WHEN ${defaultModel !== undefined}::boolean THEN ${defaultModel ?? null} ELSE default_model END,
        chooses_collections = CASE WHEN ${hasCollections}::boolean THEN ${collectionIds != null}::boolean ELSE chooses_collections END,
        updated_at = now()
      WHERE id = ${projectId}::uuid AND user_id = ${user.id}::uuid RETURNING id
    ), removed AS (
      DELETE FROM project_collections USING updated
      WHERE project_id = updated.id AND ${hasCollections}::boolean AND collection_id <> ALL(${collectionIds ?? []}::uuid[])
    ), added AS (
      INSERT INTO project_collections (project_id, collection_id)
      SELECT DISTINCT updated.id, wanted.id FROM updated, unnest(${collectionIds ?? []}::uuid[]) AS wanted(id)
      ON CONFLICT DO NOTHING
    ), renamed AS (
      UPDATE collections SET name = ${name ?? null}, updated_at = now() FROM updated
      WHERE collections.project_id = updated.id AND ${name !== undefined}::boolean
    )
    SELECT id FROM updated`;
  if (!updated) throw projectNotFound();
  return getProject(deps, user.id, projectId);
}

/** Its conversations are kept outside of any project; its files are deleted. */
export async function deleteProject(deps: Deps, userId: string, projectId: string): Promise<void> {
  const { count } = await deps.db.project.deleteMany({ where: { id: projectId, userId } });
  if (count === 0) throw projectNotFound();
  sweepSoon(deps);
}

/** Throws unless the user may use the model and read the collections. */
async function assertChoices(
  deps: Deps,
  user: CatalogUser,
  { defaultModel, collectionIds }: Pick<UpdateProjectInput, 'defaultModel' | 'collectionIds'>,
): Promise<void> {
  if (defaultModel) await deps.models.choose(user, defaultModel);
  if (!collectionIds?.length) return;
  const readable = await deps.db.sql`
    SELECT DISTINCT r.collection_id FROM collection_rights r JOIN collections c ON c.id = r.collection_id
    WHERE r.collection_id = ANY(${collectionIds}::uuid[]) AND r.user_id = ${user.id}::uuid AND c.project_id IS NULL`;
  if (readable.length < new Set(collectionIds).size) throw collectionNotFound();
}

/** A page after `time` and `id`, or only the project `only`, with the number of its conversations. */
const readProjects = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  page: { time: Date; id: string; limit: number; only?: string },
): Promise<Project[]> => db.sql<Project>`
  SELECT p.id, p.name, p.custom_instructions AS "customInstructions", p.default_model AS "defaultModel",
         CASE WHEN p.chooses_collections THEN (
           SELECT coalesce(jsonb_agg(collection_id ORDER BY collection_id), '[]')
           FROM project_collections WHERE project_id = p.id
         ) END AS "collectionIds",
         files.id AS "filesCollectionId",
         (SELECT count(*)::int FROM collection_documents WHERE collection_id = files.id) AS "fileCount",
         (SELECT count(*)::int FROM conversations c
          WHERE c.project_id = p.id AND NOT c.is_archived AND c.user_id IS NOT NULL AND c.temporary_until IS NULL
         ) AS "conversationCount",
         p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM projects p LEFT JOIN collections files ON files.project_id = p.id
  WHERE p.user_id = ${userId}::uuid
    AND (p.created_at < ${page.time} OR (p.created_at = ${page.time} AND p.id > ${page.id}::uuid))
    AND (${page.only ?? null}::uuid IS NULL OR p.id = ${page.only ?? null}::uuid)
  ORDER BY p.created_at DESC, p.id LIMIT ${page.limit}::int`;
