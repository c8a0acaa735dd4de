import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from './caught';

const keyBytes = 32;
const readAttempts = 50;

/** Thrown at start if a secret can neither be read nor created. `message` says what to do. */
export class SecretKeyUnusable extends Error {
  override readonly name = 'SecretKeyUnusable';
}

const reasons: Record<string, string> = {
  EACCES: 'this account is not allowed to read or create it',
  EPERM: 'this account is not allowed to read or create it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'it is a link, and links are not followed',
};

/**
 * The 32 secret bytes in `file`, created on first use and readable by this account only. If several processes start at
 * once, the first one creates it, and all read the same key.
 */
export function readSecretKey(file: string, make: () => Buffer = () => randomBytes(keyBytes)): Buffer {
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) create(file, make());
    return read(file);
  } catch (error) {
    if (error instanceof SecretKeyUnusable) throw error;
    throw unusable(file, reasons[codeOf(error) ?? ''] ?? String(error), error);
  }
}

const unusable = (file: string, reason: string, cause?: unknown) =>
  new SecretKeyUnusable(
    `The secret key ${file} cannot be used: ${reason}. Give this account access to the folder, or delete a damaged key: ` +
      'a new one is created at the next start, and everything signed or encrypted with the old one stops working.',
    { cause },
  );

function create(file: string, key: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, key, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function read(file: string): Buffer {
  for (let attempt = 1; ; attempt++) {
    const key = readOnce(file);
    if (key.length === keyBytes) return key;
    // Another process may have created the file but not written it yet.
    if (key.length > 0 || attempt === readAttempts)
      throw unusable(file, `it should contain ${keyBytes} bytes, not ${key.length}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function readOnce(file: string): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > keyBytes) throw unusable(file, 'it is not a key');
    // A restored backup or a mounted volume may have made it readable for others.
    if ((stats.mode & 0o077) !== 0) restrictToOwner(file);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Some file systems have no modes; the key is used anyway. */
function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {}
}
