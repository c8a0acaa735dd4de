import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeLinkContract } from './contract-links';
import { describePartContract } from './contract-parts';
import { startUploadServer, type UploadServer } from './contract-server';
import { describeStoreContract, type StoreHarness } from './contract-suite';
import { DiskStore } from './disk';
import { ObjectMissing } from './types';

const secret = randomBytes(32);
const sizeLimit = { maxBytes: 10 * 1024 ** 2 };
let folder: string;
let root: string;
let store: DiskStore;
let server: UploadServer;

beforeAll(async () => {
  server = await startUploadServer(async (request, now) => {
    const { key, maxBytes, size } = store.verifyUpload(request.url ?? '', now);
    await store.write(key, request, { maxBytes, size });
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qinsight-disk-'));
  root = path.join(folder, 'data', 'objects');
  server.reset();
  store = new DiskStore({ root, secret, isOwnAddress: (address) => address === server.baseUrl });
});
afterEach(async () => {
  await store.cleaned;
  await rm(folder, { recursive: true });
});

const harness = (): StoreHarness => ({ ...server, store, discardingStore: store });
describeStoreContract('the disk', harness);
describeLinkContract('the disk', harness);
describePartContract('the disk', harness);

/** Repeats the pattern of keys, because the store's own pattern is under test. */
const ownKey = /^[a-z0-9-]{1,80}$/;

/** All names below a folder, without following symbolic links. */
async function namesIn(at: string): Promise<string[]> {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  return entries.map((entry) => path.relative(at, path.join(entry.parentPath, entry.name))).sort();
}

describe('the folder of the disk store', () => {
  it('contains one file per object and nothing else', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('x'), sizeLimit);
    await store.write(key, Buffer.from('y'), sizeLimit).catch(() => {});
    await store.write(randomUUID(), Buffer.from('too long'), { maxBytes: 1 }).catch(() => {});
    await store.check();
    const files = (await namesIn(root)).filter((name) => name.includes(path.sep));
    expect(files).toEqual([path.join(key.slice(0, 2), key)]);
  });

  it('writes nothing outside the folder for a thousand odd keys', async () => {
    const canary = path.join(folder, 'canary');
    await mkdir(root, { recursive: true });
    await writeFile(canary, 'alive');
    const before = (await namesIn(folder)).filter((name) => !name.startsWith(path.join('data', 'objects')));
    const parts = [
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%252e',
      '\0',
      '\n',
      'C:',
      'con',
      '~',
      '-',
      'a',
      '0',
      'é',
      '\u202e',
    ];
    const odd = fc.oneof(
      fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join('')),
      fc.array(fc.constantFrom('..', '.', '/', '../', 'a'), { maxLength: 6 }).map((all) => all.join('')),
      fc.string({ maxLength: 90, unit: 'binary' }),
      fc.string({ maxLength: 90 }),
      fc.constantFrom('../canary', '../../canary', canary, '/etc/passwd', 'x'.repeat(4096), '__proto__', 'constructor'),
      fc.stringMatching(/^[a-z0-9-]{1,80}$/),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (key) => {
        const results = await Promise.allSettled([
          store.write(key, Buffer.from('planted'), sizeLimit),
          store.signUpload({ key, userId: 'someone', maxBytes: 1, baseUrl: 'http://localhost' }),
          store.stat(key),
        ]);
        if (!ownKey.test(key)) {
          for (const result of results) expect(result).toMatchObject({ reason: expect.any(ObjectMissing) });
          await expect(store.read(key)).rejects.toThrow(ObjectMissing);
          await expect(store.delete(key)).rejects.toThrow(ObjectMissing);
        }
        const named = store.keyOfUpload(`/objects/${key}`);
        expect(named === null || ownKey.test(named)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect((await namesIn(folder)).filter((name) => !name.startsWith(path.join('data', 'objects')))).toEqual(before);
    expect(await readFile(canary, 'utf8')).toBe('alive');
    for (const name of await namesIn(root)) {
      expect(name.split(path.sep).every((part) => ownKey.test(part)) && name.split(path.sep).length <= 2, name).toBe(
        true,
      );
    }
  });

  it('follows no symbolic link in place of a file', async () => {
    const canary = path.join(folder, 'canary');
    await writeFile(canary, 'not yours');
    const key = randomUUID();
    await mkdir(path.join(root, key.slice(0, 2)), { recursive: true });
    await symlink(canary, path.join(root, key.slice(0, 2), key));
    expect(await store.stat(key)).toBeNull();
    await expect(store.read(key)).rejects.toThrow(ObjectMissing);
    await expect(store.write(key, Buffer.from('mine now'), sizeLimit)).rejects.toMatchObject({ code: 'conflict' });
    await store.delete(key);
    expect(await readFile(canary, 'utf8')).toBe('not yours');
    expect(await store.write(key, Buffer.from('a file'), sizeLimit)).toEqual({ size: 6 });
  });

  it('follows no symbolic link in place of a folder', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    const key = randomUUID();
    await mkdir(root, { recursive: true });
    await mkdir(elsewhere);
    await writeFile(path.join(elsewhere, key), 'not yours');
    await symlink(elsewhere, path.join(root, key.slice(0, 2)));
    expect(await store.stat(key)).toBeNull();
    await expect(store.read(key)).rejects.toThrow(ObjectMissing);
    await store.delete(key);
    await expect(store.write(key, Buffer.from('x'), sizeLimit)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await namesIn(elsewhere)).toEqual([key]);
  });

  it('may be a symbolic link to a larger disk', async () => {
    const larger = path.join(folder, 'larger');
    await mkdir(larger);
    await mkdir(path.dirname(root));
    await symlink(larger, root);
    const key = randomUUID();
    await store.write(key, Buffer.from('there'), sizeLimit);
    expect(String(await buffer(await store.read(key)))).toBe('there');
    expect(await namesIn(larger)).toContain(path.join(key.slice(0, 2), key));
  });

  it('loses remains of a crash after a day, and nothing else', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('kept'), sizeLimit);
    const shard = path.join(root, key.slice(0, 2));
    const [old, fresh, odd] = [`.upload-${randomUUID()}`, `.upload-${randomUUID()}`, 'notes.txt'];
    for (const name of [old, fresh, odd, key]) await writeFile(path.join(shard, name), 'x');
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of [old, odd, key]) await utimes(path.join(shard, name), longAgo, longAgo);
    await new DiskStore({ root, secret, isOwnAddress: () => false }).cleaned;
    expect((await readdir(shard)).sort()).toEqual([fresh, key, odd].sort());
  });

  it('loses remains of a crash also while it runs, with one scan a day', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('kept'), sizeLimit);
    const shard = path.join(root, key.slice(0, 2));
    const names = async (hours: number) => {
      vi.setSystemTime(started + hours * 3_600_000);
      await store.removeLeftovers();
      return readdir(shard);
    };
    const started = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await writeFile(path.join(shard, `.upload-${randomUUID()}`), 'x');
      expect(await names(25)).toEqual([key]);
      await writeFile(path.join(shard, `.upload-${randomUUID()}`), 'x');
      expect(await names(48)).toHaveLength(2);
      expect(await names(50)).toEqual([key]);
    } finally {
      vi.useRealTimers();
    }
  });
});
