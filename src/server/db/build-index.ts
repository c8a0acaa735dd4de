/**
 * Migrations that build one index on a large table while others write to it: their first line is `-- concurrently`.
 * PostgreSQL runs such a statement only outside of transactions. Other starters are therefore excluded by a lock in a
 * transaction on another connection, which ends with that connection, even behind a pooler.
 */
import { codeOf } from '~/server/lib/caught';
import type { SqlConnection } from './sql-connection';

/** Different from the lock of the other migrations: the build could wait for a starter that waits for that lock. */
const buildLock = 72_707_370;

const mark = /^-- concurrently\r?\n/;
const statement = /\bCREATE (UNIQUE )?INDEX CONCURRENTLY "?(\w+)"? ON\b/;

export const isBuiltConcurrently = (sql: string): boolean => mark.test(sql);

/** The same for a database without other writers, to run in a transaction. */
export const asPlainIndex = (sql: string): string =>
  isBuiltConcurrently(sql) ? sql.replace(/\bINDEX CONCURRENTLY\b/, 'INDEX') : sql;

/** Takes the lock in the open transaction of `guard`. Returns false if another starter is building; try again later. */
export async function acquireBuildLock(guard: SqlConnection): Promise<boolean> {
  // Does not wait for the lock, because the build in turn waits for waiting statements.
  const [row] = await guard.query('SELECT pg_try_advisory_xact_lock($1) AS "isTaken"', [buildLock]);
  return row?.isTaken === true;
}

/** The index of a CREATE INDEX CONCURRENTLY statement. */
export function indexNameOf(sql: string): string {
  const index = statement.exec(sql)?.[2];
  if (!index) throw new Error('it has no statement CREATE INDEX CONCURRENTLY');
  return index;
}

/** The statements whose index is missing or incomplete. */
export async function unbuilt(connection: SqlConnection, statements: string[]): Promise<string[]> {
  const built = await connection.query(
    `SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indisvalid AND relname = ANY($1::text[]) AND pg_table_is_visible(indexrelid)`,
    [statements.map(indexNameOf)],
  );
  const names = new Set(built.map(({ relname }) => relname));
  return statements.filter((sql) => !names.has(indexNameOf(sql)));
}

/** Builds the index unless it exists. An incomplete one from an interrupted build is dropped first. */
export async function buildIndex(connection: SqlConnection, sql: string): Promise<void> {
  const index = indexNameOf(sql);
  const [found] = await connection.query(
    'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [`"${index}"`],
  );
  if (found?.isValid) return;
  if (found) await connection.script(`DROP INDEX CONCURRENTLY "${index}"`);
  await connection.script(sql);
}

/** Advice for a statement that the server, role or pooler ended because the connection could not lift its limit. */
export const buildHint = (cause: unknown): string =>
  codeOf(cause) === '57014'
    ? '. Run `npm run migrate` with a DATABASE_URL that leads to the server itself and not to a pooler.'
    : '';
