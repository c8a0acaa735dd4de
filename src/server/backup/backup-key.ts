/**
 * The key of an encrypted backup: `key.age` contains it, encrypted with the passphrase, so that the slow key derivation
 * runs once and not for every file. `age -d key.age` prints a key that `age -d -i` accepts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AgeIdentity,
  createIdentity,
  identityText,
  readIdentity,
  WrongPassphrase,
} from '~/server/lib/age/age-keys';
import { openWithPassphrase, sealWithPassphrase } from '~/server/lib/age/age-stream';
import { OperatorError } from '~/server/lib/operator-error';

const keyName = 'key.age';

/** Null if the backup in the folder is not encrypted. Throws an OperatorError if the passphrase is missing or wrong. */
export async function openKey(folder: string, passphrase: string | undefined): Promise<AgeIdentity | null> {
  const sealed = await readKey(folder);
  if (!sealed) return null;
  if (passphrase === undefined)
    throw new OperatorError('The backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.');
  try {
    return readIdentity(await openWithPassphrase(passphrase, sealed));
  } catch (error) {
    if (!(error instanceof WrongPassphrase)) throw error;
    throw new OperatorError('BACKUP_PASSPHRASE is not the passphrase of this backup. Set the one it was made with.');
  }
}

/** Writes the key of a new backup: that of an earlier backup, whose files can then be linked, or a new one. */
export async function writeKey(folder: string, passphrase: string, earlier: readonly string[]): Promise<AgeIdentity> {
  const identity = (await knownKey(earlier, passphrase)) ?? createIdentity();
  const text = `# The key of this backup, for age -d -i\n${identityText(identity)}\n`;
  const sealed = await sealWithPassphrase(passphrase, text);
  await writeFile(path.join(folder, keyName), sealed, { mode: 0o600, flag: 'wx', flush: true });
  return identity;
}

async function knownKey(earlier: readonly string[], passphrase: string): Promise<AgeIdentity | null> {
  for (const folder of earlier) {
    const identity = await openKey(folder, passphrase).catch(() => null);
    if (identity) return identity;
  }
  return null;
}

async function readKey(folder: string): Promise<Buffer | null> {
  return readFile(path.join(folder, keyName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return null;
  });
}
