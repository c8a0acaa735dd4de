/** Checks the model endpoints in the database: reachable, with a key that is accepted, and with the models they offer. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { listModels, NoModelList } from '~/server/providers/llm/listed-models';
import { type Finding, fail, ok, reasonOf, warn } from './finding';

const timeoutMs = 10_000;
const check = 'model endpoints';
const screen = 'Settings, Admin, AI Models';

export interface StoredEndpoint {
  name: string;
  baseUrl: string;
  secrets: string | null;
  /** The vendor's names of the models offered. */
  models: string[];
}

/** Those that are enabled. */
export async function readEndpoints(session: Session): Promise<StoredEndpoint[]> {
  const rows = await session.query(
    `SELECT e.name, e.base_url AS "baseUrl", e.secrets, array_remove(array_agg(m.name ORDER BY m.name), NULL) AS models
     FROM model_endpoints e LEFT JOIN offered_models m ON m.endpoint_id = e.id
     WHERE e.is_enabled GROUP BY e.id ORDER BY e.created_at, e.id`,
  );
  return rows as unknown as StoredEndpoint[];
}

export const checkEndpoints = async (env: Env, endpoints: readonly StoredEndpoint[]): Promise<Finding[]> =>
  Promise.all(endpoints.map((endpoint) => checkEndpoint(env, endpoint)));

async function checkEndpoint(env: Env, { name, baseUrl, secrets, models }: StoredEndpoint): Promise<Finding> {
  // Opening the box would create a missing secret, and nothing here changes the installation.
  const isLost = secrets !== null && !env.SECRET_KEY && !existsSync(path.join(env.DATA_DIR, 'secret.key'));
  const opened = isLost ? null : createSecretBox(env).open(baseUrl, secrets);
  if (!opened)
    return fail(
      check,
      `the key of ${name} cannot be decrypted`,
      `Restore DATA_DIR/secret.key or SECRET_KEY, or enter the key again under ${screen}.`,
    );
  const { host } = new URL(baseUrl);
  try {
    const connection = {
      apiKey: opened.apiKey ?? '',
      baseUrl,
      headers: opened.headers ?? {},
      proxyUrl: opened.proxyUrl,
    };
    const listed = await listModels(connection, AbortSignal.timeout(timeoutMs));
    const names = new Set(listed.flatMap((model) => [model.name, model.name.replace(/:latest$/, '')]));
    const missing = models.filter((model) => !names.has(model));
    if (missing.length > 0)
      return warn(check, `${name} at ${host} does not list ${missing.join(', ')}`, `Check the models under ${screen}.`);
    return ok(check, `${name} at ${host}: ${models.length > 0 ? models.join(', ') : 'no models offered'}`);
  } catch (error) {
    if (!(error instanceof NoModelList))
      return fail(check, `${name} at ${host}: ${reasonOf(error)}`, `Check its address and proxy under ${screen}.`);
    if (error.status === 401 || error.status === 403)
      return fail(check, `${host} rejected the key of ${name} (${error.status})`, `Enter a valid key under ${screen}.`);
    return warn(
      check,
      `${name} at ${host} is reachable, but lists no models (${error.status})`,
      'Check that its address ends with /v1, as most do.',
    );
  }
}
