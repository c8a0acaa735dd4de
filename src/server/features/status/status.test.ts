import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrationFiles } from '~/server/db/migrate';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { addressOf } from '~/server/features/web/search-catalog';
import { deleteDeadProcesses, sendHeartbeat, unregisterProcess } from '~/server/generation/abandoned-answers';
import { packageVersion } from '~/server/lib/package-version';
import { RecentErrors } from '~/server/lib/recent-errors';
import { testDatabaseUrl } from '~/server/testing/environment';
import { startModelServer } from '~/server/testing/fakes/model-server';
import { createTestFolder } from '~/server/testing/test-folder';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { deleteOldErrors, storeErrors } from './stored-errors';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

describe('the status of an installation', () => {
  it('is for administrators only', async () => {
    const ada = await signUp(server.deps);
    await expect(ada.call.status.read()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('shows components that respond, fail or are off', async () => {
    const { version, startedAt, parts } = await admin.call.status.read();
    expect(version).toBe(packageVersion());
    expect(startedAt.getTime()).toBeLessThan(Date.now());
    const states = Object.fromEntries(parts.map(({ part, state }) => [part, state]));
    const expected = {
      database: 'ok',
      storage: 'ok',
      redis: 'off',
      model: 'off',
      endpoints: 'off',
      vectors: 'off',
      search: 'off',
      mirror: 'off',
      signIn: 'off',
      email: 'failing',
      prices: 'off',
      timestamps: 'off',
      backups: 'off',
      traces: 'off',
    };
    expect(states).toEqual(expected);
    expect(parts.filter(({ fix }) => fix !== undefined)).toEqual([
      {
        part: 'email',
        state: 'failing',
        detail: expect.stringContaining('Mail server: '),
        fix: 'Check SMTP_URL: user name, password, port, smtp or smtps.',
      },
    ]);
  });

  it('names the default model that an administrator connected', async () => {
    const vendor = await startModelServer();
    const { id } = await admin.call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl });
    await admin.call.models.add({ endpointId: id, name: 'test', displayName: 'Test', access: 'administrators' });
    const { parts } = await admin.call.status.read();
    expect(parts.find(({ part }) => part === 'model')).toEqual({ part: 'model', state: 'unchecked', detail: 'Test' });
    await admin.call.models.deleteEndpoint({ id });
    await vendor.close();
  });

  it('shows the storage that accounts use', async () => {
    const before = (await admin.call.status.read()).storage;
    expect(before.databaseBytes).toBeGreaterThan(0);
    await admin.call.uploads.create({ size: 1234 });
    const { storage } = await admin.call.status.read();
    expect([storage.files - before.files, storage.fileBytes - before.fileBytes]).toEqual([1, 1234]);
  });

  it('shows each kind of job, with the last run of recurring ones and permanent failures', async () => {
    const { deps } = server;
    await deps.db.$executeRaw`
      INSERT INTO jobs (kind, key, payload, state, attempts, error)
      VALUES ('file.read', 'x', '{}', 'dead', 5, 'The file is damaged.')`;
    await deps.db.$executeRaw`
      INSERT INTO jobs (kind, key, payload, created_at, updated_at, run_at)
      VALUES ('housekeeping', 'housekeeping', '{}', '2026-01-01', '2026-01-02', '2100-01-01'),
             ('objects.sweep', 'objects.sweep', '{}', '2026-01-01', '2026-01-01', '2100-01-01')`;
    const { jobs, deadJobs } = await admin.call.status.read();
    expect(jobs.find(({ kind }) => kind === 'file.read')).toMatchObject({ dead: 1, lastRunAt: null, nextRunAt: null });
    expect(jobs.find(({ kind }) => kind === 'housekeeping')).toMatchObject({
      waiting: 1,
      lastRunAt: new Date('2026-01-02'),
      nextRunAt: new Date('2100-01-01'),
      error: null,
    });
    expect(jobs.find(({ kind }) => kind === 'objects.sweep')).toMatchObject({ waiting: 1, lastRunAt: null });
    // After a failure, a recurring job waits for its next attempt until a run succeeds.
    await deps.db.$executeRaw`
      UPDATE jobs SET attempts = 1, error = 'Error: no route to host' WHERE kind = 'objects.sweep'`;
    const after = (await admin.call.status.read()).jobs;
    expect(after.find(({ kind }) => kind === 'objects.sweep')?.error).toBe('Error: no route to host');
    // The errors of dead jobs are in a separate list.
    expect(after.find(({ kind }) => kind === 'file.read')?.error).toBeNull();
    expect(deadJobs).toMatchObject([{ kind: 'file.read', attempts: 5, error: 'The file is damaged.' }]);
  });

  it('lets administrators retry permanent failures, once each', async () => {
    const { db } = server.deps;
    await db.$executeRaw`DELETE FROM jobs WHERE state = 'dead'`;
    // Kinds that no process runs, so that they stay queued.
    await db.$executeRaw`
      INSERT INTO jobs (kind, key, payload, state, attempts, error)
      VALUES ('none.first', 'x', '{}', 'dead', 5, 'no route'), ('none.second', 'x', '{}', 'dead', 5, 'no route')`;
    const ada = await signUp(server.deps);
    await expect(ada.call.status.retryJobs()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await admin.call.status.read()).deadJobs).toHaveLength(2);
    expect(await admin.call.status.retryJobs()).toEqual({ message: '2 failed jobs are being retried.' });
    expect(await admin.call.status.retryJobs()).toEqual({ message: '0 failed jobs are being retried.' });
    const { jobs, deadJobs } = await admin.call.status.read();
    expect(deadJobs).toEqual([]);
    expect(jobs.find(({ kind }) => kind === 'none.first')).toMatchObject({ waiting: 1, dead: 0 });
    const { items } = await admin.call.audit.list({ kind: 'jobs-retried' });
    expect(items).toMatchObject([{ actor: admin.user.email, details: { count: 2 } }]);
  });

  it('shows the time of the last backup, if the audit log has one', async () => {
    expect((await admin.call.status.read()).lastBackup).toBeNull();
    await server.deps.db.$executeRaw`
      INSERT INTO audit_events (kind, actor, at) VALUES ('backup-made', 'operator', '2026-01-01'),
                                                        ('backup-made', 'operator', '2026-02-01')`;
    expect((await admin.call.status.read()).lastBackup).toEqual(new Date('2026-02-01'));
  });

  it('shows all processes: the one that responds, and others by their heartbeats', async () => {
    const { db, env, processState } = server.deps;
    const seen = new Date('2026-01-01T10:00:00Z');
    await db.$executeRaw`INSERT INTO server_processes (id, seen_at) VALUES ('of-an-earlier-version', ${seen})`;
    await sendHeartbeat(db, 'another', { ...processState, sockets: 7 }, 3);
    const { processes } = await admin.call.status.read();
    expect(processes).toMatchObject([
      { id: env.processId, responds: true, version: packageVersion(), sockets: 0, answers: 0 },
      { id: 'another', responds: false, version: packageVersion(), sockets: 7, answers: 3 },
      { id: 'of-an-earlier-version', version: null, startedAt: null, seenAt: seen, sockets: null, answers: null },
    ]);
    // A process that stops normally is removed at once, a killed one after a day.
    await unregisterProcess(db, 'another');
    await deleteDeadProcesses(db);
    expect((await admin.call.status.read()).processes.map(({ id }) => id)).toEqual([env.processId]);
  });

  it('shows the errors of other processes, without emails, for a day and limited in number', async () => {
    const { deps } = server;
    const other = { db: deps.db, env: { ...deps.env, processId: 'another' }, recentErrors: new RecentErrors() };
    other.recentErrors.add({ requestId: 'request-8' }, 'mail to ada@example.com\u0000 failed');
    await storeErrors(other);
    await storeErrors(other);
    const { errors } = await admin.call.status.read();
    expect(errors.filter(({ process }) => process === 'another')).toMatchObject([
      { id: 1, message: 'mail to [email] failed', requestId: 'request-8' },
    ]);
    await deps.db.$executeRaw`
      INSERT INTO server_errors (process_id, number, at, message)
      SELECT 'another', 1 + n, now() - n * interval '1 second', 'one of many' FROM generate_series(1, 1500) n`;
    await deps.db.$executeRaw`
      INSERT INTO server_errors (process_id, number, at, message) VALUES ('old', 1, now() - interval '25 hours', 'old')`;
    expect((await admin.call.status.read()).errors).toHaveLength(100);
    await deleteOldErrors(deps.db);
    expect(await deps.db.serverError.count()).toBe(1000);
    expect(await deps.db.serverError.count({ where: { processId: 'old' } })).toBe(0);
    await deps.db.$executeRaw`DELETE FROM server_errors`;
  });

  it('shows the errors of the process with their request ids', async () => {
    server.deps.recentErrors.add({ err: new Error('no space'), requestId: 'request-7' }, 'a call failed');
    const { errors } = await admin.call.status.read();
    expect(errors).toMatchObject([{ message: 'a call failed: no space', requestId: 'request-7' }]);
  });
});

