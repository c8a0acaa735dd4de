/** The models that the catalog offers, as the database and the settings describe them. */
import type { Database } from '~/server/db/client';
import type { ModelEndpoint, OfferedModel } from '~/server/db/generated/client';
import type { ChosenModel } from '~/server/generation/model-catalog';
import { limitsOf } from '~/server/providers/llm/model-limits';
import type { ModelLimits } from '~/server/providers/llm/types';
import type { Abilities, ModelAccess } from '~/shared/schemas/models';

/** A model with the groups that may use it. */
export type ModelWithGroups = OfferedModel & { groups: { groupId: string }[] };
export type EndpointWithModels = ModelEndpoint & { models: ModelWithGroups[] };

export interface CatalogModel extends ChosenModel {
  access: ModelAccess;
  /** Of a model that is not for everyone. */
  groupIds: readonly string[];
  isDefault: boolean;
  position: number;
}

export interface StoredCatalog {
  endpoints: EndpointWithModels[];
  /** What administrators said about the model of the settings. */
  ofSettings: ModelWithGroups | null;
}

export const withGroups = { groups: { select: { groupId: true }, orderBy: { groupId: 'asc' } } } as const;

/** Run once after each change. */
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

/** Another endpoint may offer a model under the id that the settings' model would have. */
export const idOfSettings = ({ endpoints }: StoredCatalog, name: string): string =>
  endpoints.some(({ models }) => models.some(({ id }) => id === name)) ? `${name}-settings` : name;

/** As an administrator set them, as the endpoint reports them, or as they are known for the model. */
export function limitsFor(row: Pick<OfferedModel, 'name'> & Partial<OfferedModel>): ModelLimits {
  const known = limitsOf(row.name);
  const contextTokens = row.contextTokens ?? row.foundContextTokens ?? known.contextTokens;
  const maxOutputTokens = row.maxOutputTokens ?? row.foundMaxOutputTokens ?? known.maxOutputTokens;
  return { contextTokens, ...(maxOutputTokens !== undefined && { maxOutputTokens }) };
}

export const abilitiesOf = (row: Partial<OfferedModel>): Abilities => ({
  tools: row.canUseTools ?? null,
  images: row.canSeeImages ?? null,
  reasoning: row.canReason ?? null,
  webSearch: row.canSearchWeb ?? null,
});

/** What a row says about a model, with what is assumed where there is no row. */
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
