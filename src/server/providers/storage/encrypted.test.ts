import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '~/server/testing/fakes/s3-server';
import { until } from '~/server/testing/until';
import { describeLinkContract } from './contract-links';
import { describePartContract } from './contract-parts';
import { startUploadServer, type UploadServer } from './contract-server';
import { describeStoreContract, repeated, type StoreHarness, userId } from './contract-suite';
import { DiskStore } from './disk';
import { EncryptedStore, type FileKeys, isEncryptedKey } from './encrypted';
import { FileDamaged, FileKeyMissing } from './encrypted-errors';
import { type FileKey, frameBytes, headerBytes, sealedFrameBytes, sealedSize } from './frames';
import { S3Store } from './s3';
import { ObjectExists, type ObjectStore } from './types';

const secret = randomBytes(32);
const sizeLimit = { maxBytes: 10 * 1024 ** 2 };
let folder: string;
let server: UploadServer;
let s3: S3Server;
let discardingS3: S3Server;
let inner: DiskStore | S3Store;
let store: EncryptedStore;
let discardingStore: ObjectStore;
let damaged: string[];

const relay = { secret, isOwnAddress: (address: string) => address === server.baseUrl };

function keysOf(...all: FileKey[]): FileKeys {
  return {
    current: async () => {
      const newest = all.at(-1);
      if (!newest) throw new FileKeyMissing('there is none');
      return newest;
    },
    find: async (id) => {
      const found = all.find((one) => one.id === id);
      if (!found) throw new FileKeyMissing(`no key ${id}`);
      return found.key;
    },
  };
}
const fileKey: FileKey = { id: randomUUID(), key: randomBytes(32) };

const encrypted = (of: ObjectStore, { isOn = true, keys = keysOf(fileKey) } = {}) =>
  new EncryptedStore(of, { isOn, keys, onDamaged: (key) => damaged.push(key) });

const s3Store = ({ endpoint, bucket, account }: S3Server) =>
  new S3Store({ endpoint, bucket, ...account, forcePathStyle: true }, relay);
const diskStore = () => new DiskStore({ root: path.join(folder, 'objects'), ...relay });

beforeAll(async () => {
  server = await startUploadServer(async (request, now) => {
    const { key, maxBytes, size } = inner.verifyUpload(request.url ?? '', now);
    await store.write(key, request, { maxBytes, size });
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qinsight-encrypted-'));
  server.reset();
  damaged = [];
  inner = diskStore();
  store = encrypted(inner);
  discardingStore = store;
});
afterEach(() => rm(folder, { recursive: true }));

const harness = (): StoreHarness => ({ ...server, store, discardingStore });

/** All bytes below the folder, including names. */
async function everything(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map(async (name) => `${name}\n${await readFile(name, 'latin1')}`))).join('\n');
}

describeStoreContract('the encrypted disk', harness);
describeLinkContract('the encrypted disk', harness);
describePartContract('the encrypted disk', harness);

describe('encryption over S3', () => {
  beforeEach(async () => {
    [s3, discardingS3] = await Promise.all([startS3Server({}), startS3Server({ storesBodies: false })]);
    inner = s3Store(s3);
    store = encrypted(inner);
    discardingStore = encrypted(s3Store(discardingS3));
  });
  afterEach(() => Promise.all([s3.close(), discardingS3.close()]));

  describeStoreContract('encrypted S3', harness);
  describeLinkContract('encrypted S3', harness);
  describePartContract('encrypted S3', harness);

  it('lets no browser send anything to S3 directly', async () => {
    const key = await store.newKey();
    const terms = { key, userId, maxBytes: 1000, size: 5, type: 'image/png', baseUrl: server.baseUrl };
    const upload = await store.signUpload(terms);
    const part = await store.parts.sign({ key, uploadId: 'parts' }, { ...terms, number: 1 });
    for (const { url } of [upload, part]) expect(new URL(url).origin).toBe(server.baseUrl);
    const plain = encrypted(inner, { isOn: false });
    const direct = await plain.signUpload({ ...terms, key: await plain.newKey() });
    expect(new URL(direct.url).origin).toBe(s3.endpoint);
  });

  it('continues with parts that S3 received directly before encryption was enabled', async () => {
    const before = encrypted(inner, { isOn: false });
    const key = await before.newKey();
    const upload = { key, uploadId: await before.parts.begin(key) };
    const { url, headers } = await store.parts.sign(upload, { number: 1, size: 5, userId, baseUrl: server.baseUrl });
    expect(await server.send(url, Buffer.from('12345'), headers)).toBe(200);
    await store.parts.join(upload, [5]);
    expect(String(await buffer(await store.read(key)))).toBe('12345');
  });
});