describe('a support bundle', () => {
  const secrets = {
    SECRET_KEY: 's'.repeat(40),
    SMTP_URL: 'smtp://robot:hunter2hunter2@127.0.0.1:1',
    AI_MODEL: 'grok-4',
  };
  let own: TestServer;
  const file = path.join(createTestFolder(), 'secret-key');
  beforeAll(async () => {
    writeFileSync(file, secrets.SECRET_KEY);
    const { SECRET_KEY: _, ...others } = secrets;
    own = await startTestServer({
      env: { ...others, SECRET_KEY_FILE: file, AI_BASE_URL: 'http://127.0.0.1:1/v1', QUOTA_USER_FILES: '7' },
    });
  });
  afterAll(() => own.close());

  it('is for administrators only', async () => {
    const ada = await signUp(own.deps);
    await expect(ada.call.status.supportBundle()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lists changed settings, and contains no secret, email or value of a text setting', async () => {
    const boss = await signUp(own.deps, { isAdmin: true });
    own.deps.recentErrors.add({}, `login of ${boss.user.email} with hunter2hunter2 failed`);
    const bundle = await boss.call.status.supportBundle();
    expect(bundle.settings).toMatchObject({
      QUOTA_USER_FILES: '7',
      AI_MODEL: 'grok-4',
      SECRET_KEY: '(set)',
      SMTP_URL: '(set)',
    });
    expect(bundle.settings).not.toHaveProperty('QUOTA_USER_STORAGE_MB');
    expect(bundle.database).toMatchObject({ kind: testDatabaseUrl() ? 'server' : 'embedded' });
    expect(bundle.database.migrations).toHaveLength(readMigrationFiles('prisma/migrations').length);
    expect(bundle.status.errors[0]?.message).toBe('login of [email] with [setting] failed');
    const text = JSON.stringify(bundle);
    for (const secret of [secrets.SECRET_KEY, file, 'hunter2', 'robot', boss.user.email, own.deps.env.DATA_DIR])
      expect(text).not.toContain(secret);
    const { items } = await boss.call.audit.list({ kind: 'support-bundle-made' });
    expect(items).toHaveLength(1);
  });

  it('contains no key entered by administrators, even if a service repeats it in an error', async () => {
    const boss = await signUp(own.deps, { isAdmin: true });
    const box = createSecretBox(own.deps.env);
    const [baseUrl, search] = ['https://llm.example.com/v1', addressOf({ name: 'brave', baseUrl: null })];
    const sealed = box.seal(baseUrl, { apiKey: 'key-of-the-model', headers: { 'x-team': 'key-of-the-gateway' } });
    await own.deps.db.modelEndpoint.create({ data: { name: 'Ours', baseUrl, secrets: sealed, isEnabled: false } });
    const key = box.seal(search, { apiKey: 'key-of-the-search' });
    const account = { name: 'brave', secrets: key, isEnabled: false, position: 1 };
    await own.deps.db.searchProvider.create({ data: account });
    own.deps.recentErrors.add({}, 'wrong keys: key-of-the-model, key-of-the-gateway, key-of-the-search');
    const bundle = await boss.call.status.supportBundle();
    expect(bundle.status.errors[0]?.message).toBe('wrong keys: [setting], [setting], [setting]');
    expect(JSON.stringify(bundle)).not.toContain('key-of-the');
  });
});
