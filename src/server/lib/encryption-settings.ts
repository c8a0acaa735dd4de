/** Settings of encryption at rest. */
import { z } from 'zod';
import { list, optional } from './setting-values';

export const encryptionSettings = {
  SECRET_KEY: optional(z.string().trim().min(32, 'use at least 32 characters, as openssl rand -hex 32 prints')),
  SECRET_KEY_PREVIOUS: list(
    (value) => value.length >= 32,
    'use former values of SECRET_KEY, separated by commas; each has at least 32 characters',
  ),
  ENCRYPT_FILES: optional(z.enum(['on', 'off'], 'use on or off')).transform((v) => v ?? 'off'),
  /** Encrypts the texts of new messages. The message search no longer finds them. */
  ENCRYPT_MESSAGES: optional(z.enum(['on', 'off'], 'use on or off')).transform((v) => v ?? 'off'),
};

export const neededForEncryption = (
  source: Record<string, string | undefined>,
): [name: string, isWanted: boolean, fix: string][] => [
  [
    'SECRET_KEY',
    source.ENCRYPT_FILES?.trim() === 'on',
    'required with ENCRYPT_FILES=on: a generated key would lie beside the files it encrypts. Create one with openssl rand -hex 32 and keep a copy elsewhere',
  ],
  [
    'SECRET_KEY',
    source.ENCRYPT_FILES?.trim() !== 'on' && source.ENCRYPT_MESSAGES?.trim() === 'on',
    'required with ENCRYPT_MESSAGES=on: a generated key would lie beside the database it encrypts. Create one with openssl rand -hex 32 and keep a copy elsewhere',
  ],
];
