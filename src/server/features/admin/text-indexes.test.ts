/** Administrators search by any part of an email or name, using an index if the database supports it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex } from '~/server/db/build-index';
import type { SqlConnection } from '~/server/db/sql-connection';
import { ensureTextIndexes, lacksTextIndexes } from '~/server/db/text-indexes';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { pageQuery } from './list-users';

let server: TestServer;
let root: TestUser;
let connection: SqlConnection;

beforeAll(async () => {
  server = await startTestServer();
  root = await signUp(server.deps, { isAdmin: true, email: 'root@example.com' });
  const { db } = server.deps;
  connection = {
    query: (text, values = []) => db.$queryRawUnsafe(text, ...values),
    script: async (text) => void (await db.$executeRawUnsafe(text)),
  };
  await db.$executeRawUnsafe('ANALYZE users');
});
afterAll(() => server.close());

const build = (sql: string) => buildIndex(connection, sql);

const found = async (search: string) =>
  (await root.call.admin.userPage({ search, sort: 'email', sortDirection: 'ascending' })).items.map(
    ({ email }) => email,
  );

async function searchEverything(): Promise<void> {
  expect(await found('a_b')).toEqual(['a_b@example.com']);
  expect(await found('50%')).toEqual(['half@example.com']);
  expect(await found('c:\\d')).toEqual(['path@example.com']);
  expect(await found('x')).toContain('axb@example.com');
  expect(await found('XB@exa')).toEqual(['axb@example.com']);
  expect(await found('nothing like it')).toEqual([]);
}

describe('the search for accounts', () => {
  beforeAll(async () => {
    const { db } = server.deps;
    const names = { 'a_b@example.com': 'Ada', 'axb@example.com': 'Bob', 'half@example.com': '50% Off' };
    for (const [email, firstName] of Object.entries({ ...names, 'path@example.com': 'C:\\D' })) {
      const { user } = await signUp(server.deps, { email });
      await db.user.update({ where: { id: user.id }, data: { firstName } });
    }
  });

  it('treats LIKE wildcards literally', searchEverything);

  it('requires no extension while there are few rows', async () => {
    expect(await ensureTextIndexes(connection, build)).toBeNull();
    expect(await lacksTextIndexes(connection)).toBe(false);
    const created = await connection.query(`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`);
    expect(created).toEqual([]);
  });

  it.runIf(!databaseServer)('works without an index if the extension is missing, and logs that', async () => {
    expect(await ensureTextIndexes(connection, build, 1)).toBe(
      'the PostgreSQL server does not have the extension pg_trgm',
    );
    expect(await lacksTextIndexes(connection, 1)).toBe(true);
    await searchEverything();
  });

  it.runIf(databaseServer)('uses an index, as does the search of the audit log, with the same results', async () => {
    const { db } = server.deps;
    await root.call.audit.list({});
    await db.$executeRawUnsafe('ANALYZE audit_events');
    await db.$executeRawUnsafe(`UPDATE pg_class SET reltuples = 1 WHERE oid = 'audit_events'::regclass`);
    // Left over from an interrupted attempt.
    expect(await ensureTextIndexes(connection, build, 1)).toBeNull();
    await connection.script(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'users_text_idx'::regclass`);
    expect(await ensureTextIndexes(connection, build, 1)).toBeNull();
    expect(await lacksTextIndexes(connection, 1)).toBe(false);
    const plans = await db.$transaction(async (tx) => {
      // Any other plan scans a table or index completely.
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
        await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`);
      const page = pageQuery({ search: 'axb@', sort: 'email', sortDirection: 'ascending', cursor: null, limit: 10 });
      return [
        await tx.$queryRaw<object[]>`EXPLAIN ${page}`,
        await tx.$queryRaw<object[]>`
          EXPLAIN SELECT id FROM audit_events WHERE actor ILIKE ${'%axb@%'} OR subject ILIKE ${'%axb@%'}`,
      ].map((rows) => JSON.stringify(rows));
    });
    expect(plans[0]).toContain('users_text_idx');
    expect(plans[1]).toContain('audit_events_actor_text_idx');
    expect(plans[1]).toContain('audit_events_subject_text_idx');
    await searchEverything();
  });
});
