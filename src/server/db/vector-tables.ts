/**
 * The tables for vectors of passages, if the database has the extension pgvector. They are not part of the migrations,
 * which every PostgreSQL must be able to apply, nor of backups: a background job fills them again.
 */
import { messageOf } from '~/server/lib/caught';
import { advisoryLock } from './migrate';
import type { SqlConnection } from './sql-connection';

/** Left out of backups and emptied by a restore. */
export const vectorTables = ['embedded_files', 'passage_vectors'] as const;

/**
 * `vector` has half precision. `code` has one bit per dimension, which is compared many times faster; vectors are
 * stored out of line, so that a scan of the codes does not read them.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS embedded_files (
    file integer PRIMARY KEY REFERENCES passage_indexes (number) ON DELETE CASCADE,
    model text NOT NULL,
    completed_at timestamptz
  );
  CREATE TABLE IF NOT EXISTS passage_vectors (
    file integer NOT NULL REFERENCES embedded_files (file) ON DELETE CASCADE,
    place integer NOT NULL,
    dimensions integer NOT NULL,
    vector halfvec NOT NULL,
    code bit varying NOT NULL,
    PRIMARY KEY (file, place)
  ) WITH (toast_tuple_target = 128);
  ALTER TABLE passage_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;`;

/** Creates the extension and the tables. Returns the reason if that is impossible, for operators, or null. */
export async function prepareVectorTables(connection: SqlConnection): Promise<string | null> {
  if (await hasVectorTables(connection)) return null;
  const problem = await createExtension(connection);
  if (problem) return problem;
  await connection.script('BEGIN');
  try {
    await connection.script(`SET LOCAL lock_timeout = 5000; SELECT pg_advisory_xact_lock(${advisoryLock})`);
    await connection.script(tables);
    await connection.script('COMMIT');
    return null;
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => {});
    return `the tables for vectors could not be created (${messageOf(error)})`;
  }
}

export async function hasVectorTables(connection: SqlConnection): Promise<boolean> {
  const [row] = await connection.query(`SELECT to_regclass('passage_vectors') IS NOT NULL AS is_there`);
  return row?.is_there === true;
}

async function createExtension(connection: SqlConnection): Promise<string | null> {
  const [known] = await connection.query(
    `SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') AS is_available,
            to_regtype('halfvec') IS NOT NULL AS is_created`,
  );
  if (known?.is_created === true) return null;
  if (known?.is_available !== true) return 'the PostgreSQL server does not have the extension pgvector';
  try {
    await connection.script('CREATE EXTENSION IF NOT EXISTS vector');
  } catch (error) {
    return `the extension pgvector could not be created (${messageOf(error)})`;
  }
  const [created] = await connection.query(`SELECT to_regtype('halfvec') IS NOT NULL AS is_new_enough`);
  return created?.is_new_enough === true ? null : 'the extension pgvector is older than version 0.7';
}
