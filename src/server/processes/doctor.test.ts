import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionEnd, runAction, runActions } from '~/server/testing/clients/operator-process';
import { freePort, listen } from '~/server/testing/fakes/free-port';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer, temporaryFolder } from '~/server/testing/worlds/server-process';

interface Finding {
  state: 'ok' | 'warn' | 'fail';
  check: string;
  message: string;
  fix?: string;
}

let database: ProcessDatabase;
let models: Server;
let mail: SMTPServer;
let deadPort: number;
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  database = await createProcessDatabase();
  models = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer right';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    const data = [{ id: 'large' }, { id: 'small:latest' }];
    const choices = [{ message: { content: 'I am large.' }, finish_reason: 'stop' }];
    response.end(JSON.stringify(isKnown ? { data, choices } : { error: { message: 'Unknown key' } }));
  });
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) =>
      username === 'right' ? done(null, { user: username }) : done(new Error('Invalid credentials')),
  });
  await listen(models);
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
  deadPort = await freePort();
});
afterAll(async () => {
  await endAllServers();
  models?.close();
  await new Promise<void>((resolve) => void mail?.close(resolve));
  await database?.drop();
});

const quiet = { PRICE_PROVIDER: 'none', TIMESTAMP_AUTHORITIES: 'none' };
const examine = async (settings: Record<string, string>) =>
  findingsIn(await runAction('doctor', ['--json'], { ...quiet, ...settings }));

/** Examines several installations in one process. */
async function examineEach(installations: Record<string, string>[]) {
  const all = installations.map((settings) => ({ ...quiet, DATA_DIR: temporaryFolder(), ...settings }));
  return (await runActions(all.map((settings) => ({ action: 'doctor', args: ['--json'], settings })))).map(findingsIn);
}

function findingsIn({ code, said, warned }: ActionEnd) {
  expect(warned).toBe('');
  const findings = JSON.parse(said) as Finding[];
  const about = (name: string) => findings.filter((finding) => finding.check === name);
  return { code, findings, about, states: new Set(findings.map(({ state }) => state)) };
}

