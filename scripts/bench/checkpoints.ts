/**
 * The cost of storing answers while they are written: bytes of PostgreSQL's write-ahead log per byte of text, and the
 * share of HOT updates, which change no index. Neither depends on the machine's speed.
 * Usage: npx tsx scripts/bench/checkpoints.ts [answers] [tokens]
 */
import { startSetup } from './lib/cast';
import { insertPeople } from './lib/people';
import { agentOf, productReader } from './lib/readers';
import { atMost, known, type Result, report } from './lib/report';

const answers = Number(process.argv[2] ?? 40);
const tokens = Number(process.argv[3] ?? 1500);
/** 50 tokens per second, so that an answer meets as many checkpoints as in production. */
const cast = await startSetup(`bench-${tokens}-20-0`);
const { pool, server } = cast;

interface Updates {
  table: string;
  all: number;
  hot: number;
}
/** Tables that are updated repeatedly while an answer runs. Others are updated once or twice, in indexed columns. */
const written = ['messages', 'server_processes', 'account_usage', 'usage_days'];
/** Tables with fewer updates are not representative. */
const fewUpdates = 20;

const people = await insertPeople(pool, answers);
const agent = agentOf();
const readers = await Promise.all(people.map((person) => productReader(server.url, person, agent)));
// The first question of each reader is not counted, because it writes full page images.
await askAll('Where are rates now?');
await untilReported();
const before = { place: await walPosition(), updates: await updates() };
const bytes = await askAll('Where will rates be in a year?');
await untilReported();
const log = await writtenSince(before.place);
const perByte = (part: number) => `${(part / bytes).toFixed(2)} bytes`;

const results: Result[] = [
  known('text of the answers', `${(bytes / 1024 / 1024).toFixed(2)} MB`),
  atMost(
    'write-ahead log for each byte of text, without the search index',
    (log.all - log.search) / bytes,
    3,
    'bytes',
    2,
  ),
  known('of these, pieces of running answers', perByte(log.pieces)),
  known('of these, texts of messages', perByte(log.messages)),
  known('the search index, of words that are all different', perByte(log.search)),
  known('whole pages, once for each page after a checkpoint of the server', perByte(log.pages)),
];
const earlier = new Map(before.updates.map((row) => [row.table, row]));
for (const { table, all, hot } of await updates()) {
  const [count, hotCount] = [all - (earlier.get(table)?.all ?? 0), hot - (earlier.get(table)?.hot ?? 0)];
  if (count < fewUpdates) continue;
  const share = (100 * hotCount) / count;
  const isTarget = written.includes(table);
  results.push({
    name: `HOT updates of ${table}, of ${count}`,
    measured: `${share.toFixed(1)}%`,
    ...(isTarget && { target: '> 90%', isMet: share > 90 }),
  });
}
report(`Storing ${answers} answers of ${tokens} tokens while they are written, on PostgreSQL`, results);
for (const reader of readers) reader.close();
await cast.stop();
process.exit();

/** Asks all readers, and returns the total bytes of the answers. */
async function askAll(question: string): Promise<number> {
  const seen = await Promise.all(readers.map((reader) => reader.ask(question)));
  return seen.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/** PostgreSQL backends report statistics at most once per second. */
async function untilReported(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

async function walPosition(): Promise<string> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const { rows } = await pool.query('SELECT pg_current_wal_lsn()::text AS place');
  return rows[0].place;
}

interface Written {
  all: number;
  pieces: number;
  messages: number;
  search: number;
  pages: number;
}

/** Bytes of write-ahead log by table, including indexes and TOAST tables. */
async function writtenSince(place: string): Promise<Written> {
  const { rows } = await pool.query(
    `WITH tables AS (
       SELECT c.relfilenode AS file, coalesce(t.oid, i.indrelid, c.oid)::regclass::text AS name
       FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.reltoastrelid = coalesce(i.indrelid, c.oid)
     ), records AS (
       SELECT record_length - fpi_length AS bytes, fpi_length AS pages,
              substring(block_ref FROM 'rel [0-9]+/[0-9]+/([0-9]+)')::oid AS file
       FROM pg_get_wal_records_info($1::pg_lsn, pg_current_wal_lsn())
     )
     SELECT sum(bytes)::float8 AS all, sum(pages)::float8 AS pages,
            coalesce(sum(bytes) FILTER (WHERE name = 'answer_pieces'), 0)::float8 AS pieces,
            coalesce(sum(bytes) FILTER (WHERE name = 'messages'), 0)::float8 AS messages,
            coalesce(sum(bytes) FILTER (WHERE name = 'search_entries'), 0)::float8 AS search
     FROM records LEFT JOIN tables USING (file)`,
    [place],
  );
  return rows[0];
}

async function updates(): Promise<Updates[]> {
  const { rows } = await pool.query(
    'SELECT relname AS table, n_tup_upd::float8 AS all, n_tup_hot_upd::float8 AS hot FROM pg_stat_user_tables ORDER BY relname',
  );
  return rows;
}
