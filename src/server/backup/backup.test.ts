import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '~/server/db/migrate';
import { openSession, type Session } from '~/server/db/session';
import { prepareVectorTables } from '~/server/db/vector-tables';
import { parseEnv } from '~/server/env';
import type { Io } from '~/server/lib/command-output';
import { createTestFolder } from '~/server/testing/test-folder';
import { fillDataFolder } from '~/server/testing/worlds/database-image';
import { backUp } from './back-up';
import { recordBackup } from './record-backup';
import { restore } from './restore';
import { insertRows, readSequences, readTables, rowLines, type Table } from './tables';
import { verifyBackup } from './verify-backup';

const folder = createTestFolder();
const migrationsDir = 'prisma/migrations';
const io: Io = { print() {}, warn() {} };
const refuseWarnings: Io = {
  print() {},
  warn(words) {
    throw new Error(words);
  },
};
const placeFor = (name: string) => path.join(folder, name);
const envOf = (name: string) => parseEnv({ DATA_DIR: placeFor(name) });
const sessionOf = (name: string) => openSession({ databaseUrl: undefined, dataDir: placeFor(name), mayCreate: true });

async function within<T>(name: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await sessionOf(name);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

describe('a backup of an older version', () => {
  const older = readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .slice(0, 3);
  const restoreInto = (name: string, dir = migrationsDir) =>
    restore(envOf(name), placeFor('backup'), { isForced: false, migrationsDir: dir, io });

  beforeAll(async () => {
    await within('old', async (session) => {
      await migrate((work) => work(session), migrationsDir, { isWanted: (name) => older.includes(name) });
      await session.query(`INSERT INTO users (email, password) VALUES ('old@example.com', '-')`);
    });
    const { manifest } = await backUp(envOf('old'), placeFor('backup'), '0.0.9', io);
    await recordBackup(envOf('old'), manifest, refuseWarnings);
  });

  it('is not migrated by making the backup', async () => {
    const done = await within('old', (session) => session.query('SELECT migration_name FROM _prisma_migrations'));
    expect(done).toHaveLength(older.length);
  });

  it('is restored as it was, and then migrated', async () => {
    const { rows, applied } = await restoreInto('new');
    expect(rows).toBe(1);
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.some((name) => older.includes(name))).toBe(false);
    const people = await within('new', (session) => session.query('SELECT email FROM users'));
    expect(people).toEqual([{ email: 'old@example.com' }]);
  });

  it('is recorded in the audit log if the database has one', async () => {
    const { manifest } = await backUp(envOf('new'), placeFor('another backup'), '0.1.0', io);
    await recordBackup(envOf('new'), manifest, refuseWarnings);
    const events = await within('new', (session) => session.query('SELECT kind, actor, details FROM audit_events'));
    const details = { rows: expect.any(Number), files: 0, bytes: 0 };
    expect(events).toEqual([{ kind: 'backup-made', actor: 'operator', details }]);
  });

  it('is rejected by a database that is already newer', async () => {
    await fillDataFolder(placeFor('further'));
    await expect(restoreInto('further')).rejects.toThrow('The backup is older than this database');
  });

  it('is rejected by an older or different version', async () => {
    const dir = placeFor('migrations');
    cpSync(migrationsDir, dir, { recursive: true });
    rmSync(path.join(dir, older[2] as string), { recursive: true });
    const refused = restoreInto('older still', dir);
    await expect(refused).rejects.toThrow(`made by version 0.0.9, and this version has no migration ${older[2]}`);
  });
});

describe('vectors', () => {
  it('are left out of a backup, and computed again after a restore', async () => {
    await fillDataFolder(placeFor('with-vectors'));
    await within('with-vectors', async (session) => {
      expect(await prepareVectorTables(session)).toBeNull();
      await session.script(`
        INSERT INTO users (id, email, password) VALUES ('00000000-0000-4000-8000-000000000001', 'a@example.com', '-');
        INSERT INTO objects (id, user_id) VALUES ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001');
        INSERT INTO passage_indexes (object_id, number, scope_id, language, shape, indexed_at)
        VALUES ('00000000-0000-4000-8000-000000000002', 1, '00000000-0000-4000-8000-000000000002', 'simple', '', now());
        INSERT INTO embedded_files (file, model, completed_at) VALUES (1, 'small', now());
        INSERT INTO passage_vectors (file, place, dimensions, vector, code) VALUES (1, 0, 2, '[1,-1]', B'10')`);
    });
    const made = await backUp(envOf('with-vectors'), placeFor('vector-backup'), '0.0.9', io);
    const names = made.manifest.database.tables.map(({ name }) => name);
    expect(names).toContain('passage_indexes');
    expect(names.filter((name) => /vector|embedded/.test(name))).toEqual([]);
    const options = { isForced: true, migrationsDir, io };
    await restore(envOf('with-vectors'), placeFor('vector-backup'), options);
    const count = `SELECT (SELECT count(*)::int FROM passage_indexes) AS indexes,
                          (SELECT count(*)::int FROM embedded_files) AS embedded, (SELECT count(*)::int FROM passage_vectors) AS vectors`;
    expect(await within('with-vectors', (session) => session.query(count))).toEqual([
      { indexes: 1, embedded: 0, vectors: 0 },
    ]);
  });
});

