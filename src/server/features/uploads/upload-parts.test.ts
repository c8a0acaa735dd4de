import { randomBytes, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStore } from '~/server/providers/storage/disk';
import { cookieOf } from '~/server/testing/clients/http-client';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makePdf, pdfOfObjects, pdfStream } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import { sweep } from './sweeper';
import { partSizes } from './upload-parts';

const { uploadPartBytes } = limits;
const knowledge = { KNOWLEDGE_FILE_MB: '30' };
const fact = 'The central bank of Ruritania raised its key rate to 7.25 percent in March.';
const pdf = withPadding(makePdf([[fact]]), 2 * uploadPartBytes + 12_345);

let s3: S3Server;
const worlds: Record<'disk' | 'S3', { server: TestServer; base: string; ada: TestUser; bob: TestUser }> = {} as never;

beforeAll(async () => {
  s3 = await startS3Server();
  for (const [kind, settings] of [
    ['disk', {}],
    ['S3', s3Settings(s3)],
  ] as const) {
    const server = await startTestServer({ env: { ...knowledge, ...settings } });
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    worlds[kind] = { server, base: await server.listen(), ada, bob };
  }
});
afterAll(async () => {
  for (const { server } of Object.values(worlds)) await server.close();
  await s3.close();
});

/** The same PDF with an additional stream that no page shows. */
function withPadding(content: Buffer, size: number): Buffer {
  const padding = pdfOfObjects([pdfStream(randomBytes(size - content.length - 1000))]);
  return Buffer.concat([padding.subarray(0, size - content.length), content]).subarray(0, size);
}

