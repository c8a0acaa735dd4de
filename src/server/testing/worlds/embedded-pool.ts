/**
 * Migrated, empty embedded databases, which the test files of a worker use one after the other. Loading an image takes
 * a second of CPU time; emptying the tables of a database that was used takes a tenth of that.
 */
import { readFile } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PreparedPGlite } from '~/server/db/prepared-pglite';
import { shortenParsers } from '~/server/db/short-parsers';

interface Loaded {
  pglite: PGlite;
  /** The size of the schema, which a test file must not change. */
  schema: string;
  /** The rows that migrations wrote, as JSON by table. */
  rows: ReadonlyMap<string, string>;
}

// Global, because isolated test files share a worker's memory but not its modules.
const shared = globalThis as { idleDatabases?: Loaded[]; databaseImage?: Promise<Blob> };
shared.idleDatabases ??= [];
const idle = shared.idleDatabases;

/** An exclusive database until it is closed. Later calls fail. */
export async function borrowDatabase(image: string): Promise<PGlite> {
  const loaded = idle.pop() ?? (await load(image));
  let isReturned = false;
  const close = async () => {
    if (isReturned) return;
    isReturned = true;
    if (await empty(loaded)) idle.push(loaded);
    else await loaded.pglite.close();
  };
  return new Proxy(loaded.pglite, {
    get(pglite, name) {
      if (name === 'close') return close;
      if (name === 'closed') return isReturned || pglite.closed;
      const value: unknown = Reflect.get(pglite, name, pglite);
      if (typeof value !== 'function') return value;
      if (isReturned) throw new Error('PGlite is closed');
      return value.bind(pglite);
    },
  });
}

async function load(image: string): Promise<Loaded> {
  shared.databaseImage ??= readFile(image).then((bytes) => new Blob([bytes]));
  const pglite = new PreparedPGlite({ loadDataDir: await shared.databaseImage, extensions: { vector } });
  await pglite.waitReady;
  shortenParsers(pglite);
  const rows = new Map<string, string>();
  for (const table of await tablesWithRows(pglite)) rows.set(table, await rowsOf(pglite, table));
  return { pglite, schema: await schemaSize(pglite), rows };
}

/** False if the database cannot be used again: it was closed, stopped working, or its schema was changed. */
async function empty({ pglite, schema, rows }: Loaded): Promise<boolean> {
  try {
    if (pglite.closed) return false;
    await pglite.exec('ROLLBACK');
    await pglite.exec('DISCARD ALL');
    if ((await schemaSize(pglite)) !== schema) return false;
    const used = new Set(await tablesWithRows(pglite));
    for (const [table, original] of rows) {
      if ((await rowsOf(pglite, table)) === original) used.delete(table);
      else used.add(table);
    }
    // Without triggers, because those of some tables reject deletions.
    await pglite.exec('SET session_replication_role = replica');
    if (used.size > 0) await pglite.exec(`TRUNCATE ${[...used].join(', ')} RESTART IDENTITY CASCADE`);
    for (const [table, original] of rows) {
      if ((await rowsOf(pglite, table)) === original) continue;
      await pglite.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [original]);
    }
    await pglite.exec('RESET session_replication_role');
    return true;
  } catch {
    return false;
  }
}

async function tablesWithRows(pglite: PGlite): Promise<string[]> {
  const { rows: tables } = await pglite.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const checks = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const { rows } = await pglite.query<{ name: string }>(checks.join(' UNION ALL '));
  return rows.map(({ name }) => name);
}

async function rowsOf(pglite: PGlite, table: string): Promise<string> {
  const { rows } = await pglite.query<{ all: string | null }>(
    `SELECT json_agg(r ORDER BY r)::text AS "all" FROM ${table} r`,
  );
  return rows[0]?.all ?? '[]';
}

async function schemaSize(pglite: PGlite): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_db_role_setting'];
  const counts = catalogs.map((catalog) => `(SELECT count(*) FROM ${catalog}) AS ${catalog}`);
  const { rows } = await pglite.query<object>(`SELECT ${counts.join(', ')}`);
  return JSON.stringify(rows);
}
