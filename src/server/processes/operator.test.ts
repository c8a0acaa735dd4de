import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiClient,
  openSocket,
  question,
  signInAt,
  signUpAt,
  testPassword,
  watchOver,
} from '~/server/testing/clients/api-client';
import { codeOf } from '~/server/testing/clients/authenticator';
import { type ActionEnd, runAction, runActions } from '~/server/testing/clients/operator-process';
import { type RedisProcess, redisBinary, startRedis } from '~/server/testing/fakes/redis-process';
import { writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import {
  endAllServers,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const named = Object.entries(scripts).filter(([, command]) => command.startsWith('node scripts/operator.mjs '));
const actions = named.map(([, command]) => command.split(' ').at(-1) as string);
const founder = 'founder@example.com';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await createProcessDatabase();
});
afterAll(async () => {
  await endAllServers();
  await database?.drop();
});

const run = (action: string, args: string[], input?: string) => runAction(action, args, database.settings, input);

/** Runs a server on the same data and stops it, because the embedded database belongs to one process at a time. */
async function withServer<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startServer(database.settings);
  try {
    return await work(server);
  } finally {
    await server.end('SIGTERM');
  }
}

describe('every action', { tags: 'once' }, () => {
  it('is in its own file, with the name of its npm script', () => {
    expect(actions.length).toBeGreaterThan(8);
    for (const [name, command] of named) {
      expect(command).toBe(`node scripts/operator.mjs ${name.replace(':', '-')}`);
      expect(existsSync(`scripts/${name.replace(':', '-')}.ts`)).toBe(true);
    }
  });

  // One accepts a folder, so only the second of two arguments is too many.
  const asked = actions.flatMap((action) =>
    [['--help'], ['--surprise'], ['stray', 'stray']].map((args) => ({ action, args })),
  );
  let ends: Map<string, ActionEnd>;
  beforeAll(async () => {
    const settings = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
    const all = await runActions(asked.map((call) => ({ ...call, settings })));
    ends = new Map(asked.map(({ action, args }, index) => [`${action} ${args[0]}`, all[index] as ActionEnd]));
  });
  const endOf = (action: string, option: string) => ends.get(`${action} ${option}`) as ActionEnd;

  it.each(actions)('%s prints its help without opening anything', (action) => {
    const { code, said, warned } = endOf(action, '--help');
    expect({ code, warned }).toEqual({ code: 0, warned: '' });
    expect(said).toMatch(new RegExp(`^[a-z:-]+ – .+\\n\\n {2}npm run ${action.replace('-', '[:-]')}\\b`));
    expect(said).toMatch(/^ {2}--help +this page$/m);
  });

  it.each(actions)('%s rejects unknown arguments with a message and exit code 2', (action) => {
    for (const option of ['--surprise', 'stray']) {
      const { code, said, warned } = endOf(action, option);
      expect({ code, said }).toEqual({ code: 2, said: '' });
      expect(warned).toMatch(/^(Unknown option --surprise\.|Unexpected argument "stray"\.)/);
      expect(warned).toContain('-- --help for usage.');
    }
  });

  it('exits with that code, without a database', async () => {
    const settings = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
    const ended = await Promise.all([['--help'], ['--surprise']].map((args) => runAction('user-lock', args, settings)));
    expect(ended).toEqual([endOf('user-lock', '--help'), endOf('user-lock', '--surprise')]);
  });

  it('reports every invalid setting, and an unavailable database', async () => {
    const [bad, away] = (await runActions([
      { action: 'setup', args: ['--email', founder], settings: { PORT: 'x', DATABASE_URL: 'mysql://x' } },
      { action: 'setup', args: ['--email', founder], settings: { DATABASE_URL: 'postgresql://127.0.0.1:1/none' } },
    ])) as [ActionEnd, ActionEnd];
    expect(bad.code).toBe(1);
    expect(bad.warned).toMatch(/Invalid settings .*\n {2}PORT: .*\n {2}DATABASE_URL: /);
    expect(away.code).toBe(1);
    expect(away.warned).toContain("Can't reach the database server in DATABASE_URL.");
    expect(bad.warned + away.warned).not.toMatch(/^\s+at /m);
  });
});

it('embeddings-install runs a model with the bundled runtime before installing it', {
  tags: 'once',
}, async () => {
  const from = temporaryFolder();
  writeTinyModel(from, [['revenue', 'sales']]);
  const args = ['--from', from, '--path', 'model.onnx', '--model', 'tiny'];
  const { code, said } = await runAction('embeddings-install', args, { DATA_DIR: temporaryFolder() });
  expect(said).toContain('tiny is installed. Its vectors have 2 numbers.');
  expect(code).toBe(0);
});

