/** The vector index of a PostgreSQL server. The embedded database has none, because building it there takes minutes. */
import { unbuilt } from '~/server/db/build-index';
import type { BuildIndex } from '~/server/db/server-indexes';
import type { SqlConnection } from '~/server/db/sql-connection';

/** Fewer vectors are compared one by one. */
const minVectors = 50_000;
/** pgvector indexes half-precision vectors up to this length. */
const maxDimensions = 4000;

/** Builds the index while others read and write. */
export async function ensureVectorIndex(
  connection: SqlConnection,
  build: BuildIndex,
  min = minVectors,
): Promise<boolean> {
  // The server's own estimate, because counting every minute would take longer than everything else.
  const [row] = await connection.query(
    `SELECT (SELECT dimensions FROM passage_vectors ORDER BY file DESC LIMIT 1) AS dimensions
     FROM pg_class WHERE oid = 'passage_vectors'::regclass AND reltuples >= $1`,
    [min],
  );
  const dimensions = Number(row?.dimensions ?? 0);
  if (dimensions === 0 || dimensions > maxDimensions) return false;
  for (const sql of await unbuilt(connection, [indexFor(dimensions)])) await build(sql);
  return true;
}

const indexFor = (dimensions: number) =>
  `CREATE INDEX CONCURRENTLY passage_vectors_near_${dimensions}_idx ON passage_vectors
   USING hnsw ((vector::halfvec(${dimensions})) halfvec_cosine_ops) WHERE dimensions = ${dimensions}`;