describe('tables that an operator added to the schema', () => {
  const foreign = 'CREATE TABLE foreign_one (id serial PRIMARY KEY, words text)';

  it('do not keep a backup from being verified and restored, and are left alone in the target', async () => {
    await fillDataFolder(placeFor('extended'));
    await within('extended', (session) =>
      session.script(`INSERT INTO users (email, password) VALUES ('ada@example.com', '-');
        ${foreign}; INSERT INTO foreign_one (words) VALUES ('theirs');
        CREATE TABLE "odd name" (id serial PRIMARY KEY, "odd column" text)`),
    );
    const warnings: string[] = [];
    const warned: Io = { print() {}, warn: (words) => void warnings.push(words) };
    await backUp(envOf('extended'), placeFor('extended-backup'), '0.1.0', warned);
    const scratch = placeFor('extended-scratch');
    await verifyBackup(placeFor('extended-backup'), { passphrase: undefined, migrationsDir, scratch });
    const options = { isForced: true, migrationsDir, io: warned };
    await restore(envOf('plain'), placeFor('extended-backup'), options);
    expect(await within('plain', (session) => session.query('SELECT email FROM users'))).toEqual([
      { email: 'ada@example.com' },
    ]);
    expect(warnings).toEqual([
      'The table odd name is not part of qInsight, so the backup does not contain it.',
      'The table foreign_one is not part of qInsight, so it was not restored. Its rows are in database/foreign_one.ndjson.gz.',
    ]);
    await within('plain', (session) => session.script('CREATE TABLE own (words text); INSERT INTO own VALUES (1)'));
    await restore(envOf('plain'), placeFor('extended-backup'), options);
    expect(await within('plain', (session) => session.query('SELECT words FROM own'))).toEqual([{ words: '1' }]);
  });
});

describe('rows as text', () => {
  let session: Session;
  beforeAll(async () => {
    session = await sessionOf('types');
  });
  afterAll(() => session.close());

  it('are restored unchanged, for every type', async () => {
    const columns = `id bigserial PRIMARY KEY, words text, nothing text, yes boolean, money numeric(10,2), ratio float8,
      moment timestamptz, day date, took interval, bytes bytea, facts jsonb, plain json, ids uuid[], names text[],
      doubled bigint GENERATED ALWAYS AS (id * 2) STORED, "Odd ""name" int`;
    await session.script(`CREATE TABLE here (${columns}); CREATE TABLE there (${columns})`);
    await session.script(`
      INSERT INTO here (id, words, yes, money, ratio, moment, day, took, bytes, facts, plain, ids, names, "Odd ""name") VALUES
      (9007199254740993, E'a\\n\\t"\\\\ \\u2028 🙂 {}[],', true, 99999999.99, 0.1::float8 + 0.2::float8,
       '2026-11-21 01:02:03.456789+05:30', '0044-03-15', '1 mon 2 days 03:04:05', '\\x00ff10', 'null', '{"b":1, "a": [1.10]}',
       ARRAY['3f5a0000-0000-4000-8000-000000000001']::uuid[], ARRAY['a,b', NULL, '"', '']::text[], -1),
      (2, '', false, 0.10, 'NaN', 'infinity', '-infinity', NULL, '', '{"n": 1e400}', 'null', '{}', NULL, NULL),
      (3, NULL, NULL, NULL, '-0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
    await session.script('BEGIN');
    const tables = new Map((await readTables(session)).map((table) => [table.name, table]));
    const here = tables.get('here') as Table;
    expect(here.columns.map(({ name }) => name)).not.toContain('doubled');
    expect(here.key).toEqual(['id']);
    let counted = 0;
    const lines = rowLines(session, here, (rows) => {
      counted += rows;
    });
    const columnsOf = here.columns.map(({ name }) => name);
    expect(await insertRows(session, tables.get('there') as Table, columnsOf, lines)).toBe(3);
    expect(counted).toBe(3);
    await session.script('COMMIT');
    // As text, because some values (such as NaN) are not equal to themselves.
    const all = async (name: string) =>
      session.query(`SELECT t::text AS row FROM ${name} t ORDER BY id`).then((rows) => rows.map(({ row }) => row));
    expect(await all('there')).toEqual(await all('here'));
    expect((await readSequences(session)).map(({ table, column }) => `${table}.${column}`)).toEqual([
      'here.id',
      'there.id',
    ]);
  });

  it('are read in batches sized by their length, each row once and in order', async () => {
    await session.script(`CREATE TABLE many (id int PRIMARY KEY, words text);
      INSERT INTO many SELECT n, repeat('x', CASE WHEN n % 500 = 0 THEN 300000 ELSE 3 END) FROM generate_series(1, 3000) n`);
    await session.script('BEGIN');
    const many = (await readTables(session)).find(({ name }) => name === 'many') as Table;
    const ids: string[] = [];
    let counted = 0;
    for await (const line of rowLines(session, many, (rows) => {
      counted += rows;
    }))
      ids.push((JSON.parse(line) as [string])[0]);
    await session.script('COMMIT');
    expect(counted).toBe(3000);
    expect(ids).toEqual(Array.from({ length: 3000 }, (_, n) => String(n + 1)).sort());
  });
});
