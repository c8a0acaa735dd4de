import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { createFileKeys } from '~/server/features/uploads/file-keys';
import { StoredTexts } from '~/server/lib/stored-texts/stored-texts';

/** Reads and writes texts of messages as the settings say, with the keys that encrypt files, too. */
export const createStoredTexts = (env: Env, db: Pick<Database, 'sql'>): StoredTexts =>
  new StoredTexts(createFileKeys(env, db), env.ENCRYPT_MESSAGES === 'on');
