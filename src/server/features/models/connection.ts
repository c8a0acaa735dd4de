/** How the models of an endpoint are reached, and their clients. */
import type { ModelEndpoint, OfferedModel } from '~/server/db/generated/client';
import type { AnswerModel } from '~/server/generation/library';
import type { Logger } from '~/server/lib/logger';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { type ApiKind, apiKinds } from '~/shared/schemas/models';
import type { EndpointSecrets, SecretBox } from './endpoint-secrets';

export function connectionOf(
  endpoint: Pick<ModelEndpoint, 'baseUrl' | 'api'>,
  secrets: EndpointSecrets,
  row: Pick<OfferedModel, 'name'> & Partial<OfferedModel>,
  /** SEARCH_PROVIDER=none: answers never use a provider's search, whatever the model supports. */
  isSearchOff = false,
): OpenAiSettings {
  const abilities = {
    tools: row.canUseTools,
    images: row.canSeeImages,
    reasoning: row.canReason,
    hostedSearch: isSearchOff ? false : row.canSearchWeb,
  };
  const known = Object.entries(abilities).filter(([, value]) => typeof value === 'boolean');
  return {
    apiKey: secrets.apiKey ?? '',
    baseUrl: endpoint.baseUrl,
    model: row.name,
    api: apiKindOf(endpoint.api),
    headers: secrets.headers ?? {},
    proxyUrl: secrets.proxyUrl,
    abilities: Object.fromEntries(known),
    ...factorOf(row),
  };
}

const factorOf = ({ tokenFactor }: Partial<OfferedModel>) => (tokenFactor ? { tokenFactor } : {});

export const apiKindOf = (text: string): ApiKind => apiKinds.find((kind) => kind === text) ?? 'auto';

interface Client {
  version: string;
  connection: OpenAiSettings;
  model: AnswerModel;
}

/** Timeouts for silent endpoints, from the settings. */
export type EndpointTimeouts = Pick<OpenAiSettings, 'firstByteTimeoutMs' | 'idleTimeoutMs'>;

/** Keeps one client per endpoint configuration, because clients remember which parameters their endpoint rejects. */
export class ModelClients {
  private clients = new Map<string, Client>();

  /** The client of the settings' model, with the values of its row. */
  private ofSettings: Client | undefined;

  constructor(
    private readonly secrets: SecretBox,
    private readonly timeouts: EndpointTimeouts,
    private readonly logger: Logger,
    private readonly isSearchOff: boolean,
  ) {}

  /** Returns the clients of all models by model id. Omits those whose key can't be decrypted. */
  renew(endpoints: readonly (ModelEndpoint & { models: OfferedModel[] })[]): ReadonlyMap<string, Client> {
    const renewed = new Map<string, Client>();
    for (const endpoint of endpoints) {
      const secrets = this.secrets.open(endpoint.baseUrl, endpoint.secrets);
      if (!secrets) {
        this.logger.error({ endpoint: endpoint.name }, 'cannot decrypt the key of a model endpoint: enter it again');
        continue;
      }
      for (const row of endpoint.models) {
        const version = `${endpoint.id} ${endpoint.updatedAt.getTime()} ${row.updatedAt.getTime()}`;
        const known = this.clients.get(row.id);
        if (known?.version === version) renewed.set(row.id, known);
        else {
          const connection = { ...connectionOf(endpoint, secrets, row, this.isSearchOff), ...this.timeouts };
          renewed.set(row.id, { version, connection, model: createOpenAiModel(connection) });
        }
      }
    }
    this.clients = renewed;
    return renewed;
  }

  /** The client of the settings' model, with administrators' values. */
  renewOfSettings(settings: OpenAiSettings, row: OfferedModel): Client {
    const version = `${row.id} ${row.updatedAt.getTime()}`;
    if (this.ofSettings?.version !== version) {
      const connection = withRow(settings, row);
      this.ofSettings = { version, connection, model: createOpenAiModel(connection) };
    }
    return this.ofSettings;
  }
}

/** The connection from the settings, completed by the model's row. */
export function withRow(settings: OpenAiSettings, row: OfferedModel | null): OpenAiSettings {
  if (!row) return settings;
  const { abilities } = connectionOf(settings, {}, row);
  return { ...settings, abilities: { ...abilities, ...settings.abilities }, ...factorOf(row) };
}
