/**
 * The house without its door: settings, database, store and services as the server has them, and nothing listening.
 * With the embedded database the server must be stopped first; with a PostgreSQL server both may run.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createDeps } from '~/server/create-deps';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import type { Deps } from '~/server/deps';
import { type Env, loadEnv } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { type Io, OperatorError } from './command';

/** The folder of package.json, seen from the sources as well as from the build. */
export const root = findRoot(import.meta.dirname);
export const migrationsDir = path.join(root, 'prisma/migrations');

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new OperatorError('This program does not lie in a folder of the product.');
  return findRoot(above);
}

export const settings = (): Env => loadEnv(root);

/** How long to wait for Redis before going on without telling the running servers. */
const redisMs = 3000;

/** Opens everything, does the work, and closes again, however the work ended. Applies migrations, as a start does. */
export async function withDeps<T>(io: Io, work: (deps: Deps) => Promise<T>): Promise<T> {
  const env = settings();
  const logger = createLogger({ level: 'warn', isProduction: true, isToStderr: true });
  const deps = await createDeps(env, logger, migrationsDir).catch((error) => {
    throw inOperatorsWords(error);
  });
  try {
    if (deps.database.applied.length > 0) io.say(`Migrations applied: ${deps.database.applied.join(', ')}`);
    if (env.REDIS_URL && !(await hearsWithin(deps, redisMs)))
      io.warn(
        'Redis cannot be reached: running servers notice what is done here with their next look, within 10 seconds.',
      );
    return await work(deps);
  } finally {
    await deps.close();
  }
}

/** The server's words for it tell a second server what to do; an action has one more way. */
export function inOperatorsWords(error: unknown): unknown {
  if (!(error instanceof DataFolderInUse)) return error;
  return new OperatorError(`${error.message}\nStop the server, run this again, and start it.`);
}

async function hearsWithin({ bus }: Deps, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; ) {
    if (bus.hearsOtherProcesses()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return bus.hearsOtherProcesses();
}

/** The account with an address, or words that say there is none. */
export async function accountOf(deps: Deps, typed: string): Promise<{ id: string; email: string; isAdmin: boolean }> {
  const email = typed.trim().toLowerCase();
  const select = { id: true, email: true, isAdmin: true } as const;
  const user = await deps.db.user.findUnique({ where: { email }, select });
  if (!user) throw new OperatorError(`There is no account with the address ${email}.`);
  return user;
}
