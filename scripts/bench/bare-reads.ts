/**
 * The bare server that the product's reads are compared with: Express 5 and pg, the same rows by the same order and
 * limit, for anybody who asks. Usage: bare-reads.ts <database url>
 */
import type { AddressInfo } from 'node:net';
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

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
