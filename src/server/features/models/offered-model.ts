import type { OfferedModelRow } from '~/shared/schemas/models';
import { describe, type ModelWithGroups } from './catalog-models';

/** The row for administrators. Prices are decimal strings as entered. */
export function toOfferedModel(row: Partial<ModelWithGroups> & Pick<ModelWithGroups, 'id' | 'name'>): OfferedModelRow {
  const { displayName, limits, abilities, access, groupIds, isDefault, position } = describe(row);
  return {
    id: row.id,
    name: row.name,
    displayName,
    contextTokens: row.contextTokens ?? null,
    maxOutputTokens: row.maxOutputTokens ?? null,
    limits: { contextTokens: limits.contextTokens, maxOutputTokens: limits.maxOutputTokens ?? null },
    abilities,
    inputPrice: row.inputPrice?.toString() ?? null,
    outputPrice: row.outputPrice?.toString() ?? null,
    access,
    groupIds,
    isDefault,
    position,
  };
}
