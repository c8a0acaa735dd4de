import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOfObject, openBackup } from '~/server/backup/manifest';
import { readPart } from '~/server/backup/parts';
import { openDatabase } from '~/server/db/client';
import { openWithPassphrase, sealWithPassphrase } from '~/server/lib/age/age-stream';
import { readStoredState } from '~/server/metrics/stored-state';
import { checkLastBackup } from '~/server/operator/doctor/backups';
import { createSmallDisk } from '~/server/testing/fakes/small-disk';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { migrationsDir } from '~/server/testing/worlds/database-image';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { readAttempts } from './backup-store';
import { makeBackupsJob } from './make-backups.job';

const passphrase = 'correct horse battery staple';
const folder = createTestFolder();
const dir = path.join(folder, 'backups');
const dataDir = path.join(folder, 'data');
const fileId = '00000000-0000-4000-8000-00000000000a';
const lateId = '00000000-0000-4000-8000-00000000000b';
const pendingId = '00000000-0000-4000-8000-00000000000c';
const keptId = '00000000-0000-4000-8000-00000000000d';
let database: ProcessDatabase;
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  mkdirSync(dir);
  const env = {
    DATA_DIR: dataDir,
    BACKUP_DIR: dir,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_KEEP_DAILY: '1',
    BACKUP_KEEP_WEEKLY: '0',
  };
  database = await createProcessDatabase(dataDir);
  const { DATABASE_URL } = database.settings;
  const limits = { poolSize: 2, statementMs: 12_000 };
  const opened = await openDatabase({ databaseUrl: DATABASE_URL || undefined, dataDir, migrationsDir, limits });
  server = await startTestServer({ env: { ...env, DATABASE_URL }, database: opened });
  admin = await signUp(server.deps, { isAdmin: true, email: 'founder@example.com' });
  await addFile(fileId, 'the first file');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

async function addFile(id: string, content: string) {
  const { db, store } = server.deps;
  await store.write(id, Buffer.from(content), { maxBytes: 1000 });
  await db.$executeRaw`INSERT INTO objects (id, user_id) VALUES (${id}::uuid, ${admin.user.id}::uuid)`;
}

const runOnce = (signal = new AbortController().signal) =>
  makeBackupsJob.run(server.deps, {}, { signal, attempt: 1, isLastAttempt: false });

/** Runs the job as if a day had passed. Folder names contain the time to the second. */
async function run(signal?: AbortSignal) {
  const second = () => Math.floor(Date.now() / 1000);
  const before = second();
  await until(() => second() > before);
  await server.deps.db.$executeRaw`
    UPDATE backups SET started_at = started_at - interval '25 hours', failed_at = failed_at - interval '25 hours'`;
  await runOnce(signal);
}
const folders = () => readdirSync(dir).filter((name) => name.startsWith('backup-'));
const onlyFolder = () => path.join(dir, folders()[0] ?? '');
const verifiedFolder = () =>
  folders()
    .map((name) => path.join(dir, name))
    .find((backup) => existsSync(path.join(backup, 'verified'))) ?? '';
const status = async () => (await admin.call.status.read()).scheduledBackups;
const part = async () => (await admin.call.status.read()).parts.find((status) => status.part === 'backups');
const objectFile = (id: string, backup = onlyFolder()) => path.join(backup, `objects/${id.slice(0, 2)}/${id}.age`);

/** Later backups use this key again. Deriving it takes a second with the usual factor. */
async function weakenKey() {
  const file = path.join(onlyFolder(), 'key.age');
  const key = await openWithPassphrase(passphrase, readFileSync(file));
  writeFileSync(file, await sealWithPassphrase(passphrase, key, 4));
}

