/** Accounts with sessions and conversations, inserted into the database as the product stores them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface Person {
  userId: string;
  /** The value of the Cookie header. */
  cookie: string;
  conversationId: string;
}

/** Inserts accounts directly, because 1,200 sign-ups would measure the password hash and exceed rate limits. */
export async function insertPeople(
  database: { query(text: string, values: unknown[]): unknown },
  count: number,
): Promise<Person[]> {
  const people = Array.from({ length: count }, () => {
    const session = randomBytes(20).toString('hex');
    return {
      userId: randomUUID(),
      conversationId: randomUUID(),
      cookie: `qinsight_session=${session}`,
      sid: createHash('sha256').update(session).digest('hex'),
    };
  });
  const column = (name: 'userId' | 'conversationId' | 'sid') => people.map((person) => person[name]);
  await database.query(
    `INSERT INTO users (id, email, password) SELECT id, id || '@example.com', '-' FROM unnest($1::uuid[]) AS t(id)`,
    [column('userId')],
  );
  await database.query(
    `INSERT INTO sessions (sid, user_id, expire, sess)
     SELECT sid, user_id, now() + interval '30 days', '{"device":"bench","ip":"127.0.0.1","created":""}'
     FROM unnest($1::text[], $2::uuid[]) AS t(sid, user_id)`,
    [column('sid'), column('userId')],
  );
  await database.query(
    'INSERT INTO conversations (id, user_id) SELECT id, user_id FROM unnest($1::uuid[], $2::uuid[]) AS t(id, user_id)',
    [column('conversationId'), column('userId')],
  );
  return people;
}

/** Accounts for lists: with both names, one or none, some of them locked, signed up a minute apart. */
export async function insertUsers(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO users (email, password, first_name, last_name, is_locked, created_at)
     SELECT 'person-' || lpad(n::text, 5, '0') || '@example.com', '-',
            CASE WHEN n % 10 > 0 THEN (ARRAY['Ada', 'Grace', 'Alan', 'Émile', 'Mary', 'Linus', 'Zoë'])[1 + n % 7] END,
            CASE WHEN n % 10 > 1 THEN (ARRAY['Lovelace', 'Hopper', 'Turing', 'Zola', 'Shelley'])[1 + n % 5] END,
            n % 25 = 0, timestamptz '2025-01-01 12:00Z' + n * interval '1 minute'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  );
}

export async function insertConversations(pool: pg.Pool, userId: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO conversations (user_id, title, updated_at)
     SELECT $1, 'What does the yield curve say about year ' || n || '?', now() - n * interval '1 minute'
     FROM generate_series(1, $2::int) AS n`,
    [userId, count],
  );
}

/** Questions of one line and answers of a paragraph, with the metadata of finished answers. */
export async function insertMessages(pool: pg.Pool, conversationId: string, count: number): Promise<void> {
  const sentence =
    'Inflation expectations moved by less than the survey error, so the term premium explains most of it. ';
  await pool.query(
    `INSERT INTO messages (conversation_id, role, content, metadata)
     SELECT $1, CASE n % 2 WHEN 1 THEN 'user' ELSE 'assistant' END,
            CASE n % 2 WHEN 1 THEN 'What changed in quarter ' || n || '?' ELSE repeat($3, 6) END,
            CASE n % 2 WHEN 1 THEN '{}'
              ELSE '{"processing":false,"status":"complete","model":"bench","usage":{"inputTokens":10,"outputTokens":120}}' END::jsonb
     FROM generate_series(1, $2::int) AS n ORDER BY n`,
    [conversationId, count, sentence],
  );
}
