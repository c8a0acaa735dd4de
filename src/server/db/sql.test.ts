import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '~/server/testing/worlds/test-db';
import type { OpenDatabase } from './client';
import { createPoolSql } from './sql';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('plain SQL', () => {
  it('accepts and returns values unchanged', async () => {
    const { sql } = database.db;
    const id = randomUUID();
    const time = new Date('2026-01-02T03:04:05.678Z');
    const rows = await sql`
      SELECT ${id}::uuid AS id, ${time}::timestamptz AS time, ${'it’s "quoted"'}::text AS words, ${7}::int AS number,
             ${true}::boolean AS yes, ${null}::text AS nothing, ${JSON.stringify({ a: [1] })}::jsonb AS json,
             ${[id]}::uuid[] AS ids, ${['a', null]}::text[] AS texts, ${2n ** 62n}::bigint::text AS big`;
    const same = { id, time, words: 'it’s "quoted"', number: 7, yes: true, nothing: null, json: { a: [1] }, ids: [id] };
    expect(rows).toEqual([{ ...same, texts: ['a', null], big: String(2n ** 62n) }]);
  });

  it('returns arrays to Prisma as arrays', async () => {
    const id = randomUUID();
    const [row] = await database.db.$queryRaw<object[]>`
      SELECT ARRAY[true, false] AS bools, ARRAY[1, 2]::int2[] AS smalls, ARRAY[1, 2] AS ints, ARRAY['a', NULL]::text[] AS texts,
             ARRAY['b']::varchar[] AS varchars, ARRAY['c']::bpchar[] AS chars, ARRAY[0.5]::float4[] AS floats,
             ARRAY[0.25]::float8[] AS doubles, ARRAY[${id}]::uuid[] AS ids, ARRAY[9]::oid[] AS oids`;
    const numbers = { smalls: [1, 2], ints: [1, 2], floats: [0.5], doubles: [0.25], oids: [9n] };
    const texts = { texts: ['a', null], varchars: ['b'], chars: ['c'], ids: [id] };
    expect(row).toEqual({ bools: [true, false], ...numbers, ...texts });
  });

  it('runs the same statement again with other values', async () => {
    const ask = async (n: number) => (await database.db.sql<{ n: number }>`SELECT ${n}::int * 2 AS n`)[0]?.n;
    // More often than PostgreSQL creates custom plans.
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n * 2));
  });

  it('never interprets a value as SQL', async () => {
    const evil = `'; DROP TABLE users; --`;
    expect(await database.db.sql`SELECT ${evil}::text AS words`).toEqual([{ words: evil }]);
  });
});

describe('behind a pooler that loses prepared statements', () => {
  /** A pool that fails the first prepared query, and records its queries. */
  function poolThatFails(code: string) {
    const asked: { name?: string; text: string }[] = [];
    const pool = {
      async query(query: { name?: string; text: string }) {
        asked.push(query);
        if (query.name) throw Object.assign(new Error('refused'), { code });
        return { rows: [{ ok: true }] };
      },
    };
    return { sql: createPoolSql(pool as unknown as pg.Pool), asked };
  }

  it.each(['26000', '42P05'])('retries without preparing, and from then on prepares nothing (%s)', async (code) => {
    const { sql, asked } = poolThatFails(code);
    expect(await sql`SELECT ${1}`).toEqual([{ ok: true }]);
    expect(await sql`SELECT ${2}`).toEqual([{ ok: true }]);
    expect(asked.map(({ name, text }) => [name !== undefined, text])).toEqual([
      [true, 'SELECT $1'],
      [false, 'SELECT $1'],
      [false, 'SELECT $1'],
    ]);
  });

  it('passes every other error on to the caller', async () => {
    const { sql, asked } = poolThatFails('23505');
    await expect(sql`SELECT 1`).rejects.toMatchObject({ code: '23505' });
    expect(asked).toHaveLength(1);
  });
});
