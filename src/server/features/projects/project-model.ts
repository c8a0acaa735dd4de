import type { Deps } from '~/server/deps';
import type { CatalogUser, ChosenModel } from '~/server/generation/model-catalog-types';

interface RequestedModel {
  model?: string | null | undefined;
  conversationId?: string | null | undefined;
  /** The project of a new conversation. */
  projectId?: string | null | undefined;
}

/** The requested model; otherwise the project's default model if it is available, otherwise the user's default. */
export async function chooseModel(
  { db, models }: Pick<Deps, 'db' | 'models'>,
  user: CatalogUser,
  { model, conversationId, projectId }: RequestedModel,
): Promise<ChosenModel> {
  if (model || (!conversationId && !projectId)) return models.choose(user, model);
  const offered = await models.list(user);
  if (offered.length < 2) return models.choose(user);
  const [project] = await db.sql<{ defaultModel: string | null }>`
    SELECT default_model AS "defaultModel" FROM projects
    WHERE user_id = ${user.id}::uuid AND id = coalesce(
      (SELECT project_id FROM conversations WHERE id = ${conversationId ?? null}::uuid), ${projectId ?? null}::uuid)`;
  return offered.find(({ id }) => id === project?.defaultModel) ?? models.choose(user);
}