describe('scheduled backups', () => {
  it('are shown as not made yet', async () => {
    expect(await part()).toMatchObject({ state: 'unchecked' });
    expect(await status()).toMatchObject({ last: null, lastVerifiedAt: null, failure: null });
  });

  it('are made, restored into another database and compared, while the product is in use', async () => {
    const [, found] = await Promise.all([run(), admin.call.conversations.list({})]);
    expect(found.items).toEqual([]);
    const backups = await status();
    expect(backups).toMatchObject({ failure: null, last: { isEncrypted: true, verifiedAt: expect.any(Date) } });
    expect(backups?.last?.bytes).toBeGreaterThan(1000);
    expect(backups?.nextAt.getTime()).toBeGreaterThan(Date.now());
    expect(await part()).toMatchObject({ state: 'ok', detail: expect.stringContaining('Restored and compared on') });
    expect((await admin.call.status.read()).lastBackup).toEqual(backups?.last?.finishedAt);
    expect(readdirSync(dataDir)).not.toContain('backup-scratch');
  });

  it('are not made again before their time', async () => {
    const before = folders();
    await runOnce();
    expect(folders()).toEqual(before);
  });

  it('contain nothing readable, and can be restored only with the passphrase', async () => {
    for (const name of readdirSync(onlyFolder(), { recursive: true }) as string[]) {
      const file = path.join(onlyFolder(), name);
      if (!statSync(file).isFile() || name === 'verified') continue;
      expect(readFileSync(file, 'latin1').slice(0, 22), name).toBe('age-encryption.org/v1\n');
    }
    const open = (given: string | undefined) => openBackup(onlyFolder(), given);
    await expect(open(undefined)).rejects.toThrow('The backup is encrypted. Set BACKUP_PASSPHRASE');
    await expect(open('another passphrase')).rejects.toThrow('is not the passphrase of this backup');
    const { folder: opened } = await open(passphrase);
    expect(await text(readPart(opened, fileOfObject(fileId)))).toBe('the first file');
    await weakenKey();
  });

  it('share unchanged files with the previous backup, which retention then deletes', async () => {
    const before = folders();
    const { ino } = statSync(objectFile(fileId));
    await addFile(lateId, 'a second file');
    // Left by a killed process: without a manifest it is not a backup.
    const [killed, others] = ['backup-2026-01-01T030000Z', 'backup-2026-01-02T030000Z'];
    for (const name of [killed, others]) mkdirSync(path.join(dir, name, 'database'), { recursive: true });
    await server.deps.db.backup.create({ data: { folder: killed, failedAt: new Date(0) } });
    // Not a reason to share fewer files.
    const stopped = { finishedAt: new Date(), failedAt: new Date(), problem: 'The server stopped during the backup' };
    await server.deps.db.backup.create({ data: { folder: 'backup-2026-01-03T030000Z', ...stopped } });
    await run();
    expect(await part()).toMatchObject({ state: 'ok' });
    // Another installation may be writing the other one.
    expect(folders()).toContain(others);
    rmSync(path.join(dir, others), { recursive: true });
    expect(folders()).toHaveLength(1);
    expect(folders()).not.toEqual(before);
    expect(statSync(objectFile(fileId)).ino).toBe(ino);
    expect(statSync(objectFile(lateId)).isFile()).toBe(true);
    const [row] = await server.deps.db.$queryRaw<{ files: bigint; shared: bigint }[]>`
      SELECT files, bytes - new_bytes AS shared FROM backups ORDER BY id DESC LIMIT 1`;
    expect(row).toEqual({ files: 2n, shared: BigInt('the first file'.length) });
  });
});

