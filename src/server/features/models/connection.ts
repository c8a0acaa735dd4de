/** How the models of an endpoint are reached, and the clients that do it. */
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
  /** SEARCH_PROVIDER=none: no provider may search for an answer, whatever its model can do. */
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
  };
}

export const apiKindOf = (text: string): ApiKind => apiKinds.find((kind) => kind === text) ?? 'auto';

interface Client {
  version: string;
  connection: OpenAiSettings;
  model: AnswerModel;
}

/** How long endpoints may be silent, as the settings say. */
export type Patience = Pick<OpenAiSettings, 'firstByteTimeoutMs' | 'idleTimeoutMs'>;

/** Keeps a client for as long as its endpoint stays the same: it remembers what the endpoint refuses. */
export class ModelClients {
  private clients = new Map<string, Client>();

  /** Of the settings' model, as its row says. */
  private ofSettings: Client | undefined;

  constructor(
    private readonly secrets: SecretBox,
    private readonly patience: Patience,
    private readonly logger: Logger,
    private readonly isSearchOff: boolean,
  ) {}

  /** The clients of all models, by the models' ids; those whose key cannot be decrypted are left out. */
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
          const connection = { ...connectionOf(endpoint, secrets, row, this.isSearchOff), ...this.patience };
          renewed.set(row.id, { version, connection, model: createOpenAiModel(connection) });
        }
      }
    }
    this.clients = renewed;
    return renewed;
  }

  /** The client of the settings' model with what administrators said of it. */
  renewOfSettings(settings: OpenAiSettings, row: OfferedModel): Client {
    const version = `${row.id} ${row.updatedAt.getTime()}`;
    if (this.ofSettings?.version !== version) {
      const connection = withRow(settings, row);
      this.ofSettings = { version, connection, model: createOpenAiModel(connection) };
    }
    return this.ofSettings;
  }
}

/** The connection of the settings, with what the model's row says where the settings say nothing. */
export function withRow(settings: OpenAiSettings, row: OfferedModel | null): OpenAiSettings {
  if (!row) return settings;
  const { abilities } = connectionOf(settings, {}, row);
  return { ...settings, abilities: { ...abilities, ...settings.abilities } };
}
