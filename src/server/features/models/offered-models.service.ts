/** Management of the models available to users, by administrators. */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { groupNotFound } from '~/server/features/groups/groups.errors';
import type { AddModelInput, OfferedModelRow, UpdateModelInput } from '~/shared/schemas/models';
import { idOfSettings, type ModelWithGroups, readCatalog, withGroups } from './catalog-models';
import { connectionById } from './model-by-id';
import { factsFrom, findFacts, type ModelFacts } from './model-facts';
import { endpointNotFound, modelAlreadyOffered, modelNotFound, settingsModelNotRemovable } from './models.errors';
import { toOfferedModel } from './offered-model';
import { probeAbilities } from './probe-abilities';
import { isUniqueViolation } from './unique-violation';

/** Reads the model's limits and abilities from the endpoint first; reported values take precedence over known ones. */
export async function addModel(deps: Deps, acting: Acting, input: AddModelInput): Promise<OfferedModelRow> {
  const { endpointId, name } = input;
  const found = await findFacts(deps, endpointId, name);
  const row = await deps.db
    .$transaction(async (tx) => {
      // Locked until the end, so that models added concurrently get different ids and positions.
      const [endpoint] = await tx.$queryRaw<{ name: string }[]>`
        SELECT name FROM model_endpoints WHERE id = ${endpointId}::uuid FOR NO KEY UPDATE`;
      if (!endpoint) throw endpointNotFound();
      if (input.isDefault) await clearDefault(tx);
      const groups = await assertGroups(tx, input.groupIds);
      const created = await tx.offeredModel.create({
        data: {
          id: await freeId(tx, name, deps.model.name),
          endpointId,
          name,
          displayName: input.displayName ?? name,
          position: (await lastPosition(tx)) + 1,
          ...found.limits,
          ...found.abilities,
          ...columnsOf(input),
          ...(groups && { groups: { create: groups.map(({ id: groupId }) => ({ groupId })) } }),
        },
        include: withGroups,
      });
      await recordAudit(tx, {
        kind: 'model-offered',
        actor: acting.by,
        subject: { label: created.displayName },
        details: { endpoint: endpoint.name, model: name, access: accessOf(created.access, groups) },
        caller: acting.caller,
      });
      return created;
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? modelAlreadyOffered() : error;
    });
  deps.models.changed();
  return toOfferedModel(row);
}

export const updateModel = (deps: Deps, acting: Acting, input: UpdateModelInput): Promise<OfferedModelRow> =>
  saveModel(deps, acting, input.id, columnsOf(input), input.groupIds);

/** Tests the model's abilities and limits. Results that stay unknown leave the stored values unchanged. */
export async function probeModel(deps: Deps, acting: Acting, id: string): Promise<OfferedModelRow> {
  const stored = await connectionById(deps, id);
  // A "no" of an earlier test may be out of date. Other stored abilities don't change the test.
  const isDoubtful = stored.abilities?.hostedSearch === false && deps.env.SEARCH_PROVIDER !== 'none';
  const connection = isDoubtful ? { ...stored, abilities: {} } : stored;
  const [abilities, { limits }] = await Promise.all([probeAbilities(connection), factsFrom(connection)]);
  const found = Object.entries({ ...columnsOf({ abilities }), ...limits }).filter(([, value]) => value !== null);
  return saveModel(deps, acting, id, Object.fromEntries(found));
}

async function saveModel(
  deps: Deps,
  acting: Acting,
  id: string,
  data: Columns & Partial<ModelFacts['limits']>,
  groupIds?: readonly string[],
): Promise<OfferedModelRow> {
  const stored = await readCatalog(deps.db, deps.model.name);
  const isOfSettings = deps.model.isConnected && id === idOfSettings(stored, deps.model.name);
  const row = await deps.db.$transaction(async (tx) => {
    if (data.isDefault) await clearDefault(tx);
    if (isOfSettings) {
      const { name } = deps.model;
      const create = { id, name, displayName: name, ...data };
      const where = { id: stored.ofSettings?.id ?? id };
      return recorded(tx, acting, await tx.offeredModel.upsert({ where, update: data, create }), groupIds);
    }
    const { count } = await tx.offeredModel.updateMany({
      where: { id, endpointId: { not: null } },
      // A change of only the groups updates no other column.
      data: { ...data, updatedAt: new Date() },
    });
    if (count === 0) throw modelNotFound();
    return recorded(tx, acting, await tx.offeredModel.findUniqueOrThrow({ where: { id } }), groupIds);
  });
  deps.models.changed();
  return { ...toOfferedModel(row), id };
}

