import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '~/server/testing/environment';
import { until } from '~/server/testing/until';
import { createTestDatabase } from '~/server/testing/worlds/test-db';
import { emptyDatabase } from './empty-database';
import { MigrationError, migrate } from './migrate';
import type { SqlConnection } from './sql-connection';

const serverUrl = testDatabaseUrl();
let database: { connect(): Promise<SqlConnection>; close(): Promise<void> };
let folder: string;
let schema: string;
let connection: SqlConnection;

beforeAll(async () => {
  database = serverUrl ? await onServer(serverUrl) : await embedded();
});
afterAll(() => database.close());

// Each test has its own empty schema and migrations folder.
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-migrations-'));
  schema = `s${randomBytes(6).toString('hex')}`;
  connection = await database.connect();
});
afterEach(() => rmSync(folder, { recursive: true }));

async function embedded() {
  const pglite = await PGlite.create(await emptyDatabase());
  return {
    async connect(): Promise<SqlConnection> {
      await pglite.exec(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path TO ${schema}`);
      return {
        query: async (sql, parameters) => (await pglite.query<Record<string, unknown>>(sql, parameters)).rows,
        script: async (sql) => void (await pglite.exec(sql)),
      };
    },
    close: () => pglite.close(),
  };
}

async function onServer(url: string) {
  const test = await createTestDatabase(url);
  const clients: pg.Client[] = [];
  return {
    async connect(): Promise<SqlConnection> {
      const client = new pg.Client({ connectionString: test.url });
      clients.push(client);
      await client.connect();
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path TO ${schema}`);
      return {
        query: async (sql, parameters) => (await client.query(sql, parameters)).rows,
        script: async (sql) => void (await client.query(sql)),
      };
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await test.drop();
    },
  };
}

function write(name: string, sql: string) {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
}
const start = (on = connection) => migrate((work) => work(on), folder);
const recorded = () => connection.query('SELECT * FROM "_prisma_migrations" ORDER BY migration_name');

const index = '-- concurrently\nCREATE INDEX CONCURRENTLY "notes_id_idx" ON "notes"("id");';
const indexes = () =>
  connection.query(
    `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = 'notes'::regclass`,
  );