describe('setup', () => {
  it('requires a valid email and an existing account', { tags: 'once' }, async () => {
    const { settings } = database;
    const [empty, wrong, missing] = (await runActions(
      [[], ['--email', 'nobody'], ['--email', founder]].map((args) => ({ action: 'setup', args, settings })),
    )) as [ActionEnd, ActionEnd, ActionEnd];
    expect(empty).toMatchObject({ code: 2, warned: expect.stringContaining('--email <address> is required') });
    expect(wrong).toMatchObject({ code: 1, warned: 'nobody is not an email address.\n' });
    expect(missing.code).toBe(1);
    expect(missing.warned).toContain(`No account has the email ${founder}. Sign up in the browser, or add --create.`);
  });

  it('rejects a password that is too short, and creates nothing', { tags: 'once' }, async () => {
    const { code, warned } = await run('setup', ['--email', founder, '--create', '--password-stdin'], 'short\n');
    expect({ code, warned }).toEqual({ code: 1, warned: 'Password must be at least 6 characters\n' });
    expect((await run('setup', ['--email', founder])).warned).toContain('No account has');
  });

  it('creates the account, makes it an administrator and seeds the portfolio; repeated, it fails and changes nothing', async () => {
    const args = ['--email', ' Founder@Example.com ', '--create', '--password-stdin'];
    const first = await run('setup', args, `${testPassword}\n`);
    expect(first).toMatchObject({ code: 0, warned: '' });
    expect(first.said).toContain(
      `Account created: ${founder}\n${founder} is now an administrator\nSample positions: 6 created\n`,
    );
    expect(first.said).not.toContain(testPassword);
    const second = await run('setup', args, 'another password\n');
    expect(second).toMatchObject({ code: 1, said: '' });
    expect(second.warned).toContain(`An account with the email ${founder} already exists`);
    expect(await run('setup', ['--email', founder])).toEqual({
      code: 0,
      said: `${founder} is already an administrator\nSample positions: already present\n`,
      warned: '',
    });
    await withServer(async (server) => {
      const client = apiClient(server.url, (await signInAt(server.url, founder)).cookie);
      expect(await client.auth.user.query()).toMatchObject({ email: founder, isAdmin: true });
      expect((await client.positions.list.query()).open).toHaveLength(6);
      const { items } = await client.audit.list.query({});
      const audited = items.filter(({ actor }) => actor === 'operator').map(({ kind, subject }) => ({ kind, subject }));
      expect(audited).toEqual([
        { kind: 'setup', subject: founder },
        { kind: 'account-created', subject: founder },
      ]);
    });
  });

  it('generates a password if none is given, and shows it once', { tags: 'once' }, async () => {
    const { code, said } = await run('setup', ['--email', 'second@example.com', '--create', '--no-seed']);
    expect(code).toBe(0);
    const password = /^Password \(shown only once\): (\S+)$/m.exec(said)?.[1] ?? '';
    expect(password).toMatch(/^([a-z2-9]{6}-){3}[a-z2-9]{6}$/);
    expect(said).toContain('Sample positions: not added');
    await withServer(async (server) => {
      const user = await apiClient(server.url).auth.login.mutate({ email: 'second@example.com', password });
      expect(user).toMatchObject({ isAdmin: true });
    });
  });
});