describe('encrypted objects', () => {
  const marker = 'MARKER-of-a-secret-file';
  const text = Buffer.from(`${marker} `.repeat(8000));

  it('have no readable byte in the storage, including parts and remains of uploads', async () => {
    const keys = [await store.newKey(), await store.newKey(), await store.newKey()] as const;
    await store.write(keys[0], text, sizeLimit);
    await store.write(`${keys[0]}-preview`, text, sizeLimit);
    const left = new PassThrough();
    const written = store.write(keys[1], left, sizeLimit);
    left.write(text);
    await until(async () => (await everything()).length > 2 * text.length + 2 * frameBytes);
    expect(await everything()).not.toContain(marker);
    left.destroy();
    await expect(written).rejects.toThrow();
    const upload = { key: keys[2], uploadId: await store.parts.begin(keys[2]) };
    const { url } = await store.parts.sign(upload, {
      number: 1,
      size: text.length,
      userId,
      baseUrl: server.baseUrl,
    });
    expect(await server.send(url, text)).toBe(204);
    expect(await everything()).not.toContain(marker);
    await store.parts.join(upload, [text.length]);
    expect(await everything()).not.toContain(marker);
    expect(await buffer(await store.read(keys[2]))).toEqual(text);
    expect((await everything()).split('\n').filter((line) => line.includes('-part-'))).toEqual([]);
  });

  it('have different bytes each time', async () => {
    const [one, other] = [await store.newKey(), await store.newKey()];
    await store.write(one, text, sizeLimit);
    await store.write(other, text, sizeLimit);
    const [first, second] = [await buffer(await inner.read(one)), await buffer(await inner.read(other))];
    expect(first).toHaveLength(sealedSize(text.length));
    expect(first.subarray(headerBytes).equals(second.subarray(headerBytes))).toBe(false);
  });

  it('are read as a decrypted copy, others in place', async () => {
    const [key, plainKey] = [await store.newKey(), randomUUID()];
    for (const name of [key, plainKey]) await store.write(name, text, sizeLimit);
    expect(await store.localPath(key)).toBeNull();
    expect(await readFile((await store.localPath(plainKey)) ?? '')).toEqual(text);
  });

  it('do not change when encryption is enabled or disabled', async () => {
    const off = encrypted(inner, { isOn: false });
    const [older, newer] = [await off.newKey(), await store.newKey()];
    expect([older, newer].map(isEncryptedKey)).toEqual([false, true]);
    for (const by of [off, store]) {
      await by.write(`${older}-${by === off ? 'preview' : 'clean'}`, text, sizeLimit);
      await by.write(`${newer}-${by === off ? 'preview' : 'clean'}`, text, sizeLimit);
    }
    for (const suffix of ['preview', 'clean']) {
      expect(await buffer(await inner.read(`${older}-${suffix}`))).toEqual(text);
      expect(String(await buffer(await inner.read(`${newer}-${suffix}`)))).not.toContain(marker);
      for (const by of [off, store]) expect(await buffer(await by.read(`${newer}-${suffix}`))).toEqual(text);
    }
  });

  it('are recognized by their key, not by their bytes', async () => {
    const key = await store.newKey();
    await store.write(key, text, sizeLimit);
    const [forged, plainKey] = [await buffer(await inner.read(key)), randomUUID()];
    await store.write(plainKey, forged, sizeLimit);
    expect(await buffer(await store.read(plainKey))).toEqual(forged);
    expect(await store.stat(plainKey)).toEqual({ size: forged.length });
  });

  it('are read with an earlier key, and with no other', async () => {
    const key = await store.newKey();
    await store.write(key, text, sizeLimit);
    const later = encrypted(inner, { keys: keysOf(fileKey, { id: randomUUID(), key: randomBytes(32) }) });
    expect(await buffer(await later.read(key))).toEqual(text);
    await expect(encrypted(inner, { keys: keysOf() }).read(key)).rejects.toThrow(FileKeyMissing);
    const wrong = keysOf({ id: fileKey.id, key: randomBytes(32) });
    await expect(encrypted(inner, { keys: wrong }).read(key)).rejects.toThrow(FileDamaged);
  });

  it('are not created without a key', async () => {
    const without = encrypted(inner, { keys: keysOf() });
    await expect(without.newKey()).rejects.toThrow(FileKeyMissing);
    await expect(without.check()).rejects.toThrow(FileKeyMissing);
    await expect(without.write(await store.newKey(), text, sizeLimit)).rejects.toThrow(FileKeyMissing);
  });

  it('return any range at any size', async () => {
    const sizes = fc.oneof(
      fc.integer({ min: 1, max: 300_000 }),
      fc.constantFrom(1, frameBytes - 1, frameBytes, frameBytes + 1, 2 * frameBytes, 3 * frameBytes + 1),
    );
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, a, b) => {
        const bytes = randomBytes(size);
        const key = await store.newKey();
        await store.write(key, size % 2 ? bytes : PassThrough.from([...repeated(size, bytes)]), sizeLimit);
        const start = a % size;
        const end = start + (b % (size - start + 10));
        const part = await buffer(await store.read(key, { start, end }));
        expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
        expect((await store.stat(key))?.size).toBe(size);
      }),
      { numRuns: 60 },
    );
  });
});

