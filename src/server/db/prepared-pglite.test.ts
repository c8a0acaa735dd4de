import { PGlite, type QueryOptions } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from './empty-database';
import { PreparedPGlite } from './prepared-pglite';

let pglite: PreparedPGlite;
beforeAll(async () => {
  pglite = new PreparedPGlite(await emptyDatabase());
  await pglite.waitReady;
  await pglite.exec("CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL DEFAULT '', tags text[], data jsonb)");
});
afterEach(async () => {
  vi.useRealTimers();
  await pglite.exec('TRUNCATE notes');
});
afterAll(() => pglite.close());

/** The statement as PGlite itself runs it. */
const plain = (text: string, values?: unknown[], options?: QueryOptions) =>
  PGlite.prototype.query.call(pglite, text, values, options);
const preparedCount = async () =>
  (await plain('SELECT count(*)::int AS count FROM pg_prepared_statements')).rows[0] as { count: number };
const textOf = async (id: number) => (await pglite.query('SELECT text FROM notes WHERE id = $1', [id])).rows;

describe('returns what PGlite does', () => {
  it.each<[string, unknown[]?, QueryOptions?]>([
    ['SELECT 1 AS one, NULL AS none, true AS yes, 1.50::numeric AS price'],
    [
      'SELECT $1::text AS a, $2::int AS b, $3::jsonb AS c, $4::text[] AS d',
      ['“ü”\n', 7, { x: [1] }, ['a,b', null, '"']],
    ],
    ['SELECT $1::timestamptz AS time, $2::bytea AS bytes', [new Date(0), new Uint8Array([0, 255, 10])]],
    ['SELECT $1::int AS n, $2::text AS missing', [null, undefined]],
    ['SELECT n, n * 2 AS twice FROM generate_series(1, 3) AS n', [], { rowMode: 'array' }],
    ['SELECT $1::int8 AS big', ['9007199254740993'], { parsers: { 20: (text: string) => `big ${text}` } }],
    ['SELECT $1::text AS own', ['a'], { serializers: { 25: (value: string) => value.toUpperCase() } }],
    ['SELECT 1 AS a, 2 AS a'],
    ['SELECT FROM notes WHERE false'],
    [''],
    ['SET work_mem = 4096'],
  ])('%s', async (text, values, options) => {
    const expected = await plain(text, values, options);
    for (const _ of ['prepared', 'again']) expect(await pglite.query(text, values, options)).toEqual(expected);
  });

  it('numbers of changed rows', async () => {
    const insert = 'INSERT INTO notes (id) SELECT * FROM generate_series($1::int, $2::int)';
    expect(await pglite.query(insert, [1, 3])).toMatchObject({ affectedRows: 3, rows: [] });
    expect(await pglite.query(insert, [4, 4])).toMatchObject({ affectedRows: 1, rows: [] });
    const update = 'UPDATE notes SET text = $1 WHERE id > $2 RETURNING id';
    expect(await pglite.query(update, ['new', 2])).toMatchObject({ affectedRows: 2, rows: [{ id: 3 }, { id: 4 }] });
  });

  it.each([
    ['SELECT nothing FROM notes', [], { code: '42703' }],
    ['SELECT', ['one too many'], { code: '08P01' }],
    ['SELECT 1; SELECT 2', [], { code: '42601' }],
    ['SELECT $1::int', ['x'], { code: '22P02' }],
    ['INSERT INTO notes (id) VALUES ($1), ($1)', [1], { code: '23505', constraint: 'notes_pkey', table: 'notes' }],
  ])('the error of %s, and continues', async (text, values, error) => {
    for (const _ of ['prepared', 'again']) await expect(pglite.query(text, values)).rejects.toMatchObject(error);
    expect((await pglite.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a transaction', () => {
  const insert = 'INSERT INTO notes (id, text) VALUES ($1, $2)';

  it('commits what it prepared, and keeps it prepared after a rollback', async () => {
    await pglite.transaction((tx) => tx.query(insert, [1, 'a']));
    const failed = pglite.transaction(async (tx) => {
      await tx.query(insert, [2, 'b']);
      await tx.query('SELECT text FROM notes WHERE id = $1', [2]);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect([await textOf(1), await textOf(2)]).toEqual([[{ text: 'a' }], []]);
  });

  it('is aborted by an error, which later statements report', async () => {
    const failed = pglite.transaction(async (tx) => {
      await tx.query(insert, [1, 'a']);
      await expect(tx.query(insert, [1, 'a'])).rejects.toMatchObject({ code: '23505' });
      await expect(tx.query(insert, [2, 'b'])).rejects.toMatchObject({ code: '25P02' });
      await expect(tx.query('SELECT 2 AS two')).rejects.toMatchObject({ code: '25P02' });
    });
    await expect(failed).rejects.toThrow();
    expect((await pglite.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    expect(await textOf(1)).toEqual([]);
  });

  it('excludes other statements until it ends', async () => {
    const order: string[] = [];
    const inside = pglite.transaction(async (tx) => {
      await tx.query(insert, [1, 'a']);
      order.push('inside');
      await tx.query(insert, [2, 'b']);
      order.push('end');
    });
    const outside = pglite.query('SELECT count(*)::int AS count FROM notes').then(({ rows }) => {
      order.push('outside');
      return rows;
    });
    await inside;
    expect(await outside).toEqual([{ count: 2 }]);
    expect(order).toEqual(['inside', 'end', 'outside']);
  });

  it('cannot be used after its end', async () => {
    const ended = await pglite.transaction(async (tx) => tx);
    await expect(ended.query('SELECT 1')).rejects.toThrow('Transaction is closed');
  });
});

describe('prepared statements', () => {
  const all = 'SELECT * FROM notes';

  it.each([
    ['a statement', (sql: string) => pglite.query(sql)],
    ['a script', (sql: string) => pglite.exec(`SELECT 1; ${sql}`)],
    ['a statement in a transaction', (sql: string) => pglite.transaction((tx) => tx.query(sql))],
    ['a script in a transaction', (sql: string) => pglite.transaction((tx) => tx.exec(sql))],
  ])('survive a change of their columns by %s', async (_how, change) => {
    await pglite.query('INSERT INTO notes (id) VALUES (1)');
    expect((await pglite.query<object>(all)).rows[0]).not.toHaveProperty('color');
    await change('ALTER TABLE notes ADD COLUMN color text');
    expect((await pglite.query<object>(all)).rows[0]).toHaveProperty('color', null);
    await change('ALTER TABLE notes DROP COLUMN color');
    expect((await pglite.query<object>(all)).rows[0]).not.toHaveProperty('color');
  });

  it('survive a change of their columns that is sent just before them', async () => {
    await pglite.query(all);
    const statement = pglite.query('ALTER TABLE notes ADD COLUMN color text');
    expect((await pglite.query(all)).fields.map(({ name }) => name)).toContain('color');
    const script = pglite.exec('ALTER TABLE notes DROP COLUMN color; SELECT 1');
    expect((await pglite.query(all)).fields.map(({ name }) => name)).not.toContain('color');
    await Promise.all([statement, script]);
  });

  it('survive a change of their columns that is undone', async () => {
    const undone = pglite.transaction(async (tx) => {
      await tx.exec('ALTER TABLE notes ADD COLUMN color text');
      expect((await tx.query(all)).fields.map(({ name }) => name)).toContain('color');
      await tx.rollback();
    });
    await undone;
    expect((await pglite.query(all)).fields.map(({ name }) => name)).not.toContain('color');
  });

  it('survive DISCARD ALL', async () => {
    await pglite.query(all);
    await pglite.exec('DISCARD ALL');
    expect((await pglite.query(all)).rows).toEqual([]);
  });

  it('are closed, the least recently used first, before there are too many', async () => {
    for (let n = 0; n < 400; n++) await pglite.query(`SELECT ${n} AS n`);
    expect((await preparedCount()).count).toBeLessThanOrEqual(301);
    expect((await pglite.query('SELECT 0 AS n')).rows).toEqual([{ n: 0 }]);
  });

  it('are prepared again after ten seconds, for a plan that suits a grown table', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const byText = 'SELECT id FROM notes WHERE text = $1';
    const preparedAt = async () =>
      (await plain('SELECT prepare_time FROM pg_prepared_statements WHERE statement = $1', [byText])).rows;
    await pglite.query(byText, ['a']);
    const first = await preparedAt();
    await pglite.query(byText, ['b']);
    expect(await preparedAt()).toEqual(first);
    vi.advanceTimersByTime(10_000);
    await pglite.query(byText, ['c']);
    await pglite.query('SELECT 3 AS three');
    const later = await preparedAt();
    expect(later).toHaveLength(1);
    expect(later).not.toEqual(first);
  });
});
