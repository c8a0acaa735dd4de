import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';

/** The default model of regular members; undefined if administrators offer them none. */
export async function readDefaultModel({ models }: Pick<Deps, 'models'>): Promise<ChosenModel | undefined> {
  const [byDefault] = await models.list({ id: '', isAdmin: false });
  return byDefault;
}