describe.each(['disk', 'S3'] as const)('a large file in parts, on %s', (kind) => {
  const world = () => worlds[kind];
  const bytesOf = (part: number) => pdf.subarray((part - 1) * uploadPartBytes, part * uploadPartBytes);

  async function send(user: TestUser, id: string, part: number, bytes = bytesOf(part)): Promise<number> {
    const { uploadURL, headers } = await user.call.uploads.signPart({ id, part });
    const url =
      kind === 'S3' ? uploadURL : new URL(new URL(uploadURL).pathname + new URL(uploadURL).search, world().base);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
    await response.arrayBuffer();
    return response.status;
  }
  async function arrive(user: TestUser): Promise<string> {
    const { id } = await user.call.uploads.createParts({ size: pdf.length });
    for (const part of [3, 1, 2]) expect(await send(user, id, part)).toBe(200);
    return id;
  }
  const isStored = async (id: string) => (await world().server.deps.store.stat(id)) !== null;

  it('is processed in a collection, by its path', async () => {
    const { ada, server } = world();
    const id = await arrive(ada);
    const { objectPath } = await ada.call.uploads.completeParts({ id });
    const claimed = await ada.call.uploads.claim({ fileURL: objectPath, name: 'rates.pdf' });
    expect(claimed).toMatchObject({ id, type: 'application/pdf', size: pdf.length });
    expect((await buffer(await server.deps.store.read(id))).equals(pdf)).toBe(true);
    const { id: collectionId } = await ada.call.collections.create({ name: 'Rates', scope: 'personal' });
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, objectPath });
    const read = () => ada.call.collections.document({ collectionId, documentId });
    await until(async () => (await read()).state === 'ready');
    expect((await read()).content).toContain('7.25 percent');
  });

  it("can't be attached to a message", async () => {
    const { ada } = world();
    const id = await arrive(ada);
    const { objectPath } = await ada.call.uploads.completeParts({ id });
    const attachment = { url: objectPath, name: 'rates.pdf', type: 'application/pdf', size: 5 };
    const ask = () =>
      ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?', attachments: [attachment] });
    await expect(ask()).rejects.toThrow('File is larger than 10 MB');
    await ada.call.uploads.claim({ fileURL: objectPath, name: 'rates.pdf' });
    await expect(ask()).rejects.toThrow('File is larger than 10 MB');
  });

  it('lists the parts that have arrived, and is completed when none is missing', async () => {
    const { ada } = world();
    const { id, partBytes } = await ada.call.uploads.createParts({ size: pdf.length });
    expect(partBytes).toBe(uploadPartBytes);
    await send(ada, id, 2);
    expect(await ada.call.uploads.parts({ id })).toEqual({ parts: [2] });
    await expect(ada.call.uploads.completeParts({ id })).rejects.toThrow('upload was incomplete');
    await expect(ada.call.uploads.claim({ fileURL: `/objects/${id}` })).rejects.toThrow("hasn't been uploaded yet");
    await send(ada, id, 1);
    await send(ada, id, 3);
    // Concurrently, and again as after a lost response.
    const paths = await Promise.all([ada.call.uploads.completeParts({ id }), ada.call.uploads.completeParts({ id })]);
    expect(await ada.call.uploads.completeParts({ id })).toEqual(paths[0]);
    expect(await ada.call.uploads.parts({ id })).toEqual({ parts: [1, 2, 3] });
    await expect(send(ada, id, 1)).rejects.toThrow('File not found');
  });

  it('accepts only parts of the announced sizes', async () => {
    const { ada } = world();
    const { id } = await ada.call.uploads.createParts({ size: pdf.length });
    expect(await send(ada, id, 3, bytesOf(3).subarray(1))).toBeGreaterThanOrEqual(400);
    await expect(send(ada, id, 4)).rejects.toThrow('This part of the file does not exist.');
    expect(await ada.call.uploads.parts({ id })).toEqual({ parts: [] });
  });

  it('of another user is reported as not found', async () => {
    const { ada, bob } = world();
    const { id } = await ada.call.uploads.createParts({ size: pdf.length });
    for (const unknown of [id, randomUUID()]) {
      await expect(bob.call.uploads.signPart({ id: unknown, part: 1 })).rejects.toThrow('File not found');
      await expect(bob.call.uploads.parts({ id: unknown })).rejects.toThrow('File not found');
      await expect(bob.call.uploads.completeParts({ id: unknown })).rejects.toThrow('File not found');
      await expect(bob.call.uploads.remove({ id: unknown })).rejects.toThrow('File not found');
    }
  });

  it("counts for its owner from the start, and can't be started beyond the limits", async () => {
    const { server } = world();
    const eve = await signUp(server.deps);
    await expect(eve.call.uploads.createParts({ size: 30 * 1024 ** 2 + 1 })).rejects.toThrow('larger than 30 MB');
    const { env } = server.deps;
    const before = env.QUOTA_USER_STORAGE_MB;
    env.QUOTA_USER_STORAGE_MB = 40;
    try {
      await eve.call.uploads.createParts({ size: 25 * 1024 ** 2 });
      await expect(eve.call.uploads.createParts({ size: 25 * 1024 ** 2 })).rejects.toThrow('storage of 40 MB is full');
    } finally {
      env.QUOTA_USER_STORAGE_MB = before;
    }
  });

  it('leaves nothing behind when it is removed, or not completed within a day', async () => {
    const { ada, server } = world();
    const { deps } = server;
    const [removed, old] = [
      await ada.call.uploads.createParts({ size: pdf.length }),
      await ada.call.uploads.createParts({ size: pdf.length }),
    ];
    const uploads = [];
    for (const { id } of [removed, old]) {
      await send(ada, id, 1);
      const { uploadId } = await deps.db.storedObject.findUniqueOrThrow({ where: { id } });
      uploads.push({ key: id, uploadId: uploadId ?? '' });
    }
    await ada.call.uploads.remove({ id: removed.id });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await deps.db.storedObject.update({ where: { id: old.id }, data: { createdAt: yesterday } });
    await sweep(deps);
    for (const upload of uploads) expect(await deps.store.parts.list(upload).catch(() => [])).toEqual([]);
    if (kind === 'S3') for (const { uploadId } of uploads) expect(s3.uploads.has(uploadId)).toBe(false);
  });

  it('that was removed during completion leaves nothing behind', async () => {
    const { ada, server } = world();
    const id = await arrive(ada);
    const { parts } = server.deps.store;
    const join = parts.join.bind(parts);
    parts.join = async (...args) => {
      await join(...args);
      await server.deps.db.storedObject.delete({ where: { id } });
    };
    try {
      await expect(ada.call.uploads.completeParts({ id })).rejects.toThrow('File not found');
    } finally {
      parts.join = join;
    }
    expect(await isStored(id)).toBe(false);
  });
});

