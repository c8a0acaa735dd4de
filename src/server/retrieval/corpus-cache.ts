/**
 * Keeps what search needs of files between questions: page and length of each passage and the words of the titles, for a
 * million passages some 100 ms of work. Which files a question may draw on is looked up for every question; they are the
 * key, each with the version of its index row in the database and its title. So a change by any process is another key.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '~/server/db/client';
import { sha256 } from '~/server/lib/hash';
import { buildCorpus, type Corpus, type CorpusFile } from './corpus';

/** Of all that is kept, with about 30 bytes each. */
const mostPassages = 2_000_000;
/** What an entry costs beside its passages. */
const passagesPerFile = 20;

type Sql = Pick<Database, 'sql'>;

export interface VersionedFile extends CorpusFile {
  /** Of its row in passage_indexes, as `xmin::text`: another after every change of the row. */
  version: string;
}

interface ShapeRow {
  number: number;
  version: string;
  /** Page and length of each passage, see decodeShape(). */
  shape: string;
}

/** By database: file numbers mean nothing in another one. */
const caches = new WeakMap<Sql, LRUCache<string, Corpus>>();

function cacheOf(db: Sql): LRUCache<string, Corpus> {
  let cache = caches.get(db);
  if (!cache) {
    cache = new LRUCache({
      maxSize: mostPassages,
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
  // A file that changed since the caller looked it up is not what the key says.
  if (files.every(({ number, version }) => rows.get(number)?.version === version)) cache.set(key, corpus);
  return corpus;
}

/** By the numbers of files that the caller has looked up. */
export async function readShapes({ db }: { db: Sql }, numbers: readonly number[]): Promise<Map<number, ShapeRow>> {
  if (numbers.length === 0) return new Map();
  // As text: the embedded database reads bytes from a much slower text of its own.
  const rows = await db.sql<ShapeRow>`
    SELECT number, xmin::text AS version, encode(shape, 'base64') AS shape
    FROM passage_indexes WHERE number = ANY(${[...numbers]}::int[])`;
  return new Map(rows.map((row) => [row.number, row]));
}
