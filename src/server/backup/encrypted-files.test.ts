import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '~/server/db/client';
import { type Env, parseEnv } from '~/server/env';
import { createStoredTexts } from '~/server/features/messages/create-stored-texts';
import { createFileStore } from '~/server/features/uploads/file-store';
import { checkEncryptedFiles } from '~/server/operator/doctor/encrypted-files';
import { rotateSecrets } from '~/server/operator/secrets/rotate-secrets';
import { FileKeyMissing } from '~/server/providers/storage/encrypted-errors';
import { createTestFolder } from '~/server/testing/test-folder';
import { fillDataFolder } from '~/server/testing/worlds/database-image';
import { backUp } from './back-up';
import { restore } from './restore';

const folder = createTestFolder();
const migrationsDir = 'prisma/migrations';
const marker = 'MARKER of Ruritania';
const text = Buffer.from(marker.repeat(10_000));
const [theirs, other] = ['t'.repeat(40), 'o'.repeat(40)];
let id: string;
let messageId: string;

const envOf = (name: string, settings: Record<string, string> = {}) =>
  parseEnv({
    DATA_DIR: path.join(folder, name),
    SECRET_KEY: theirs,
    ENCRYPT_FILES: 'on',
    ENCRYPT_MESSAGES: 'on',
    ...settings,
  });

async function within<Result>(env: Env, work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
  const limits = { poolSize: 1, statementMs: 60_000 };
  const database = await openDatabase({ databaseUrl: undefined, dataDir: env.DATA_DIR, migrationsDir, limits });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const logger = { error() {} };
/** The content of the message. */
const messageFrom = (env: Env) =>
  within(env, async ({ db }) => {
    const { content } = await db.message.findUniqueOrThrow({ where: { id: messageId } });
    return createStoredTexts(env, db).open(messageId, content);
  });

const readFrom = (env: Env) => within(env, async ({ db }) => buffer(await createFileStore(env, db, logger).read(id)));

/** Restores the backup and returns the warnings. */
async function restoreInto(env: Env, isForced = false): Promise<string[]> {
  const warnings: string[] = [];
  const io = { print() {}, warn: (words: string) => void warnings.push(words) };
  await restore(env, path.join(folder, 'backup'), { isForced, migrationsDir, io });
  return warnings;
}

beforeAll(async () => {
  await Promise.all(['source', 'target'].map((name) => fillDataFolder(path.join(folder, name))));
  const env = envOf('source');
  await within(env, async ({ db }) => {
    const store = createFileStore(env, db, logger);
    id = await store.newKey();
    await store.write(id, text, { maxBytes: text.length });
    const user = await db.user.create({ data: { email: 'ada@example.com', password: '-' } });
    messageId = randomUUID();
    const content = await createStoredTexts(env, db).seal(messageId, `${marker} in a message`);
    const conversation = { userId: user.id, title: 'Rates' };
    await db.conversation.create({
      data: { ...conversation, messages: { create: { id: messageId, role: 'user', content } } },
    });
    await db.storedObject.create({ data: { id, userId: user.id, claimedAt: new Date(), readState: 'ready' } });
  });
  await backUp(env, path.join(folder, 'backup'), '0.0.1', { print() {}, warn() {} });
});

it('a backup contains files and messages as they are stored', { tags: ['once'] }, async () => {
  const entries = await readdir(path.join(folder, 'backup'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.filter(({ name }) => name === id)).toHaveLength(1);
  expect(files.map(({ name }) => name)).toContain('messages.ndjson.gz');
  for (const { name, parentPath } of files) {
    const bytes = await readFile(path.join(parentPath, name));
    expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(marker), name).toBe(false);
  }
});

it('with another secret reports what is missing, and is readable once that is restored', {
  tags: ['once'],
}, async () => {
  const env = envOf('target', { SECRET_KEY: other });
  expect(await restoreInto(env)).toEqual([
    expect.stringMatching(
      /^The encrypted files and messages of this backup need the SECRET_KEY they were stored with\./,
    ),
  ]);
  await expect(readFrom(env)).rejects.toThrow(FileKeyMissing);
  await expect(messageFrom(env)).rejects.toThrow(FileKeyMissing);
  const both = envOf('target', { SECRET_KEY: other, SECRET_KEY_PREVIOUS: theirs });
  expect((await readFrom(both)).equals(text)).toBe(true);
  await within(both, ({ db }) =>
    rotateSecrets((words, values = []) => db.$queryRawUnsafe<Record<string, unknown>[]>(words, ...values), both),
  );
  expect(await messageFrom(env)).toBe(`${marker} in a message`);
  expect((await readFrom(env)).equals(text)).toBe(true);
});

it('is restored with the same secret, even if new files are not encrypted', { tags: ['once'] }, async () => {
  const env = envOf('target', { ENCRYPT_FILES: 'off', ENCRYPT_MESSAGES: 'off' });
  expect(await restoreInto(env, true)).toEqual([]);
  expect((await readFrom(env)).equals(text)).toBe(true);
  expect(await messageFrom(env)).toBe(`${marker} in a message`);
  const found = await within(env, ({ db }) =>
    checkEncryptedFiles(env, (words) => db.$queryRawUnsafe<Record<string, unknown>[]>(words)),
  );
  expect(found).toMatchObject({ state: 'ok', message: 'off; 1 of 1 stored files are encrypted' });
});

it.runIf(existsSync('/proc/self/fd'))('leaves no file open if the storage already contains it', async () => {
  const backup = path.join(folder, 'backup');
  const openFiles = async () => {
    const descriptors = (await readdir('/proc/self/fd')).map((name) => path.join('/proc/self/fd', name));
    const files = await Promise.all(descriptors.map((name) => readlink(name).catch(() => '')));
    return files.filter((file) => file.startsWith(backup));
  };
  await restoreInto(envOf('source'), true);
  await expect.poll(openFiles).toEqual([]);
});
