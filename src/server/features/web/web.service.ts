import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';

/** Where a model's answers get web access from: its provider, our own search and page reader, or nowhere. */
export type WebSource = 'hosted' | 'own' | 'none';

/** The provider's search is the default if there is one. */
export async function webOf(
  { search }: Pick<Deps, 'search'>,
  { model, abilities }: Pick<ChosenModel, 'model' | 'abilities'>,
): Promise<WebSource> {
  if (!model.isConnected) return 'none';
  if (model.canSearchWeb || abilities.webSearch === true) return 'hosted';
  if (!model.canCallTools || abilities.tools === false) return 'none';
  return (await search.isSetUp()) ? 'own' : 'none';
}
