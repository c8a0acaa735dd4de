import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Env } from '~/server/env';
import { rotateSecrets } from '~/server/operator/secrets/rotate-secrets';
import { isEncryptedKey } from '~/server/providers/storage/encrypted';
import { FileKeyMissing } from '~/server/providers/storage/encrypted-errors';
import { cookieOf } from '~/server/testing/clients/http-client';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { addFileKey, createFileKeys } from './file-keys';
import { createFileStore } from './file-store';

const marker = 'MARKER of Ruritania';
const [oldKey, newKey] = ['o'.repeat(40), 'n'.repeat(40)];
const text = Buffer.from(`${marker}. `.repeat(10_000));
let server: TestServer;
let base: string;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ env: { ENCRYPT_FILES: 'on', SECRET_KEY: oldKey } });
  base = await server.listen();
  [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());

const envWith = (SECRET_KEY: string, more: Partial<Env> = {}): Env => ({ ...server.deps.env, SECRET_KEY, ...more });
const storeWith = (env: Env) => createFileStore(env, server.deps.db, server.deps.logger);
const query = (words: string, values: unknown[] = []) =>
  server.deps.db.$queryRawUnsafe<Record<string, unknown>[]>(words, ...values);

async function upload(name: string, type: string, bytes: Buffer) {
  const target = await ada.call.uploads.create({ size: bytes.length, type });
  const { pathname, search } = new URL(target.uploadURL);
  const body = new Uint8Array(bytes);
  const sent = await fetch(base + pathname + search, { method: 'PUT', body, headers: target.headers });
  expect(sent.status).toBe(200);
  const file = await ada.call.uploads.claim({ fileURL: target.uploadURL, name, type });
  await until(async () => (await rowOf(file.id)).readState === 'ready');
  return file;
}
const rowOf = (id: string) => server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
const get = (address: string, { sessionToken }: TestUser) =>
  fetch(base + address, { headers: { cookie: cookieOf(sessionToken) } });

