/** Full and read-only disks. They are tmpfs mounts, so the account must have permission to mount. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { repeated } from './contract-suite';
import { DiskStore } from './disk';
import { StorageFull } from './types';

const mebibyte = 1024 ** 2;
const sizeLimit = { maxBytes: 10 * mebibyte };
const folder = createTestFolder();
const mountPoint = path.join(folder, 'small');
const noRoom = { code: 'storage_full', message: "The file storage is full, so this file can't be saved right now." };

const mount = (...options: string[]) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', mountPoint], { stdio: 'ignore' });
const unmount = () => execFileSync('umount', [mountPoint], { stdio: 'ignore' });

function canMount(): boolean {
  mkdirSync(mountPoint, { recursive: true });
  try {
    mount('size=1m');
    unmount();
    return true;
  } catch {
    return false;
  }
}

const open = (root: string) => new DiskStore({ root, secret: randomBytes(32), isOwnAddress: () => false });
const isMountable = canMount();
const isRoot = process.getuid?.() === 0;

describe.skipIf(!isMountable)('a disk of 2 MB (skipped if this account may not mount one)', () => {
  beforeEach(() => mount('size=2m'));
  afterEach(unmount);

  it('reports that the disk is full, keeps no part of the file, and continues', async () => {
    const store = open(path.join(mountPoint, 'objects'));
    const small = randomUUID();
    await store.write(small, Buffer.from('was here before'), sizeLimit);
    const source = Readable.from(repeated(5 * mebibyte));
    await expect(store.write(randomUUID(), source, sizeLimit)).rejects.toMatchObject(noRoom);
    source.destroy();
    const files = readdirSync(mountPoint, { recursive: true }).filter((name) => String(name).includes('upload'));
    expect(files).toEqual([]);
    expect(String(await buffer(await store.read(small)))).toBe('was here before');
    await store.check();
    expect(await store.write(randomUUID(), Buffer.alloc(mebibyte), sizeLimit)).toEqual({ size: mebibyte });
  });

  it('fails the readiness check while the disk is full', async () => {
    const store = open(path.join(mountPoint, 'objects'));
    const key = randomUUID();
    await store.write(key, Buffer.from('x'), sizeLimit);
    const filler = randomUUID();
    // Fill the disk to the last page with files, each half the size of the one before.
    const filled: string[] = [filler];
    for (let bytes = mebibyte; bytes >= 4096; bytes /= 2) {
      for (;;) {
        const name = randomUUID();
        const isFull = await store.write(name, Buffer.alloc(bytes), sizeLimit).then(
          () => false,
          (error) => error instanceof StorageFull,
        );
        if (isFull) break;
        filled.push(name);
      }
    }
    await expect(store.check()).rejects.toMatchObject(noRoom);
    for (const name of filled) await store.delete(name);
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('reports that it is read-only, and can still be read', async () => {
    const store = open(path.join(mountPoint, 'objects'));
    const key = randomUUID();
    await store.write(key, Buffer.from('from before'), sizeLimit);
    mount('remount', 'ro');
    await expect(store.write(randomUUID(), Buffer.from('x'), sizeLimit)).rejects.toMatchObject(noRoom);
    await expect(store.check()).rejects.toMatchObject(noRoom);
    await expect(store.delete(key)).rejects.toMatchObject({ code: 'unavailable' });
    expect(String(await buffer(await store.read(key)))).toBe('from before');
    // A server still starts on such a disk.
    const restarted = open(path.join(mountPoint, 'objects'));
    await restarted.cleaned;
    expect(await restarted.stat(key)).toEqual({ size: 11 });
  });
});

describe.skipIf(isRoot)('a folder that is not writable (skipped for root, who may write everywhere)', () => {
  it('is reported with a message', async () => {
    const root = path.join(folder, 'closed');
    mkdirSync(root, { mode: 0o500 });
    const store = open(root);
    await expect(store.write(randomUUID(), Buffer.from('x'), sizeLimit)).rejects.toMatchObject(noRoom);
    await expect(store.check()).rejects.toMatchObject(noRoom);
    chmodSync(root, 0o700);
    await expect(store.check()).resolves.toBeUndefined();
  });
});
