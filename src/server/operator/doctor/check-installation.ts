/**
 * Checks everything the installation depends on. Read-only, except for one small object that is written to the file
 * storage, read and deleted, because nothing else proves that the storage accepts files.
 */
import type { Env } from '~/server/env';
import { checkAccounts } from './accounts';
import { checkDatabase } from './database';
import { checkEmail, checkModel, checkPrices, checkRedis } from './external-services';
import { type Finding, runCheck } from './finding';
import { checkDataFolder, checkProgram, checkUrl } from './machine';
import { checkPublicPages } from './public-pages';
import { checkFileStorage } from './store';

const checks: [check: string, fix: string, work: (env: Env, places: Places) => Promise<Finding[]>][] = [
  ['program', 'Run npm ci and npm run build again.', checkProgram],
  ['data folder', 'Give this user access to DATA_DIR, or choose another folder.', checkDataFolder],
  ['database', 'Check DATABASE_URL and the database server.', checkDatabase],
  ['file storage', 'Check the S3_ settings, or the folder DATA_DIR/objects.', checkFileStorage],
  ['url', 'Check PUBLIC_URL, HOST and TRUST_PROXY.', checkUrl],
  ['accounts', 'Check PASSWORD_MIN_LENGTH and SIGN_UP.', checkAccounts],
  ['redis', 'Check REDIS_URL and the Redis server.', checkRedis],
  ['model', 'Check AI_BASE_URL, AI_API_KEY and AI_MODEL.', checkModel],
  ['email', 'Check SMTP_URL: user name, password, port, smtp or smtps.', checkEmail],
  ['public pages', 'Check SCHEDULING_URL and CONTACT_EMAIL.', checkPublicPages],
  ['prices', 'Check PRICE_BASE_URL, or set PRICE_PROVIDER=none.', checkPrices],
];

export interface Places {
  root: string;
  migrationsDir: string;
}

export async function checkInstallation(env: Env, places: Places): Promise<Finding[]> {
  const findings = await Promise.all(checks.map(([check, fix, work]) => runCheck(check, fix, () => work(env, places))));
  return findings.flat();
}
