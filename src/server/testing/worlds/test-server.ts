/**
 * The real application around a test database: `deps` for calls without a transport, `listen()` for HTTP and sockets.
 * Only the AI model can be replaced, by one that uses the test's own server.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '~/server/app';
import { publicFields } from '~/server/auth/current-user';
import { assembleDeps } from '~/server/create-deps';
import type { OpenDatabase } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { parseEnv } from '~/server/env';
import { jobKinds } from '~/server/features/job-kinds';
import type { AnswerModel } from '~/server/generation/library';
import { createHttpServer } from '~/server/http/http-server';
import type { AnyJobKind } from '~/server/jobs/job-kind';
import { createLogger, type Logger } from '~/server/lib/logger';
import { hashPassword } from '~/server/lib/password';
import { readingLimits } from '~/server/lib/reading-settings';
import type { SessionToken } from '~/server/lib/session-token';
import { unreadable } from '~/server/providers/pages/types';
import { createReaderPool } from '~/server/reading/pool/reader-pool';
import { createCaller } from '~/server/router';
import { attachSockets } from '~/server/sockets/ws';
import { createInnerContext } from '~/server/trpc/context';
import { OutputMismatch } from '~/server/trpc/output';
import type { CurrentUser } from '~/shared/schemas/auth';
import { openTestDatabase } from './test-db';

export interface TestServer {
  deps: Deps;
  /** The URL of the listening application, which is started at the first use. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function startTestServer(
  options: {
    env?: Record<string, string>;
    model?: AnswerModel;
    database?: OpenDatabase;
    kinds?: readonly AnyJobKind<Deps>[];
  } = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'qinsight-data-'));
  const alone = { PRICE_PROVIDER: 'none', TIMESTAMP_AUTHORITIES: 'none', DOCUMENT_SUMMARIES: 'text' };
  const quiet = { NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: '0', ...alone };
  const env = parseEnv({ ...quiet, DATA_DIR: dataDir, ...options.env });
  const logger = createLogger({ level: env.LOG_LEVEL, isProduction: true });
  const mismatches = collectMismatches(logger);
  const deps = await assembleDeps(env, logger, options.database ?? (await openTestDatabase()), options.model);
  // No test reads the real web. A test of pages allows its own site.
  if (!env.FETCH_ALLOW_PRIVATE.length) deps.pages.read = async (url) => unreadable(url, 'address');
  // The usual ten seconds per file can be too short on a busy machine.
  await deps.readers.close();
  deps.readers = createReaderPool({ ...readingLimits(env), timeoutMs: 120_000 });
  await deps.generation.start();
  await deps.jobs.start({ kinds: options.kinds ?? jobKinds, needs: deps, recurring: false });
  let server: Server | undefined;
  let sockets: { close(): Promise<void> } | undefined;
  return {
    deps,
    async listen() {
      if (!server) {
        server = createHttpServer(env).on('request', createApp(deps, {}));
        sockets = attachSockets(deps, server);
        await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      }
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async close() {
      await deps.generation.drain(0);
      await sockets?.close();
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      await deps.close();
      await deps.readers.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
    },
  };
}

/** Production only logs a response that does not match its output schema; here it fails the file. */
function collectMismatches(logger: Logger): string[] {
  const mismatches: string[] = [];
  const log = logger.error.bind(logger);
  logger.error = (...args: Parameters<typeof log>) => {
    const [details] = args as unknown[];
    const error = (details as { err?: unknown } | undefined)?.err;
    if (error instanceof OutputMismatch) mismatches.push(error.message);
    log(...args);
  };
  return mismatches;
}

export interface TestUser {
  user: CurrentUser;
  sessionToken: SessionToken;
  call: ReturnType<typeof createCaller>;
}

/** The password of every account that `signUp` creates. */
export const testPassword = 'correct horse';

let hash: Promise<string> | undefined;
const passwordHash = (): Promise<string> => {
  hash ??= hashPassword(testPassword);
  return hash;
};

let addresses = 0;

/**
 * A new account with a session, and a caller with that session. Each has its own IP address. Titles and suggested
 * questions are off except in their own tests, because their requests would mix with the test's own.
 */
export async function signUp(
  deps: Deps,
  options: { isAdmin?: boolean; email?: string; modelTitles?: boolean; suggestedQuestions?: boolean } = {},
): Promise<TestUser> {
  const email = options.email ?? `person-${randomUUID()}@example.com`;
  const row = await deps.db.user.create({
    data: {
      email,
      password: await passwordHash(),
      isAdmin: options.isAdmin ?? false,
      modelTitles: options.modelTitles ?? false,
      suggestedQuestions: options.suggestedQuestions ?? false,
    },
    select: publicFields,
  });
  const { token } = await deps.sessions.issueSession(row.id, { device: 'test', ip: '127.0.0.1', created: '' });
  return { user: row, sessionToken: token, call: callerFor(deps, token) };
}

/** Calls with a session, or signed out. Each call checks the session again, like a request. */
export function callerFor(deps: Deps, sessionToken: SessionToken | null) {
  addresses++;
  const ip = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return createCaller(createInnerContext(deps, { sessionToken, recheck: true, caller: { ip, device: 'test' } }));
}
