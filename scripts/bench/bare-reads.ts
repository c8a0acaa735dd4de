/**
 * The bare server that the product's reads are compared with: Express 5 and pg. It reads the same rows in the same
 * order without access checks; its sign-in checks the password and stores a session. Usage: bare-reads.ts <database
 * url>
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { verify } from '@node-rs/argon2';
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const app = express();

app.get('/conversations', async (request, response) => {
  const { rows } = await pool.query(
    `SELECT id, title, updated_at AS "updatedAt" FROM conversations
     WHERE user_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 50`,
    [request.query.userId],
  );
  response.json(rows);
});

app.get('/messages', async (request, response) => {
  const { rows } = await pool.query(
    `SELECT id, conversation_id AS "conversationId", role, content, attachments, metadata, created_at AS "createdAt"
     FROM messages WHERE conversation_id = $1 ORDER BY seq DESC LIMIT 50`,
    [request.query.conversationId],
  );
  response.json(rows.reverse());
});

/**
 * The four reads of the portfolio: positions, and the prices, splits and a month of closing prices of their tickers.
 */
app.get('/positions', async (_request, response) => {
  const { rows } = await pool.query(
    `SELECT id, user_id AS "userId", ticker, name, avg_entry_price AS "avgEntryPrice", purchase_date AS "purchaseDate",
            status, close_date AS "closeDate", close_price AS "closePrice", created_at AS "createdAt"
     FROM investment_positions ORDER BY purchase_date DESC, id`,
  );
  const tickers = [[...new Set(rows.map(({ ticker }) => ticker))]];
  const [prices, splits, closes] = await Promise.all([
    pool.query('SELECT ticker, latest_price, last_updated FROM stock_price_cache WHERE ticker = ANY($1)', tickers),
    pool.query('SELECT ticker, day, numerator, denominator FROM stock_splits WHERE ticker = ANY($1)', tickers),
    pool.query(
      `SELECT ticker, array_agg(close ORDER BY day) AS closes FROM stock_daily_closes
       WHERE ticker = ANY($1) AND day > now() - interval '45 days' GROUP BY ticker`,
      tickers,
    ),
  ]);
  const by = (list: { ticker: string }[]) => new Map(list.map((row) => [row.ticker, row]));
  const [priceOf, splitsOf, closesOf] = [by(prices.rows), by(splits.rows), by(closes.rows)];
  const full = rows.map((row) => ({
    ...row,
    price: priceOf.get(row.ticker),
    split: splitsOf.get(row.ticker),
    recent: closesOf.get(row.ticker),
  }));
  response.json({
    open: full.filter(({ status }) => status === 'open'),
    closed: full.filter(({ status }) => status === 'closed'),
  });
});

app.post('/login', express.json(), async (request, response) => {
  const { email, password } = request.body as { email: string; password: string };
  const { rows } = await pool.query('SELECT id, email, password FROM users WHERE email = $1', [email]);
  const [user] = rows as { id: string; email: string; password: string }[];
  if (!user || !(await verify(user.password, password))) return void response.status(401).end();
  const session = randomBytes(20).toString('hex');
  await pool.query(`INSERT INTO sessions (sid, user_id, expire) VALUES ($1, $2, now() + interval '30 days')`, [
    createHash('sha256').update(session).digest('hex'),
    user.id,
  ]);
  response.cookie('session', session, { httpOnly: true }).json({ id: user.id, email: user.email });
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
