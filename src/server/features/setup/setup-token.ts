/**
 * The setup token of a server without one in its settings. Knowing SETUP_ADMIN_EMAIL must not be enough, because anyone
 * may register that email first. So each process keeps a token in its DATA_DIR, prints it, and stores its hash in the
 * database for all processes: whichever log the operator reads, its token works everywhere.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import type { Deps } from '~/server/deps';
import type { Env } from '~/server/env';
import { sha256, sha256Bytes } from '~/server/lib/hash';
import { readSecretKey, SecretKeyUnusable } from '~/server/lib/secret-key';

/** 192 random bits, as the 32 printed characters. */
const newToken = () => Buffer.from(randomBytes(24).toString('base64url'));

const fileOf = (env: Env) => path.join(env.DATA_DIR, 'setup-token');
const everyMs = 3_600_000;

/** At startup: registers the token for all processes, and prints it while there is no administrator. */
export async function startSetupToken(deps: Deps): Promise<string | null> {
  const { env, db, logger } = deps;
  if (!env.SETUP_ADMIN_EMAIL || env.SETUP_TOKEN) return null;
  const token = tokenOf(deps);
  await rememberToken(deps, token);
  setInterval(() => {
    rememberToken(deps, token).catch((error) => logger.warn({ err: error }, 'failed to check the setup token file'));
  }, everyMs).unref();
  const [administrator] = await db.sql<{ id: string }>`SELECT id FROM users WHERE is_admin AND NOT is_locked LIMIT 1`;
  const page = `${env.publicUrl}/admin-setup`;
  if (administrator) logger.info({ file: fileOf(env), page }, 'setup token saved to file');
  // A warning, so that it is printed at every usual log level.
  else logger.warn({ file: fileOf(env), page }, `no administrator yet; setup token: ${token}`);
  return token;
}

/** If the folder is not writable, the token lasts as long as this process. */
function tokenOf({ env, logger }: Deps): string {
  try {
    return readSecretKey(fileOf(env), newToken).toString('latin1');
  } catch (error) {
    if (!(error instanceof SecretKeyUnusable)) throw error;
    logger.warn({ err: error }, 'failed to save the setup token; it will change at next start');
    return newToken().toString('latin1');
  }
}

/**
 * A token that no running process has registered for a day is deleted, so that old logs and lost volumes are useless.
 */
async function rememberToken({ db }: Deps, token: string): Promise<void> {
  await db.sql`
    INSERT INTO setup_tokens (token_hash) VALUES (${sha256(token)})
    ON CONFLICT (token_hash) DO UPDATE SET seen_at = now()`;
  await db.sql`DELETE FROM setup_tokens WHERE seen_at < now() - interval '1 day'`;
}

/** Takes constant time: all hashes of equal length are compared. */
export async function isSetupToken({ env, db }: Deps, typed: string): Promise<boolean> {
  const typedHash = sha256Bytes(typed);
  if (env.SETUP_TOKEN) return timingSafeEqual(sha256Bytes(env.SETUP_TOKEN), typedHash);
  const rows = await db.sql<{ token_hash: string }>`
    SELECT token_hash FROM setup_tokens WHERE seen_at >= now() - interval '1 day'`;
  return rows.map((row) => timingSafeEqual(Buffer.from(row.token_hash, 'hex'), typedHash)).includes(true);
}
