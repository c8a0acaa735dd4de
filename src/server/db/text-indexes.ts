/**
 * Indexes for administrators who search accounts and the audit log by any part of a name or email. They need the
 * extension pg_trgm, which not every PostgreSQL has, so they are not part of the migrations. Backups do not contain
 * them: housekeeping builds them again. The embedded database has none, because it is not meant for so many accounts.
 */
import { unbuilt } from './build-index';
import type { BuildIndex } from './server-indexes';
import type { SqlConnection } from './sql-connection';

/** Smaller tables are scanned faster than their index. */
const minRows = 10_000;

const indexes = [
  {
    table: 'users',
    sql: `CREATE INDEX CONCURRENTLY "users_text_idx" ON "users"
          USING gin ((lower("email") || ' ' || "name_key"("first_name", "last_name")) gin_trgm_ops)`,
  },
  {
    table: 'audit_events',
    sql: 'CREATE INDEX CONCURRENTLY "audit_events_actor_text_idx" ON "audit_events" USING gin ("actor" gin_trgm_ops)',
  },
  {
    table: 'audit_events',
    sql: 'CREATE INDEX CONCURRENTLY "audit_events_subject_text_idx" ON "audit_events" USING gin ("subject" gin_trgm_ops)',
  },
];

/** Builds missing indexes while others read and write. Returns why that is impossible, for operators, or null. */
export async function ensureTextIndexes(
  connection: SqlConnection,
  build: BuildIndex,
  min = minRows,
): Promise<string | null> {
  const large = await largeTables(connection, min);
  const statements = indexes.filter(({ table }) => large.has(table)).map(({ sql }) => sql);
  const missing = await unbuilt(connection, statements);
  if (missing.length === 0) return null;
  const problem = await createExtension(connection);
  if (problem) return problem;
  for (const sql of missing) await build(sql);
  return null;
}

/** Whether tables are large but the extension for their indexes is missing. */
export async function lacksTextIndexes(connection: SqlConnection, min = minRows): Promise<boolean> {
  return (await largeTables(connection, min)).size > 0 && !(await hasExtension(connection));
}

/** Uses the server's own estimate, because counting would take longer than a search. */
async function largeTables(connection: SqlConnection, min: number): Promise<Set<unknown>> {
  const rows = await connection.query(
    `SELECT relname FROM pg_class WHERE oid IN ('users'::regclass, 'audit_events'::regclass) AND reltuples >= $1`,
    [min],
  );
  return new Set(rows.map(({ relname }) => relname));
}

async function hasExtension(connection: SqlConnection): Promise<boolean> {
  const [row] = await connection.query(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS is_created`,
  );
  return row?.is_created === true;
}

async function createExtension(connection: SqlConnection): Promise<string | null> {
  if (await hasExtension(connection)) return null;
  const [known] = await connection.query(
    `SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS is_available`,
  );
  if (known?.is_available !== true) return 'the PostgreSQL server does not have the extension pg_trgm';
  try {
    await connection.script('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    return null;
  } catch (error) {
    return `the extension pg_trgm could not be created (${(error as Error).message})`;
  }
}
