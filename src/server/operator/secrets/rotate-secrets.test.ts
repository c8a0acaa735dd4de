import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Query } from '~/server/db/sealed-columns';
import type { Env } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { openSecret, sealSecret } from '~/server/features/second-factor/authenticator-secret';
import { addFileKey } from '~/server/features/uploads/file-keys';
import { checkSecrets } from '~/server/operator/doctor/secrets';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { rotateSecrets } from './rotate-secrets';
import { sealedColumns } from './sealed-columns';

const [oldKey, newKey] = ['o'.repeat(40), 'n'.repeat(40)];
const baseUrl = 'https://models.example/v1';
const searchUrl = 'https://brave.search.invalid';

let server: TestServer;
let query: Query;
const envWith = (SECRET_KEY: string, SECRET_KEY_PREVIOUS: string[] = []): Env => ({
  ...server.deps.env,
  SECRET_KEY,
  SECRET_KEY_PREVIOUS,
});

beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY: oldKey } });
  query = (text, values = []) => server.deps.db.$queryRawUnsafe(text, ...values);
});
afterAll(() => server.close());

/** An endpoint, a search provider, two authenticator apps and a file key, encrypted with the old secret. */
async function store(): Promise<string[]> {
  const { db, env } = server.deps;
  const box = createSecretBox(env);
  await db.modelEndpoint.create({ data: { name: 'Lab', baseUrl, secrets: box.seal(baseUrl, { apiKey: 'sk-model' }) } });
  await db.modelEndpoint.create({ data: { name: 'Open', baseUrl } });
  const search = box.seal(searchUrl, { apiKey: 'sk-search' });
  await db.searchProvider.create({ data: { name: 'brave', secrets: search, position: 1 } });
  await addFileKey(env, db);
  const users = [await signUp(server.deps), await signUp(server.deps)].map(({ user }) => user.id);
  for (const userId of users)
    await db.authenticatorApp.create({ data: { userId, secret: sealSecret(env, userId, `of ${userId}`) } });
  return users;
}

async function contents(env: Env, users: string[]) {
  const { db } = server.deps;
  const endpoint = await db.modelEndpoint.findUniqueOrThrow({ where: { name: 'Lab' } });
  const provider = await db.searchProvider.findUniqueOrThrow({ where: { name: 'brave' } });
  const apps = await Promise.all(users.map((userId) => db.authenticatorApp.findUniqueOrThrow({ where: { userId } })));
  return [
    createSecretBox(env).open(baseUrl, endpoint.secrets),
    createSecretBox(env).open(searchUrl, provider.secrets),
    ...apps.map(({ userId, secret }) => openSecret(env, userId, secret)),
  ];
}

it('encrypts everything again, after which the former secret is not needed', async () => {
  const users = await store();
  const readable = [{ apiKey: 'sk-model' }, { apiKey: 'sk-search' }, ...users.map((id) => `of ${id}`)];
  const both = envWith(newKey, [oldKey]);
  expect(await contents(both, users)).toEqual(readable);
  expect(await contents(envWith(newKey), users)).toEqual([null, null, null, null]);
  expect(await checkSecrets(both, query)).toMatchObject([
    {
      state: 'warn',
      message:
        'encrypted with a former secret (keys of model endpoints: 1, keys of search providers: 1, authenticator apps: 2, keys of stored files and messages: 1)',
      fix: 'Run npm run secrets:rotate.',
    },
  ]);

  expect(await rotateSecrets(query, both)).toEqual([
    { name: 'keys of model endpoints', current: 0, rotated: 1, changed: 0, unreadable: 0 },
    { name: 'keys of search providers', current: 0, rotated: 1, changed: 0, unreadable: 0 },
    { name: 'authenticator apps', current: 0, rotated: 2, changed: 0, unreadable: 0 },
    { name: 'keys of stored files and messages', current: 0, rotated: 1, changed: 0, unreadable: 0 },
  ]);
  expect(await contents(envWith(newKey), users)).toEqual(readable);
  expect(await contents(envWith(oldKey), users)).toEqual([null, null, null, null]);
  expect(await checkSecrets(envWith(newKey), query)).toMatchObject([
    { state: 'ok', message: '5 encrypted with the current secret' },
  ]);
  expect((await rotateSecrets(query, both)).map(({ current, rotated }) => [current, rotated])).toEqual([
    [1, 0],
    [1, 0],
    [2, 0],
    [1, 0],
  ]);
});

it('keeps values that no known secret decrypts, and reports them', async () => {
  const { db } = server.deps;
  const unknown = { ...envWith('x'.repeat(40)) };
  const before = await db.authenticatorApp.findMany({ orderBy: { userId: 'asc' } });
  const results = await rotateSecrets(query, unknown);
  expect(results.map(({ unreadable, rotated }) => [unreadable, rotated])).toEqual([
    [1, 0],
    [1, 0],
    [2, 0],
    [1, 0],
  ]);
  expect(await db.authenticatorApp.findMany({ orderBy: { userId: 'asc' } })).toEqual(before);
  expect(await checkSecrets(unknown, query)).toMatchObject([
    { state: 'fail', message: expect.stringContaining('authenticator apps: 2, keys of stored files and messages: 1') },
  ]);
});

it('does not overwrite concurrent changes of a server', async () => {
  const { db } = server.deps;
  const both = envWith('y'.repeat(40), [newKey]);
  const saved = createSecretBox(both).seal(baseUrl, { apiKey: 'sk-newer' });
  const racing: Query = async (text, values) => {
    if (text.startsWith('UPDATE model_endpoints'))
      await db.modelEndpoint.update({ where: { name: 'Lab' }, data: { secrets: saved } });
    return query(text, values);
  };
  const [endpoints] = await rotateSecrets(racing, both);
  expect(endpoints).toMatchObject({ rotated: 0, changed: 1 });
  const { secrets } = await db.modelEndpoint.findUniqueOrThrow({ where: { name: 'Lab' } });
  expect(createSecretBox(both).open(baseUrl, secrets)).toEqual({ apiKey: 'sk-newer' });
});

it('reads more rows than one batch', async () => {
  const { db } = server.deps;
  const env = envWith(newKey);
  await db.modelEndpoint.deleteMany();
  const box = createSecretBox(env);
  const rows = Array.from({ length: 1001 }, (_, at) => ({
    name: `Endpoint ${at}`,
    baseUrl,
    secrets: box.seal(baseUrl, { apiKey: `sk-${at}` }),
  }));
  await db.modelEndpoint.createMany({ data: rows });
  const [endpoints] = await rotateSecrets(query, envWith('z'.repeat(40), [newKey]));
  expect(endpoints).toMatchObject({ rotated: 1001, current: 0 });
});

it('covers every column that the schema describes as encrypted', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const models = schema.match(/(?:^\/\/\/.*\n)*^model \w+ \{[\s\S]*?^\}/gm) ?? [];
  const encrypted = models
    .filter((model) => /encrypted with the (?:installation's secret|secret of the installation)/.test(model))
    .map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1]);
  expect(encrypted.sort()).toEqual(sealedColumns.map(({ table }) => table).sort());
});