/** The stored files, by name. */
function stored(): Map<string, Buffer> {
  const entries = readdirSync(path.join(server.deps.env.DATA_DIR, 'objects'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Map(files.map(({ name, parentPath }) => [name, readFileSync(path.join(parentPath, name))]));
}
const storedOf = (id: string) => new Map([...stored()].filter(([name]) => name.startsWith(id)));

it('a file is processed, sent and found as usual, but is not readable in the storage', async () => {
  const file = await upload('memo.txt', 'text/plain', text);
  expect(isEncryptedKey(file.id)).toBe(true);
  expect((await rowOf(file.id)).extractedText).toContain(marker);
  const sent = await get(file.objectPath, ada);
  expect(await server.deps.store.stat(file.id)).toEqual({ size: text.length });
  expect(Buffer.from(await sent.arrayBuffer()).equals(text)).toBe(true);
  expect([...storedOf(file.id).keys()]).toEqual([file.id]);
  for (const bytes of stored().values()) expect(bytes.includes(marker)).toBe(false);
});

it('another user gets the response for an unknown file', async () => {
  const file = await upload('memo.txt', 'text/plain', text);
  const unknown = file.objectPath.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const responses = await Promise.all([file.objectPath, unknown].map((address) => get(address, bob)));
  expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  const [foreign, absent] = await Promise.all(
    responses.map(async (response) => ({ ...(await response.json()), requestId: '' })),
  );
  expect(foreign).toEqual(absent);
});

it('copies made of an image are encrypted too', async () => {
  const image = sharp({ create: { width: 900, height: 700, channels: 3, background: '#369' } });
  const file = await upload('chart.png', 'image/png', await image.png().toBuffer());
  await until(() => !stored().has(file.id));
  const copies = storedOf(file.id);
  expect([...copies.keys()].sort()).toEqual([`${file.id}-clean`, `${file.id}-preview`]);
  for (const bytes of copies.values()) await expect(sharp(bytes).metadata()).rejects.toThrow();
  for (const address of [file.objectPath, `${file.objectPath}/preview`]) {
    const sent = Buffer.from(await (await get(address, ada)).arrayBuffer());
    expect((await sharp(sent).metadata()).width).toBeGreaterThan(0);
  }
});

it('a damaged file is an error', async () => {
  const file = await upload('memo.txt', 'text/plain', text);
  const name = path.join(server.deps.env.DATA_DIR, 'objects', file.id.slice(0, 2), file.id);
  writeFileSync(name, 'readable bytes in the place of others');
  const sent = await get(file.objectPath, ada);
  expect(sent.status).toBe(502);
  expect(await sent.text()).toContain('This file is damaged in the file storage.');
});

it('changing the secret encrypts one value again and no file', async () => {
  const { id } = await upload('memo.txt', 'text/plain', text);
  const before = storedOf(id).get(id);
  const keys = () => server.deps.db.fileKey.findMany();
  const [key] = await keys();
  const both = envWith(newKey, { SECRET_KEY_PREVIOUS: [oldKey] });
  expect((await buffer(await storeWith(both).read(id))).equals(text)).toBe(true);
  await expect(storeWith(envWith(newKey)).read(id)).rejects.toThrow(FileKeyMissing);
  const rotated = (await rotateSecrets(query, both)).find(({ name }) => name === 'keys of stored files and messages');
  expect(rotated).toMatchObject({ rotated: 1, unreadable: 0 });
  expect(await keys()).toEqual([{ ...key, sealed: expect.not.stringMatching(`^${key?.sealed}$`) }]);
  expect(
    storedOf(id)
      .get(id)
      ?.equals(before ?? Buffer.alloc(0)),
  ).toBe(true);
  expect((await buffer(await storeWith(envWith(newKey)).read(id))).equals(text)).toBe(true);
  await expect(storeWith(envWith(oldKey)).read(id)).rejects.toThrow(FileKeyMissing);
  // Restores the secret for the following tests.
  await rotateSecrets(query, envWith(oldKey, { SECRET_KEY_PREVIOUS: [newKey] }));
});

it('files stay encrypted when the setting is off, new ones are not', async () => {
  const { id } = await upload('memo.txt', 'text/plain', text);
  const off = storeWith(envWith(oldKey, { ENCRYPT_FILES: 'off' }));
  expect((await buffer(await off.read(id))).equals(text)).toBe(true);
  expect(isEncryptedKey(await off.newKey())).toBe(false);
});

it('a new key applies to files after the restart; earlier ones keep theirs', async () => {
  const { id } = await upload('memo.txt', 'text/plain', text);
  const running = createFileKeys(server.deps.env, server.deps.db);
  const first = await running.current();
  await addFileKey(server.deps.env, server.deps.db);
  expect(await running.current()).toEqual(first);
  const restarted = createFileKeys(server.deps.env, server.deps.db);
  const second = await restarted.current();
  expect(second.id).not.toBe(first.id);
  expect(second.key.equals(first.key)).toBe(false);
  expect(await restarted.find(first.id)).toEqual(first.key);
  expect(await running.find(second.id)).toEqual(second.key);
  expect((await buffer(await storeWith(server.deps.env).read(id))).equals(text)).toBe(true);
});

it("processes that create the first key concurrently can read each other's files", async () => {
  await server.deps.db.fileKey.deleteMany();
  const keys = [1, 2, 3].map(() => createFileKeys(server.deps.env, server.deps.db));
  const current = await Promise.all(keys.map((of) => of.current()));
  for (const of of keys) for (const { id, key } of current) expect(await of.find(id)).toEqual(key);
});

it('without the secret nothing is stored, and the status reports it', async () => {
  const lost = storeWith(envWith('x'.repeat(40)));
  await expect(lost.newKey()).rejects.toThrow(FileKeyMissing);
  await expect(lost.check()).rejects.toThrow('This is encrypted with a key that is missing.');
  await server.deps.db.fileKey.deleteMany();
  const off = createFileKeys(envWith(oldKey, { ENCRYPT_FILES: 'off' }), server.deps.db);
  await expect(off.current()).rejects.toThrow(FileKeyMissing);
});