describe.each(['disk', 'S3'] as const)('a deleted file, on %s', (kind) => {
  const isStored = async (key: string) => (await worlds[kind].server.deps.store.stat(key)) !== null;

  /** Lists keys for deletion. Only the last one has bytes. */
  async function listDeleted(count: number, listedAt: Date): Promise<string[]> {
    const { db, store } = worlds[kind].server.deps;
    const keys = Array.from({ length: count }, () => randomUUID());
    const last = keys.at(-1) ?? '';
    await store.write(last, Buffer.from('deleted'), { maxBytes: 100 });
    const data = keys.map((key, at) => ({ key, createdAt: new Date(listedAt.getTime() + at) }));
    await db.objectDeletion.createMany({ data });
    return keys;
  }

  it('leaves the storage although many earlier deletions fail', async () => {
    const { deps } = worlds[kind].server;
    const failing = await listDeleted(200, new Date(Date.now() - 3_600_000));
    const [deleted = ''] = await listDeleted(1, new Date());
    const { store } = deps;
    const remove = store.delete.bind(store);
    store.delete = async (key) => {
      if (failing.includes(key)) throw new Error('Access denied.');
      await remove(key);
    };
    try {
      await sweep(deps);
      await sweep(deps);
    } finally {
      store.delete = remove;
    }
    expect(await isStored(deleted)).toBe(false);
    expect(await deps.db.objectDeletion.count({ where: { key: { in: failing } } })).toBe(200);
    await sweep(deps);
    expect(await isStored(failing.at(-1) ?? '')).toBe(false);
  });

  it('leaves the storage at once, together with many others', async () => {
    const keys = await listDeleted(450, new Date(Date.now() - 60_000));
    await sweep(worlds[kind].server.deps);
    expect(await isStored(keys.at(-1) ?? '')).toBe(false);
  });
});

describe('on disk', () => {
  it('the parts survive a restart, and are deleted a day after it at the latest', async () => {
    const { ada, server, base } = worlds.disk;
    const { id } = await ada.call.uploads.createParts({ size: pdf.length });
    const { uploadURL } = await ada.call.uploads.signPart({ id, part: 3 });
    const { pathname, search } = new URL(uploadURL);
    const body = new Uint8Array(pdf.subarray(2 * uploadPartBytes));
    await (await fetch(new URL(pathname + search, base), { method: 'PUT', body })).arrayBuffer();
    const root = path.join(server.deps.env.DATA_DIR, 'objects');
    const restarted = () => new DiskStore({ root, secret: Buffer.alloc(32), isOwnAddress: () => true });
    const upload = { key: id, uploadId: 'parts' };
    const again = restarted();
    await again.cleaned;
    expect(await again.parts.list(upload)).toEqual([{ number: 3, size: body.length }]);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(path.join(root, id.slice(0, 2), `${id}-part-3`), yesterday, yesterday);
    await restarted().cleaned;
    expect(await again.parts.list(upload)).toEqual([]);
  });

  it('a part can be sent only by its owner', async () => {
    const { ada, bob, base } = worlds.disk;
    const { id } = await ada.call.uploads.createParts({ size: pdf.length });
    const { uploadURL } = await ada.call.uploads.signPart({ id, part: 3 });
    const { pathname, search } = new URL(uploadURL);
    const headers = { cookie: cookieOf(bob.sessionToken) };
    const body = new Uint8Array(pdf.subarray(2 * uploadPartBytes));
    expect((await fetch(new URL(pathname + search, base), { method: 'PUT', body, headers })).status).toBe(403);
  });
});

describe('on S3', () => {
  it('completing again after a lost response succeeds', async () => {
    const { ada } = worlds.S3;
    const { id } = await ada.call.uploads.createParts({ size: pdf.length });
    for (const part of [1, 2, 3]) {
      const { uploadURL } = await ada.call.uploads.signPart({ id, part });
      const body = new Uint8Array(pdf.subarray((part - 1) * uploadPartBytes, part * uploadPartBytes));
      await (await fetch(uploadURL, { method: 'PUT', body })).arrayBuffer();
    }
    s3.fail('silent', { method: 'POST' });
    expect(await ada.call.uploads.completeParts({ id })).toEqual({ objectPath: `/objects/${id}` });
    expect(s3.objects.get(id)?.size).toBe(pdf.length);
  });
});

it('parts are full, except the last', () => {
  expect(partSizes(uploadPartBytes)).toEqual([uploadPartBytes]);
  expect(partSizes(uploadPartBytes + 1)).toEqual([uploadPartBytes, 1]);
  expect(partSizes(1)).toEqual([1]);
});
