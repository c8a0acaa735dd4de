/**
 * The search providers from the settings and the database, cached until something changes. Other processes are
 * notified; one that misses the notification refreshes within `staleMs`.
 */

import type { Database } from '~/server/db/client';
import type { SearchProvider as StoredProvider } from '~/server/db/generated/client';
import type { Env } from '~/server/env';
import { createSecretBox, type SecretBox } from '~/server/features/models/endpoint-secrets';
import type { Logger } from '~/server/lib/logger';
import { type SearchSettings, searchVendor, vendorsOf } from '~/server/providers/search/create-search';
import type { SearchQuery } from '~/server/providers/search/types';
import type { SearchVendor } from '~/server/providers/search/vendor';
import { createVendorSearch } from '~/server/providers/search/vendor-search';
import {
  createWebSearch,
  type SearchCatalog,
  type SearchCooldowns,
  type SearchOutcomes,
  type WebSearch,
} from '~/server/providers/search/web-search';
import type { Bus } from '~/server/realtime/bus';
import { searchProviders } from '~/shared/search-providers';

const staleMs = 30_000;

interface CatalogSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  env: SearchSettings & Pick<Env, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATA_DIR'>;
  /** Whether no other process can change the database. */
  isOnlyProcess: boolean;
}

interface Snapshot {
  readAt: number;
  /** Null if no provider is configured. */
  search: WebSearch | null;
}

export function createSearchCatalog({ db, bus, logger, env, isOnlyProcess }: CatalogSettings): SearchCatalog {
  const box = createSecretBox(env);
  let current: Promise<Snapshot> | undefined;
  const cooldowns: SearchCooldowns = new Map();
  const outcomes: SearchOutcomes = new Map();

  const read = async (): Promise<Snapshot> => {
    const { rows, language, region } = await readSearchSettings(db);
    const vendors = env.SEARCH_PROVIDER === 'none' ? [] : [...vendorsOf(env), ...storedVendors(rows, box, logger)];
    const chain = createWebSearch(
      vendors.map((vendor) => createVendorSearch(vendor)),
      logger,
      { cooldownUntil: cooldowns, outcomes },
    );
    const search = {
      search: (query: SearchQuery, signal: AbortSignal) =>
        chain.search({ ...query, language: query.language ?? language, region: query.region ?? region }, signal),
    };
    return { readAt: Date.now(), search: vendors.length > 0 ? search : null };
  };
  const snapshot = async (): Promise<Snapshot> => {
    current ??= read();
    const reading = current;
    try {
      const known = await reading;
      if (isOnlyProcess || Date.now() - known.readAt <= staleMs) return known;
    } catch (error) {
      if (current === reading) current = undefined;
      throw error;
    }
    if (current === reading) current = undefined;
    return snapshot();
  };
  const unsubscribe = bus.subscribe('search', () => {
    // A new key or URL ends the pause after a failure.
    cooldowns.clear();
    outcomes.clear();
    current = undefined;
  });

  return {
    async search(query, signal) {
      const { search } = await snapshot();
      return search ? search.search(query, signal) : [];
    },
    lastOutcome: (name) => outcomes.get(name),
    isSetUp: async () => (await snapshot()).search !== null,
    changed: () => bus.publish('search', { type: 'changed' }),
    close: unsubscribe,
  };
}

export async function readSearchSettings(db: Database) {
  const rows = await db.searchProvider.findMany({ orderBy: [{ position: 'asc' }, { name: 'asc' }] });
  const defaults = await db.searchDefaults.findFirst();
  return { rows, language: defaults?.language ?? undefined, region: defaults?.region ?? undefined };
}

function storedVendors(rows: readonly StoredProvider[], box: SecretBox, logger: Logger): SearchVendor[] {
  return rows
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((row) => {
      const vendor = storedVendor(row, box);
      if (!vendor) logger.error({ provider: row.name }, 'cannot use a search provider: enter its key again');
      return vendor ?? [];
    });
}

/** Undefined if its key is missing or can't be decrypted. */
export function storedVendor(row: StoredAccount, box: SecretBox): SearchVendor | undefined {
  const name = searchProviders.find((known) => known === row.name);
  const secrets = box.open(addressOf(row), row.secrets);
  if (!name || !secrets) return undefined;
  const { baseUrl, engineId } = row;
  return searchVendor(name, { apiKey: secrets.apiKey, baseUrl: baseUrl ?? undefined, engineId: engineId ?? undefined });
}

/** The columns needed to call a stored provider. */
export type StoredAccount = Pick<StoredProvider, 'name' | 'baseUrl' | 'engineId' | 'secrets'>;

/**
 * The secret is bound to the provider's URL: if the row is changed in the database, its key can't be decrypted for
 * another provider.
 */
export const addressOf = ({ name, baseUrl }: Pick<StoredProvider, 'name' | 'baseUrl'>): string =>
  baseUrl ?? `https://${name}.search.invalid`;
