import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { afterEach, expect, it } from 'vitest';
import { ensureVectorIndex } from '~/server/retrieval/vector-index';
import { buildIndex } from './build-index';
import { emptyDatabase } from './empty-database';
import { sqlConnection } from './session';
import { hasVectorTables, prepareVectorTables } from './vector-tables';

let pglite: PGlite;
afterEach(() => pglite.close());

async function open(extensions: { vector?: typeof vector }) {
  pglite = await PGlite.create({ extensions, ...(await emptyDatabase()) });
  await pglite.exec('CREATE TABLE passage_indexes (number integer PRIMARY KEY)');
  return sqlConnection(pglite);
}

it('are missing if the database has no pgvector, which is reported and changes nothing', async () => {
  const connection = await open({});
  expect(await prepareVectorTables(connection)).toBe('the PostgreSQL server does not have the extension pgvector');
  expect(await hasVectorTables(connection)).toBe(false);
});

it('are missing if the role may not create the extension', async () => {
  const connection = await open({ vector });
  await pglite.exec(
    `CREATE ROLE member; GRANT ALL ON SCHEMA public TO member; ALTER TABLE passage_indexes OWNER TO member; SET ROLE member`,
  );
  expect(await prepareVectorTables(connection)).toMatch(/could not be created \(permission denied/);
  await pglite.exec('RESET ROLE; CREATE EXTENSION vector; SET ROLE member');
  expect(await prepareVectorTables(connection)).toBeNull();
});

it('are created once, with an index that can be built, and built again after an interrupted attempt', async () => {
  const connection = await open({ vector });
  expect(await prepareVectorTables(connection)).toBeNull();
  expect(await prepareVectorTables(connection)).toBeNull();
  await pglite.exec(`
    INSERT INTO passage_indexes VALUES (1);
    INSERT INTO embedded_files (file, model) VALUES (1, 'small');
    INSERT INTO passage_vectors (file, place, dimensions, vector, code)
    SELECT 1, n, 2, ('[1,' || n || ']')::halfvec, B'11' FROM generate_series(0, 20) n;
    ANALYZE passage_vectors`);
  const build = (sql: string) => buildIndex(connection, sql);
  expect(await ensureVectorIndex(connection, build)).toBe(false);
  expect(await ensureVectorIndex(connection, build, 10)).toBe(true);
  const name = 'passage_vectors_near_2_idx';
  await pglite.exec(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${name}'::regclass`);
  expect(await ensureVectorIndex(connection, build, 10)).toBe(true);
  const { rows } = await pglite.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = '${name}'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
});
