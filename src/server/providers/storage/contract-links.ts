/** The contract of upload links, tested for each object store: what they permit and what they reject. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Abilities, everything, type StoreHarness, userId } from './contract-suite';
import { ObjectTooLarge } from './types';

export function describeLinkContract(vendor: string, harness: () => StoreHarness, can: Abilities = everything): void {
  describe(`links of ${vendor}`, { timeout: 60_000 }, () => {
    const body = Buffer.from('%PDF-1.7 a small one');
    const sign = async (terms: { size?: number; type?: string; maxBytes?: number } = {}) => {
      const { store, baseUrl } = harness();
      return store.signUpload({ key: await store.newKey(), userId, maxBytes: 1000, baseUrl, ...terms });
    };
    const exact = { size: body.length, type: 'application/pdf' };

    it('accepts an upload for 15 minutes, and finds the key in its link', async () => {
      const { store, send } = harness();
      const { url, method, headers, expiresAt } = await sign(exact);
      expect(method).toBe('PUT');
      expect(headers).not.toHaveProperty('Content-Length');
      const minutes = (expiresAt.getTime() - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(13);
      expect(minutes).toBeLessThanOrEqual(15);
      expect(await send(url, body, headers)).toBeLessThan(300);
      const key = store.keyOfUpload(url) ?? '';
      expect(await buffer(await store.read(key))).toEqual(body);
      expect(store.keyOfUpload(`/objects/${key}`)).toBe(key);
    });

    it('accepts any number of bytes within the limit if no size was declared', async () => {
      const { send } = harness();
      const { url, headers } = await sign();
      expect(await send(url, body, headers)).toBeLessThan(300);
    });

    it.runIf(can.hasConditions)('accepts an upload only once', async () => {
      const { store, send } = harness();
      const { url, headers } = await sign();
      await send(url, body, headers);
      expect(await send(url, Buffer.from('<script>'), headers)).toBeGreaterThanOrEqual(400);
      expect(await buffer(await store.read(store.keyOfUpload(url) ?? ''))).toEqual(body);
    });

    it.runIf(can.checksLinks).each([-1, 1])(
      'rejects a body with a size that differs from the declared one by %d byte',
      async (more) => {
        const { store, send } = harness();
        const { url, headers } = await sign(exact);
        expect(await send(url, Buffer.alloc(body.length + more), headers)).toBeGreaterThanOrEqual(400);
        expect(await store.stat(store.keyOfUpload(url) ?? '')).toBeNull();
      },
    );

    it('rejects a size above the limit, an invalid size and an invalid type', async () => {
      await expect(sign({ size: 1001 })).rejects.toThrow(ObjectTooLarge);
      for (const size of [-1, 0.5, Number.NaN]) {
        await expect(sign({ size })).rejects.toMatchObject({ code: 'validation' });
      }
      for (const type of ['pdf', 'a/b\r\nx: y', 'text/html; charset=utf-8', `a/${'b'.repeat(200)}`]) {
        await expect(sign({ type })).rejects.toMatchObject({ code: 'unsupported_type' });
      }
      expect((await sign({ type: '' })).headers).not.toHaveProperty('Content-Type');
    });

    it.runIf(can.hasClock)('rejects expired links', async () => {
      const { store, send, advance } = harness();
      const { url, headers } = await sign(exact);
      advance(16 * 60_000);
      expect(await send(url, body, headers)).toBe(403);
      advance(-16 * 60_000);
      expect(await store.stat(store.keyOfUpload(url) ?? '')).toBeNull();
    });

    it.runIf(can.checksLinks)('rejects every change of a link', async () => {
      const { store, send } = harness();
      const { url, headers } = await sign(exact);
      const key = store.keyOfUpload(url) ?? '';
      const other = await store.newKey();
      const altered = [
        url.replace(key, other),
        `${url}&extra=1`,
        url.replace(/ignature=(.)/, (_, first) => `ignature=${first === 'a' ? 'b' : 'a'}`),
      ];
      const { searchParams } = new URL(url);
      for (const name of searchParams.keys()) {
        const changed = new URL(url);
        changed.searchParams.set(name, `${searchParams.get(name)}1`);
        const removed = new URL(url);
        removed.searchParams.delete(name);
        const twice = new URL(url);
        twice.searchParams.append(name, '1');
        altered.push(changed.href, removed.href, twice.href);
      }
      for (const forged of altered) {
        const status = await send(forged, body, headers);
        expect([400, 403], forged).toContain(status);
      }
      expect(await store.stat(key)).toBeNull();
      expect(await store.stat(other)).toBeNull();
    });

    it('finds no key in forged links', async () => {
      const { store, baseUrl } = harness();
      const { url } = await sign();
      const key = store.keyOfUpload(url) ?? '';
      const { origin } = new URL(url);
      const start = url.slice(0, url.indexOf(key));
      const forged = [
        '',
        key,
        `objects/${key}`,
        `//objects/${key}`,
        `/objects//${key}`,
        `/objects/../${key}`,
        `/objects/${key}/..`,
        `/objects/${key}/`,
        `/objects/%2e%2e/${key}`,
        `/objects/${key}%00`,
        `/objects/${key}#x`,
        `/objects/${key} `,
        ` /objects/${key}`,
        `\\objects\\${key}`,
        `/x/objects/${key}`,
        '/objects/',
        '/objects/..',
        '/objects/../../etc/passwd',
        '/etc/passwd',
        'file:///etc/passwd',
        `file:///objects/${key}`,
        `javascript:/objects/${key}`,
        `https://evil.example/objects/${key}`,
        `//evil.example/objects/${key}`,
        url.replace(origin, 'https://evil.example'),
        url.replace(origin, `${origin}@evil.example`),
        url.replace(origin, `${origin}.evil.example`),
        url.replace('://', '://user:word@'),
        url.replace('http', 'ftp'),
        url.replace('http', 'HTTP'),
        url.replace(`/${key}`, `/../${key}`),
        url.replace(`/${key}`, `/%2e%2e/${key}`),
        url.replace(`/${key}`, `\\${key}`),
        url.replace(key, `${key}/../x`),
        url.replace(key, key.toUpperCase()),
        url.replace(key, `x${'y'.repeat(80)}`),
        url.replace(key, encodeURIComponent('../x')),
        url.replace(start, `${origin}/another-bucket/`),
        `${baseUrl}/another/${key}`,
        `${url}#x`,
        `${url} x`,
        `${url}\n`,
      ];
      for (const text of forged) expect(store.keyOfUpload(text), text).toBeNull();
    });
  });
}
