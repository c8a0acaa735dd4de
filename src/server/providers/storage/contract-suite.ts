/**
 * The contract of every object store, tested for each vendor. A harness provides an empty store and sends bytes to its
 * links like a browser.
 */
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  ObjectExists,
  ObjectIncomplete,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  ObjectTooLarge,
} from './types';

export interface StoreHarness {
  store: ObjectStore;
  /** The product's URL. */
  baseUrl: string;
  /** Sends bytes to a link and returns the HTTP status. */
  send(url: string, body: Buffer, headers?: Record<string, string>): Promise<number>;
  /** Advances the clock that determines when links expire. */
  advance(ms: number): void;
  /** The same store, but written bytes are discarded, so that only the writer's memory is measured. */
  discardingStore: ObjectStore;
}

/** Features that other S3 servers may lack; docs/production.md describes how the product works without them. */
export interface Abilities {
  /** Tests can set its clock to let links expire. */
  hasClock: boolean;
  /** It rejects a write to an existing key. */
  hasConditions: boolean;
  /** It checks all signed values: length, type and every parameter of the link. */
  checksLinks: boolean;
  /** It returns an error, and not the same object, if an upload is joined again. */
  joinsOnce: boolean;
}
export const everything: Abilities = { hasClock: true, hasConditions: true, checksLinks: true, joinsOnce: true };

const mebibyte = 1024 ** 2;
const sizeLimit = { maxBytes: 10 * mebibyte };
export const userId = 'b7e3a8f0-0000-4000-8000-000000000001';

/** Yields the same buffer repeatedly, so that memory grows only if the consumer keeps copies. */
export function* repeated(bytes: number, piece = Buffer.alloc(64 * 1024, 7)): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

/** The peak of memory after garbage collections while `work` consumes its source, above the level before. */
async function retainedWhile(work: (source: Readable) => Promise<unknown>, bytes: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const before = used();
  let max = 0;
  function* measured() {
    let pieces = 0;
    for (const piece of repeated(bytes)) {
      yield piece;
      // Garbage collection is slow in a large heap, and ten samples show whether bytes are retained.
      if (++pieces % Math.ceil(bytes / piece.length / 10) === 0) max = Math.max(max, used() - before);
    }
  }
  await work(Readable.from(measured()));
  return Math.max(max, used() - before);
}

