/** The vector index of a PostgreSQL server. The embedded database has none, because building it there takes minutes. */
import type { SqlConnection } from '~/server/db/sql-connection';

/** Fewer vectors are compared one by one. */
const minVectors = 50_000;
/** pgvector indexes half-precision vectors up to this length. */
const maxDimensions = 4000;

/** Builds the index while others read and write. Drops the invalid one of an interrupted build first. */
export async function ensureVectorIndex(connection: SqlConnection, min = minVectors): Promise<boolean> {
  // The server's own estimate, because counting every minute would take longer than everything else.
  const [row] = await connection.query(
    `SELECT (SELECT dimensions FROM passage_vectors ORDER BY file DESC LIMIT 1) AS dimensions
     FROM pg_class WHERE oid = 'passage_vectors'::regclass AND reltuples >= $1`,
    [min],
  );
  const dimensions = Number(row?.dimensions ?? 0);
  if (dimensions === 0 || dimensions > maxDimensions) return false;
  await ensureIndexFor(connection, dimensions);
  return true;
}

async function ensureIndexFor(connection: SqlConnection, dimensions: number): Promise<void> {
  const name = `passage_vectors_near_${dimensions}_idx`;
  const [known] = await connection.query(
    'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (known?.is_valid === true) return;
  if (known) await connection.script(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await connection.script(
    `CREATE INDEX CONCURRENTLY ${name} ON passage_vectors
     USING hnsw ((vector::halfvec(${dimensions})) halfvec_cosine_ops) WHERE dimensions = ${dimensions}`,
  );
}
