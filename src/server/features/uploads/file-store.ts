import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import type { Logger } from '~/server/lib/logger';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { EncryptedStore } from '~/server/providers/storage/encrypted';
import { createFileKeys } from './file-keys';

/**
 * The configured storage, with encryption and decryption. Backups use it without, because they contain the stored
 * bytes.
 */
export const createFileStore = (env: Env, db: Pick<Database, 'sql'>, logger: Pick<Logger, 'error'>): EncryptedStore =>
  new EncryptedStore(createObjectStore(env), {
    isOn: env.ENCRYPT_FILES === 'on',
    keys: createFileKeys(env, db),
    onDamaged: (key) => logger.error({ key }, 'a stored file is damaged'),
  });
