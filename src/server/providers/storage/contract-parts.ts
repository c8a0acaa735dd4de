/** The contract of uploads in parts, tested for each object store. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Abilities, everything, type StoreHarness, userId } from './contract-suite';
import { ObjectExists, ObjectIncomplete, ObjectMissing } from './types';

/** The minimum that S3 accepts for any part but the last. */
const partBytes = 5 * 1024 ** 2;

export function describePartContract(vendor: string, harness: () => StoreHarness, can: Abilities = everything): void {
  describe(`uploads in parts to ${vendor}`, { timeout: 60_000 }, () => {
    const file = randomBytes(2 * partBytes + 7);
    const sizes = [partBytes, partBytes, 7];
    const bytesOf = (number: number) => file.subarray((number - 1) * partBytes, number * partBytes);

    const begin = async () => {
      const key = await harness().store.newKey();
      return { key, uploadId: await harness().store.parts.begin(key) };
    };
    type Upload = Awaited<ReturnType<typeof begin>>;
    const sign = (upload: Upload, number: number, size = sizes[number - 1] ?? 0) =>
      harness().store.parts.sign(upload, { number, size, userId, baseUrl: harness().baseUrl });
    const sendPart = async (upload: Upload, number: number, body = bytesOf(number)) => {
      const { url, headers } = await sign(upload, number);
      return harness().send(url, body, headers);
    };

    it('become one object, in whatever order the parts arrive', async () => {
      const { store } = harness();
      const upload = await begin();
      for (const number of [3, 1, 2]) expect(await sendPart(upload, number)).toBeLessThan(300);
      expect(await store.parts.list(upload)).toEqual(sizes.map((size, index) => ({ number: index + 1, size })));
      await store.parts.join(upload, sizes);
      expect((await buffer(await store.read(upload.key))).equals(file)).toBe(true);
    });

    it('continue after a part was lost', async () => {
      const { store } = harness();
      const upload = await begin();
      await sendPart(upload, 1);
      await sendPart(upload, 3);
      await expect(store.parts.join(upload, sizes)).rejects.toThrow(ObjectIncomplete);
      expect(await store.stat(upload.key)).toBeNull();
      expect((await store.parts.list(upload)).map(({ number }) => number)).toEqual([1, 3]);
      await sendPart(upload, 2);
      await store.parts.join(upload, sizes);
      expect(await store.stat(upload.key)).toEqual({ size: file.length });
    });

    it('may send a part twice', async () => {
      const { store } = harness();
      const upload = await begin();
      for (const number of [1, 2, 3, 2]) await sendPart(upload, number);
      await store.parts.join(upload, sizes);
      expect((await buffer(await store.read(upload.key))).equals(file)).toBe(true);
    });

    it.runIf(can.checksLinks)('accept only the signed size of a part and the signed number of parts', async () => {
      const { store } = harness();
      const upload = await begin();
      expect(await sendPart(upload, 3, Buffer.alloc(8))).toBeGreaterThanOrEqual(400);
      expect(await sendPart(upload, 3, Buffer.alloc(6))).toBeGreaterThanOrEqual(400);
      expect(await store.parts.list(upload)).toEqual([]);
      for (const number of [1, 2, 3]) await sendPart(upload, number);
      for (const wrong of [
        [partBytes, partBytes],
        [...sizes, 1],
        [partBytes, partBytes, 8],
      ]) {
        await expect(store.parts.join(upload, wrong)).rejects.toThrow(ObjectIncomplete);
      }
    });

    it.runIf(can.hasClock)('reject a link that has expired or belongs to another part', async () => {
      const { store, send, advance } = harness();
      const upload = await begin();
      const { url, headers } = await sign(upload, 3);
      const other = url.replace('-part-3', '-part-2').replace('partNumber=3', 'partNumber=2');
      expect(await send(other, bytesOf(3), headers)).toBe(403);
      advance(16 * 60_000);
      expect(await send(url, bytesOf(3), headers)).toBe(403);
      advance(-16 * 60_000);
      expect(await store.parts.list(upload)).toEqual([]);
    });

    it('are joined once', async () => {
      const { store } = harness();
      const upload = await begin();
      for (const number of [1, 2, 3]) await sendPart(upload, number);
      await Promise.allSettled([store.parts.join(upload, sizes), store.parts.join(upload, sizes)]);
      expect(await store.stat(upload.key)).toEqual({ size: file.length });
      const again = await store.parts.join(upload, sizes).catch((error: unknown) => error);
      if (can.joinsOnce)
        expect([ObjectMissing, ObjectExists, ObjectIncomplete].some((kind) => again instanceof kind)).toBe(true);
      else expect(again).toBeUndefined();
      expect((await buffer(await store.read(upload.key))).equals(file)).toBe(true);
    });

    it('leave nothing after they are dropped, even twice', async () => {
      const { store } = harness();
      const upload = await begin();
      await sendPart(upload, 1);
      await store.parts.drop(upload);
      await store.parts.drop(upload);
      expect(await store.parts.list(upload).catch(() => [])).toEqual([]);
      expect(await store.stat(upload.key)).toBeNull();
    });
  });
}
