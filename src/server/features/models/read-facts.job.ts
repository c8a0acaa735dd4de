/**
 * Reads the facts that endpoints report about available models and the settings' model, at each start and once a day.
 * Endpoints are restarted with other context windows, and models added while their endpoint was down would keep the
 * smallest one.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { idOfSettings, readCatalog } from './catalog-models';
import { connectionOf } from './connection';
import { createSecretBox } from './endpoint-secrets';
import { factsOfAll, type ModelFacts } from './model-facts';
import { addRowOfSettings } from './row-of-settings';

export const readFactsJob: JobKind<Deps, object> = defineJob({
  kind: 'models.read-facts',
  payload: z.object({}),
  everyMs: 24 * 3_600_000,
  run: (deps: Deps, _payload, { signal }) => readFacts(deps, signal),
});

const recheckMs = 3_600_000;
/** Ollama reports the context window of a model only while it is loaded; until then, assume its default. */
const assumedTokens = 4096;
const readSoonAt = new Map<string, number>();

/** After an answer: reads the limits again if they may be outdated, at most once an hour. */
export function refreshUncertainFacts(deps: Deps, { id, model, limits }: ChosenModel): void {
  if (!model.seemsToDrop && limits.contextTokens > assumedTokens) return;
  if (Date.now() - (readSoonAt.get(id) ?? Number.NEGATIVE_INFINITY) < recheckMs) return;
  readSoonAt.set(id, Date.now());
  deps.background.run('asking for the limits of models', () => deps.jobs.runSoon(readFactsJob));
}

/** A model row, identified by id, or the settings' model, which may not have a row yet. */
interface Target {
  connection: OpenAiSettings;
  models: { id: string; name: string; isOfSettings: boolean }[];
}

async function readFacts(deps: Deps, signal: AbortSignal): Promise<void> {
  let changed = 0;
  for (const { connection, models } of await targets(deps)) {
    const facts = await factsOfAll(
      connection,
      models.map(({ name }) => name),
      signal,
    );
    // A result that arrives after the abort may be incomplete.
    signal.throwIfAborted();
    for (const [index, model] of models.entries()) {
      const found = facts[index];
      if (found && (await store(deps, model, found))) changed++;
    }
  }
  if (changed === 0) return;
  deps.logger.info({ models: changed }, 'read the limits and abilities of models from their endpoints');
  deps.models.changed();
}

async function targets({ db, env, model }: Deps): Promise<Target[]> {
  const stored = await readCatalog(db, model.name);
  const box = createSecretBox(env);
  const ofSettings: Target[] = [];
  if (env.model) {
    const { model: name } = env.model;
    const id = stored.ofSettings?.id ?? idOfSettings(stored, name);
    ofSettings.push({ connection: env.model, models: [{ id, name, isOfSettings: true }] });
  }
  // The catalog logs keys that can't be decrypted.
  const others = stored.endpoints.flatMap((endpoint): Target[] => {
    const secrets = box.open(endpoint.baseUrl, endpoint.secrets);
    if (!secrets || !endpoint.isEnabled) return [];
    const models = endpoint.models.map(({ id, name }) => ({ id, name, isOfSettings: false }));
    return [{ connection: connectionOf(endpoint, secrets, { name: '' }), models }];
  });
  return [...ofSettings, ...others].filter(({ models }) => models.length > 0);
}

/** Stores missing values and updates limits reported earlier. Administrators' values stay. */
async function store({ db }: Deps, { id, name, isOfSettings }: Target['models'][number], found: ModelFacts) {
  const { foundContextTokens: context, foundMaxOutputTokens: output } = found.limits;
  const { canUseTools: tools = null, canSeeImages: images = null, canReason: reasons = null } = found.abilities;
  if ([context, output, tools, images, reasons].every((value) => value === null)) return false;
  if (isOfSettings) await addRowOfSettings(db, { id, name });
  const updated = await db.sql`
    WITH said AS (
      SELECT id, coalesce(${context}::int, found_context_tokens) AS context, coalesce(${output}::int, found_max_output_tokens) AS output,
        coalesce(can_use_tools, ${tools}::boolean) AS tools, coalesce(can_see_images, ${images}::boolean) AS images,
        coalesce(can_reason, ${reasons}::boolean) AS reasons
      FROM offered_models WHERE id = ${id} FOR NO KEY UPDATE
    )
    UPDATE offered_models m SET found_context_tokens = context, found_max_output_tokens = output, can_use_tools = tools,
      can_see_images = images, can_reason = reasons, updated_at = now()
    FROM said WHERE m.id = said.id AND (context, output, tools, images, reasons) IS DISTINCT FROM
      (found_context_tokens, found_max_output_tokens, can_use_tools, can_see_images, can_reason)
    RETURNING m.id`;
  return updated.length > 0;
}
