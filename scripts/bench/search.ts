/**
 * The search over all messages of one user, on PostgreSQL and on the embedded database: frequent, rare and absent
 * words, several words, and word prefixes. Reading a page of the latest messages is measured for comparison.
 * Usage: npx tsx scripts/bench/search.ts [messages on PostgreSQL] [messages on the embedded database]
 */
import path from 'node:path';
import { type Database, openDatabase } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { searchMessages } from '~/server/features/search/search-messages';
import { temporaryFolder } from './lib/child';
import { startPostgres } from './lib/postgres';
import { atMost, known, type Result, report } from './lib/report';
import { median, percentile } from './lib/stats';

const sizes = { server: Number(process.argv[2] ?? 1_000_000), embedded: Number(process.argv[3] ?? 100_000) };
const turns = 20;
const batch = 10_000;
const wordsPerMessage = 60;
const tables = ['messages', 'search_entries'];
const migrationsDir = path.resolve('prisma/migrations');
const limits = { poolSize: 4, statementMs: 600_000 };

const searches = {
  'a word of nearly every message': 'w1',
  'a word of one message in seven': 'w100',
  'a word of one message in thirty': 'w500',
  'a word of one message in a hundred': 'w1001',
  'a word of one message in two hundred': 'w2000',
  'a rare word': 'w90000',
  'two words': 'w40 w300',
  'two words that are seldom together': 'w500 w2000',
  'the beginning of a word': 'w12',
  'an absent word': 'zeppelin',
  'twelve words': Array.from({ length: 12 }, (_, n) => `w${n + 1}`).join(' '),
};

/**
 * Word frequencies are as uneven as in a language: each word's rank is drawn from an exponential distribution. Search
 * entries are created by the trigger's function, and indexes are built after the rows, because inserting a million
 * messages row by row takes half an hour.
 */
async function fill(db: Database, userId: string, count: number): Promise<void> {
  await db.sql`INSERT INTO users (id, email, password) VALUES (${userId}::uuid, ${`${userId}@example.com`}, '')`;
  const later = await db.sql<{ name: string; definition: string }>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid IN ('messages'::regclass, 'search_entries'::regclass) AND NOT indisunique`;
  for (const { name } of later) await db.$executeRawUnsafe(`DROP INDEX ${name}`);
  for (const table of tables) await db.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER ALL`);
  const starts = Array.from({ length: Math.ceil(count / batch) }, (_, index) => index * batch);
  const one = async () => {
    for (let from = starts.shift(); from !== undefined; from = starts.shift()) await fillBatch(db, userId, from, count);
  };
  await Promise.all(Array.from({ length: limits.poolSize - 1 }, one));
  for (const table of tables) await db.$executeRawUnsafe(`ALTER TABLE "${table}" ENABLE TRIGGER ALL`);
  for (const { definition } of later) await db.$executeRawUnsafe(definition);
  for (const table of tables) await db.$executeRawUnsafe(`VACUUM ANALYZE "${table}"`);
}

/** Inserts a conversation with a batch of messages, the latest batch last. */
async function fillBatch(db: Database, userId: string, from: number, count: number): Promise<void> {
  const size = Math.min(batch, count - from);
  await db.sql`
    WITH conversation AS (
      INSERT INTO conversations (user_id, title) VALUES (${userId}::uuid, ${`Conversation ${from}`}) RETURNING id
    ), message AS (
      INSERT INTO messages (conversation_id, parent_id, role, content, created_at)
      SELECT id, id, 'user',
             (SELECT string_agg('w' || floor(exp(random() * 11.5))::int, ' ') FROM generate_series(1, ${wordsPerMessage}::int) WHERE n > 0),
             now() - make_interval(secs => ${count - from}::int - n)
      FROM conversation, generate_series(1, ${size}::int) AS n RETURNING id, conversation_id, content, created_at
    )
    INSERT INTO search_entries (id, conversation_id, user_id, is_title, at, has_files, words)
    SELECT id, conversation_id, ${userId}::uuid, false, created_at, false, search_words(${userId}::uuid, content, '') FROM message`;
}

async function measure(db: Database, count: number, limitMs: number, name: string): Promise<Result[]> {
  const userId = crypto.randomUUID();
  await fill(db, userId, count);
  // The search only uses the database.
  const deps = { db } as Deps;
  const timeOf = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const all: number[] = [];
  const results: Result[] = [];
  const page = median(
    await repeat(() =>
      timeOf(
        () => db.sql`
    SELECT content FROM messages WHERE conversation_id = (SELECT id FROM conversations WHERE user_id = ${userId}::uuid LIMIT 1)
    ORDER BY seq DESC LIMIT 50`,
      ),
    ),
  );
  for (const [what, q] of Object.entries(searches)) {
    const times = await repeat(() => timeOf(() => searchMessages(deps, userId, { q, limit: 20 })));
    all.push(...times);
    const middle = median(times);
    results.push(known(`${name}: ${what}`, `${middle.toFixed(1)} ms, ${(middle / page).toFixed(1)} pages of messages`));
  }
  return [atMost(`${name}, ${count} messages: p95`, percentile(all, 0.95), limitMs, 'ms'), ...results];
}

async function repeat(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  await work();
  for (let turn = 0; turn < turns; turn++) times.push(await work());
  return times;
}

const cluster = await startPostgres();
const databaseUrl = await cluster.createDatabase('search');
const results: Result[] = [];
for (const [name, url, count, limitMs] of [
  ['PostgreSQL', databaseUrl, sizes.server, 100],
  ['embedded', undefined, sizes.embedded, 200],
] as const) {
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: temporaryFolder(), migrationsDir, limits });
  results.push(...(await measure(db, count, limitMs, name)));
  await close();
}
report('Search over the messages of one user', results);
await cluster.stop();
process.exit();
