/**
 * Fills an empty, migrated PostgreSQL database with users, conversations and messages, to measure large installations.
 * Runs in one transaction, so it is filled completely or not at all. Rows are generated in the database, and secondary
 * indexes are dropped first and rebuilt afterwards. Row triggers are off; their results are written at the end.
 *
 *   DATABASE_URL=postgresql://… npm run migrate
 *   DATABASE_URL=postgresql://… npx tsx scripts/large-database.ts --users 50000 --conversations 1000000 --messages 10
 *
 * `--messages` is per conversation, `--words` per message. Users have no password; npm run user:reset-password sets one
 * for user1@large.example.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '50000' },
    conversations: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '10' },
    words: { type: 'string', default: '180' },
  },
});
const max = 100_000_000;

function count(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  console.error(`--${name} must be a whole number from 1 to ${max}.`);
  process.exit(2);
}

const users = count('users');
const conversations = count('conversations');
const perConversation = count('messages');
const wordsPerText = count('words');

if (!process.env.DATABASE_URL) {
  console.error('DATABASE_URL is not set. Use a new, migrated database on a PostgreSQL server.');
  process.exit(2);
}

/** Tables whose triggers and indexes are applied afterwards. */
const tables = ['conversations', 'messages', 'search_entries'];
/** Conversations per statement, with their messages. */
const batch = 20_000;
const texts = 2000;

const db = new pg.Client({ connectionString: process.env.DATABASE_URL });

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Rejects a database in use: it would lack indexes until the end, and get additional users. */
async function assertEmpty(): Promise<void> {
  const { rows } = await db.query<{ used: boolean }>('SELECT EXISTS (SELECT 1 FROM users) AS used');
  if (!rows[0]?.used) return;
  console.error('The database has users. Use a new, migrated one.');
  process.exit(1);
}

/** Drops secondary indexes and returns the statements that recreate them. Primary keys and unique constraints stay. */
async function dropIndexes(): Promise<string[]> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY($1::text[]::regclass[]) AND NOT i.indisunique ORDER BY c.relname`,
    [tables],
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

async function triggers(state: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of tables) await db.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
}

/**
 * Ids are derived from numbers, so that no statement reads the results of another. The words include frequent and rare
 * ones.
 */
async function addUsers(): Promise<void> {
  // In the format of UUID version 4, because the server rejects other ids.
  await db.query(`
    CREATE FUNCTION pg_temp.id_of(name text) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT overlay(overlay(md5(name) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid $$`);
  await db.query(`
    CREATE TEMP TABLE texts ON COMMIT DROP AS
    SELECT n AS id, (
      SELECT string_agg('w' || floor(20000 * random() * random() * random())::int + (n + k) % 2, ' ')
      FROM generate_series(1, ${wordsPerText}) AS k
    ) AS text
    FROM generate_series(0, ${texts - 1}) AS n`);
  await db.query(
    `INSERT INTO users (id, email, password, updated_at)
     SELECT pg_temp.id_of('user' || n), 'user' || n || '@large.example', '-', now() FROM generate_series(1, $1::int) AS n`,
    [users],
  );
}

async function addConversations(): Promise<void> {
  for (let from = 1; from <= conversations; from += batch) {
    const range = [from, Math.min(from + batch - 1, conversations), users];
    await db.query(
      `INSERT INTO conversations (id, user_id, title, created_at, updated_at)
       SELECT pg_temp.id_of('conversation' || n), pg_temp.id_of('user' || 1 + n % $3::int), 'Conversation w' || n,
              now() - make_interval(mins => n), now() - make_interval(mins => n)
       FROM generate_series($1::int, $2::int) AS n`,
      range,
    );
    await db.query(
      `INSERT INTO messages (id, conversation_id, parent_id, role, content, metadata, created_at)
       SELECT pg_temp.id_of('message' || n || ':' || m), pg_temp.id_of('conversation' || n),
              CASE m WHEN 1 THEN pg_temp.id_of('conversation' || n) ELSE pg_temp.id_of('message' || n || ':' || m - 1) END,
              CASE m % 2 WHEN 1 THEN 'user' ELSE 'assistant' END, texts.text || ' rare' || n,
              CASE m % 2 WHEN 1 THEN '{}' ELSE '{"status": "complete", "modelId": "large"}' END::jsonb,
              now() - make_interval(mins => n)
       FROM generate_series($1::int, $2::int) AS n CROSS JOIN generate_series(1, $3::int) AS m
       JOIN texts ON texts.id = (n + m * 7) % ${texts}
       ORDER BY n, m`,
      [range[0], range[1], perConversation],
    );
  }
}

/** Writes what the triggers would have written. */
async function addSearch(): Promise<void> {
  await db.query(`
    INSERT INTO search_entries (id, conversation_id, user_id, is_title, at, has_files, words)
    SELECT id, id, user_id, true, updated_at, false, search_words(user_id, '', title) FROM conversations`);
  await db.query(`
    INSERT INTO search_entries (id, conversation_id, user_id, is_title, at, model, has_files, words)
    SELECT m.id, c.id, c.user_id, false, m.created_at, m.metadata ->> 'modelId', false, search_words(c.user_id, m.content, '')
    FROM messages m JOIN conversations c ON c.id = m.conversation_id`);
  await db.query(`
    UPDATE account_usage SET conversations = counted.conversations, messages = counted.messages
    FROM (SELECT user_id, count(*) FILTER (WHERE is_title) AS conversations, count(*) FILTER (WHERE NOT is_title) AS messages
          FROM search_entries GROUP BY user_id) AS counted
    WHERE account_usage.user_id = counted.user_id`);
}

await db.connect();
await assertEmpty();
await db.query('BEGIN');
await db.query("SET LOCAL maintenance_work_mem = '512MB'");
const indexes = await dropIndexes();
await triggers('DISABLE');
await step('users', addUsers);
await step('conversations and messages', addConversations);
await step('search and counts', addSearch);
await triggers('ENABLE');
await step(`${indexes.length} indexes`, async () => {
  for (const definition of indexes) await db.query(definition);
});
await step('commit', () => db.query('COMMIT'));
await step('statistics', () => db.query('VACUUM ANALYZE'));
const { rows } = await db.query<{ size: string }>(
  'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
);
console.log(
  `${users} users, ${conversations} conversations, ${conversations * perConversation} messages, ${rows[0]?.size}`,
);
await db.end();
