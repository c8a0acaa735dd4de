/**
 * Checks everything the installation depends on. Read-only, except for one small object that is written to the file
 * storage, read and deleted, and one request to each model endpoint and search provider, because nothing else proves
 * that these work.
 */
import type { Env } from '~/server/env';
import { partFixes } from '~/server/features/status/part-status';
import type { StoredAccount } from '~/server/features/web/search-catalog';
import { checkAccounts } from './accounts';
import { checkBackups } from './backups';
import { checkDatabase } from './database';
import { checkEmail, checkPrices, checkRedis } from './external-services';
import { type Finding, runCheck } from './finding';
import { checkDataFolder, checkProgram, checkUrl } from './machine';
import { checkMemory } from './memory';
import { checkMirror } from './mirror';
import { checkEndpoints, checkModel, type StoredEndpoint } from './model-endpoints';
import { checkPlaces } from './places';
import { askMs } from './probe-endpoint';
import { checkPublicPages } from './public-pages';
import { checkSearch } from './search-providers';
import { checkFileStorage } from './store';

type Check = [check: string, fix: string, work: (env: Env, folders: Folders) => Promise<Finding[]>, withinMs?: number];

const checks: Check[] = [
  ['program', 'Run npm ci and npm run build again.', checkProgram],
  ['data folder', 'Give this user access to DATA_DIR, or choose another folder.', checkDataFolder],
  ['memory', 'Reduce READ_MEMORY_MB.', (env) => checkMemory(env)],
  ['file storage', partFixes.storage, checkFileStorage],
  ['backups', 'Check BACKUP_DIR.', checkBackups],
  ['url', 'Check PUBLIC_URL, HOST and TRUST_PROXY.', checkUrl],
  ['accounts', 'Check PASSWORD_MIN_LENGTH and SIGN_UP.', checkAccounts],
  ['redis', partFixes.redis, checkRedis],
  ['model', 'Check AI_BASE_URL, AI_API_KEY and AI_MODEL.', checkModel, askMs],
  ['mirror', partFixes.mirror, checkMirror],
  ['email', partFixes.email, checkEmail],
  ['public pages', 'Check SCHEDULING_URL and CONTACT_EMAIL.', checkPublicPages],
  ['prices', partFixes.prices, checkPrices],
  ['places', 'Download the file again, or remove GEOIP_DATABASE.', checkPlaces],
];

export interface Folders {
  root: string;
  migrationsDir: string;
}

export async function checkInstallation(env: Env, folders: Folders): Promise<Finding[]> {
  const findings = await Promise.all([
    ...checks.map(([check, fix, work, withinMs]) => runCheck(check, fix, () => work(env, folders), withinMs)),
    checkStored(env, folders),
  ]);
  return findings.flat();
}

/** The database, and its stored endpoints and search providers. */
async function checkStored(env: Env, folders: Folders): Promise<Finding[]> {
  let endpoints: StoredEndpoint[] = [];
  let searchProviders: StoredAccount[] = [];
  const database = await runCheck('database', partFixes.database, async () => {
    const checked = await checkDatabase(env, folders);
    ({ endpoints, searchProviders } = checked);
    return checked.findings;
  });
  const endpointFindings = await Promise.all([
    runCheck('model endpoints', 'Try again later.', () => checkEndpoints(env, endpoints), askMs),
    runCheck('web search', 'Try again later.', () => checkSearch(env, searchProviders), askMs),
  ]);
  return [...database, ...endpointFindings.flat()];
}
