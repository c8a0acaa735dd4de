import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { createFileKeys } from '~/server/features/uploads/file-keys';
import { StoredTexts } from '~/server/lib/stored-texts/stored-texts';

/** Encrypts and decrypts message texts according to the settings, with the keys that also encrypt files. */
export const createStoredTexts = (env: Env, db: Pick<Database, 'sql'>): StoredTexts =>
  new StoredTexts(createFileKeys(env, db), env.ENCRYPT_MESSAGES === 'on');
