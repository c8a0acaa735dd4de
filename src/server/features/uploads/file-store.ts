import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import type { Logger } from '~/server/lib/logger';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { EncryptedStore } from '~/server/providers/storage/encrypted';
import { createFileKeys } from './file-keys';

/** The storage that the settings name, which encrypts and decrypts. Backups use it without: they contain what is stored. */
export const createFileStore = (env: Env, db: Pick<Database, 'sql'>, logger: Pick<Logger, 'error'>): EncryptedStore =>
  new EncryptedStore(createObjectStore(env), {
    isOn: env.ENCRYPT_FILES === 'on',
    keys: createFileKeys(env, db),
    onDamaged: (key) => logger.error({ key }, 'a stored file is damaged'),
  });