describe('encrypted objects whose bytes were changed', () => {
  const plain = randomBytes(3 * frameBytes + 1000);
  let key: string;
  let stored: Buffer;
  beforeEach(async () => {
    key = await store.newKey();
    await store.write(key, plain, sizeLimit);
    stored = await buffer(await inner.read(key));
  });

  const frame = (number: number, of = stored) =>
    of.subarray(headerBytes + number * sealedFrameBytes, headerBytes + (number + 1) * sealedFrameBytes);
  const header = (of = stored) => of.subarray(0, headerBytes);

  async function replace(bytes: Buffer) {
    await inner.delete(key);
    await inner.write(key, bytes, sizeLimit);
  }

  /** Expects an error, and only correct bytes before it. */
  async function expectDamaged(bytes: Buffer, what: string) {
    damaged = [];
    await replace(bytes);
    const read: Buffer[] = [];
    let failure: unknown;
    try {
      for await (const piece of await store.read(key)) read.push(piece as Buffer);
    } catch (error) {
      failure = error;
    }
    expect(failure, what).toBeInstanceOf(FileDamaged);
    expect(damaged, what).toEqual([key]);
    const whole = Buffer.concat(read);
    expect(whole.equals(plain.subarray(0, whole.length)), what).toBe(true);
    expect(whole.length, what).toBeLessThan(plain.length);
  }

  it('fail for every changed byte', async () => {
    const places = [0, 3, 20, 35, 50, headerBytes - 1, headerBytes, headerBytes + sealedFrameBytes - 1];
    places.push(headerBytes + sealedFrameBytes, stored.length - 17, stored.length - 1);
    for (const at of places) {
      const changed = Buffer.from(stored);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expectDamaged(changed, `byte ${at}`);
    }
  });

  it('fail if the id of their key was changed', async () => {
    const changed = Buffer.from(stored);
    changed[5] = (changed[5] ?? 0) ^ 1;
    await replace(changed);
    await expect(store.read(key)).rejects.toThrow(FileKeyMissing);
  });

  it('fail if frames were swapped, removed, repeated, truncated or added', async () => {
    const frames = [0, 1, 2, 3].map((number) => frame(number));
    const [first, second, third, last] = frames as [Buffer, Buffer, Buffer, Buffer];
    await expectDamaged(Buffer.concat([header(), second, first, third, last]), 'exchanged');
    await expectDamaged(Buffer.concat([header(), first, third, last]), 'left out');
    await expectDamaged(Buffer.concat([header(), first, first, second, third, last]), 'repeated');
    await expectDamaged(Buffer.concat([header(), first, second, third]), 'cut off after a frame');
    await expectDamaged(stored.subarray(0, -1), 'cut off by a byte');
    await expectDamaged(header(), 'cut off after the header');
    await expectDamaged(stored.subarray(0, headerBytes - 1), 'cut off in the header');
    await expectDamaged(Buffer.alloc(0), 'emptied');
    await expectDamaged(Buffer.concat([stored, last]), 'a frame more');
    await expectDamaged(Buffer.concat([stored, Buffer.from('x')]), 'a byte more');
  });

  it('fail with the bytes of another object or with unencrypted bytes', async () => {
    const other = await store.newKey();
    await store.write(other, plain, sizeLimit);
    const others = await buffer(await inner.read(other));
    await expectDamaged(others, 'another object');
    await expectDamaged(Buffer.concat([header(others), stored.subarray(headerBytes)]), 'the header of another');
    await expectDamaged(
      Buffer.concat([header(), frame(0, others), stored.subarray(headerBytes + sealedFrameBytes)]),
      'its frame',
    );
    await expectDamaged(Buffer.from('<b>readable</b>'.repeat(100)), 'readable bytes');
  });

  it('return no wrong range', async () => {
    await replace(Buffer.concat([header(), frame(1), frame(0), frame(2), frame(3)]));
    await expect(buffer(await store.read(key, { start: 10, end: 20 }))).rejects.toThrow(FileDamaged);
    const whole = { start: 2 * frameBytes + 5, end: 2 * frameBytes + 9 };
    expect(await buffer(await store.read(key, whole))).toEqual(plain.subarray(whole.start, whole.end + 1));
    await replace(Buffer.concat([header(), frame(0), frame(1)]));
    await expect(buffer(await store.read(key, { start: frameBytes, end: frameBytes }))).rejects.toThrow(FileDamaged);
  });

  it('have no size if their length is impossible for an object', async () => {
    await replace(stored.subarray(0, headerBytes + sealedFrameBytes + 16));
    await expect(store.stat(key)).rejects.toThrow(FileDamaged);
    await expect(store.write(key, plain, sizeLimit)).rejects.toThrow(ObjectExists);
  });
});
