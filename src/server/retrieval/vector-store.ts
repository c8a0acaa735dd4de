/** Vectors of passages in the database; see src/server/db/vector-tables.ts. */
import type { Database } from '~/server/db/client';
import type { SearchedNumbers, VectorMatch } from './vector-search';

/** Exact vectors are compared for this many passages with the nearest codes. */
const maxCandidates = 400;
const maxFound = 100;
/** Above this, an index is faster than comparing every code. */
const maxCompared = 100_000;

type Sql = { db: Pick<Database, 'sql'> };
type SqlWithIndex = { db: Pick<Database, 'sql' | '$transaction' | '$executeRawUnsafe' | '$queryRawUnsafe'> };

export interface PassageVector {
  place: number;
  vector: readonly number[];
}

/** More digits than half precision has. */
const asText = (vector: readonly number[]): string => `[${vector.map((value) => value.toPrecision(5)).join(',')}]`;

/** Usage of computing the vectors. `cost` in USD; null without a price. */
export interface VectorUsage {
  model: string;
  modelName: string;
  tokens: number;
  cost: string | null;
  isEstimated: boolean;
}

/** Deletes the vectors of another model. Returns where to continue; null for a file without an index. */
export async function startVectors(
  { db }: Sql,
  objectId: string,
  model: string,
): Promise<{ file: number; next: number } | null> {
  await db.sql`
    DELETE FROM embedded_files e USING passage_indexes i
    WHERE i.object_id = ${objectId}::uuid AND e.file = i.number AND e.model <> ${model}`;
  const [row] = await db.sql<{ file: number; next: number }>`
    SELECT i.number AS file, coalesce((SELECT max(place) + 1 FROM passage_vectors v WHERE v.file = i.number), 0) AS next
    FROM passage_indexes i WHERE i.object_id = ${objectId}::uuid AND i.indexed_at IS NOT NULL`;
  return row ?? null;
}

/**
 * Stores nothing for a file that was deleted, or that another model has begun. The same statement adds the tokens to
 * the usage of the file's owner, by file, model and day: only those of stored vectors, so a repeated job counts once.
 * The owner is locked first, as when an account is deleted.
 */
export async function storeVectors(
  { db }: Sql,
  file: number,
  model: string,
  vectors: readonly PassageVector[],
  usage: VectorUsage,
): Promise<void> {
  const dimensions = vectors[0]?.vector.length ?? 0;
  await db.sql`
    WITH owner AS MATERIALIZED (
      SELECT u.id, o.id AS object_id, i.number FROM passage_indexes i JOIN objects o ON o.id = i.object_id
      JOIN users u ON u.id = o.user_id WHERE i.number = ${file}::int FOR SHARE OF u
    ), file AS (
      INSERT INTO embedded_files (file, model) SELECT number, ${model} FROM owner
      ON CONFLICT (file) DO UPDATE SET model = excluded.model WHERE embedded_files.model = excluded.model RETURNING file
    ), stored AS (
      INSERT INTO passage_vectors (file, place, dimensions, vector, code)
      SELECT file.file, made.place, ${dimensions}::int, made.vector::halfvec, binary_quantize(made.vector::halfvec)
      FROM file, unnest(${vectors.map(({ place }) => place)}::int[], ${vectors.map(({ vector }) => asText(vector))}::text[])
        AS made(place, vector)
      ON CONFLICT DO NOTHING RETURNING place
    )
    SELECT add_usage('embedding:' || object_id || ':' || ${model}::text || ':' || (now() AT TIME ZONE 'UTC')::date, id, 'embedding',
                     ${usage.model}, ${usage.modelName}, ${usage.tokens}::int, ${usage.cost}::numeric, ${usage.isEstimated})
    FROM owner WHERE EXISTS (SELECT FROM stored)`;
}

export async function completeVectors({ db }: Sql, file: number, model: string): Promise<void> {
  await db.sql`
    INSERT INTO embedded_files (file, model, completed_at)
    SELECT number, ${model}, now() FROM passage_indexes WHERE number = ${file}::int
    ON CONFLICT (file) DO UPDATE SET completed_at = now() WHERE embedded_files.model = excluded.model`;
}

/** Best first. `hasIndex`: whether vector-index.ts builds an index for this database. */
export function nearestPassages(
  deps: SqlWithIndex & { hasIndex: boolean },
  searched: SearchedNumbers,
  model: string,
  vector: readonly number[],
): Promise<VectorMatch[]> {
  return deps.hasIndex && searched.passages > maxCompared
    ? nearestByIndex(deps, searched, model, vector)
    : nearestByScan(deps, searched, model, vector);
}

/** Compares every code of the files, then the vectors of the best ones. */
export const nearestByScan = (
  { db }: Sql,
  { files }: SearchedNumbers,
  model: string,
  vector: readonly number[],
): Promise<VectorMatch[]> => db.sql<VectorMatch>`
  WITH near AS MATERIALIZED (
    SELECT file, place FROM passage_vectors
    WHERE file = ANY(ARRAY(SELECT file FROM embedded_files WHERE file = ANY(${[...files]}::int[]) AND model = ${model}))
      AND dimensions = ${vector.length}::int
    ORDER BY code <~> binary_quantize(${asText(vector)}::halfvec) LIMIT ${maxCandidates}::int
  )
  SELECT v.file, v.place FROM near JOIN passage_vectors v ON v.file = near.file AND v.place = near.place
  ORDER BY v.vector <=> ${asText(vector)}::halfvec, v.file, v.place LIMIT ${maxFound}::int`;

/** The index scan continues until it has found enough passages of the files. */
export async function nearestByIndex(
  { db }: SqlWithIndex,
  { files }: SearchedNumbers,
  model: string,
  vector: readonly number[],
): Promise<VectorMatch[]> {
  // A literal, because the index is on this exact expression.
  const dimensions = Math.trunc(vector.length);
  const [, , found] = await db.$transaction([
    db.$executeRawUnsafe('SET LOCAL hnsw.iterative_scan = strict_order'),
    db.$executeRawUnsafe(`SET LOCAL hnsw.ef_search = ${maxFound}`),
    db.$queryRawUnsafe<VectorMatch[]>(
      `SELECT v.file, v.place FROM passage_vectors v JOIN embedded_files e ON e.file = v.file
       WHERE v.dimensions = ${dimensions} AND v.file = ANY($2::int[]) AND e.model = $3
       ORDER BY v.vector::halfvec(${dimensions}) <=> $1::halfvec(${dimensions}) LIMIT ${maxFound}`,
      asText(vector),
      [...files],
      model,
    ),
  ]);
  return found;
}
