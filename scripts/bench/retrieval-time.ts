/**
 * The time of a question over 100,000 passages, until the texts of the found passages are loaded: on the embedded
 * database, or on an empty database of a PostgreSQL server. The passages are from real filings, copied until there are
 * enough.
 * Usage: npx tsx scripts/bench/retrieval-time.ts --data DIR [--database URL] [--passages 1000000] [--filings 5], where
 * DIR has questions.jsonl and pdfs/
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Database } from '~/server/db/client';
import { collectionPassages } from '~/server/features/collections/collection-passages';
import { temporaryFolder } from './lib/child';
import { openFilingLibrary } from './lib/filing-library';
import { readFilings, readQuestions } from './lib/filings';
import { atMost, known, report } from './lib/report';
import { median, percentile } from './lib/stats';

const rounds = 3;
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    database: { type: 'string' },
    passages: { type: 'string', default: '100000' },
    filings: { type: 'string', default: '1000' },
  },
});
const wantedPassages = Number(values.passages);
/** Targets: 150 ms embedded, 60 ms on a server, 200 ms on a server with ten times as many passages. */
const maxMs = values.database === undefined ? 150 : wantedPassages > 100_000 ? 200 : 60;

if (values.data === undefined) throw new Error('Name the folder: --data DIR');
const questions = readQuestions(values.data);
const filings = await readFilings(values.data, Number(values.filings));
const library = await openFilingLibrary(temporaryFolder(), filings, values.database);
const { db, userId, collected } = library;
const passages = await copyDocuments(db);

/** Warms up code, file layouts and query plans, as before every question except the first. */
const warmUp = [
  'What does the company say about its strategy?',
  'How many patents are there?',
  'Who audits the accounts?',
];
const ask = (question: string) =>
  collectionPassages({ db }, { userId, ...collected }).find(question, { limit: 100, wholePages: 2 });
for (const question of [...warmUp, ...warmUp]) await ask(question);

interface Times {
  all: number[];
  /** CPU time only, which other programs hardly affect. */
  ofProcessor: number[];
}
/** The terms of a question are cached, so the first time is measured separately. */
const first: Times = { all: [], ofProcessor: [] };
const again: Times = { all: [], ofProcessor: [] };
for (let round = 0; round <= rounds; round++) {
  for (const { question } of questions) {
    const start = performance.now();
    const cpu = process.cpuUsage();
    await ask(question);
    const { all, ofProcessor } = round === 0 ? first : again;
    all.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    ofProcessor.push((user + system) / 1000);
  }
}
const lines = (name: string, { all, ofProcessor }: Times) => [
  known(`${name}, median`, `${median(all).toFixed(0)} ms`),
  atMost(`${name}, p95`, percentile(all, 0.95), maxMs, 'ms', 0),
  known(`${name}, time of the processor, median`, `${median(ofProcessor).toFixed(0)} ms`),
  known(`${name}, time of the processor, p95`, `${percentile(ofProcessor, 0.95).toFixed(0)} ms`),
];
report(`A question over a collection, ${values.database === undefined ? 'embedded database' : 'PostgreSQL server'}`, [
  known('load of the machine', loadavg()[0]?.toFixed(0) ?? ''),
  known('passages', passages.toLocaleString('en')),
  ...lines('asked for the first time', first),
  ...lines('asked again', again),
]);
await library.close();
process.exit();

/** Copies the collection's documents with all stored data, and returns the number of passages. */
async function copyDocuments(db: Database): Promise<number> {
  const count = `SELECT count(*)::int AS count FROM object_passages p JOIN collection_documents d ON d.object_id = p.object_id`;
  const [{ count: original } = { count: 0 }] = await db.$queryRawUnsafe<{ count: number }[]>(count);
  const copies = Math.ceil(wantedPassages / original) - 1;
  for (let copy = 1; copy <= copies; copy++) {
    await db.$executeRawUnsafe(`CREATE TEMP TABLE copied AS
      SELECT d.id AS document_id, d.object_id, gen_random_uuid() AS new_id, gen_random_uuid() AS new_document_id
      FROM collection_documents d WHERE d.source IS DISTINCT FROM 'copy'`);
    for (const statement of [
      `INSERT INTO objects (id, user_id, name) SELECT new_id, user_id, name FROM copied JOIN objects o ON o.id = object_id`,
      `INSERT INTO collection_documents (id, collection_id, title, content, source, object_id, updated_at)
       SELECT new_document_id, collection_id, title || ' ${copy}', '', 'copy', new_id, now()
       FROM copied c JOIN collection_documents d ON d.id = c.document_id`,
      `INSERT INTO object_passages (object_id, place, page, start, text)
       SELECT new_id, place, page, start, text FROM copied c JOIN object_passages p ON p.object_id = c.object_id`,
      `INSERT INTO passage_indexes (object_id, scope_id, language, shape, indexed_at)
       SELECT new_id, scope_id, language, shape, now() FROM copied c JOIN passage_indexes i ON i.object_id = c.object_id`,
      `INSERT INTO passage_terms (scope_id, term, file, postings)
       SELECT t.scope_id, t.term, n.number, t.postings
       FROM copied c JOIN passage_indexes i ON i.object_id = c.object_id JOIN passage_indexes n ON n.object_id = c.new_id
       JOIN passage_terms t ON t.file = i.number`,
      `DROP TABLE copied`,
    ])
      await db.$executeRawUnsafe(statement);
  }
  const [{ count: all } = { count: 0 }] = await db.$queryRawUnsafe<{ count: number }[]>(count);
  return all;
}
