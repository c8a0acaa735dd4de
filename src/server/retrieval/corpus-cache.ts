/**
 * Caches what search needs of files between queries: page and length of each passage and the words of the titles, which
 * take some 100 ms for a million passages. Which files a query may use is looked up for every query; they are the key,
 * each with its title and the version of its index row in the database. So a change by any process results in another
 * key.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '~/server/db/client';
import { sha256 } from '~/server/lib/hash';
import { buildCorpus, type Corpus, type CorpusFile } from './corpus';

/** Total of all entries, with about 30 bytes per passage. */
const maxPassages = 2_000_000;
/** Cost of an entry per file, in passages. */
const passagesPerFile = 20;

type Sql = Pick<Database, 'sql'>;

export interface VersionedFile extends CorpusFile {
  /** `xmin::text` of its row in passage_indexes, which changes with every update of the row. */
  version: string;
}

interface ShapeRow {
  number: number;
  version: string;
  /** Page and length of each passage, see decodeShape(). */
  shape: string;
}

/** By database: file numbers are specific to one. */
const caches = new WeakMap<Sql, LRUCache<string, Corpus>>();

function cacheOf(db: Sql): LRUCache<string, Corpus> {
  let cache = caches.get(db);
  if (!cache) {
    cache = new LRUCache({
      maxSize: maxPassages,
      sizeCalculation: ({ fileOf, files }) => 1 + fileOf.length + files.length * passagesPerFile,
    });
    caches.set(db, cache);
  }
  return cache;
}

export async function corpusOf(db: Sql, files: readonly VersionedFile[]): Promise<Corpus> {
  const cache = cacheOf(db);
  const key = sha256(JSON.stringify(files.map(({ number, version, title }) => [number, version, title])));
  const known = cache.get(key);
  if (known) return known;
  const rows = await readShapes(
    { db },
    files.map(({ number }) => number),
  );
  const corpus = buildCorpus(
    files.map(({ number, title }) => ({ number, title, shape: rows.get(number)?.shape ?? '' })),
  );
  // If a file changed since the caller looked it up, the key does not match the rows.
  if (files.every(({ number, version }) => rows.get(number)?.version === version)) cache.set(key, corpus);
  return corpus;
}

/** By the file numbers that the caller has looked up. */
export async function readShapes({ db }: { db: Sql }, numbers: readonly number[]): Promise<Map<number, ShapeRow>> {
  if (numbers.length === 0) return new Map();
  // As text, because the embedded database encodes bytea as a much slower text.
  const rows = await db.sql<ShapeRow>`
    SELECT number, xmin::text AS version, encode(shape, 'base64') AS shape
    FROM passage_indexes WHERE number = ANY(${[...numbers]}::int[])`;
  return new Map(rows.map((row) => [row.number, row]));
}