describe('a failed backup', { tags: ['once'] }, () => {
  it('reports a missing folder, and is not made elsewhere', async () => {
    const { env } = server.deps;
    env.BACKUP_DIR = path.join(folder, 'not-mounted');
    await run();
    env.BACKUP_DIR = dir;
    expect((await status())?.failure?.problem).toMatch(
      /^The folder BACKUP_DIR \(.*\) does not exist\. Mount or create it\.$/,
    );
    expect(readdirSync(folder)).not.toContain('not-mounted');
  });

  it('reports a full disk, and leaves nothing behind', async ({ skip }) => {
    const disk = createSmallDisk(1);
    if (!disk) return skip();
    const { env } = server.deps;
    try {
      disk.fill();
      env.BACKUP_DIR = disk.folder;
      await run();
      expect((await status())?.failure?.problem).toMatch(/^The disk of BACKUP_DIR \(.*\) is full\. Free up space/);
      expect(readdirSync(disk.folder)).toEqual(['filler']);
    } finally {
      env.BACKUP_DIR = dir;
      disk.remove();
    }
  });

  it.each([
    ['is made', { finishedAt: null, failedAt: null }],
    ['is verified', { finishedAt: { not: null }, verifiedAt: null, failedAt: null }],
  ])('is forgotten if the server stops while it %s, and leaves nothing behind', async (_phase, where) => {
    const before = folders();
    const stop = new AbortController();
    const running = run(stop.signal);
    const attempts = () => server.deps.db.backup.count({ where });
    await until(async () => (await attempts()) === 1);
    stop.abort(new Error('stopping'));
    await expect(running).rejects.toThrow('stopping');
    expect(await attempts()).toBe(0);
    expect(folders()).toEqual(before);
  });

  it('is recorded if its process was killed', async () => {
    await server.deps.db.backup.create({ data: { folder: 'backup-2026-01-01T030000Z' } });
    await runOnce();
    expect((await status())?.failure?.problem).toMatch(/^The server stopped during the backup/);
  });

  it('is shown until an attempt succeeds, also while the next one runs', async () => {
    const { db } = server.deps;
    const failed = await db.backup.create({
      data: { folder: 'backup-2026-01-03T030000Z', failedAt: new Date(), problem: 'No room' },
    });
    const running = await db.backup.create({ data: { folder: 'backup-2026-01-04T030000Z' } });
    expect((await status())?.failure?.problem).toBe('No room');
    expect(await part()).toMatchObject({ state: 'failing' });
    const query = (text: string) => db.$queryRawUnsafe<Record<string, unknown>[]>(text);
    expect(await checkLastBackup(server.deps.env, query)).toMatchObject([
      { state: 'warn', message: "the server's last attempt failed: No room" },
    ]);
    expect((await readStoredState(db, server.deps.logger))?.backups?.isFailing).toBe(true);
    await db.backup.deleteMany({ where: { id: { in: [failed.id, running.id] } } });
  });

  it('is never recorded later than the current time, although times are rounded to milliseconds', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      // now() is constant throughout a transaction.
      const { now, last } = await server.deps.db.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE backups SET failed_at = now() WHERE id = (SELECT max(id) FROM backups)`;
        return readAttempts({ sql: (parts, ...values) => tx.$queryRaw(parts, ...values) });
      });
      expect(last?.failedAt?.getTime()).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('is detected if a file is damaged, and the next one shares no files with it', async () => {
    const file = objectFile(fileId);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, bytes.length - 20));
    await run();
    expect((await status())?.failure?.problem).toContain(`objects/00/${fileId} of the backup cannot be decrypted`);
    expect(await part()).toMatchObject({ state: 'failing' });
    expect(folders()).toHaveLength(2);
    const damaged = statSync(file).ino;
    await run();
    expect(await part()).toMatchObject({ state: 'ok' });
    expect(statSync(objectFile(fileId, verifiedFolder())).ino).not.toBe(damaged);
  });
});

describe('files that are missing from the storage', { tags: ['once'] }, () => {
  beforeAll(async () => {
    const { db, store } = server.deps;
    await db.storedObject.updateMany({ data: { claimedAt: new Date() } });
    // An upload that was never completed is not missing.
    await db.storedObject.create({ data: { id: pendingId, userId: admin.user.id } });
    for (const id of [fileId, lateId]) await store.delete(id);
    await addFile(keptId, 'the third file');
  });

  it('make a backup fail if an earlier one contains them, and that one is kept', async () => {
    server.deps.env.BACKUP_PASSPHRASE = 'another correct horse';
    const earlier = path.basename(verifiedFolder());
    await run();
    expect((await status())?.failure?.problem).toContain(
      '2 files are missing from the file storage, but in earlier backups.',
    );
    expect(await part()).toMatchObject({ state: 'failing' });
    expect(folders()).toContain(earlier);
    expect(path.basename(verifiedFolder())).toBe(earlier);
  });

  it('do not make the next attempt copy the other files again, although the passphrase was changed', async () => {
    await run();
    const [row] = await server.deps.db.$queryRaw<{ shared: bigint }[]>`
      SELECT bytes - new_bytes AS shared FROM backups ORDER BY id DESC LIMIT 1`;
    expect(row?.shared).toBe(BigInt('the third file'.length));
  });

  it('are a warning if no backup contains them', async () => {
    rmSync(verifiedFolder(), { recursive: true });
    await run();
    const warning = '2 files are missing from the file storage and from all backups.';
    expect(await status()).toMatchObject({ failure: null, warning });
    expect(await part()).toMatchObject({ state: 'ok', detail: expect.stringContaining(warning) });
    const { db, logger, env } = server.deps;
    expect((await readStoredState(db, logger))?.backups).toMatchObject({ isFailing: false, isIncomplete: true });
    expect(await checkLastBackup(env, (text: string) => db.$queryRawUnsafe(text))).toMatchObject([
      { state: 'warn', message: `the last backup is incomplete: ${warning}` },
    ]);
  });
});