/** Replaces the groups if given, and records an audit event. */
async function recorded(
  tx: Transaction,
  acting: Acting,
  row: { id: string; displayName: string; name: string; access: string },
  groupIds: readonly string[] | undefined,
): Promise<ModelWithGroups> {
  const groups = await assertGroups(tx, groupIds);
  if (groups) {
    await tx.modelGroup.deleteMany({ where: { modelId: row.id } });
    await tx.modelGroup.createMany({ data: groups.map(({ id: groupId }) => ({ modelId: row.id, groupId })) });
  }
  const details = { model: row.name, access: accessOf(row.access, groups) };
  const subject = { label: row.displayName };
  await recordAudit(tx, { kind: 'model-changed', actor: acting.by, subject, details, caller: acting.caller });
  return tx.offeredModel.findUniqueOrThrow({ where: { id: row.id }, include: withGroups });
}

type NamedGroups = { id: string; name: string }[] | null;

/** Null if the input does not change the groups. */
async function assertGroups(tx: Transaction, groupIds: readonly string[] | undefined): Promise<NamedGroups> {
  if (!groupIds) return null;
  const where = { id: { in: [...groupIds] } };
  const groups = await tx.group.findMany({ where, select: { id: true, name: true } });
  if (groups.length < new Set(groupIds).size) throw groupNotFound();
  return groups;
}

const accessOf = (access: string, groups: NamedGroups): string =>
  groups?.length ? groups.map(({ name }) => name).join(', ') : access;

export async function deleteModel(deps: Deps, acting: Acting, id: string): Promise<void> {
  const stored = await readCatalog(deps.db, deps.model.name);
  if (deps.model.isConnected && id === idOfSettings(stored, deps.model.name)) throw settingsModelNotRemovable();
  await deps.db.$transaction(async (tx) => {
    const row = await tx.offeredModel.findFirst({ where: { id, endpointId: { not: null } } });
    const { count } = await tx.offeredModel.deleteMany({ where: { id, endpointId: { not: null } } });
    if (!row || count === 0) throw modelNotFound();
    const subject = { label: row.displayName };
    await recordAudit(tx, { kind: 'model-withdrawn', actor: acting.by, subject, caller: acting.caller });
  });
  deps.models.changed();
}

const clearDefault = (tx: Transaction) =>
  tx.offeredModel.updateMany({ where: { isDefault: true }, data: { isDefault: false } });

async function lastPosition(tx: Transaction): Promise<number> {
  return (await tx.offeredModel.aggregate({ _max: { position: true } }))._max.position ?? 0;
}

/** The provider's name for the model, or that name with the first free number. */
async function freeId(tx: Transaction, name: string, settingsModel: string): Promise<string> {
  const rows = await tx.offeredModel.findMany({ where: { id: { startsWith: name } }, select: { id: true } });
  const usedIds = new Set([settingsModel, ...rows.map(({ id }) => id)]);
  let id = name;
  for (let number = 2; usedIds.has(id); number++) id = `${name}-${number}`;
  return id;
}

type Defined<Field extends keyof UpdateModelInput> = Exclude<UpdateModelInput[Field], undefined>;
type Columns = Partial<
  { [Field in Exclude<keyof UpdateModelInput, 'id' | 'abilities' | 'groupIds'>]: Defined<Field> } & Record<
    'canUseTools' | 'canSeeImages' | 'canReason' | 'canSearchWeb',
    boolean | null
  >
>;

/** Missing fields stay unchanged. */
function columnsOf(input: Omit<UpdateModelInput, 'id'>): Columns {
  const { displayName, contextTokens, maxOutputTokens, inputPrice, outputPrice, access, isDefault, position } = input;
  const { tools, images, reasoning, webSearch } = input.abilities ?? {};
  const columns = {
    displayName,
    contextTokens,
    maxOutputTokens,
    inputPrice,
    outputPrice,
    access,
    isDefault,
    position,
    canUseTools: tools,
    canSeeImages: images,
    canReason: reasoning,
    canSearchWeb: webSearch,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
