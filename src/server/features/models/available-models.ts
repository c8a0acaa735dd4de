import type { Deps } from '~/server/deps';
import { webAccessOf } from '~/server/features/research/web-access';
import { webOf } from '~/server/features/web/web.service';
import type { CatalogUser } from '~/server/generation/model-catalog-types';
import type { AvailableModel } from '~/shared/schemas/models';

/** The models that a user can choose from, the default model first. */
export async function listAvailable(
  deps: Pick<Deps, 'models' | 'search'>,
  user: CatalogUser,
): Promise<AvailableModel[]> {
  const models = await deps.models.list(user);
  const webs = await Promise.all(models.map((offered) => webOf(deps, offered)));
  const ways = await Promise.all(
    models.map((offered) => (offered.model.isConnected ? webAccessOf(deps, offered) : undefined)),
  );
  return models.map((offered, place) => {
    const { id, displayName, endpointId = null, limits, abilities } = offered;
    return {
      id,
      name: displayName,
      endpointId,
      isDefault: place === 0,
      contextTokens: limits.contextTokens,
      maxOutputTokens: limits.maxOutputTokens ?? null,
      canResearch: ways[place] !== undefined,
      abilities: { ...abilities, webSearch: webs[place] !== 'none' },
    };
  });
}
