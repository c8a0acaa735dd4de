import type { Deps } from '~/server/deps';
import type { CatalogUser } from '~/server/generation/model-catalog';
import type { AvailableModel } from '~/shared/schemas/models';

/** The models that a user can choose from, the default first. */
export async function listAvailable({ models }: Pick<Deps, 'models'>, user: CatalogUser): Promise<AvailableModel[]> {
  return (await models.list(user)).map(({ id, displayName, limits, abilities, model }, place) => ({
    id,
    name: displayName,
    isDefault: place === 0,
    contextTokens: limits.contextTokens,
    maxOutputTokens: limits.maxOutputTokens ?? null,
    abilities: { ...abilities, webSearch: abilities.webSearch ?? model.canSearchWeb },
  }));
}
