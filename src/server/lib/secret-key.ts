import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const keyBytes = 32;
/** What file systems without hard links answer to link(2). */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Thrown at start when a secret can neither be read nor made. `message` says what to do. */
export class SecretKeyUnusable extends Error {
  override readonly name = 'SecretKeyUnusable';
}

/**
 * The 32 secret bytes in `file`, made on first use and readable by this account alone. Several processes may start at
 * once on an empty folder: the key appears under its name complete or not at all, the first one wins, and all read it.
 */
export function readSecretKey(file: string, make: () => Buffer = () => randomBytes(keyBytes)): Buffer {
  try {
    return read(file) ?? create(file, make);
  } catch (error) {
    if (error instanceof SecretKeyUnusable) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EACCES: 'this account may not read or create it',
      EPERM: 'this account may not read or create it',
      EROFS: 'the disk is read-only',
      ENOSPC: 'the disk is full',
      ELOOP: 'it is a link, and links are not followed',
    };
    throw unusable(file, reasons[code ?? ''] ?? code ?? String(error), error);
  }
}

const unusable = (file: string, reason: string, cause?: unknown) =>
  new SecretKeyUnusable(
    `The secret key ${file} cannot be used: ${reason}. Give this account the folder, or delete a damaged key: ` +
      'a new one is made at the next start, and links signed with the old one stop working.',
    { cause },
  );

/** Null when there is none yet. */
function read(file: string): Buffer | null {
  // Where links are missing, a key is empty for the moment between taking its name and being moved there.
  for (let attempt = 0; ; attempt++) {
    const key = readOnce(file);
    if (key === null || key.length === keyBytes) return key;
    if (key.length > 0 || attempt === 50) throw unusable(file, `it should hold ${keyBytes} bytes, not ${key.length}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function readOnce(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { mode, size } = fstatSync(descriptor);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > keyBytes) throw unusable(file, 'it is not a key');
    if ((mode & 0o077) !== 0) closeToOthers(file);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A restored backup or a mounted volume may have opened it. Where modes mean nothing, that is how it stays. */
function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {}
}

function create(file: string, make: () => Buffer): Buffer {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, make());
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    publish(temporary, file);
  } finally {
    remove(temporary);
  }
  const key = read(file);
  if (!key) throw unusable(file, 'it vanished');
  return key;
}

/** Gives the key its name, unless another process was first. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!withoutLinks.has(code ?? '')) throw error;
    if (reserve(file)) renameSync(temporary, file);
  }
}

function reserve(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    // Renamed away, or never made.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
