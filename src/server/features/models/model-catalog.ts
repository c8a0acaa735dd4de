/**
 * The models of all endpoints, cached until something changes, so that choosing a model adds no query to a message.
 * Other processes are notified; one that misses the notification refreshes within `staleMs`.
 */
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import type { AnswerModel } from '~/server/generation/library';
import type { CatalogUser, ChosenModel, ModelCatalog } from '~/server/generation/model-catalog-types';
import type { Logger } from '~/server/lib/logger';
import type { Bus } from '~/server/realtime/bus';
import { type CatalogModel, describe, idOfSettings, readCatalog, type StoredCatalog } from './catalog-models';
import { ModelClients } from './connection';
import { createSecretBox } from './endpoint-secrets';
import { modelUnavailable } from './models.errors';

const staleMs = 30_000;
const offlineAnalyst = 'Offline analyst';

export interface CatalogSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  env: Pick<
    Env,
    | 'SECRET_KEY'
    | 'SECRET_KEY_PREVIOUS'
    | 'DATA_DIR'
    | 'AI_FIRST_BYTE_TIMEOUT_SECONDS'
    | 'AI_IDLE_TIMEOUT_SECONDS'
    | 'SEARCH_PROVIDER'
    | 'model'
  >;
  /** The model of the settings, or the offline analyst. */
  model: AnswerModel;
  /** Whether no other process can change the database. */
  isOnlyProcess: boolean;
}

interface Snapshot {
  readAt: number;
  models: readonly CatalogModel[];
  /** Whether some models are only for groups. */
  hasGroups: boolean;
}

export function createModelCatalog(settings: CatalogSettings): ModelCatalog {
  const { db, bus } = settings;
  const offered = new OfferedModels(settings);
  const unsubscribe = bus.subscribe('models', () => offered.forget());

  const list = async (user: CatalogUser): Promise<readonly CatalogModel[]> => {
    const { models, hasGroups } = await offered.get();
    if (user.isAdmin) return inOrder(models);
    // Group membership is read each time, so that leaving a group takes effect with the next message.
    const groups = hasGroups && user.id !== '' ? await groupsOf(db, user.id) : new Set<string>();
    return inOrder(
      models.filter(({ access, groupIds }) => access === 'everyone' || groupIds.some((id) => groups.has(id))),
    );
  };

  return {
    list,
    async choose(user, modelId): Promise<ChosenModel> {
      const models = await list(user);
      const chosen = modelId ? models.find(({ id }) => id === modelId) : models[0];
      if (!chosen) throw modelUnavailable();
      return chosen;
    },
    changed: () => bus.publish('models', { type: 'changed' }),
    close: unsubscribe,
  };
}

/** Cache of the models of all endpoints. */
class OfferedModels {
  private readonly clients: ModelClients;
  private current: Promise<Snapshot> | undefined;
  private isReading = false;

  constructor(private readonly settings: CatalogSettings) {
    const { env, logger } = settings;
    const timeouts = {
      firstByteTimeoutMs: env.AI_FIRST_BYTE_TIMEOUT_SECONDS * 1000,
      idleTimeoutMs: env.AI_IDLE_TIMEOUT_SECONDS * 1000,
    };
    this.clients = new ModelClients(createSecretBox(env), timeouts, logger, env.SEARCH_PROVIDER === 'none');
  }

  /** Returns stale models at once and refreshes them in the background. */
  async get(): Promise<Snapshot> {
    const snapshot = await this.snapshot();
    const { isOnlyProcess } = this.settings;
    if (!isOnlyProcess && !this.isReading && Date.now() - snapshot.readAt > staleMs) this.renew(this.current);
    return snapshot;
  }

  forget(): void {
    this.current = undefined;
  }

  private snapshot(): Promise<Snapshot> {
    const reading = this.current ?? this.read();
    if (reading === this.current) return reading;
    this.current = reading;
    // Callers receive the error; the next call retries.
    reading.catch(() => {
      if (this.current === reading) this.current = undefined;
    });
    return reading;
  }

  private renew(since: Promise<Snapshot> | undefined): void {
    this.isReading = true;
    this.read()
      .then((renewed) => {
        if (this.current === since) this.current = Promise.resolve(renewed);
      })
      .catch((error) => this.settings.logger.warn({ err: error }, 'failed to read the models again'))
      .finally(() => {
        this.isReading = false;
      });
  }

  private async read(): Promise<Snapshot> {
    const stored = await readCatalog(this.settings.db, this.settings.model.name);
    const models = offeredModels(stored, this.settings, this.clients);
    return { readAt: Date.now(), models, hasGroups: models.some(({ groupIds }) => groupIds.length > 0) };
  }
}

async function groupsOf(db: Database, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.sql<{ id: string }>`SELECT group_id AS id FROM group_members WHERE user_id = ${userId}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

/** The default model first. The offline analyst is only included if there is no other model. */
function inOrder(models: readonly CatalogModel[]): readonly CatalogModel[] {
  const connected = models.filter(({ model }) => model.isConnected);
  const ordered = connected.length > 0 ? connected : models;
  const first = ordered.find(({ isDefault }) => isDefault) ?? ordered[0];
  return first ? [first, ...ordered.filter((model) => model !== first)] : [];
}

function offeredModels(stored: StoredCatalog, { model, env }: CatalogSettings, clients: ModelClients): CatalogModel[] {
  const { name } = model;
  // Without a row, the client created at startup is used.
  const renewed = env.model && stored.ofSettings && clients.renewOfSettings(env.model, stored.ofSettings);
  const connectionOfSettings = renewed?.connection ?? env.model;
  const canDo = <Row extends object>(row: Row): Row =>
    env.SEARCH_PROVIDER === 'none' ? { ...row, canSearchWeb: false } : row;
  const ofSettings: CatalogModel = {
    id: idOfSettings(stored, name),
    model: renewed?.model ?? model,
    connection: () => connectionOfSettings,
    ...describe(canDo(stored.ofSettings ?? { name, ...(!model.isConnected && { displayName: offlineAnalyst }) })),
  };
  const enabled = stored.endpoints.filter(({ isEnabled }) => isEnabled);
  const known = clients.renew(enabled);
  const others = enabled.flatMap(({ id: endpointId, models }) =>
    models.flatMap((row): CatalogModel[] => {
      const client = known.get(row.id);
      if (!client) return [];
      const { model } = client;
      return [{ id: row.id, endpointId, model, connection: () => client.connection, ...describe(canDo(row)) }];
    }),
  );
  return [ofSettings, ...others].sort((a, b) => a.position - b.position);
}
