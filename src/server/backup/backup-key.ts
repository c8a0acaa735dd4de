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

/**
 * Writes the key of a new backup. An earlier backup's key is used again if the passphrase opens it: its files can then
 * be linked, and the slow derivation runs once instead of twice.
 */
export async function writeKey(folder: string, passphrase: string, earlier: readonly string[]): Promise<AgeIdentity> {
  const { identity, sealed } = (await knownKey(earlier, passphrase)) ?? (await newKey(passphrase));
  await writeFile(path.join(folder, keyName), sealed, { mode: 0o600, flag: 'wx', flush: true });
  return identity;
}

interface SealedKey {
  identity: AgeIdentity;
  sealed: Buffer;
}

async function newKey(passphrase: string): Promise<SealedKey> {
  const identity = createIdentity();
  const text = `# The key of this backup, for age -d -i\n${identityText(identity)}\n`;
  return { identity, sealed: await sealWithPassphrase(passphrase, text) };
}

async function knownKey(earlier: readonly string[], passphrase: string): Promise<SealedKey | null> {
  for (const folder of earlier) {
    const sealed = await readKey(folder).catch(() => null);
    const text = sealed && (await openWithPassphrase(passphrase, sealed).catch(() => null));
    if (sealed && text) return { identity: readIdentity(text), sealed };
  }
  return null;
}

async function readKey(folder: string): Promise<Buffer | null> {
  return readFile(path.join(folder, keyName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return null;
  });
}
