import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '~/server/testing/environment';
import { createTestDatabase } from '~/server/testing/worlds/test-db';
import { startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { embeddedDatabase, type OpenDatabase, serverDatabase } from './client';
import { emptyDatabase } from './empty-database';
import { migrate, readMigrationFiles } from './migrate';
import { sqlConnection } from './session';

/** Dumps of databases from earlier releases; scripts/release/dump-database.ts creates one for each. */
const folder = 'src/server/testing/releases';
const migrations = 'prisma/migrations';
const releases = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));

const cleanups: (() => Promise<unknown>)[] = [];
let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

interface Upgraded {
  database: OpenDatabase;
  query: Query;
  /** Number of rows per table. */
  before: Map<string, number>;
}

async function upgraded(dump: string): Promise<Upgraded> {
  const serverUrl = testDatabaseUrl();
  return serverUrl ? onServer(serverUrl, dump) : embedded(dump);
}

async function embedded(dump: string) {
  const pglite = await PGlite.create({ extensions: { vector }, ...(await emptyDatabase()) });
  await pglite.exec(dump);
  await pglite.exec('SET search_path TO public');
  const query = async (sql: string) => (await pglite.query<Record<string, unknown>>(sql)).rows;
  const before = await rowsOf(query);
  const connection = sqlConnection(pglite);
  const applied = await migrate(async (work) => work(connection), migrations);
  const database = { ...embeddedDatabase(pglite, PrismaPGlite), applied, vectorProblem: null };
  return { database, query, before };
}

async function onServer(serverUrl: string, dump: string) {
  const { url, drop } = await createTestDatabase(serverUrl, 'template0');
  cleanups.push(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(dump);
  await client.query('SET search_path TO public');
  const query = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[];
  const before = await rowsOf(query);
  const connection = {
    query: async (sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows,
    script: async (sql: string) => void (await client.query(sql)),
  };
  const applied = await migrate(async (work) => work(connection), migrations);
  cleanups.unshift(() => client.end());
  const database = {
    ...serverDatabase(new pg.Pool({ connectionString: url }), PrismaPg),
    applied,
    vectorProblem: null,
  };
  return { database, query, before };
}

async function rowsOf(query: Query): Promise<Map<string, number>> {
  const tables = await query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
  const counts = await query(
    tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}"`).join(' UNION ALL '),
  );
  return new Map(counts.map(({ name, rows }) => [String(name), Number(rows)]));
}

describe.each(releases)('a database of release %s', (file) => {
  it('is migrated, and its users keep all their data', async () => {
    const { database, query, before } = await upgraded(String(gunzipSync(readFileSync(`${folder}/${file}`))));
    const after = await rowsOf(query);
    expect(before.get('messages')).toBeGreaterThan(5);
    expect(before.get('investment_positions')).toBeGreaterThan(3);
    for (const [table, rows] of before)
      if (table !== '_prisma_migrations') expect([table, after.get(table)]).toEqual([table, rows]);
    expect(after.get('_prisma_migrations')).toBe(readMigrationFiles(migrations).length);

    server = await startTestServer({ database });
    const api = `${await server.listen()}/api`;
    const login = await fetch(`${api}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'upgrade@example.com', password: testPassword }),
    });
    expect(login.status).toBe(200);
    const headers = { cookie: String(login.headers.get('set-cookie')).split(';')[0] ?? '' };
    const read = async (path: string) => (await fetch(`${api}${path}`, { headers })).json();
    const [conversation] = await read('/conversations');
    const messages = await read(`/conversations/${conversation.id}/messages`);
    expect(messages[0].content).toBe('What was the deposit rate?');
    expect(messages[1].metadata.status).toBe('complete');
    expect(await read('/collections')).toMatchObject([{ name: 'Board papers' }]);
    expect(await read('/projects')).toMatchObject([{ name: 'Annual meeting' }]);
    expect(await read('/shares')).toHaveLength(1);
    const { open, closed } = await read('/positions');
    expect(open.length + closed.length).toBe(before.get('investment_positions'));
  });
});