export function describeStoreContract(vendor: string, harness: () => StoreHarness, can: Abilities = everything): void {
  describe(`${vendor} keeps the contract of an object store`, () => {
    it('returns the written bytes unchanged', async () => {
      const { store } = harness();
      for (const bytes of [randomBytes(300_000), Buffer.from('x'), Buffer.alloc(0)]) {
        const [fromBuffer, fromStream] = [await store.newKey(), `${await store.newKey()}-preview`];
        expect(await store.write(fromBuffer, bytes, sizeLimit)).toEqual({ size: bytes.length });
        expect(await store.write(fromStream, Readable.from([bytes]), sizeLimit)).toEqual({ size: bytes.length });
        for (const key of [fromBuffer, fromStream]) {
          expect(await store.stat(key)).toEqual({ size: bytes.length });
          expect(await buffer(await store.read(key))).toEqual(bytes);
        }
      }
    });

    it('reads a range', async () => {
      const { store } = harness();
      const key = await store.newKey();
      await store.write(key, Buffer.from('0123456789'), sizeLimit);
      const part = async (start: number, end: number) => String(await buffer(await store.read(key, { start, end })));
      expect(await part(0, 0)).toBe('0');
      expect(await part(2, 4)).toBe('234');
      expect(await part(8, 1000)).toBe('89');
    });

    it.each([
      [10, 12],
      [5, 4],
      [-1, 3],
      [0.5, 3],
      [Number.NaN, 1],
    ])('rejects the range from %d to %d of ten bytes', async (start, end) => {
      const { store } = harness();
      const key = await store.newKey();
      await store.write(key, Buffer.from('0123456789'), sizeLimit);
      await expect(store.read(key, { start, end })).rejects.toThrow(ObjectRangeInvalid);
    });

    it('throws if the object does not exist', async () => {
      const { store } = harness();
      const key = await store.newKey();
      expect(await store.stat(key)).toBeNull();
      await expect(store.read(key)).rejects.toThrow(ObjectMissing);
      await expect(store.read(key, { start: 0, end: 1 })).rejects.toThrow(ObjectMissing);
    });

    it('deletes, and ignores a repeated deletion', async () => {
      const { store } = harness();
      const key = await store.newKey();
      await store.write(key, Buffer.from('gone soon'), sizeLimit);
      await store.delete(key);
      expect(await store.stat(key)).toBeNull();
      await store.delete(key);
      await store.delete(await store.newKey());
    });

    it('never replaces an object', async () => {
      const { store } = harness();
      const key = await store.newKey();
      await store.write(key, Buffer.from('first'), sizeLimit);
      await expect(store.write(key, Buffer.from('second'), sizeLimit)).rejects.toThrow(ObjectExists);
      await expect(store.write(key, Readable.from(['third']), sizeLimit)).rejects.toThrow(ObjectExists);
      expect(String(await buffer(await store.read(key)))).toBe('first');
    });

    it.runIf(can.hasConditions)('lets exactly one of twenty concurrent writes succeed', async () => {
      const { store } = harness();
      const key = await store.newKey();
      const bodies = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index));
      const results = await Promise.allSettled(
        bodies.map((body) => store.write(key, Readable.from([body]), sizeLimit)),
      );
      const won = results.findIndex(({ status }) => status === 'fulfilled');
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ObjectExists);
      expect(await buffer(await store.read(key))).toEqual(bodies[won]);
    });

    it('stops at the first byte over the limit, and keeps nothing', async () => {
      const { store } = harness();
      const limits = { maxBytes: 100_000 };
      let produced = 0;
      const endless = Readable.from(
        (function* () {
          for (;;) {
            produced += 1000;
            yield Buffer.alloc(1000);
          }
        })(),
      );
      const key = await store.newKey();
      await expect(store.write(key, endless, limits)).rejects.toThrow(ObjectTooLarge);
      // Not destroyed: its owner may still need to send a response on the same connection.
      expect(endless.destroyed).toBe(false);
      endless.destroy();
      expect(produced).toBeLessThan(200_000);
      await expect(store.write(key, Buffer.alloc(100_001), limits)).rejects.toThrow(ObjectTooLarge);
      expect(await store.stat(key)).toBeNull();
      expect(await store.write(key, Buffer.alloc(100_000), limits)).toEqual({ size: 100_000 });
    });

    it('names the limit in the error', async () => {
      const { store } = harness();
      await expect(store.write(await store.newKey(), Buffer.alloc(11 * mebibyte), sizeLimit)).rejects.toMatchObject({
        code: 'too_large',
        message: 'File is larger than 10 MB',
      });
    });

    it.each([9, 11])('rejects %d bytes if ten were declared', async (bytes) => {
      const { store } = harness();
      const key = await store.newKey();
      const limits = { ...sizeLimit, size: 10 };
      await expect(store.write(key, Buffer.alloc(bytes), limits)).rejects.toThrow(ObjectIncomplete);
      await expect(store.write(key, Readable.from([Buffer.alloc(bytes)]), limits)).rejects.toThrow(ObjectIncomplete);
      expect(await store.stat(key)).toBeNull();
    });

    it('keeps nothing of a source that fails or is destroyed', async () => {
      const { store } = harness();
      const key = await store.newKey();
      const failing = Readable.from(
        (function* () {
          yield Buffer.alloc(70_000);
          throw new Error('the cable');
        })(),
      );
      await expect(store.write(key, failing, sizeLimit)).rejects.toThrow('the cable');
      const leaving = new PassThrough();
      leaving.write(Buffer.alloc(1000));
      const written = store.write(key, leaving, sizeLimit);
      leaving.destroy();
      await expect(written).rejects.toThrow();
      expect(await store.stat(key)).toBeNull();
      expect(await store.write(key, Buffer.from('then it works'), sizeLimit)).toEqual({ size: 13 });
    });

    it('stores 50 MB without buffering them in memory', async () => {
      const { discardingStore } = harness();
      const size = 50 * mebibyte;
      const key = await discardingStore.newKey();
      const write = (source: Readable) => discardingStore.write(key, source, { maxBytes: size, size });
      const retained = await retainedWhile(write, size);
      expect(retained).toBeLessThan(20 * mebibyte);
    });

    it('allows a reader to stop in the middle', async () => {
      const { store } = harness();
      const key = await store.newKey();
      await store.write(key, Buffer.alloc(mebibyte), sizeLimit);
      const stream = await store.read(key);
      for await (const _ of stream) break;
      expect(stream.destroyed).toBe(true);
      await store.delete(key);
    });

    it.each([
      '',
      'A',
      '../x',
      '..',
      '.',
      'a/b',
      'a\\b',
      'a\0',
      'a\n',
      ' a',
      'é',
      'a'.repeat(81),
      '%2e%2e',
      '__proto__',
    ])('finds no object with the key %j', async (key) => {
      const { store, baseUrl } = harness();
      await expect(store.stat(key)).rejects.toThrow(ObjectMissing);
      await expect(store.read(key)).rejects.toThrow(ObjectMissing);
      await expect(store.write(key, Buffer.from('x'), sizeLimit)).rejects.toThrow(ObjectMissing);
      await expect(store.delete(key)).rejects.toThrow(ObjectMissing);
      await expect(store.signUpload({ key, userId, maxBytes: 1, baseUrl })).rejects.toThrow(ObjectMissing);
    });

    it('reports that it is writable', async () => {
      await expect(harness().store.check()).resolves.toBeUndefined();
    });
  });
}
