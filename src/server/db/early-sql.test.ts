import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '~/server/testing/environment';
import { createTestDatabase, openTestDatabase } from '~/server/testing/worlds/test-db';
import type { OpenDatabase } from './client';
import { createEarlySql } from './early-sql';
import { createServerPool } from './server-pool';

const serverUrl = testDatabaseUrl();
let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.sql`CREATE TABLE early (n int PRIMARY KEY)`;
  await database.db.sql`
    CREATE FUNCTION refuse_odd() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.n % 2 = 1 THEN RAISE EXCEPTION 'odd'; END IF;
      RETURN NULL;
    END $$`;
  await database.db.sql`
    CREATE CONSTRAINT TRIGGER refuse_odd AFTER INSERT ON early DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_odd()`;
});
afterAll(() => database.close());

const stored = async (n: number) => (await database.db.sql`SELECT 1 FROM early WHERE n = ${n}::int`).length === 1;
const insert = (n: number) => database.db.earlySql<{ n: number }>`INSERT INTO early (n) VALUES (${n}::int) RETURNING n`;

/** A pool whose queries call back only at their end. */
const readingAtTheEnd = (pool: object) => pool as unknown as pg.Pool;

describe('a statement whose result arrives before its commit', () => {
  it('returns its rows, and is stored once committed', async () => {
    for (const n of [2, 4, 6]) {
      const { rows, committed } = await insert(n);
      expect(rows).toEqual([{ n }]);
      await committed;
      expect(await stored(n)).toBe(true);
    }
  });

  it('fails as a whole if it cannot run', async () => {
    await expect(insert(2)).rejects.toMatchObject({ code: '23505' });
    // The connection can be used for the next one.
    expect((await insert(8)).rows).toEqual([{ n: 8 }]);
  });

  it('reports a failed commit, and has stored nothing', async () => {
    const outcome = insert(1).then(({ committed }) => committed);
    await expect(outcome).rejects.toThrow('odd');
    expect(await stored(1)).toBe(false);
  });
});

describe('behind a pooler that loses prepared statements', () => {
  it('retries without preparing, also for concurrent statements', async () => {
    const names: boolean[] = [];
    const pool = {
      async query(query: pg.QueryConfig) {
        names.push(query.name !== undefined);
        if (query.name) throw Object.assign(new Error('refused'), { code: '26000' });
        return { rows: [] };
      },
    };
    const earlySql = createEarlySql(readingAtTheEnd(pool));
    await Promise.all([1, 2].map((n) => earlySql`SELECT ${n}`));
    await earlySql`SELECT ${3}`;
    expect(names).toEqual([true, true, false, false, false]);
  });

  it('passes every other error on to the caller', async () => {
    const pool = { query: async () => Promise.reject(Object.assign(new Error('twice'), { code: '23505' })) };
    await expect(createEarlySql(readingAtTheEnd(pool))`SELECT 1`).rejects.toMatchObject({ code: '23505' });
  });
});

describe.skipIf(!serverUrl)('on a PostgreSQL server', () => {
  it('returns the rows while the commit still waits', async () => {
    const { url, drop } = await createTestDatabase(serverUrl ?? '');
    // With the limits of a real connection, which watch every statement.
    const pool = await createServerPool(url, { poolSize: 4, statementMs: 60_000 });
    const holder = await pool.connect();
    try {
      await holder.query(`CREATE TABLE early (n int);
        CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON early DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_for_lock()`);
      await holder.query('SELECT pg_advisory_lock(7)');
      const earlySql = createEarlySql(pool);
      const { rows, committed } = await earlySql`INSERT INTO early (n) VALUES (${1}::int) RETURNING n`;
      expect(rows).toEqual([{ n: 1 }]);
      let isCommitted = false;
      const done = committed.then(() => {
        isCommitted = true;
      });
      expect((await holder.query('SELECT n FROM early')).rows).toEqual([]);
      expect(isCommitted).toBe(false);
      await holder.query('SELECT pg_advisory_unlock(7)');
      await done;
      expect((await holder.query('SELECT n FROM early')).rows).toEqual([{ n: 1 }]);
    } finally {
      holder.release();
      await pool.end();
      await drop();
    }
  });
});
