/**
 * The server that scripts/fuzz/run.ts attacks: the real application in a process of its own, so that a crash is seen as
 * one and its memory can be measured. Rate limits are off, because what is looked for lies behind them.
 * Messages from the parent: 'memory' collects garbage and reports what is held; 'stop' ends the process.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createApp } from '~/server/app';
import { createDeps } from '~/server/create-deps';
import { parseEnv } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { attachSockets } from '~/server/sockets/ws';
import { unlimited } from '~/server/testing/fakes/unlimited';

export interface Target {
  address: string;
  /** Session cookies' values, by kind of caller. */
  sessions: Record<'visitor' | 'member' | 'admin', string | null>;
  /** Ids of things that exist: the member's own and another user's. */
  known: string[];
}

export interface Memory {
  rssMb: number;
  heapMb: number;
  externalMb: number;
}

const root = path.resolve(import.meta.dirname, '../..');
const env = parseEnv({
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  PRICE_PROVIDER: 'none',
  TIMESTAMP_AUTHORITIES: 'none',
  PORT: '0',
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_URL: process.env.DATABASE_URL,
});
const logger = createLogger({ level: env.LOG_LEVEL, isProduction: true });
const deps = await createDeps(env, logger, path.join(root, 'prisma/migrations'));
Object.assign(deps, { rateLimiter: unlimited });
await deps.generation.start();
const server = createServer(createApp(deps, {}));
const sockets = attachSockets(deps, server);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

async function account(isAdmin: boolean): Promise<{ id: string; session: string; conversation: string }> {
  const { id } = await deps.db.user.create({
    data: { email: `fuzz-${randomUUID()}@example.com`, password: '-', isAdmin },
    select: { id: true },
  });
  const session = await deps.sessions.createSession(id, { sess: { device: 'fuzz', ip: '127.0.0.1', created: '' } });
  const conversation = await deps.db.conversation.create({ data: { userId: id, title: 'Fuzz' }, select: { id: true } });
  return { id, session: session.id, conversation: conversation.id };
}

const [member, other, admin] = [await account(false), await account(false), await account(true)];
const target: Target = {
  address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  sessions: { visitor: null, member: member.session, admin: admin.session },
  known: [member.conversation, member.conversation, other.conversation, other.id],
};

async function reportMemory(): Promise<void> {
  // Several rounds, since finalizers free more in the next one.
  for (let round = 0; round < 4; round++) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const mb = (bytes: number) => Math.round(bytes / 1024 / 102.4) / 10;
  process.send?.({ rssMb: mb(rss), heapMb: mb(heapUsed), externalMb: mb(external) } satisfies Memory);
}

async function stop(): Promise<void> {
  await deps.generation.drain(0);
  await sockets.close();
  server.closeAllConnections();
  server.close();
  await deps.close();
  process.exit(0);
}

process.on('message', (message) => void (message === 'memory' ? reportMemory() : stop()));
process.send?.(target);
