/** Finds a model by its id for administrators, even if it is not available to users. */
import type { Deps } from '~/server/deps';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { idOfSettings, readCatalog } from './catalog-models';
import { connectionOf, withRow } from './connection';
import { createSecretBox } from './endpoint-secrets';
import { keyRequiredAgain, modelNotFound } from './models.errors';

export async function connectionById(deps: Deps, id: string): Promise<OpenAiSettings> {
  const { env, model, db } = deps;
  const stored = await readCatalog(db, model.name);
  if (env.model && id === idOfSettings(stored, model.name)) return withRow(env.model, stored.ofSettings);
  for (const endpoint of stored.endpoints) {
    const row = endpoint.models.find((model) => model.id === id);
    if (!row) continue;
    const secrets = createSecretBox(env).open(endpoint.baseUrl, endpoint.secrets);
    if (!secrets) throw keyRequiredAgain();
    return connectionOf(endpoint, secrets, row, env.SEARCH_PROVIDER === 'none');
  }
  throw modelNotFound();
}
