import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAction } from '~/server/testing/clients/operator-process';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer, temporaryFolder } from '~/server/testing/worlds/server-process';

interface Finding {
  state: 'ok' | 'warn' | 'fail';
  about: string;
  words: string;
  mend?: string;
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
    response.end(JSON.stringify({ data: [{ id: 'large' }, { id: 'small:latest' }] }));
  });
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) =>
      username === 'right' ? done(null, { user: username }) : done(new Error('Invalid credentials')),
  });
  await new Promise<void>((resolve) => models.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
  // A port that nobody listens on.
  const once = createSocketServer();
  await new Promise<void>((resolve) => once.listen(0, '127.0.0.1', resolve));
  deadPort = portOf(once);
  await new Promise((resolve) => once.close(resolve));
});
afterAll(async () => {
  await endAllServers();
  models?.close();
  await new Promise<void>((resolve) => void mail?.close(resolve));
  await database?.drop();
});

const quiet = { PRICE_PROVIDER: 'none' };
async function examine(settings: Record<string, string>) {
  const { code, said, warned } = await runAction('doctor', ['--json'], { ...quiet, ...settings });
  expect(warned).toBe('');
  const findings = JSON.parse(said) as Finding[];
  const about = (name: string) => findings.filter((finding) => finding.about === name);
  return { code, findings, about, states: new Set(findings.map(({ state }) => state)) };
}

describe('the doctor', () => {
  it('finds a new house in order, and leaves nothing behind', async () => {
    const { code, about, findings } = await examine({ ...database.settings, DATA_DIR: temporaryFolder() });
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(code).toBe(0);
    expect(about('store')[0]).toMatchObject({
      state: 'ok',
      words: expect.stringContaining('written, read and deleted'),
    });
    if (databaseServer) expect(about('migrations')[0]).toMatchObject({ state: 'warn' });
    else expect(about('database')[0]?.words).toBe('embedded, not there yet; the first start makes it');
    for (const name of [
      'settings',
      'program',
      'data folder',
      'disk',
      'address',
      'accounts',
      'redis',
      'model',
      'mail',
      'prices',
    ])
      expect(about(name).map(({ state }) => state)).not.toEqual([]);
  });

  it('counts people and misses an administrator', async () => {
    const server = await startServer(database.settings);
    await server.end('SIGTERM');
    const before = await examine(database.settings);
    expect(before.about('migrations')[0]).toMatchObject({ state: 'ok' });
    expect(before.about('clock')[0]).toMatchObject({ state: 'ok' });
    expect(before.about('people')[0]).toEqual({
      state: 'warn',
      about: 'people',
      words: '0 accounts, none an administrator',
      mend: 'npm run setup -- --email you@example.com',
    });
    await runAction('setup', ['--email', 'a@example.com', '--create'], database.settings);
    const after = await examine(database.settings);
    expect(after.about('people')[0]).toMatchObject({ state: 'ok', words: 'accounts: 1, administrators: 1' });
  });

  it.runIf(!databaseServer)('asks the server that has the embedded database how it is', async () => {
    const port = String(deadPort);
    const server = await startServer({ ...database.settings, PORT: port });
    const { about } = await examine({ ...database.settings, PORT: port });
    expect(about('database')).toEqual([
      { state: 'ok', about: 'database', words: 'embedded, in use by the running server, which says it is ready' },
    ]);
    const elsewhere = await examine({ ...database.settings, PORT: '1' });
    expect(elsewhere.about('database')[0]).toMatchObject({
      state: 'warn',
      words: expect.stringContaining('in use by process'),
    });
    await server.end('SIGTERM');
  });

  it('names every bad setting', async () => {
    const { code, findings } = await examine({ PORT: 'x', AI_API: 'odd' });
    expect(code).toBe(1);
    expect(findings).toMatchObject([
      { state: 'fail', about: 'settings', mend: expect.stringMatching(/^PORT: .+\nAI_API: .+/) },
    ]);
  });

  it('finds the endpoint, the key and the model, or says which of them is wrong', async () => {
    const model = async (AI_API_KEY: string, AI_MODEL: string, path = '/v1') => {
      const AI_BASE_URL = `http://127.0.0.1:${portOf(models)}${path}`;
      const { about } = await examine({ DATA_DIR: temporaryFolder(), AI_BASE_URL, AI_API_KEY, AI_MODEL });
      return about('model')[0];
    };
    expect(await model('right', 'large')).toMatchObject({ state: 'ok' });
    expect(await model('right', 'small')).toMatchObject({ state: 'ok' });
    expect(await model('wrong', 'large')).toMatchObject({
      state: 'fail',
      words: expect.stringContaining('refuses the key (401)'),
    });
    expect(await model('right', 'none')).toMatchObject({
      state: 'warn',
      mend: 'Set AI_MODEL to one of: large, small:latest',
    });
  });

  it('hands over to the mail server, and says when it does not let us in', async () => {
    const smtp = async (login: string) => {
      const { about } = await examine({
        DATA_DIR: temporaryFolder(),
        SMTP_URL: `smtp://${login}@127.0.0.1:${portOf(mail.server)}`,
      });
      return about('mail')[0];
    };
    expect(await smtp('right:password')).toMatchObject({ state: 'ok' });
    expect(await smtp('wrong:password')).toMatchObject({ state: 'fail', mend: expect.stringContaining('SMTP_URL') });
  });

  it('fails for everything that is away, each with its mend, and hides no password', { timeout: 120_000 }, async () => {
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
    expect(failed.map(({ about }) => about).sort()).toEqual(['database', 'mail', 'model', 'redis', 'store']);
    expect(findings.find(({ about }) => about === 'prices')?.state).toBe('warn');
    for (const { mend } of failed) expect(mend).toMatch(/^Look at /);
    expect(JSON.stringify(findings)).not.toContain('topsecret');
  });

  it('warns of an address that does not work from outside, or not safely', async () => {
    const address = async (settings: Record<string, string>) =>
      (await examine({ DATA_DIR: temporaryFolder(), ...settings })).about('address')[0];
    expect(await address({})).toMatchObject({ state: 'ok' });
    expect(await address({ HOST: '0.0.0.0' })).toMatchObject({
      state: 'fail',
      mend: expect.stringContaining('PUBLIC_URL'),
    });
    expect(await address({ PUBLIC_URL: 'http://insight.example.com' })).toMatchObject({ state: 'warn' });
    expect(await address({ PUBLIC_URL: 'https://insight.example.com' })).toMatchObject({
      state: 'warn',
      mend: expect.stringContaining('TRUST_PROXY=1'),
    });
    expect(await address({ PUBLIC_URL: 'https://insight.example.com', TRUST_PROXY: '1' })).toMatchObject({
      state: 'ok',
    });
  });

  it('prints lines for people as well', async () => {
    const { code, said } = await runAction('doctor', [], { ...quiet, DATA_DIR: temporaryFolder(), HOST: '0.0.0.0' });
    expect(code).toBe(1);
    expect(said).toMatch(/^ok {4}settings {5}all can be read$/m);
    expect(said).toMatch(/^fail {2}address {6}it listens on 0\.0\.0\.0.*\n +→ Set PUBLIC_URL/m);
    expect(said).toMatch(/^\d+ in order, \d+ to look at, 1 failed$/m);
  });
});
