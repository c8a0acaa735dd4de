/** The models of the catalog, as stored in the database and the settings. */
import type { Database } from '~/server/db/client';
import type { ModelEndpoint, OfferedModel } from '~/server/db/generated/client';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { limitsOf } from '~/server/providers/llm/model-limits';
import type { ModelLimits } from '~/server/providers/llm/types';
import type { Abilities, ModelAccess } from '~/shared/schemas/models';

/** A model with the groups that may use it. */
export type ModelWithGroups = OfferedModel & { groups: { groupId: string }[] };
export type EndpointWithModels = ModelEndpoint & { models: ModelWithGroups[] };

export interface CatalogModel extends ChosenModel {
  access: ModelAccess;
  /** Empty for a model that is available to everyone. */
  groupIds: readonly string[];
  isDefault: boolean;
  position: number;
}

export interface StoredCatalog {
  endpoints: EndpointWithModels[];
  /** Administrators' values for the model of the settings. */
  ofSettings: ModelWithGroups | null;
}

export const withGroups = { groups: { select: { groupId: true }, orderBy: { groupId: 'asc' } } } as const;

/** Called once after each change. */
export async function readCatalog(db: Database, settingsModel: string): Promise<StoredCatalog> {
  const [endpoints, ofSettings] = await Promise.all([
    db.modelEndpoint.findMany({
      include: {
        models: { orderBy: [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }], include: withGroups },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
    db.offeredModel.findFirst({
      where: { endpointId: null, name: settingsModel },
      orderBy: { createdAt: 'asc' },
      include: withGroups,
    }),
  ]);
  return { endpoints, ofSettings };
}

/** Avoids an id that a model of another endpoint already has. */
export const idOfSettings = ({ endpoints }: StoredCatalog, name: string): string =>
  endpoints.some(({ models }) => models.some(({ id }) => id === name)) ? `${name}-settings` : name;

/**
 * In order of precedence: as set by an administrator, as reported by the endpoint, or as known for the model's name.
 */
function limitsFor(row: Pick<OfferedModel, 'name'> & Partial<OfferedModel>): ModelLimits {
  const known = limitsOf(row.name);
  const contextTokens = row.contextTokens ?? row.foundContextTokens ?? known.contextTokens;
  const maxOutputTokens = row.maxOutputTokens ?? row.foundMaxOutputTokens ?? known.maxOutputTokens;
  return { contextTokens, ...(maxOutputTokens !== undefined && { maxOutputTokens }) };
}

const abilitiesOf = (row: Partial<OfferedModel>): Abilities => ({
  tools: row.canUseTools ?? null,
  images: row.canSeeImages ?? null,
  reasoning: row.canReason ?? null,
  webSearch: row.canSearchWeb ?? null,
});

/** The properties of a model from its row, with defaults for missing values. */
export const describe = (row: Partial<ModelWithGroups> & Pick<OfferedModel, 'name'>) => ({
  displayName: row.displayName ?? row.name,
  limits: limitsFor(row),
  abilities: abilitiesOf(row),
  access: row.access === 'administrators' ? ('administrators' as const) : ('everyone' as const),
  groupIds: (row.groups ?? []).map(({ groupId }) => groupId),
  isDefault: row.isDefault ?? false,
  position: row.position ?? 0,
  ...(row.inputPrice &&
    row.outputPrice && { prices: { input: row.inputPrice.toString(), output: row.outputPrice.toString() } }),
});
