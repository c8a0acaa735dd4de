/** Upload links that are used again after their file was claimed. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let base: string;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  base = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

async function put(url: string, bytes: Buffer): Promise<number> {
  const { pathname, search } = new URL(url, base);
  const response = await fetch(new URL(pathname + search, base), { method: 'PUT', body: new Uint8Array(bytes) });
  await response.arrayBuffer();
  return response.status;
}
type Target = Awaited<ReturnType<TestUser['call']['uploads']['create']>>;
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

it('store nothing once an image was claimed and replaced by its clean copy', async () => {
  const target = await ada.call.uploads.create({});
  expect(await put(target.uploadURL, await picture())).toBe(200);
  const { id } = await ada.call.uploads.claim({ fileURL: target.uploadURL, name: 'red.png' });
  await server.deps.jobs.settled();
  expect(await server.deps.store.stat(cleanKey(id))).not.toBeNull();
  expect(await put(target.uploadURL, Buffer.alloc(1024 * 1024))).toBe(404);
  expect(await server.deps.store.stat(id)).toBeNull();
});

it.each([
  ['claimed', ({ uploadURL }: Target) => ada.call.uploads.claim({ fileURL: uploadURL, name: 'red.png' })],
  ['deleted', ({ objectPath }: Target) => ada.call.uploads.remove({ id: objectPath.slice('/objects/'.length) })],
])('leave no bytes behind if the file is %s while they arrive', async (_what, change) => {
  const { store, jobs, background } = server.deps;
  const target = await ada.call.uploads.create({});
  expect(await put(target.uploadURL, await picture())).toBe(200);
  const key = target.objectPath.slice('/objects/'.length);
  vi.spyOn(store, 'write').mockImplementationOnce(async (...args) => {
    await change(target);
    await Promise.all([jobs.settled(), background.settled()]);
    await store.delete(key);
    return store.write(...args);
  });
  expect(await put(target.uploadURL, Buffer.from('many bytes'))).toBe(404);
  expect(await store.stat(key)).toBeNull();
});
