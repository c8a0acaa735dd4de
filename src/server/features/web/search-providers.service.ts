/** Management of search providers by administrators. Keys are write-only. */

import type { SearchProvider as StoredProvider } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { createSecretBox, type SecretBox } from '~/server/features/models/endpoint-secrets';
import { AppError } from '~/server/lib/errors';
import { vendorsOf } from '~/server/providers/search/create-search';
import type {
  SaveSearchProviderInput,
  SearchDefaultsInput,
  SearchProviderRow,
  SearchSettingsView,
} from '~/shared/schemas/web-search';
import type { SearchProviderName } from '~/shared/search-providers';
import { addressOf, readSearchSettings } from './search-catalog';

export const searchProviderNotFound = () => new AppError('not_found', 'Search provider not found');
const fromSettings = () =>
  new AppError('conflict', "This provider comes from the server's settings. Change it there and restart.");
const keyMissing = () => new AppError('validation', 'Enter the API key.', { field: 'apiKey' });

/** Those of the settings first, in the order in which they are used. */
export async function readSettings(deps: Deps): Promise<SearchSettingsView> {
  const { rows, language = null, region = null } = await readSearchSettings(deps.db);
  const box = createSecretBox(deps.env);
  return {
    isOff: deps.env.SEARCH_PROVIDER === 'none',
    language,
    region,
    providers: [...providersOfSettings(deps), ...rows.map((row) => toProvider(row, box))],
  };
}

const providersOfSettings = ({ env }: Deps): SearchProviderRow[] =>
  vendorsOf(env).map(({ name, baseUrl }) => ({
    name,
    origin: 'settings',
    baseUrl: name === 'searxng' ? baseUrl : null,
    engineId: name === 'google' ? (env.GOOGLE_SEARCH_ENGINE_ID ?? null) : null,
    hasKey: name !== 'searxng',
    isEnabled: true,
    isLocked: false,
  }));

function toProvider(row: StoredProvider, box: SecretBox): SearchProviderRow {
  const secrets = box.open(addressOf(row), row.secrets);
  return {
    // Only this service writes the column.
    name: row.name as SearchProviderName,
    origin: 'stored',
    baseUrl: row.baseUrl,
    engineId: row.engineId,
    hasKey: Boolean(secrets?.apiKey),
    isEnabled: row.isEnabled,
    isLocked: secrets === null,
  };
}

/** Adds a provider after the others, or changes it. */
export async function saveProvider(deps: Deps, acting: Acting, input: SaveSearchProviderInput): Promise<void> {
  const { name, isEnabled } = input;
  if (isOfSettings(deps, name)) throw fromSettings();
  const box = createSecretBox(deps.env);
  const baseUrl = name === 'searxng' ? (input.baseUrl ?? null) : null;
  const engineId = name === 'google' ? (input.engineId ?? null) : null;
  await deps.db.$transaction(async (tx) => {
    const before = await tx.searchProvider.findUnique({ where: { name } });
    const known = before && box.open(addressOf(before), before.secrets);
    const apiKey = name === 'searxng' ? undefined : (input.apiKey ?? known?.apiKey);
    if (name !== 'searxng' && !apiKey) throw keyMissing();
    const secrets = box.seal(addressOf({ name, baseUrl }), { apiKey });
    const { _max: last } = await tx.searchProvider.aggregate({ _max: { position: true } });
    const changed = { baseUrl, engineId, secrets, isEnabled };
    await tx.searchProvider.upsert({
      where: { name },
      create: { name, ...changed, position: (last.position ?? -1) + 1 },
      update: changed,
    });
    await recordAudit(tx, {
      kind: 'search-provider-saved',
      actor: acting.by,
      subject: { label: name },
      details: { isEnabled, isKeyChanged: Boolean(input.apiKey), ...(baseUrl && { address: baseUrl }) },
      caller: acting.caller,
    });
  });
  deps.search.changed();
}

export async function removeProvider(deps: Deps, acting: Acting, name: SearchProviderName): Promise<void> {
  if (isOfSettings(deps, name)) throw fromSettings();
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.searchProvider.deleteMany({ where: { name } });
    if (count === 0) throw searchProviderNotFound();
    await recordAudit(tx, {
      kind: 'search-provider-removed',
      actor: acting.by,
      subject: { label: name },
      caller: acting.caller,
    });
  });
  deps.search.changed();
}

/** Names in `order` that are not stored are ignored; stored ones missing from it are appended. */
export async function saveDefaults(deps: Deps, acting: Acting, input: SearchDefaultsInput): Promise<void> {
  const { language, region, order } = input;
  const defaults = {
    ...(language !== undefined && { language: language?.toLowerCase() ?? null }),
    ...(region !== undefined && { region: region?.toUpperCase() ?? null }),
  };
  await deps.db.$transaction(async (tx) => {
    await tx.searchDefaults.upsert({ where: { id: 1 }, create: defaults, update: defaults });
    if (order) {
      await tx.$executeRaw`
        UPDATE search_providers AS p SET position = placed.place
        FROM (SELECT name, row_number() OVER (ORDER BY array_position(${order}::text[], name), position) AS place
              FROM search_providers) AS placed
        WHERE p.name = placed.name`;
    }
    await recordAudit(tx, {
      kind: 'search-settings-changed',
      actor: acting.by,
      details: { ...defaults, ...(order && { order: order.join(', ') }) },
      caller: acting.caller,
    });
  });
  deps.search.changed();
}

const isOfSettings = ({ env }: Deps, name: SearchProviderName) => vendorsOf(env).some((vendor) => vendor.name === name);
