/** Checks the model of the settings and the model endpoints in the database: each must answer a real message. */
import type { Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import { connectionOf } from '~/server/features/models/connection';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { type Finding, fail, ok } from './finding';
import { probeEndpoint } from './probe-endpoint';

const check = 'model endpoints';
const screen = 'Settings, Admin, AI Models';

export async function checkModel({ model: connection }: Env): Promise<Finding[]> {
  if (!connection)
    return [ok('model', 'none in the settings; without a model endpoint, the built-in offline analyst answers')];
  const fixes = {
    connection: 'Check AI_BASE_URL, AI_API_KEY, AI_HEADERS and AI_PROXY_URL.',
    models: (listed: string) => `Set AI_MODEL to one of: ${listed}`,
  };
  const name = new URL(connection.baseUrl).host;
  return [await probeEndpoint({ check: 'model', name, connection, models: [connection.model], fixes })];
}

export interface StoredEndpoint {
  name: string;
  baseUrl: string;
  api: string;
  secrets: string | null;
  /** The vendor's names of the offered models, in the order of the list. */
  models: string[];
  embeddingModel: string | null;
}

/** Only enabled ones. */
export async function readEndpoints(session: Session): Promise<StoredEndpoint[]> {
  const rows = await session.query(
    `SELECT e.name, e.base_url AS "baseUrl", e.api, e.secrets, e.embedding_model AS "embeddingModel",
            array_remove(array_agg(m.name ORDER BY m.position, m.created_at, m.id), NULL) AS models
     FROM model_endpoints e LEFT JOIN offered_models m ON m.endpoint_id = e.id
     WHERE e.is_enabled GROUP BY e.id ORDER BY e.created_at, e.id`,
  );
  // The statement selects these columns.
  return rows as unknown as StoredEndpoint[];
}

type CheckedEndpoint = Omit<StoredEndpoint, 'embeddingModel'>;

export const checkEndpoints = async (env: Env, endpoints: readonly CheckedEndpoint[]): Promise<Finding[]> =>
  Promise.all(endpoints.map((endpoint) => checkEndpoint(env, endpoint)));

async function checkEndpoint(env: Env, endpoint: CheckedEndpoint): Promise<Finding> {
  const { name, baseUrl, secrets, models } = endpoint;
  const opened = createSecretBox(env).open(baseUrl, secrets);
  if (!opened)
    return fail(
      check,
      `the key of ${name} cannot be decrypted`,
      `Restore DATA_DIR/secret.key or SECRET_KEY, or enter the key again under ${screen}.`,
    );
  return probeEndpoint({
    check,
    name: `${name} at ${new URL(baseUrl).host}`,
    connection: connectionOf(endpoint, opened, { name: '' }, env.SEARCH_PROVIDER === 'none'),
    models,
    fixes: {
      connection: `Check its address, key, headers and proxy under ${screen}.`,
      models: (listed) => `Offer models that it has under ${screen}. It lists: ${listed}`,
    },
  });
}