describe('migrations', () => {
  it('are applied in the order of their names and recorded as Prisma records them', async () => {
    const sql = 'CREATE TABLE notes (id int);';
    write('20260102_second', 'ALTER TABLE notes ADD COLUMN text text; CREATE INDEX ON notes (text);');
    write('20260101_first', sql);
    writeFileSync(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"');
    expect(await start()).toEqual(['20260101_first', '20260102_second']);
    await connection.query('INSERT INTO notes (id, text) VALUES (1, $1)', ['kept']);
    expect(await recorded()).toMatchObject([
      {
        migration_name: '20260101_first',
        checksum: createHash('sha256').update(sql).digest('hex'),
        finished_at: expect.any(Date),
        rolled_back_at: null,
        applied_steps_count: 1,
      },
      { migration_name: '20260102_second' },
    ]);
  });

  it('that were applied are not applied again, and the start does not wait', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    const asked: string[] = [];
    const watched: SqlConnection = {
      ...connection,
      query: (sql, parameters) => {
        asked.push(sql);
        return connection.query(sql, parameters);
      },
    };
    expect(await start(watched)).toEqual([]);
    expect(asked.filter((sql) => /lock|insert|create/i.test(sql))).toEqual([]);
    write('20260102_second', 'CREATE TABLE more (id int);');
    expect(await start()).toEqual(['20260102_second']);
  });

  it('are applied by only one of two starters, if the other got the lock first', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    let other: string[] = [];
    const slow: SqlConnection = {
      ...connection,
      async script(sql) {
        if (sql === 'BEGIN') other = await start();
        return connection.script(sql);
      },
    };
    expect(await start(slow)).toEqual([]);
    expect(other).toEqual(['20260101_first']);
    expect(await recorded()).toHaveLength(1);
  });

  // The embedded database has one connection, so only a server can have concurrent starters.
  it.runIf(serverUrl)('are applied once by five starters at the same moment', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int); SELECT pg_sleep(0.2);');
    write('20260102_second', 'INSERT INTO notes VALUES (1);');
    const connections = await Promise.all(Array.from({ length: 5 }, () => database.connect()));
    const applied = await Promise.all(connections.map(start));
    // Another starter may apply the next migration; none is applied twice.
    expect(applied.flat().sort()).toEqual(['20260101_first', '20260102_second']);
    expect(await connection.query('SELECT * FROM notes')).toHaveLength(1);
  });

  it.runIf(serverUrl)('wait for a lock in short attempts, so that others can use the table in between', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    write('20260102_second', 'ALTER TABLE notes ADD COLUMN text text;');
    const [reader, bystander] = await Promise.all([database.connect(), database.connect()]);
    await reader.script('BEGIN; SELECT * FROM notes');
    const lines: string[] = [];
    const waiting = { lockMs: 100, pauseMs: 100, totalMs: 60_000 };
    const applied = migrate((work) => work(connection), folder, { log: (message) => lines.push(message), waiting });
    await until(() => lines.length >= 2);
    expect(lines[0]).toBe(
      'Migration 20260102_second waits for a lock that another connection holds (attempt 1). It will try again.',
    );
    // Behind a migration that waits without limit, this would wait for the reader, too.
    await bystander.script(`SET statement_timeout = '5s'; SELECT * FROM notes`);
    await reader.script('COMMIT');
    expect(await applied).toEqual(['20260102_second']);
  });

  it.runIf(serverUrl)('leave no lock on their connection', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    const locks = await connection.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
    );
    expect(locks).toEqual([]);
    const asked: string[] = [];
    const watched: SqlConnection = {
      query: (sql, parameters) => {
        asked.push(sql);
        return connection.query(sql, parameters);
      },
      script: connection.script,
    };
    write('20260102_second', 'CREATE TABLE more (id int);');
    await start(watched);
    // A session lock would stay on a pooler's connection, which others use next.
    expect(asked.filter((sql) => /advisory/.test(sql))).toEqual(['SELECT pg_advisory_xact_lock($1)']);
  });

  it.runIf(serverUrl)('give up with a message if the lock never comes', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    write('20260102_second', 'ALTER TABLE notes ADD COLUMN text text;');
    const reader = await database.connect();
    await reader.script('BEGIN; SELECT * FROM notes');
    const waiting = { lockMs: 20, pauseMs: 10, totalMs: 50 };
    await expect(migrate((work) => work(connection), folder, { waiting })).rejects.toThrow(
      'Migration 20260102_second could not be applied: canceling statement due to lock timeout',
    );
    await reader.script('COMMIT');
    expect(await start()).toEqual(['20260102_second']);
  });

  it('build an index inside their transaction if no other connection uses the database', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    write('20260102_index', index);
    expect(await start()).toEqual(['20260101_first', '20260102_index']);
    expect(await indexes()).toEqual([{ name: 'notes_id_idx', isValid: true }]);
  });

  describe.runIf(serverUrl)('with an index on a table in use', () => {
    const beside = async <T>(work: (on: SqlConnection) => Promise<T>) => work(await database.connect());
    const lines: string[] = [];
    const build = (on = connection) =>
      migrate((work) => work(on), folder, {
        beside,
        log: (message) => lines.push(message),
        waiting: { lockMs: 100, pauseMs: 20, totalMs: 60_000 },
      });
    const isBuilding = async () => {
      const rows = await connection.query(
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '-- concurrently%' AND state = 'active' AND datname = current_database()
         AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    beforeEach(async () => {
      lines.length = 0;
      write('20260101_first', 'CREATE TABLE notes (id int);');
      await start();
      write('20260102_index', index);
    });

    it('block no writers during the build, and two starters build it once', async () => {
      const [older, writer, other] = await Promise.all([database.connect(), database.connect(), database.connect()]);
      // The build waits for the end of this transaction, which the test controls.
      await older.script('BEGIN; INSERT INTO notes VALUES (1)');
      const built = build();
      // `connection` is in the transaction of the build lock, so another one checks.
      connection = await database.connect();
      await until(isBuilding);
      await writer.script(
        `SET statement_timeout = '20s'; INSERT INTO notes VALUES (2); UPDATE notes SET id = 3 WHERE id = 2`,
      );
      const second = build(other);
      await until(() => lines.length > 0);
      expect(lines[0]).toContain('Migration 20260102_index waits for a lock that another connection holds');
      await older.script('COMMIT');
      expect([await built, await second]).toEqual([['20260102_index'], []]);
      expect(await indexes()).toEqual([{ name: 'notes_id_idx', isValid: true }]);
      expect((await recorded()).map((row) => row.migration_name)).toEqual(['20260101_first', '20260102_index']);
    });

    it('replace the incomplete index of an interrupted build', async () => {
      const [older, builder] = await Promise.all([database.connect(), database.connect()]);
      await older.script('BEGIN; INSERT INTO notes VALUES (1)');
      await expect(builder.script(`SET statement_timeout = '100ms'`)).resolves.toBeUndefined();
      await expect(builder.script(index)).rejects.toThrow('statement timeout');
      await older.script('COMMIT');
      expect(await indexes()).toEqual([{ name: 'notes_id_idx', isValid: false }]);
      expect(await build()).toEqual(['20260102_index']);
      expect(await indexes()).toEqual([{ name: 'notes_id_idx', isValid: true }]);
    });

    it('record an index whose process ended before it could', async () => {
      await connection.script('CREATE INDEX notes_id_idx ON notes (id)');
      expect(await build()).toEqual(['20260102_index']);
    });

    it('give advice if a limit of the role ends the build', async () => {
      const older = await database.connect();
      await older.script('BEGIN; INSERT INTO notes VALUES (1)');
      const limited = async <T>(work: (on: SqlConnection) => Promise<T>) => {
        const on = await database.connect();
        await on.script(`SET statement_timeout = '100ms'`);
        return work(on);
      };
      await expect(migrate((work) => work(connection), folder, { beside: limited })).rejects.toThrow(
        'Migration 20260102_index could not be applied: canceling statement due to statement timeout. Run `npm run migrate`',
      );
      await older.script('COMMIT');
      expect(await build()).toEqual(['20260102_index']);
    });
  });

  it('that were changed since are rejected with a message', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    write('20260101_first', 'CREATE TABLE notes (id bigint);');
    await expect(start()).rejects.toThrow(MigrationError);
    await expect(start()).rejects.toThrow(
      'Migration 20260101_first was changed after it was applied. Restore its file.',
    );
  });

  it('of a newer version are distinguished from missing ones in the error', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    write('20260102_newer', 'CREATE TABLE more (id int);');
    await start();
    rmSync(path.join(folder, '20260102_newer'), { recursive: true });
    await expect(start()).rejects.toThrow(MigrationError);
    await expect(start()).rejects.toThrow(
      'The database was made by a newer version (it has 20260102_newer). Start that version, or restore an older backup.',
    );
  });

  it('that fail leave no trace, are reported, and continue once they are fixed', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    write('20260102_bad', 'CREATE TABLE half (id int); ALTER TABLE nothing ADD COLUMN id int;');
    await expect(start()).rejects.toThrow(MigrationError);
    await expect(start()).rejects.toThrow(
      /^Migration 20260102_bad could not be applied: relation "nothing" does not exist/,
    );
    expect((await recorded()).map((row) => row.migration_name)).toEqual(['20260101_first']);
    expect(await connection.query("SELECT to_regclass('half') AS name")).toEqual([{ name: null }]);
    write('20260102_bad', 'CREATE TABLE half (id int);');
    // The lock was released: another process can continue at once.
    expect(await start(await database.connect())).toEqual(['20260102_bad']);
  });

  it('that another tool left unfinished are rejected with a message, unless they were resolved', async () => {
    write('20260101_first', 'CREATE TABLE notes (id int);');
    await start();
    await connection.query('UPDATE "_prisma_migrations" SET finished_at = NULL');
    await expect(start()).rejects.toThrow('Migration 20260101_first failed earlier.');
    await connection.script('DROP TABLE notes; UPDATE "_prisma_migrations" SET rolled_back_at = now()');
    expect(await start()).toEqual(['20260101_first']);
  });
});
