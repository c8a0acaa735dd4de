/**
 * Looks at everything the product stands on. Changes nothing, but for one small object that is written to the store,
 * read and deleted: that a store takes files can be known in no other way.
 */
import type { Env } from '~/server/env';
import { examineAccounts } from './accounts';
import { examineDatabase } from './database';
import { type Finding, look } from './finding';
import { examineAddress, examineData, examineProgram } from './machine';
import { examineMail, examineModel, examinePrices, examineRedis } from './neighbours';
import { examineStore } from './store';

const checks: [about: string, mend: string, work: (env: Env, places: Places) => Promise<Finding[]>][] = [
  ['program', 'Run npm ci and npm run build again.', examineProgram],
  ['data folder', 'Give this account DATA_DIR, or name another.', examineData],
  ['database', 'Look at DATABASE_URL and at the database server.', examineDatabase],
  ['store', 'Look at the S3_ settings, or at DATA_DIR/objects.', examineStore],
  ['address', 'Look at PUBLIC_URL, HOST and TRUST_PROXY.', examineAddress],
  ['accounts', 'Look at PASSWORD_MIN_LENGTH and SIGN_UP.', examineAccounts],
  ['redis', 'Look at REDIS_URL and at the Redis server.', examineRedis],
  ['model', 'Look at AI_BASE_URL, AI_API_KEY and AI_MODEL.', examineModel],
  ['mail', 'Look at SMTP_URL: name, password, port, smtp or smtps.', examineMail],
  ['prices', 'Look at PRICE_BASE_URL, or set PRICE_PROVIDER=none.', examinePrices],
];

export interface Places {
  root: string;
  migrationsDir: string;
}

export async function examine(env: Env, places: Places): Promise<Finding[]> {
  const findings = await Promise.all(checks.map(([about, mend, work]) => look(about, mend, () => work(env, places))));
  return findings.flat();
}
