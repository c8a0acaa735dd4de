/**
 * The server that scripts/fuzz/run.ts attacks: the real application in a separate process, so that crashes are detected
 * and its memory can be measured. Rate limits are off, because they would reject the inputs.
 * Messages from the parent: 'memory' runs garbage collection and reports the used memory; 'stop' ends the process.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { createApp } from '~/server/app';
import { createDeps } from '~/server/create-deps';
import { parseEnv } from '~/server/env';
import { createScimToken } from '~/server/features/scim/scim-tokens.service';
import { sha256 } from '~/server/lib/hash';
import { createLogger } from '~/server/lib/logger';
import { attachSockets } from '~/server/sockets/ws';
import { freePort } from '~/server/testing/fakes/free-port';
import { unlimited } from '~/server/testing/fakes/unlimited';
import type { ProtocolTokens } from '~/server/testing/inputs/malformed-protocol-inputs';

export interface Target {
  address: string;
  /** Session cookie values by kind of user. */
  sessions: Record<'visitor' | 'member' | 'admin', string | null>;
  /** For SCIM and chat completions, and their ids. */
  tokens: ProtocolTokens;
  /** Ids of existing objects: the member's own and another user's. */
  known: string[];
}

export interface Memory {
  rssMb: number;
  heapMb: number;
  externalMb: number;
}

const root = path.resolve(import.meta.dirname, '../..');
const port = await freePort();
const env = parseEnv({
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  PRICE_PROVIDER: 'none',
  TIMESTAMP_AUTHORITIES: 'none',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_URL: process.env.DATABASE_URL,
  OIDC_ISSUER: process.env.OIDC_ISSUER,
  OIDC_CLIENT_ID: process.env.OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET: process.env.OIDC_CLIENT_SECRET,
});
const logger = createLogger({ level: env.LOG_LEVEL, isProduction: true });
const deps = await createDeps(env, logger, path.join(root, 'prisma/migrations'));
Object.assign(deps, { rateLimiter: unlimited });
await deps.generation.start();
const server = createServer(createApp(deps, {}));
const sockets = attachSockets(deps, server);
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

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
const acting = { by: { id: admin.id, email: 'fuzz@example.com' }, caller: null };
const directory = await createScimToken(deps, acting, 'Fuzz');
const program = { token: `qi_${randomBytes(32).toString('base64url')}` };
await deps.db.apiToken.create({
  data: { userId: member.id, name: 'Fuzz', scope: 'write', tokenHash: sha256(program.token) },
});
const target: Target = {
  address: env.publicUrl,
  sessions: { visitor: null, member: member.session, admin: admin.session },
  tokens: { scim: directory.token, api: program.token, known: [other.id] },
  known: [member.conversation, member.conversation, other.conversation, other.id],
};

async function reportMemory(): Promise<void> {
  // Several rounds, because finalizers free more in the next one.
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
