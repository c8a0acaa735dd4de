/** Indexes the passages of a file: its terms, and the passages that contain them. */
import type { Database } from '~/server/db/client';
import { compoundParts } from './compounds';
import { contextOf } from './context-lines';
import { languageOf } from './languages';
import { encodePostings, encodeShape, type PassageShape, type Posting } from './postings';
import { stemsOf } from './stems';
import { wordsOf } from './words';

/** Short statements, because the embedded database runs on the server's main thread. */
const passagesPerStatement = 50;
const termsPerStatement = 250;

type Sql = { db: Pick<Database, 'sql'> };

interface StoredPassage {
  page: number | null;
  text: string;
}

/**
 * Idempotent. `scopeId` is the same for files that are searched together. An indexed file is skipped unless its scope
 * has changed; a file deleted in the meantime stays without an index.
 */
export async function indexPassages(
  { db }: Sql,
  objectId: string,
  scopeId: string,
  signal?: AbortSignal,
): Promise<void> {
  const [known] = await db.sql`
    SELECT 1 FROM passage_indexes
    WHERE object_id = ${objectId}::uuid AND scope_id = ${scopeId}::uuid AND indexed_at IS NOT NULL`;
  if (known) return;
  const passages = await readPassages({ db }, objectId, signal);
  const language = languageOf(
    passages
      .slice(0, passagesPerStatement)
      .map(({ text }) => text)
      .join('\n'),
  );
  const { terms, shapes } = await collectTerms({ db }, passages, language);
  const [index] = await db.sql<{ number: number }>`
    INSERT INTO passage_indexes (object_id, scope_id, language, shape)
    SELECT id, ${scopeId}::uuid, ${language}, decode(${encodeShape(shapes)}, 'base64') FROM objects WHERE id = ${objectId}::uuid
    ON CONFLICT (object_id) DO UPDATE
    SET scope_id = excluded.scope_id, language = excluded.language, shape = excluded.shape, indexed_at = NULL
    RETURNING number`;
  if (!index) return;
  await db.sql`DELETE FROM passage_terms WHERE file = ${index.number}::int`;
  await storeTerms({ db }, scopeId, index.number, terms, signal);
  await db.sql`UPDATE passage_indexes SET indexed_at = now() WHERE number = ${index.number}::int`;
}

async function readPassages({ db }: Sql, objectId: string, signal?: AbortSignal): Promise<StoredPassage[]> {
  const passages: StoredPassage[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db.sql<StoredPassage>`
      SELECT page, text FROM object_passages
      WHERE object_id = ${objectId}::uuid AND place >= ${passages.length}::int ORDER BY place LIMIT ${passagesPerStatement}::int`;
    passages.push(...rows);
    if (rows.length < passagesPerStatement) return passages;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The passages of each term, in the order of the text. */
async function collectTerms({ db }: Sql, passages: readonly StoredPassage[], language: string) {
  const words: string[][] = [];
  const contexts = contextOf(passages);
  const inContext: string[][] = [];
  for (const [place, { text }] of passages.entries()) {
    words.push(wordsOf(text));
    inContext.push(wordsOf(contexts[place] ?? ''));
    if (place % passagesPerStatement === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const vocabulary = [...new Set([...words, ...inContext].flat())];
  const parts = compoundParts(vocabulary, language);
  const known = [...new Set([...vocabulary, ...[...parts.values()].flat()])];
  const stems = await stemsOf({ db }, language, known);
  const stemOf = new Map(known.map((word, index) => [word, stems[index] ?? '']));
  const terms = new Map<string, Posting[]>();
  const shapes: PassageShape[] = [];
  for (const [place, own] of words.entries()) {
    const counts = new Map<string, number>();
    const add = (word: string, count: number) => {
      const stem = stemOf.get(word);
      if (stem) counts.set(stem, (counts.get(stem) ?? 0) + count);
    };
    for (const word of own) for (const one of [word, ...(parts.get(word) ?? [])]) add(one, 1);
    const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
    // Headings count once, and only for passages that do not repeat them.
    for (const word of new Set(inContext[place])) if (!counts.has(stemOf.get(word) ?? '')) add(word, 1);
    for (const [term, count] of counts) {
      const postings = terms.get(term);
      if (postings) postings.push({ place, count });
      else terms.set(term, [{ place, count }]);
    }
    shapes.push({ page: passages[place]?.page ?? 0, size });
    if (place % passagesPerStatement === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { terms, shapes };
}

async function storeTerms(
  { db }: Sql,
  scopeId: string,
  file: number,
  terms: ReadonlyMap<string, Posting[]>,
  signal?: AbortSignal,
): Promise<void> {
  const sorted = [...terms.keys()].sort();
  for (let first = 0; first < sorted.length; first += termsPerStatement) {
    signal?.throwIfAborted();
    const part = sorted.slice(first, first + termsPerStatement);
    await db.sql`
      INSERT INTO passage_terms (scope_id, term, file, postings)
      SELECT ${scopeId}::uuid, part.term, number, decode(part.postings, 'hex')
      FROM passage_indexes,
           unnest(${part}::text[], ${part.map((term) => hex(encodePostings(terms.get(term) ?? [])))}::text[]) AS part(term, postings)
      WHERE number = ${file}::int
      ON CONFLICT DO NOTHING`;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
