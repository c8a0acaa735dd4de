import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';

/** How a model reaches web pages: with our tools, by its provider's search, or by our searching and reading for it. */
export type WebAccess = 'tools' | 'hosted' | 'prefetched';

/** Undefined if web search is not available. */
export async function webAccessOf(
  { search }: Pick<Deps, 'search'>,
  { model, abilities }: Pick<ChosenModel, 'model' | 'abilities'>,
): Promise<WebAccess | undefined> {
  const hasSearch = await search.isSetUp();
  if (hasSearch && model.canCallTools && abilities.tools !== false) return 'tools';
  if (model.canSearchWeb || abilities.webSearch === true) return 'hosted';
  return hasSearch ? 'prefetched' : undefined;
}
