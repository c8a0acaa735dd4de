import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sql } from '~/server/db/sql';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { watchForOtherInstances } from './other-instances';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('finds processes on the database that are not siblings, until they have been silent', async () => {
  const { db } = server.deps;
  await db.sql`DELETE FROM server_processes`;
  await db.sql`INSERT INTO server_processes (id) VALUES ('own'), ('sibling')`;
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const watch = watchForOtherInstances({
    sql: db.sql,
    processId: 'own',
    siblings: () => new Set(['sibling']),
    onError,
  });
  expect(watch.areAllSiblings()).toBe(false);
  await watch.poll();
  expect(watch.areAllSiblings()).toBe(true);
  await db.sql`INSERT INTO server_processes (id) VALUES ('on another machine')`;
  await watch.poll();
  expect(watch.areAllSiblings()).toBe(false);
  await db.sql`UPDATE server_processes SET seen_at = now() - interval '11 seconds' WHERE id = 'on another machine'`;
  await watch.poll();
  expect(watch.areAllSiblings()).toBe(true);
  watch.close();
  expect(errors).toEqual([]);
});

it('returns false while the database is unavailable', async () => {
  const errors: unknown[] = [];
  let isUnavailable = false;
  const sql = (async () => {
    if (isUnavailable) throw new Error('away');
    return [];
  }) as Sql;
  const watch = watchForOtherInstances({
    sql,
    processId: 'own',
    siblings: () => new Set(),
    onError: (e) => errors.push(e),
  });
  await watch.poll();
  expect(watch.areAllSiblings()).toBe(true);
  isUnavailable = true;
  await watch.poll();
  expect(watch.areAllSiblings()).toBe(false);
  expect(errors).toHaveLength(1);
  watch.close();
});
