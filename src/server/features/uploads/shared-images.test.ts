/** Other users who may read a collection get images only without location and camera data. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { cookieOf } from '~/server/testing/clients/http-client';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let base: string;
let admin: TestUser;
let reader: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  base = await server.listen();
  admin = await signUp(server.deps, { isAdmin: true });
  reader = await signUp(server.deps);
});
afterAll(() => server.close());

/** A processed file in an organization-wide collection, without a clean copy. */
async function shared(name: string, type: string): Promise<string> {
  const { db, store } = server.deps;
  const id = randomUUID();
  const claimed = { claimedAt: new Date(), readState: 'ready' };
  await db.storedObject.create({ data: { id, userId: admin.user.id, name, type, size: 8, ...claimed } });
  await store.write(id, Buffer.from('original'), { maxBytes: 100 });
  const { id: collectionId } = await admin.call.collections.create({ name: 'Photos', scope: 'organization' });
  await admin.call.collections.addDocument({ collectionId, objectPath: `/objects/${id}` });
  return id;
}
async function download(id: string, user: TestUser) {
  const response = await fetch(`${base}/objects/${id}`, { headers: { cookie: cookieOf(user.sessionToken) } });
  if (response.ok) return response.text();
  const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...body };
}

it('keeps an image without a clean copy for its owner', async () => {
  const id = await shared('site.heic', 'image/heic');
  expect(await download(id, admin)).toBe('original');
  const message = 'Only its owner can download this image, because it may contain location data.';
  expect(await download(id, reader)).toEqual({ status: 404, code: 'not_found', message });
  await server.deps.store.write(cleanKey(id), Buffer.from('clean'), { maxBytes: 100 });
  expect(await download(id, reader)).toBe('clean');
});

it('answers as if the image did not exist to users who cannot read the collection', async () => {
  const id = await shared('site.heic', 'image/heic');
  const { documentId } = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
  await server.deps.db.collection.updateMany({
    where: { documents: { some: { id: documentId ?? '' } } },
    data: { scope: 'personal' },
  });
  const response = await download(id, reader);
  expect(response).toEqual({ status: 404, code: 'not_found', message: 'File not found' });
  expect(response).toEqual(await download(randomUUID(), reader));
});

it('sends documents and drawings, which have no such copy', async () => {
  expect(await download(await shared('plan.svg', 'image/svg+xml'), reader)).toBe('original');
  expect(await download(await shared('plan.pdf', 'application/pdf'), reader)).toBe('original');
});