describe('the doctor', () => {
  it('passes on a new installation and leaves nothing behind', async () => {
    const { code, about, findings } = await examine({ ...database.settings, DATA_DIR: temporaryFolder() });
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(code).toBe(0);
    expect(about('file storage')[0]).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('write, read and delete work'),
    });
    if (databaseServer) expect(about('migrations')[0]).toMatchObject({ state: 'warn' });
    else expect(about('database')[0]?.message).toBe('embedded, not created yet; created at first start');
    for (const name of [
      'settings',
      'program',
      'data folder',
      'disk',
      'url',
      'accounts',
      'redis',
      'model',
      'email',
      'prices',
      'public pages',
    ])
      expect(about(name).map(({ state }) => state)).not.toEqual([]);
  });

  it('counts accounts and warns if there is no administrator', async () => {
    const server = await startServer(database.settings);
    await server.end('SIGTERM');
    const before = await examine(database.settings);
    expect(before.about('migrations')[0]).toMatchObject({ state: 'ok' });
    expect(before.about('clock')[0]).toMatchObject({ state: 'ok' });
    expect(before.about('users')[0]).toEqual({
      state: 'warn',
      check: 'users',
      message: '0 accounts, no administrator',
      fix: 'Run npm run setup -- --email you@example.com',
    });
    await runAction('setup', ['--email', 'a@example.com', '--create'], database.settings);
    const after = await examine(database.settings);
    expect(after.about('users')[0]).toMatchObject({ state: 'ok', message: '1 account, 1 administrator' });
  });

  it.runIf(!databaseServer)('uses the running server while the embedded database is in use', async () => {
    const port = String(deadPort);
    const server = await startServer({ ...database.settings, PORT: port });
    const { about } = await examine({ ...database.settings, PORT: port });
    expect(about('database')).toEqual([
      { state: 'ok', check: 'database', message: 'embedded, in use by the running server, which is ready' },
    ]);
    expect(about('model endpoints')).toMatchObject([{ state: 'ok', message: expect.stringContaining('not checked') }]);
    const elsewhere = await examine({ ...database.settings, PORT: '1' });
    expect(elsewhere.about('database')[0]).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('in use by process'),
    });
    await server.end('SIGTERM');
  });

  it('lists every invalid setting', { tags: 'once' }, async () => {
    const { code, findings } = await examine({ PORT: 'x', AI_API: 'odd' });
    expect(code).toBe(1);
    expect(findings).toMatchObject([
      { state: 'fail', check: 'settings', fix: expect.stringMatching(/^PORT: .+\nAI_API: .+/) },
    ]);
  });

  it('sends the model a message, and checks the key and the list', { tags: 'once' }, async () => {
    const AI_BASE_URL = `http://127.0.0.1:${portOf(models)}/v1`;
    const asked = [
      { AI_API_KEY: 'right', AI_MODEL: 'large' },
      { AI_API_KEY: 'right', AI_MODEL: 'small' },
      { AI_API_KEY: 'wrong', AI_MODEL: 'large' },
      { AI_API_KEY: 'right', AI_MODEL: 'none' },
    ];
    const found = await examineEach(asked.map((settings) => ({ AI_BASE_URL, ...settings })));
    expect(found.map(({ about }) => about('model')[0])).toEqual([
      expect.objectContaining({ state: 'ok', message: expect.stringContaining('"I am large."') }),
      expect.objectContaining({ state: 'ok' }),
      expect.objectContaining({
        state: 'fail',
        message: expect.stringMatching(/rejected the API key.+Unknown key/),
      }),
      expect.objectContaining({ state: 'warn', fix: 'Set AI_MODEL to one of: large, small:latest' }),
    ]);
  });

  it('signs in to the mail server and reports a rejected password', { tags: 'once' }, async () => {
    const logins = ['right:password', 'wrong:password'];
    const found = await examineEach(
      logins.map((login) => ({ SMTP_URL: `smtp://${login}@127.0.0.1:${portOf(mail.server)}` })),
    );
    expect(found.map(({ about }) => about('email')[0])).toEqual([
      expect.objectContaining({ state: 'ok' }),
      expect.objectContaining({ state: 'fail', fix: expect.stringContaining('SMTP_URL') }),
    ]);
  });

  it('fails for every unavailable service with a fix, and never prints a password', {
    tags: 'once',
  }, async () => {
    const dead = `127.0.0.1:${deadPort}`;
    const { code, findings } = await examine({
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: `postgresql://user:topsecret@${dead}/none`,
      REDIS_URL: `redis://:topsecret@${dead}`,
      SMTP_URL: `smtp://user:topsecret@${dead}`,
      AI_BASE_URL: `http://${dead}/v1`,
      AI_API_KEY: 'topsecret',
      AI_MODEL: 'large',
      S3_ENDPOINT: `http://${dead}`,
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'topsecret',
      PRICE_PROVIDER: 'yahoo',
      PRICE_BASE_URL: `http://${dead}`,
    });
    expect(code).toBe(1);
    const failed = findings.filter(({ state }) => state === 'fail');
    expect(failed.map(({ check }) => check).sort()).toEqual(['database', 'email', 'file storage', 'model', 'redis']);
    expect(findings.find(({ check }) => check === 'prices')?.state).toBe('warn');
    for (const { fix } of failed) expect(fix).toMatch(/^Check /);
    expect(JSON.stringify(findings)).not.toContain('topsecret');
  });

  it('warns about a URL that is unreachable from other machines or unsafe', { tags: 'once' }, async () => {
    const found = await examineEach([
      {},
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'http://insight.example.com' },
      { PUBLIC_URL: 'https://insight.example.com' },
      { PUBLIC_URL: 'https://insight.example.com', TRUST_PROXY: '1' },
    ]);
    expect(found.map(({ about }) => about('url')[0])).toEqual([
      expect.objectContaining({ state: 'ok' }),
      expect.objectContaining({ state: 'fail', fix: expect.stringContaining('PUBLIC_URL') }),
      expect.objectContaining({ state: 'warn' }),
      expect.objectContaining({ state: 'warn', fix: expect.stringContaining('TRUST_PROXY=1') }),
      expect.objectContaining({ state: 'ok' }),
    ]);
  });

  it('prints a readable report without --json', { tags: 'once' }, async () => {
    const { code, said } = await runAction('doctor', [], { ...quiet, DATA_DIR: temporaryFolder(), HOST: '0.0.0.0' });
    expect(code).toBe(1);
    expect(said).toMatch(/^ok {4}settings {6}all valid$/m);
    expect(said).toMatch(/^fail {2}url {11}the server listens on 0\.0\.0\.0.*\n +→ Set PUBLIC_URL/m);
    expect(said).toMatch(/^\d+ passed, \d+ warnings, 1 failed$/m);
  });
});
