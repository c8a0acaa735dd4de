/** Checks the search providers of the settings and the database: each must answer a real query. */
import type { Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { type StoredAccount, storedVendor } from '~/server/features/web/search-catalog';
import { askOnce } from '~/server/features/web/try-search';
import { vendorsOf } from '~/server/providers/search/create-search';
import type { SearchVendor } from '~/server/providers/search/vendor';
import { type Finding, fail, ok, warn } from './finding';

const check = 'web search';
const screen = 'Settings, Admin, Search';
const question = 'ECB deposit rate';

/** Only enabled ones. */
export async function readSearchProviders(session: Session): Promise<StoredAccount[]> {
  const rows = await session.query(
    `SELECT name, base_url AS "baseUrl", engine_id AS "engineId", secrets
     FROM search_providers WHERE is_enabled ORDER BY position, name`,
  );
  // The statement selects these columns.
  return rows as unknown as StoredAccount[];
}

export async function checkSearch(env: Env, stored: readonly StoredAccount[]): Promise<Finding[]> {
  if (env.SEARCH_PROVIDER === 'none') return [ok(check, 'turned off by SEARCH_PROVIDER')];
  const ofSettings = vendorsOf(env);
  if (ofSettings.length + stored.length === 0) return [ok(check, 'no search provider configured')];
  return Promise.all([
    ...ofSettings.map((vendor) => ask(vendor, 'Check its search setting.')),
    ...stored.map((row) => askStored(env, row)),
  ]);
}

async function askStored(env: Env, row: StoredAccount): Promise<Finding> {
  const vendor = storedVendor(row, createSecretBox(env));
  if (vendor) return ask(vendor, `Check it under ${screen}.`);
  const fix = `Restore DATA_DIR/secret.key or SECRET_KEY, or enter the key again under ${screen}.`;
  return fail(check, `the key of ${row.name} cannot be decrypted`, fix);
}

async function ask(vendor: SearchVendor, fix: string): Promise<Finding> {
  const { ok: isFine, text, results } = await askOnce(vendor, question);
  if (!isFine) return fail(check, `${vendor.name}: ${text}`, fix);
  if (results.length === 0) return warn(check, `${vendor.name} found nothing for a common question`, fix);
  return ok(check, `${vendor.name} returned ${results.length} results`);
}
