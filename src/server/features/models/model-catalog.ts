/**
 * The models of all endpoints. Read once and kept until something changes, so that choosing a model costs a question
 * nothing. Other processes are notified; one that missed it reads again by itself within `staleMs`.
 */
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import type { AnswerModel } from '~/server/generation/library';
import type { CatalogUser, ChosenModel, ModelCatalog } from '~/server/generation/model-catalog';
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
  /** No other process can change the database. */
  isOnlyProcess: boolean;
}

interface Snapshot {
  readAt: number;
  models: readonly CatalogModel[];
  /** Some models are for groups only. */
  hasGroups: boolean;
}

export function createModelCatalog(settings: CatalogSettings): ModelCatalog {
  const { db, bus, logger, model, isOnlyProcess } = settings;
  const patience = {
    firstByteTimeoutMs: settings.env.AI_FIRST_BYTE_TIMEOUT_SECONDS * 1000,
    idleTimeoutMs: settings.env.AI_IDLE_TIMEOUT_SECONDS * 1000,
  };
  const isSearchOff = settings.env.SEARCH_PROVIDER === 'none';
  const clients = new ModelClients(createSecretBox(settings.env), patience, logger, isSearchOff);
  let current: Promise<Snapshot> | undefined;
  let isReading = false;

  const read = async (): Promise<Snapshot> => {
    const stored = await readCatalog(db, model.name);
    const offered = offeredModels(stored, settings, clients);
    return { readAt: Date.now(), models: offered, hasGroups: offered.some(({ groupIds }) => groupIds.length > 0) };
  };
  const snapshot = (): Promise<Snapshot> => {
    const reading = current ?? read();
    if (reading === current) return reading;
    current = reading;
    // A failure is reported to those who wait for it; the next question reads again.
    reading.catch(() => {
      if (current === reading) current = undefined;
    });
    return reading;
  };
  const renew = (since: Promise<Snapshot> | undefined) => {
    isReading = true;
    read()
      .then((renewed) => {
        if (current === since) current = Promise.resolve(renewed);
      })
      .catch((error) => logger.warn({ err: error }, 'failed to read the models again'))
      .finally(() => {
        isReading = false;
      });
  };
  const forget = () => {
    current = undefined;
  };
  const unsubscribe = bus.subscribe('models', forget);

  const list = async (user: CatalogUser): Promise<readonly CatalogModel[]> => {
    const { readAt, models, hasGroups } = await snapshot();
    if (!isOnlyProcess && !isReading && Date.now() - readAt > staleMs) renew(current);
    if (user.isAdmin) return inOrder(models);
    // Membership is read each time, so that leaving a group takes effect with the next question.
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

async function groupsOf(db: Database, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.sql<{ id: string }>`SELECT group_id AS id FROM group_members WHERE user_id = ${userId}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

/** The default first. The offline analyst answers only where nothing else does. */
function inOrder(models: readonly CatalogModel[]): readonly CatalogModel[] {
  const connected = models.filter(({ model }) => model.isConnected);
  const ordered = connected.length > 0 ? connected : models;
  const first = ordered.find(({ isDefault }) => isDefault) ?? ordered[0];
  return first ? [first, ...ordered.filter((one) => one !== first)] : [];
}

function offeredModels(stored: StoredCatalog, { model, env }: CatalogSettings, clients: ModelClients): CatalogModel[] {
  const { name } = model;
  // Without a row, the client of the start is right.
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