describe('accounts', { tags: 'once' }, () => {
  it('are locked, unlocked, promoted and demoted by the rules of the Admin tab', async () => {
    const member = 'member@example.com';
    await withServer((server) => signUpAt(server.url, member));
    const said = async (...calls: [action: string, ...args: string[]][]) => {
      const named = calls.map(([action, ...args]) => ({ action, args: ['--email', ...args] }));
      const ends = await runActions(named.map((call) => ({ ...call, settings: database.settings })));
      return ends.map(({ code, said, warned }) => ({ code, words: (said + warned).trim() }));
    };
    expect(await said(['user-lock', 'nobody@example.com'], ['user-lock', member])).toEqual([
      { code: 1, words: 'No account has the email nobody@example.com.' },
      {
        code: 0,
        words: `${member} has been locked. Its sessions have ended and its API tokens are revoked.`,
      },
    ]);
    await withServer(async (server) => {
      await expect(signInAt(server.url, member)).rejects.toThrow('Your account is locked.');
    });
    const last = {
      code: 1,
      words: 'At least one active administrator is required. Make another user an administrator first.',
    };
    const ends = await said(
      ['user-unlock', member],
      ['user-promote', member],
      ['user-promote', founder, '--demote'],
      ['user-lock', 'second@example.com'],
      ['user-promote', member, '--demote'],
      ['user-lock', member],
      ['user-promote', founder],
    );
    expect(ends).toEqual([
      { code: 0, words: `${member} has been unlocked.` },
      { code: 0, words: `${member} is now an administrator.` },
      // Of three administrators, two may be demoted, but not the last one.
      { code: 0, words: `${founder} is no longer an administrator.` },
      expect.objectContaining({ code: 0 }),
      last,
      last,
      expect.objectContaining({ code: 0 }),
    ]);
  });

  it('lose a second factor that their user has lost, and keep their sessions', async () => {
    const { cookie, email } = await withServer(async (server) => {
      const user = await signUpAt(server.url);
      const { secondFactor } = apiClient(server.url, user.cookie);
      const { secret } = await secondFactor.begin.mutate({ password: testPassword });
      await secondFactor.confirm.mutate({ code: codeOf(secret) });
      await expect(signInAt(server.url, user.email)).rejects.toThrow('Enter your code or use your passkey');
      return user;
    });
    const said = `The second factor of ${email} has been removed.\n`;
    const reset = { action: 'user-reset-second-factor', args: ['--email', email], settings: database.settings };
    const [first, again] = await runActions([reset, reset]);
    expect(first).toEqual({ code: 0, said, warned: '' });
    expect(again?.warned).toContain('has no second factor');
    await withServer(async (server) => {
      expect(await apiClient(server.url, cookie).auth.user.query()).toMatchObject({ email });
      await signInAt(server.url, email);
    });
  });

  it('get a new password, which ends their sessions', async () => {
    const { cookie, email } = await withServer((server) => signUpAt(server.url));
    const { code, said } = await run('user-reset-password', ['--email', email, '--password-stdin'], 'battery staple\n');
    expect({ code, said }).toEqual({ code: 0, said: `${email} has a new password. Ended: 1 session, 0 API tokens.\n` });
    // It exists, so promoting it requires confirmation.
    const asked = await run('setup', ['--email', email]);
    expect(asked).toMatchObject({ code: 1, said: expect.stringContaining('0 sessions, 0 API tokens.') });
    expect(asked.warned).toBe(`Make ${email} an administrator?\nNothing was changed. Add --yes to confirm.\n`);
    await withServer(async (server) => {
      await expect(apiClient(server.url, cookie).account.usage.query()).rejects.toMatchObject({
        data: { httpStatus: 401 },
      });
      await expect(signInAt(server.url, email)).rejects.toThrow('Invalid email or password');
      await apiClient(server.url).auth.login.mutate({ email, password: 'battery staple' });
    });
  });
});

const embedded = databaseServer ? ' (skipped: this run is about a PostgreSQL server)' : '';

describe.runIf(!databaseServer)(`while the server runs on the embedded database${embedded}`, () => {
  it('an action fails with a message that says what to do, and the server keeps running', async () => {
    await withServer(async (server) => {
      const { code, warned } = await run('user-lock', ['--email', founder]);
      expect(code).toBe(1);
      expect(warned).toContain(`is in use by process ${server.pid}.`);
      expect(warned).toContain('Stop the server, run this again, and start it.');
      expect(warned).not.toMatch(/^\s+at /m);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    });
  });
});

const missing = databaseServer ? '' : ' (skipped: needs a PostgreSQL server; set TEST_DATABASE_URL)';

describe.skipIf(missing !== '')(`while servers run on PostgreSQL${missing}`, () => {
  let redis: RedisProcess | undefined;
  beforeAll(async () => {
    if (redisBinary) redis = await startRedis();
  });
  afterAll(() => redis?.kill());

  const ways = ['without Redis', ...(redisBinary ? ['through Redis'] : [])];
  const cases = ways.flatMap((way) => ['user-lock', 'user-reset-password'].map((action) => [action, way] as const));

  it.each(cases)('%s closes the sockets of the account at once, %s', async (action, way) => {
    const settings = { ...database.settings, ...(redis && way === 'through Redis' && { REDIS_URL: redis.url }) };
    const server = await startServer(settings);
    const user = await signUpAt(server.url);
    const { conversation } = await apiClient(server.url, user.cookie).messages.send.mutate(question());
    const socket = openSocket({ port: server.port, cookie: user.cookie });
    const watch = watchOver(socket, conversation.id);
    await until(() => watch.events.length > 0, 'the reader is there');
    const { code } = await runAction(action, ['--email', user.email], settings);
    const ended = Date.now();
    expect(code).toBe(0);
    await until(() => socket.closed.includes(4401), 'the socket is cut');
    // Sessions are checked every ten seconds, so the signal must have caused this.
    expect(Date.now() - ended).toBeLessThan(5000);
    await expect(apiClient(server.url, user.cookie).account.usage.query()).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
    watch.stop();
    await socket.close();
    await server.end('SIGTERM');
  });
});
