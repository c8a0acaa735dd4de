import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '~/server/db/session';
import { signUpAt } from '~/server/testing/clients/api-client';
import { runAction } from '~/server/testing/clients/operator-process';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer, temporaryFolder } from '~/server/testing/worlds/server-process';

let database: ProcessDatabase;
const dir = temporaryFolder();
beforeAll(async () => {
  database = await createProcessDatabase();
});
afterAll(async () => {
  await endAllServers();
  await database?.drop();
});

const folders = () => readdirSync(dir).map((name) => path.join(dir, name));
const isVerified = (folder: string) => existsSync(path.join(folder, 'verified'));

it('a killed server leaves no partial backup, and a restorable one is made half an hour later', async () => {
  const secret = { BACKUP_PASSPHRASE: 'correct horse battery staple' };
  const settings = { ...database.settings, ...secret, BACKUP_DIR: dir };
  const first = await startServer(settings);
  await signUpAt(first.url, 'ada@example.com');
  await until(async () => folders().length > 0, 'a backup has begun');
  await first.end('SIGKILL');
  const [half = ''] = folders();
  expect(isVerified(half)).toBe(false);
  const { DATABASE_URL, DATA_DIR } = database.settings;
  const session = await openSession({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, mayCreate: false });
  await session.script(`UPDATE backups SET failed_at = now() - interval '31 minutes'`);
  await session.close();
  const second = await startServer(settings);
  await until(async () => folders().some(isVerified), 'a backup has been verified', { withinMs: 180_000 });
  await second.end('SIGTERM');
  expect(folders()).toHaveLength(1);
  expect(folders()).not.toContain(half);
  const elsewhere = { DATA_DIR: temporaryFolder(), DATABASE_URL: '', ...secret };
  const restored = await runAction('restore', ['--from', folders()[0] ?? ''], elsewhere);
  expect(restored).toMatchObject({ code: 0, warned: '', said: expect.stringContaining('Restored. Start the server.') });
});
