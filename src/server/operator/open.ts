/**
 * Opens settings, database, file storage and services like the server, but doesn't listen on a port.
 * With the embedded database the server must be stopped first. With a PostgreSQL server both may run.
 */

import { createDeps } from '~/server/create-deps';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import type { Deps } from '~/server/deps';
import { type Env, loadEnv } from '~/server/env';
import type { Io } from '~/server/lib/command-output';
import { createLogger } from '~/server/lib/logger';
import { OperatorError } from '~/server/lib/operator-error';
import { migrationsDir, root } from '~/server/lib/product-root';
import { pause } from '~/server/lib/wait';

export const settings = (): Env => loadEnv(root);

/** How long to wait for Redis before continuing without notifying the running servers. */
const redisMs = 3000;
const connectPollMs = 20;

/** Opens everything, runs `work`, and closes again even if it throws. Applies migrations, like a start. */
export async function withDeps<T>(io: Io, work: (deps: Deps) => Promise<T>): Promise<T> {
  const env = settings();
  const logger = createLogger({ level: 'warn', isProduction: true, isToStderr: true });
  const deps = await createDeps(env, logger, migrationsDir).catch((error) => {
    throw operatorError(error);
  });
  try {
    if (deps.database.applied.length > 0) io.print(`Migrations applied: ${deps.database.applied.join(', ')}`);
    if (env.REDIS_URL && !(await connectsWithin(deps, redisMs)))
      io.warn('Warning: Redis is unavailable. Running servers will see this change within 10 seconds.');
    return await work(deps);
  } finally {
    await deps.close();
  }
}

/** Adds advice for the case that the running server has the embedded database open. */
export function operatorError(error: unknown): unknown {
  if (!(error instanceof DataFolderInUse)) return error;
  return new OperatorError(`${error.message}\nStop the server, run this again, and start it.`);
}

async function connectsWithin({ bus }: Deps, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; ) {
    if (bus.receivesFromOtherProcesses()) return true;
    await pause(connectPollMs);
  }
  return bus.receivesFromOtherProcesses();
}

interface OperatedAccount {
  id: string;
  email: string;
  isAdmin: boolean;
}

const select = { id: true, email: true, isAdmin: true } as const;

/** The account with an email. Throws an OperatorError if there is none. */
export async function accountOf(deps: Deps, typed: string): Promise<OperatedAccount> {
  const email = typed.trim().toLowerCase();
  const user = await deps.db.user.findUnique({ where: { email }, select });
  if (!user) throw new OperatorError(`No account has the email ${email}.`);
  return user;
}

/** The only account, or else the only administrator. Throws an OperatorError if there is none, or no single one. */
export async function onlyAccount({ db }: Pick<Deps, 'db'>): Promise<OperatedAccount> {
  const [first, second] = await db.user.findMany({ select, take: 2 });
  if (!first) throw new OperatorError('There are no accounts yet. Create one with npm run user:create.');
  if (!second) return first;
  const [administrator, another] = await db.user.findMany({ where: { isAdmin: true }, select, take: 2 });
  if (administrator && !another) return administrator;
  throw new OperatorError('There are several accounts and no single administrator. Choose one with --email ADDRESS.');
}
